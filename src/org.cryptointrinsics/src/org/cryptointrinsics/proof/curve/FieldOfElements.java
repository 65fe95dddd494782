package org.cryptointrinsics.proof.curve;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.curve25519.Field;
import org.cryptointrinsics.proof.ProofException;

/** A field whose products, and what it loads, are any limbs that are worth what is right. That of a kernel yields such limbs, which is proved apart. */
final class FieldOfElements extends Field {

    private final Field field;
    private final Elements elements;
    private final List<BigInteger> mostOfProducts;
    private final Address from;
    private final IntegerPolynomial loaded;
    private final Address to;
    private boolean isLoaded;
    private IntegerPolynomial stored;

    /**
     * @param field the kernel's, on the same machine
     * @param from where it is to load, once
     * @param loaded what it loads
     * @param to where it is to store, once, after that
     */
    FieldOfElements(Machine m, Field field, Elements elements, List<BigInteger> mostOfProducts, Address from, IntegerPolynomial loaded, Address to) {
        super(m, IntStream.range(0, field.limbs()).map(field::bits).toArray());
        this.field = field;
        this.elements = elements;
        this.mostOfProducts = mostOfProducts;
        this.from = from;
        this.loaded = loaded;
        this.to = to;
    }

    /** What was stored. */
    IntegerPolynomial stored() {
        return stored;
    }

    /** The limbs of a lane. */
    static List<Limb> lane(List<List<Limb>> vectors, int lane) {
        return vectors.stream().map(vector -> vector.get(lane)).toList();
    }

    /** The vectors of limbs, of which each lane has some. */
    static List<List<Limb>> vectors(int limbs, IntFunction<List<Limb>> lane) {
        List<List<Limb>> lanes = IntStream.range(0, LANES).mapToObj(lane).toList();
        return IntStream.range(0, limbs).mapToObj(i -> lanes.stream().map(limbsOfLane -> limbsOfLane.get(i)).toList()).toList();
    }

    private List<List<Limb>> lists(List<Vector> element) {
        return element.stream().map(LimbMachine::list).toList();
    }

    /** The greatest limbs that a factor may have. */
    static BigInteger mostOfFactor(Field field, int limb) {
        return BigInteger.ONE.shiftLeft(field.bits(limb) + 1).subtract(BigInteger.ONE);
    }

    private IntegerPolynomial factor(List<Limb> limbs) {
        for (int i = 0; i < limbs.size(); i++) {
            assertFits("multiplies", i, limbs.get(i), mostOfFactor(field, i));
        }
        return elements.value(limbs);
    }

    /** Of a number that is known, this is refuted, and not only unproved. */
    private static void assertFits(String what, int number, Limb limb, BigInteger max) {
        if (limb.max().compareTo(max) > 0) {
            throw new ProofException(what + " limb " + number + ", which may be up to " + limb.max(), limb.isConstant());
        }
    }

    @Override
    public List<Vector> multiply(List<Vector> a, List<Vector> b) {
        List<List<Limb>> product = vectors(limbs(),
                        lane -> elements.limbs(elements.multiply(factor(lane(lists(a), lane)), factor(lane(lists(b), lane))), mostOfProducts));
        return product.stream().map(LimbMachine::vector).toList();
    }

    @Override
    public List<Vector> load(Address number) {
        if (!number.equals(from) || isLoaded) {
            throw new ProofException("loads another number");
        }
        isLoaded = true;
        List<BigInteger> most = new ArrayList<>();
        for (int i = 0; i < limbs(); i++) {
            most.add(BigInteger.ONE.shiftLeft(bits(i)).subtract(BigInteger.ONE));
        }
        List<Limb> limbs = elements.limbs(loaded, most);
        return vectors(limbs(), _ -> limbs).stream().map(LimbMachine::vector).toList();
    }

    @Override
    public void store(Address number, List<Vector> a) {
        if (!number.equals(to) || !isLoaded || stored != null) {
            throw new ProofException("stores a number elsewhere, or twice");
        }
        List<Limb> limbs = lane(lists(a), 0);
        for (int i = 0; i < limbs.size(); i++) {
            assertFits("stores", i, limbs.get(i), mostOfProducts.get(i));
        }
        stored = elements.value(limbs);
    }

    @Override
    protected Vector swapHalves(Vector a) {
        return field.swapHalves(List.of(a)).getFirst();
    }

    @Override
    protected Vector lowHalves(Vector a) {
        return field.lowHalves(List.of(a)).getFirst();
    }

    @Override
    protected Vector select(Vector mask, Vector a, Vector b) {
        return field.select(mask, List.of(a), List.of(b)).getFirst();
    }
}
