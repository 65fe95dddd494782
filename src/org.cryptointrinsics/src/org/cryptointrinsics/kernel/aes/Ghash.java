package org.cryptointrinsics.kernel.aes;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/**
 * A sum of products in the field of GHASH (NIST SP 800-38D section 6.3), in steps that can be taken between other instructions.
 *
 * <p>The bytes of blocks are in reverse order. As in S. Gueron and M. Kounavis, "Intel Carry-Less Multiplication Instruction and its Usage for Computing the GCM
 * Mode" (Intel, 2010), one factor is multiplied by x beforehand, so that the product need not be shifted; as in S. Gueron, "AES-GCM for Efficient Authenticated
 * Encryption" (2013), the product is reduced by two multiplications with {@code x^63 + x^62 + x^57}. Three multiplications make a product (A. Karatsuba): the
 * halves {@code a0 b0} and {@code a1 b1}, and {@code (a0 + a1) (b0 + b1)}, from which they are subtracted.
 */
final class Ghash {

    private static final long POLYNOMIAL = 0xC200000000000000L;
    // Which half of the first, and, by the high digit, of the second source.
    private static final int LOW_LOW = 0x00;
    private static final int LOW_HIGH = 0x10;
    private static final int HIGH_LOW = 0x01;
    private static final int HIGH_HIGH = 0x11;

    private final Machine m;
    private final Lanes lanes;
    private final AesContext context;
    private final boolean isPerLane;
    private final Queue<Runnable> steps = new ArrayDeque<>();
    private int taken;
    private final Sum low = new Sum();
    private final Sum middle = new Sum();
    private final Sum high = new Sum();
    private Vector block;
    private Vector power;
    private Vector product0;
    private Vector product1;
    private Vector product2;
    private Vector term;
    private Vector result;

    /**
     * @param isPerLane whether each lane is a sum of its own, of which the blocks are as far from each other as there are lanes: those of a vector have the same factor,
     *            the power for the first one
     */
    Ghash(Lanes lanes, AesContext context, boolean isPerLane) {
        this.m = lanes.machine();
        this.lanes = lanes;
        this.context = context;
        this.isPerLane = isPerLane;
    }

    /**
     * @param sums {@link #sums} to be continued
     */
    Ghash(Lanes lanes, AesContext context, List<Vector> sums) {
        this(lanes, context, false);
        low.add(sums.get(0));
        middle.add(sums.get(1));
        high.add(sums.get(2));
    }

    /**
     * Adds the products of blocks with powers of the hash subkey, lane by lane.
     *
     * @param powers base of the powers
     * @param offset of the powers
     * @param hash what is added to the blocks, or null
     */
    void add(Supplier<Vector> data, Address powers, int offset, Vector hash) {
        steps.add(() -> block = lanes.reverse(data.get()));
        if (hash != null) {
            steps.add(() -> block = m.pxor(block, hash));
        }
        addProducts(powers, offset);
    }

    /** Adds the products of blocks, their bytes in reverse order, with powers of the hash subkey, lane by lane. */
    void add(Vector blocks, Address powers, int offset) {
        steps.add(() -> block = blocks);
        addProducts(powers, offset);
    }

    private void addProducts(Address powers, int offset) {
        steps.add(() -> power = factor(powers, context.power() + offset));
        steps.add(() -> low.add(m.pclmulqdq(block, power, LOW_LOW)));
        steps.add(() -> high.add(m.pclmulqdq(block, power, HIGH_HIGH)));
        steps.add(() -> block = m.pxor(block, lanes.swapHalves(block)));
        steps.add(() -> middle.add(m.pclmulqdq(block, factor(powers, context.halves() + offset), LOW_LOW)));
    }

    private Vector factor(Address powers, int offset) {
        if (isPerLane) {
            return m.loadBroadcast(lanes.width(), powers, offset);
        }
        return lanes.hasAvx512() ? m.load(lanes.width(), powers, offset) : m.memory(lanes.width(), powers, offset);
    }

    /** A sum whose terms come one after the other, and are added two at a time if one instruction does that. */
    private final class Sum {

        private Vector sum;
        private Vector term;

        void add(Vector next) {
            if (sum == null) {
                sum = next;
            } else if (term == null && lanes.hasAvx512()) {
                term = next;
            } else {
                sum = term == null ? m.pxor(sum, next) : lanes.add(sum, term, next);
                term = null;
            }
        }

        Vector get() {
            return term == null ? sum : m.pxor(sum, term);
        }
    }

    /** Reduces the sum, and adds up the lanes unless each is a sum of its own. */
    void reduce() {
        Vector polynomial = lanes.everywhere(0, POLYNOMIAL);
        steps.add(() -> product0 = low.get());
        steps.add(() -> product2 = high.get());
        steps.add(() -> product1 = lanes.add(middle.get(), product0, product2));
        steps.add(() -> term = m.pclmulqdq(product0, polynomial, LOW_HIGH));
        steps.add(() -> product1 = lanes.add(product1, lanes.swapHalves(product0), term));
        steps.add(() -> term = m.pclmulqdq(product1, polynomial, LOW_HIGH));
        steps.add(() -> result = lanes.add(product2, lanes.swapHalves(product1), term));
        if (!isPerLane) {
            steps.add(() -> result = lanes.fold(result));
        }
    }

    /** Takes steps until the same part is taken as {@code done} is of {@code all}. */
    void run(int done, int all) {
        int count = taken + steps.size();
        while (!steps.isEmpty() && (long) taken * all < (long) done * count) {
            steps.remove().run();
            taken++;
        }
    }

    /** Takes all steps that remain; returns the sum before it is reduced: of the low, the middle and the high terms. */
    List<Vector> sums() {
        run(1, 1);
        return List.of(low.get(), middle.get(), high.get());
    }

    /** Takes all steps that remain; returns what {@link #reduce} yields. */
    Vector finish() {
        run(1, 1);
        return result;
    }

    /** {@code x a} in each lane: a shift, and the polynomial where a bit was shifted out. */
    static Vector timesX(Lanes lanes, Vector a) {
        Machine m = lanes.machine();
        Vector carries = m.psrlq(a, 63);
        Vector shifted = m.pxor(m.psllq(a, 1), m.pand(lanes.swapHalves(carries), lanes.everywhere(0, 1)));
        Vector signs = m.psrad(m.pshufd(a, 0xFF), 31);
        return m.pxor(shifted, m.pand(signs, lanes.everywhere(1, POLYNOMIAL)));
    }

    /** The product in each lane. */
    static Vector multiply(Lanes lanes, Vector a, Vector b) {
        Machine m = lanes.machine();
        Vector polynomial = lanes.everywhere(0, POLYNOMIAL);
        Vector low = m.pclmulqdq(a, b, LOW_LOW);
        Vector high = m.pclmulqdq(a, b, HIGH_HIGH);
        Vector middle = m.pxor(m.pclmulqdq(a, b, LOW_HIGH), m.pclmulqdq(a, b, HIGH_LOW));
        middle = lanes.add(middle, lanes.swapHalves(low), m.pclmulqdq(low, polynomial, LOW_HIGH));
        return lanes.add(high, lanes.swapHalves(middle), m.pclmulqdq(middle, polynomial, LOW_HIGH));
    }
}
