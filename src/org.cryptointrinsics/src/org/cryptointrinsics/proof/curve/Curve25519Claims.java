package org.cryptointrinsics.proof.curve;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.curve25519.Curve25519;
import org.cryptointrinsics.kernel.curve25519.CurveFunction;
import org.cryptointrinsics.kernel.curve25519.Field;
import org.cryptointrinsics.kernel.curve25519.X25519;
import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.Region;
import org.cryptointrinsics.proof.SymbolicMachine;
import org.cryptointrinsics.proof.SymbolicMeanings;
import org.cryptointrinsics.proof.Variables;
import org.cryptointrinsics.proof.specification.Rfc7748;
import org.cryptointrinsics.proof.specification.Rfc7748.Ladder;

/**
 * What is to be proved of kernels for Curve25519: that arithmetic of limbs is that of the field, that no limb becomes too large, and that X25519 is what RFC 7748 says, by
 * induction over the bits of k.
 */
public final class Curve25519Claims {

    private static final String ALGORITHM = "X25519";
    private static final int WORDS = 4;
    private static final BigInteger ALL_BITS = BigInteger.ONE.shiftLeft(Limb.BITS).subtract(BigInteger.ONE);

    private final Curve25519 kernel;
    private final UnaryOperator<Machine> change;

    private Curve25519Claims(Curve25519 kernel, UnaryOperator<Machine> change) {
        this.kernel = kernel;
        this.change = change;
    }

    /** All of a kernel. */
    public static Stream<Claim> of(Curve25519 kernel) {
        return of(kernel, machine -> machine);
    }

    /**
     * The same of a kernel on machines that do something else.
     *
     * @param change makes one of the one that it is proved on
     */
    public static Stream<Claim> of(Curve25519 kernel, UnaryOperator<Machine> change) {
        Curve25519Claims claims = new Curve25519Claims(kernel, change);
        return Stream.of(claims.claim("products", claims::proveProduct), claims.claim("loads", claims::proveLoad), claims.claim("stores", claims::proveStore),
                        claims.claim("swaps of points", claims::proveMasks), claims.claim("multiplication of a point", claims::proveMultiplication));
    }

    private Claim claim(String what, Consumer<Variables> proof) {
        return new Claim(ALGORITHM, kernel.variant(), what, variables -> {
            variables.countExecution();
            proof.accept(variables);
        });
    }

    private static void assertEqual(LimbMeanings meanings, String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw meanings.doubt() == null ? new ProofException(what + " is wrong") : new ProofException(what + " is not proved: " + meanings.doubt(), false);
        }
    }

    private Field field(LimbMachine machine) {
        return kernel.field(change.apply(machine));
    }

    private static void assertFit(LimbMeanings meanings, String what, List<Limb> limbs, List<BigInteger> most) {
        for (int i = 0; i < limbs.size(); i++) {
            assertEqual(meanings, "the size of limb " + i + " of " + what, true, limbs.get(i).max().compareTo(most.get(i)) <= 0);
        }
    }

    /** Limbs of any factors. */
    private List<List<Limb>> factors(Field field, LimbMeanings meanings) {
        return FieldOfElements.vectors(field.limbs(), _ -> IntStream.range(0, field.limbs()).mapToObj(i -> meanings.any(FieldOfElements.mostOfFactor(field, i))).toList());
    }

    private List<List<Limb>> product(Field field, List<List<Limb>> a, List<List<Limb>> b) {
        return field.multiply(a.stream().map(LimbMachine::vector).toList(), b.stream().map(LimbMachine::vector).toList()).stream().map(LimbMachine::list).toList();
    }

    private void proveProduct(Variables variables) {
        LimbMeanings meanings = new LimbMeanings(variables.constants());
        Field field = field(new LimbMachine(meanings));
        Elements elements = new Elements(field, meanings);
        List<List<Limb>> a = factors(field, meanings);
        List<List<Limb>> b = factors(field, meanings);
        List<List<Limb>> product = product(field, a, b);
        List<BigInteger> most = mostOfProducts();
        for (int lane = 0; lane < Field.LANES; lane++) {
            IntegerPolynomial expected = elements.multiply(elements.value(FieldOfElements.lane(a, lane)), elements.value(FieldOfElements.lane(b, lane)));
            assertEqual(meanings, "the product in lane " + lane, expected, elements.value(FieldOfElements.lane(product, lane)));
            assertFit(meanings, "the product in lane " + lane, FieldOfElements.lane(product, lane), most);
        }
    }

    /** The greatest limbs that products have. They are less than those that factors may have. */
    private List<BigInteger> mostOfProducts() {
        LimbMeanings meanings = new LimbMeanings(null);
        Field field = kernel.field(new LimbMachine(meanings));
        return product(field, factors(field, meanings), factors(field, meanings)).stream().map(vector -> vector.getFirst().max()).toList();
    }

    private static List<Limb> words(LimbMeanings meanings) {
        return IntStream.range(0, WORDS).mapToObj(_ -> meanings.any(ALL_BITS)).toList();
    }

    private static IntegerPolynomial number(List<Limb> words) {
        IntegerPolynomial sum = IntegerPolynomial.ZERO;
        for (int i = 0; i < WORDS; i++) {
            if (words.get(i) == null) {
                throw new ProofException("stores less than a number");
            }
            sum = sum.add(words.get(i).value().multiply(BigInteger.ONE.shiftLeft(i * Limb.BITS)));
        }
        return sum;
    }

    /** The highest bit is left out. */
    private void proveLoad(Variables variables) {
        LimbMeanings meanings = new LimbMeanings(variables.constants());
        LimbMachine machine = new LimbMachine(meanings);
        Field field = field(machine);
        List<Limb> words = words(meanings);
        List<List<Limb>> loaded = field.load(machine.new Memory(words).address()).stream().map(LimbMachine::list).toList();
        Limb highest = meanings.quotient(words.getLast(), Limb.BITS - 1);
        IntegerPolynomial expected = number(words).subtract(highest.value().multiply(BigInteger.ONE.shiftLeft(Rfc7748.BITS)));
        for (int lane = 0; lane < Field.LANES; lane++) {
            List<Limb> limbs = FieldOfElements.lane(loaded, lane);
            assertEqual(meanings, "what is loaded in lane " + lane, expected, new Elements(field, meanings).number(limbs));
            for (int i = 0; i < limbs.size(); i++) {
                assertEqual(meanings, "the size of limb " + i, true, limbs.get(i).max().bitLength() <= field.bits(i));
            }
        }
    }

    /**
     * What is stored is {@code h + 19 q - 2^255 c}. There, {@code h} is what is to be stored, modulo P, and less than {@code 2 P}; {@code q} is {@code (h + 19) / 2^255}, and
     * {@code c} is {@code (h + 19 q) / 2^255}, rounded down. If {@code h < P}, both are 0. Otherwise {@code q} is 1, and so is {@code c}. In both cases, {@code h - q P} is
     * stored, the number that is less than P.
     */
    private void proveStore(Variables variables) {
        LimbMeanings meanings = new LimbMeanings(variables.constants());
        LimbMachine machine = new LimbMachine(meanings);
        Field field = field(machine);
        List<BigInteger> most = mostOfProducts();
        List<List<Limb>> element = FieldOfElements.vectors(field.limbs(), _ -> most.stream().map(meanings::any).toList());
        LimbMachine.Memory memory = machine.new Memory(Collections.nCopies(WORDS, null));
        field.store(memory.address(), element.stream().map(LimbMachine::vector).toList());

        Limb c19 = Limb.constant(BigInteger.valueOf(19));
        Elements elements = new Elements(field, meanings);
        List<Limb> h = new ArrayList<>(FieldOfElements.lane(element, 0));
        assertEqual(meanings, "the value", elements.value(h), elements.value(h = lessThanTwoP(field, meanings, h)));
        BigInteger greatest = BigInteger.ZERO;
        for (int i = 0; i < h.size(); i++) {
            greatest = greatest.add(h.get(i).max().shiftLeft(field.position(i)));
        }
        assertEqual(meanings, "the size of what is reduced", true, greatest.compareTo(Rfc7748.P.shiftLeft(1)) < 0);
        Limb q = carry(field, meanings, new ArrayList<>(h), c19);
        Limb c = carry(field, meanings, new ArrayList<>(h), q.multiply(c19));
        IntegerPolynomial expected = elements.number(h).add(q.multiply(c19).value()).subtract(c.value().multiply(BigInteger.ONE.shiftLeft(Rfc7748.BITS)));
        assertEqual(meanings, "what is stored", expected, number(memory.content()));
    }

    /** Carries once from each limb to the next one, and from the last one to the first one. */
    private static List<Limb> lessThanTwoP(Field field, LimbMeanings meanings, List<Limb> limbs) {
        List<Limb> carried = new ArrayList<>(limbs);
        Limb carry = carry(field, meanings, carried, Limb.constant(BigInteger.ZERO));
        carried.set(0, carried.getFirst().add(carry.multiply(BigInteger.valueOf(19))));
        return carried;
    }

    private static Limb carry(Field field, LimbMeanings meanings, List<Limb> limbs, Limb number) {
        Limb carry = number;
        for (int i = 0; i < limbs.size(); i++) {
            Limb sum = limbs.get(i).add(carry);
            carry = meanings.quotient(sum, field.bits(i));
            limbs.set(i, meanings.rest(sum, field.bits(i)));
        }
        return carry;
    }

    /** By induction. */
    private void proveMultiplication(Variables variables) {
        LimbMeanings meanings = new LimbMeanings(variables.constants());
        List<BigInteger> most = mostOfProducts();
        Elements elements = new Elements(kernel.field(new LimbMachine(meanings)), meanings);
        List<Limb> k = words(meanings);
        IntegerPolynomial u = elements.any();
        IntegerPolynomial x = elements.any();
        IntegerPolynomial z = elements.any();
        LimbMachine machine = new LimbMachine(meanings, Rfc7748.BITS, (masks, first, body) -> {
            assertEqual(meanings, "the number of masks", X25519.MASKS * X25519.MASK_BYTES / Long.BYTES, masks.content().size());
            assertEqual(meanings, "whether all masks are there", false, masks.content().contains(null));
            if (!meanings.isAnyUnknown()) {
                assertMasks(meanings, Rfc7748.decodeScalar(number(k).constant()), masks.content());
            }
            assertLadder("before the first bit", Ladder.of(elements, u), first, meanings, elements, most);
            for (int round : List.of(0, Rfc7748.BITS - 1)) {
                for (Limb mask : List.of(Limb.constant(BigInteger.ZERO), Limb.constant(ALL_BITS))) {
                    Collections.fill(masks.content(), null);
                    // That of the highest bit, which k does not have, is left out.
                    Collections.fill(masks.content().subList(2 * (round + 1), 2 * (round + 2)), mask);
                    proveStep(meanings, elements, u, !mask.isConstant(BigInteger.ZERO), most, lanes -> body.apply(round, lanes));
                }
            }
            Collections.fill(masks.content(), null);
            return lanes(elements, new Ladder<>(x, z, elements.any(), elements.any()), most);
        });
        Machine changed = change.apply(machine);
        List<Address> arrays = Stream.of(words(meanings), k, words(meanings)).map(words -> machine.new Memory(words).address()).toList();
        FieldOfElements field = new FieldOfElements(changed, kernel.field(changed), elements, most, arrays.get(2), u, arrays.get(0));
        new Curve25519() {
            @Override
            public Field field(Machine m) {
                return field;
            }
        }.execute(changed, CurveFunction.X25519, arrays);
        assertEqual(meanings, "the quotient of the coordinates", elements.multiply(x, z.power(Rfc7748.P.subtract(BigInteger.TWO), Rfc7748.P)), field.stored());
    }

    /** Those of a number that is known. Of any, {@link #proveMasks} tells. */
    private static void assertMasks(LimbMeanings meanings, BigInteger k, List<Limb> masks) {
        for (int i = 0; i < masks.size(); i++) {
            int bit = X25519.MASKS - 1 - i / 2;
            assertEqual(meanings, "the mask of bit " + bit, k.testBit(bit) == k.testBit(bit + 1) ? BigInteger.ZERO : ALL_BITS, masks.get(i).min());
        }
    }

    private static List<List<Limb>> lanes(Elements elements, Ladder<IntegerPolynomial> ladder, List<BigInteger> most) {
        return FieldOfElements.vectors(most.size(), lane -> elements.limbs(ladder.coordinates().get(lane), most));
    }

    private static void proveStep(LimbMeanings meanings, Elements elements, IntegerPolynomial u, boolean isSwapped, List<BigInteger> most, UnaryOperator<List<List<Limb>>> body) {
        Ladder<IntegerPolynomial> before = new Ladder<>(elements.any(), elements.any(), elements.any(), elements.any());
        List<List<Limb>> after = body.apply(lanes(elements, before, most));
        assertLadder("after a bit", (isSwapped ? before.swapped() : before).step(elements, u), after, meanings, elements, most);
    }

    private static void assertLadder(String when, Ladder<IntegerPolynomial> expected, List<List<Limb>> actual, LimbMeanings meanings, Elements elements, List<BigInteger> most) {
        for (int lane = 0; lane < Field.LANES; lane++) {
            List<Limb> limbs = FieldOfElements.lane(actual, lane);
            assertEqual(meanings, "coordinate " + lane + " " + when, expected.coordinates().get(lane), elements.value(limbs));
            assertFit(meanings, "coordinate " + lane + " " + when, limbs, most);
        }
    }

    /** Each mask is whether a bit of k is another one than the one above. */
    private void proveMasks(Variables variables) {
        Bits k = variables.input(Limb.BITS * WORDS);
        Region result = new Region("the masks", variables.input(X25519.MASKS * X25519.MASK_BYTES * Byte.SIZE), true);
        Machine machine = change.apply(new SymbolicMachine(variables, new SymbolicMeanings(variables)));
        new X25519(machine, kernel.field(machine)).putMasks(result.address(), new Region("k", k, false).address());
        Bits masks = result.content();
        Bits clamped = Bits.concatenate(List.of(Bits.of(0, 3), k.part(3, Rfc7748.BITS - 4), Bits.of(1, 1), Bits.of(0, 1)));
        for (int i = 0; i < X25519.MASKS; i++) {
            int bit = X25519.MASKS - 1 - i;
            Bits above = bit == X25519.MASKS - 1 ? Bits.of(0, 1) : clamped.part(bit + 1, 1);
            Bits expected = clamped.part(bit, 1).xor(above);
            int bits = X25519.MASK_BYTES * Byte.SIZE;
            Claim.assertEqual(variables, "the mask of bit " + bit, Bits.concatenate(Collections.nCopies(bits, expected)), masks.part(i * bits, bits));
        }
    }
}
