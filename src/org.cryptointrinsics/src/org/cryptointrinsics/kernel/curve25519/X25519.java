package org.cryptointrinsics.kernel.curve25519;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/** X25519 (RFC 7748, 5). Names are those of the RFC. The four coordinates of both points are the lanes of one element: {@code x_2, z_2, x_3, z_3}. */
public final class X25519 {

    private static final int BITS = 255;
    private static final int A24 = 121665;
    // Lanes.
    private static final int X_2 = 0;
    private static final int Z_2 = 1;
    private static final int X_3 = 2;
    private static final int Z_3 = 3;

    private static final int WORDS = 4;
    /** As many as a number has bits. */
    public static final int MASKS = WORDS * Long.SIZE;
    public static final int MASK_BYTES = Width.XMM.bytes();
    private static final int BOTH = 0x44;
    // Of p - 2.
    private static final int DIGIT_BITS = 5;
    private static final int DIGITS = BITS / DIGIT_BITS;
    private static final int DIGIT = 31;
    private static final int LAST_DIGIT = 11;
    private static final int HIGH_DWORDS = 0xF5;

    private final Machine m;
    private final Field field;

    public X25519(Machine m, Field field) {
        this.m = m;
        this.field = field;
    }

    /**
     * Stores {@code X25519(k, u)}.
     *
     * @param result address of 32 bytes
     * @param k address of 32 bytes
     * @param u address of 32 bytes
     */
    void execute(Address result, Address k, Address u) {
        Address masks = m.scratch(MASKS * MASK_BYTES);
        putMasks(masks, k);
        multiply(result, masks, u);
    }

    /**
     * Stores {@code k u}, or 0 where that has no u-coordinate.
     *
     * @param masks address of those of {@link #putMasks}
     */
    private void multiply(Address result, Address masks, Address u) {
        List<Vector> x1 = field.load(u);
        Address factors = put(field.add(field.only(x1, Z_3), field.constant(1, A24, 1, 0)));
        List<Vector> point = field.add(field.only(x1, X_3), field.constant(1, 0, 0, 1));
        // From the second highest bit on: the highest one is not of k.
        point = m.repeat(m.count(BITS), masks, MASK_BYTES, point, (mask, current) -> step(current, m.loadBroadcast(Field.WIDTH, mask, MASK_BYTES), get(factors)));
        field.store(result, field.multiply(point, power(field.secondOfPairs(point))));
    }

    private Address put(List<Vector> element) {
        Address address = m.scratch(element.size() * Field.WIDTH.bytes());
        for (int i = 0; i < element.size(); i++) {
            m.storeVector(address, i * Field.WIDTH.bytes(), element.get(i));
        }
        return address;
    }

    private List<Vector> get(Address address) {
        IntFunction<Vector> limb = i -> m.load(Field.WIDTH, address, i * Field.WIDTH.bytes());
        return IntStream.range(0, field.limbs()).mapToObj(limb).toList();
    }

    /**
     * For each bit of k, from the highest one on, whether the points are swapped: whether the bit is another one than the one before. A mask has 128 bits, all the same.
     *
     * <p>Of {@code k}, the bits are cleared and set that decodeScalar25519 clears and sets.
     */
    public void putMasks(Address masks, Address k) {
        List<Vector> words = IntStream.range(0, WORDS).mapToObj(i -> m.pshufd(m.loadQword(k, i * Long.BYTES), BOTH)).collect(Collectors.toList());
        words.set(0, m.pand(words.get(0), everywhere(~7L)));
        words.set(WORDS - 1, m.por(m.pand(words.get(WORDS - 1), everywhere(Long.MAX_VALUE)), everywhere(1L << BITS - 1)));
        List<Vector> swaps = IntStream.range(0, WORDS).mapToObj(i -> {
            Vector above = m.psrlq(words.get(i), 1);
            return m.pxor(words.get(i), i == WORDS - 1 ? above : m.pxor(above, m.psllq(words.get(i + 1), Long.SIZE - 1)));
        }).toList();
        m.repeat(m.count(Long.SIZE), masks, MASK_BYTES, swaps, (mask, current) -> {
            for (int i = 0; i < WORDS; i++) {
                m.storeVector(mask, (WORDS - 1 - i) * Long.SIZE * MASK_BYTES, m.psrad(m.pshufd(current.get(i), HIGH_DWORDS), Integer.SIZE - 1));
            }
            return current.stream().map(swap -> m.psllq(swap, 1)).toList();
        });
    }

    private Vector everywhere(long number) {
        return m.constant(number, number);
    }

    /**
     * One bit of k. Of the four products that are computed at once each time, the RFC's are, in this order, AA, BB, -DA, CB; AA, a24 E, DA + CB, x_1 (DA - CB); and x_2, z_2, x_3,
     * z_3. The signs of D, and so of DA, and of DA - CB, are others.
     *
     * @param mask whether the points are swapped
     * @param factors {@code 1, a24, 1, x_1}
     */
    List<Vector> step(List<Vector> point, Vector mask, List<Vector> factors) {
        List<Vector> swapped = field.select(mask, point, field.swapHalves(point));
        // A, B, -D, C.
        List<Vector> sums = field.carry(field.add(field.negate(swapped, Z_2, X_3), field.swapPairs(swapped)));
        List<Vector> products = field.multiply(sums, field.lowHalves(sums));
        List<Vector> others = field.swapPairs(products);
        // AA, E, DA + CB, CB - DA.
        List<Vector> second = field.carry(field.add(field.negate(products, Z_2, X_3), field.only(others, Z_2, X_3, Z_3)));
        List<Vector> multiples = field.multiply(second, factors);
        // BB, AA + a24 E, DA + CB, x_1 (CB - DA).
        List<Vector> third = field.carry(field.add(field.only(multiples, Z_2, X_3, Z_3), field.only(others, X_2, Z_2)));
        return field.multiply(second, third);
    }

    /** {@code a^(p - 2)} for what all lanes have. The exponent is {@code 2^255 - 21}: in digits of five bits, 31 fifty times, and 11. */
    private List<Vector> power(List<Vector> a) {
        List<Vector> powers = powersOfDigits(a);
        Address first = put(powers);
        List<Vector> power = m.repeat(m.count(DIGITS - 2), List.of(), 0, powers, (_, current) -> field.multiply(squares(current), get(first)));
        return field.multiply(squares(power), field.swapPairs(powers));
    }

    /** {@code a^31} in lane 0, and {@code a^11} in lane 1. */
    private List<Vector> powersOfDigits(List<Vector> a) {
        long[] bits = new long[DIGIT_BITS * 2];
        for (int i = 0; i < DIGIT_BITS; i++) {
            int bit = DIGIT_BITS - 1 - i;
            bits[2 * i] = -(DIGIT >> bit & 1);
            bits[2 * i + 1] = -(LAST_DIGIT >> bit & 1);
        }
        List<Vector> one = field.constant(1, 1, 1, 1);
        Address factor = put(a);
        return m.repeat(m.count(DIGIT_BITS), m.table(bits), 2 * Long.BYTES, one,
                        (bit, current) -> field.multiply(field.multiply(current, current), field.select(m.loadBroadcast(Field.WIDTH, bit, 0), one, get(factor))));
    }

    /** {@code a^32}. */
    private List<Vector> squares(List<Vector> a) {
        return m.repeat(m.count(DIGIT_BITS), List.of(), 0, a, (_, current) -> field.multiply(current, current));
    }
}
