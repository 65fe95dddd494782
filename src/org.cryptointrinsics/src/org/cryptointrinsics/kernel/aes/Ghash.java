package org.cryptointrinsics.kernel.aes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/**
 * GHASH (NIST SP 800-38D, 6.4, algorithm 2): {@code Y = (Y ^ X1) H^n ^ X2 H^(n-1) ^ ... ^ Xn H} for n blocks more, which is what its step 3 yields for one after the
 * other.
 *
 * <p>The bytes of blocks are in reverse order. As in S. Gueron and M. Kounavis, "Intel Carry-Less Multiplication Instruction and its Usage for Computing the GCM
 * Mode" (Intel, 2010), one factor is divided by x beforehand, which multiplies the number by two, so that the product need not be shifted; as in S. Gueron, "AES-GCM
 * for Efficient Authenticated Encryption" (2013), the product is reduced by two multiplications with {@code x^63 + x^62 + x^57}. Three multiplications make a product (A.
 * Karatsuba): the halves {@code a0 b0} and {@code a1 b1}, and {@code (a0 + a1) (b0 + b1)}, from which they are subtracted.
 */
final class Ghash {

    private static final long POLYNOMIAL = 0xC200000000000000L;
    // Which half of the first, and, by the high digit, of the second source.
    private static final int LOW_LOW = 0x00;
    private static final int LOW_HIGH = 0x10;
    private static final int HIGH_LOW = 0x01;
    private static final int HIGH_HIGH = 0x11;

    private final Machine m;
    private final Blocks blocks;
    private final AesContext context;

    Ghash(Blocks blocks) {
        this.m = blocks.m;
        this.blocks = blocks;
        this.context = blocks.context;
    }

    /** Y, in the lowest lane. */
    Vector loadY() {
        return m.loadLow(blocks.width, blocks.memory, context.y());
    }

    void storeY(Vector y) {
        m.storeLow(blocks.memory, context.y(), y);
    }

    /** Y after one more chunk, of which {@code x} are the vectors. */
    Vector chunk(Vector y, IntFunction<Vector> x) {
        return blocks.xorOfLanes(sum(y, x, this::powers).reduce());
    }

    /**
     * As {@link #chunk}, where one more follows. On 512 bits, the XOR of lanes is left to that: lane j is of the blocks j, j + lanes, j + 2 lanes, ... alone, and multiplied
     * by {@code H^j}, so that all blocks of a vector have the same factor.
     */
    Vector chunkBeforeAnother(Vector y, IntFunction<Vector> x) {
        return blocks.has512Bits() ? sum(y, x, (base, displacement) -> m.loadBroadcast(blocks.width, base, displacement)).reduce() : chunk(y, x);
    }

    private Sum sum(Vector y, IntFunction<Vector> x, Factor factor) {
        Sum sum = new Sum(factor);
        for (int i = 0; i < context.vectors(); i++) {
            Vector block = blocks.reverse(x.apply(i));
            sum.add(i == 0 ? m.pxor(block, y) : block, blocks.memory, context.power(blocks.lanes() * (context.vectors() - i)));
        }
        return sum;
    }

    /**
     * Hashes chunks.
     *
     * @param n how many, at least 1
     */
    void chunks(Address data, Count n) {
        storeY(m.repeat(n, data, context.chunkBytes(), List.of(loadY()), (chunk, y) -> List.of(chunk(y.getFirst(), blocks.inMemory(chunk, 0)))).getFirst());
    }

    /**
     * Y, in the lowest lane, from 0^128 on, after vectors.
     *
     * @param powers address of the power of H for the first block
     * @param n how many, at least 1
     */
    Vector shortVectors(Address data, Address powers, Count n) {
        return blocks.xorOfLanes(new Sum(this::powers, products(data, powers, n)).reduce());
    }

    /**
     * Hashes vectors, a chunk at most. The first one may begin with zeros, which are not of the message.
     *
     * @param powers address of the power of H for the first lane
     * @param powerOfY address of that for the first block of the message
     * @param n how many, at least 1
     */
    void vectors(Address data, Address powers, Address powerOfY, Count n) {
        Sum sum = new Sum(this::powers, products(data, powers, n));
        sum.add(loadY(), powerOfY, 0);
        storeY(blocks.xorOfLanes(sum.reduce()));
    }

    private List<Vector> products(Address data, Address powers, Count n) {
        Vector zero = blocks.everywhere(0, 0);
        return m.repeat(n, List.of(data, powers), blocks.bytes(), List.of(zero, zero, zero), (addresses, current) -> {
            Sum sum = new Sum(this::powers, current);
            sum.add(blocks.reverse(m.load(blocks.width, addresses.get(0), 0)), addresses.get(1), 0);
            return sum.terms();
        });
    }

    /**
     * Hashes blocks, a chunk at most.
     *
     * @param powers address of the power of H for the first one
     * @param n how many, at least 1
     */
    void blocks(Address data, Address powers, Count n) {
        Vector zero = blocks.everywhere(0, 0);
        // Y is added to the first block; then it is zero.
        List<Vector> first = List.of(m.loadByQwords(Width.XMM, blocks.memory, context.y()), zero, zero, zero);
        List<Vector> last = m.repeat(n, List.of(data, powers), blocks.bytes(), first, (addresses, current) -> {
            Sum sum = new Sum(this::powers, current.subList(1, 4));
            sum.add(m.pxor(blocks.reverse(m.load(blocks.width, addresses.get(0), 0)), current.getFirst()), addresses.get(1), 0);
            return Stream.concat(Stream.of(zero), sum.terms().stream()).toList();
        });
        storeY(new Sum(this::powers, last.subList(1, 4)).reduce());
    }

    /** Loads factors, or has them read by the instruction that uses them. */
    @FunctionalInterface
    private interface Factor {
        Vector load(Address base, int displacement);
    }

    private Vector powers(Address base, int displacement) {
        return blocks.has512Bits() ? m.load(blocks.width, base, displacement) : m.memory(blocks.width, base, displacement);
    }

    /** A sum of products with powers of H, lane by lane. */
    private final class Sum {

        private final Factor factor;
        private final Terms low = new Terms();
        private final Terms middle = new Terms();
        private final Terms high = new Terms();

        Sum(Factor factor) {
            this.factor = factor;
        }

        /**
         * @param terms {@link #terms} of a sum that is continued
         */
        Sum(Factor factor, List<Vector> terms) {
            this(factor);
            low.add(terms.get(0));
            middle.add(terms.get(1));
            high.add(terms.get(2));
        }

        List<Vector> terms() {
            return List.of(low.sum(), middle.sum(), high.sum());
        }

        /** Adds {@code x} times what is at an address. */
        void add(Vector x, Address base, int displacement) {
            Vector power = factor.load(base, displacement);
            low.add(m.pclmulqdq(x, power, LOW_LOW));
            high.add(m.pclmulqdq(x, power, HIGH_HIGH));
            Vector folded = m.pxor(x, blocks.swapHalves(x));
            middle.add(m.pclmulqdq(folded, factor.load(base, displacement + context.foldedPowers()), LOW_LOW));
        }

        Vector reduce() {
            Vector lowest = low.sum();
            Vector highest = high.sum();
            return Ghash.this.reduce(lowest, blocks.xor(middle.sum(), lowest, highest), highest);
        }
    }

    /** Terms that come one after the other, and are added two at a time if one instruction does that. */
    private final class Terms {

        private Vector sum;
        private Vector last;

        void add(Vector term) {
            if (sum == null) {
                sum = term;
            } else if (last == null && blocks.has512Bits()) {
                last = term;
            } else {
                sum = last == null ? m.pxor(sum, term) : blocks.xor(sum, last, term);
                last = null;
            }
        }

        Vector sum() {
            return last == null ? sum : m.pxor(sum, last);
        }
    }

    private Vector reduce(Vector low, Vector middle, Vector high) {
        return reduce(blocks.xor(middle, blocks.swapHalves(low), timesPolynomial(low)), high);
    }

    /** @param middle with what is left of the low product */
    private Vector reduce(Vector middle, Vector high) {
        return blocks.xor(high, blocks.swapHalves(middle), timesPolynomial(middle));
    }

    private Vector timesPolynomial(Vector a) {
        return m.pclmulqdq(a, blocks.everywhere(0, POLYNOMIAL), LOW_HIGH);
    }

    /** {@code a b} in each lane. */
    private Vector multiply(Vector a, Vector b) {
        Vector low = m.pclmulqdq(a, b, LOW_LOW);
        Vector high = m.pclmulqdq(a, b, HIGH_HIGH);
        return reduce(low, m.pxor(m.pclmulqdq(a, b, LOW_HIGH), m.pclmulqdq(a, b, HIGH_LOW)), high);
    }

    /** {@code a^2} in each lane: the bits of the product are those of {@code a}, zeros between them. */
    private Vector square(Vector a) {
        Vector low = m.pclmulqdq(a, a, LOW_LOW);
        return reduce(m.pxor(blocks.swapHalves(low), timesPolynomial(low)), m.pclmulqdq(a, a, HIGH_HIGH));
    }

    /** {@code a / x} in each lane: a shift, and the polynomial where a bit was shifted out. */
    private Vector divideByX(Vector a) {
        Vector carries = m.psrlq(a, 63);
        Vector shifted = m.pxor(m.psllq(a, 1), m.pand(blocks.swapHalves(carries), blocks.everywhere(0, 1)));
        Vector signs = m.psrad(m.pshufd(a, 0xFF), 31);
        return m.pxor(shifted, m.pand(signs, blocks.everywhere(1, POLYNOMIAL)));
    }

    /** Computes as many powers of H as a chunk has blocks. */
    void computePowers() {
        computePowers(context.vectors() * blocks.lanes());
    }

    /** Computes the lowest powers of H, at least as many. */
    void computePowers(int count) {
        List<Vector> one = oneVector();
        // A vector has as many powers as lanes, the highest in lane 0; that of the lowest ones is the last.
        Vector lowest = blocks.only(one.getFirst(), blocks.lanes() - 1);
        for (int i = 1; i < one.size(); i++) {
            lowest = m.pxor(lowest, blocks.only(one.get(i), blocks.lanes() - 1 - i));
        }
        List<Vector> powers = new ArrayList<>(List.of(lowest));
        storePowers(1, lowest);
        Vector highest = one.getLast();
        while (powers.size() * blocks.lanes() < count) {
            int known = powers.size();
            for (int i = 0; i < known && powers.size() * blocks.lanes() < count; i++) {
                powers.add(multiply(powers.get(i), highest));
                storePowers(powers.size(), powers.getLast());
            }
            highest = blocks.broadcast(powers.getLast(), 0);
        }
    }

    /** As many powers of H as a vector has lanes, each in all lanes: so none has to be moved to another lane. */
    private List<Vector> oneVector() {
        List<Vector> powers = new ArrayList<>(List.of(divideByX(m.loadBroadcast(blocks.width, blocks.memory, context.h()))));
        while (powers.size() < blocks.lanes()) {
            int exponent = powers.size() + 1;
            powers.add(exponent % 2 == 0 ? square(powers.get(exponent / 2 - 1)) : multiply(powers.getLast(), powers.getFirst()));
        }
        return powers;
    }

    /** Stores a vector of powers, the one of that number from the end. */
    private void storePowers(int number, Vector powers) {
        int offset = context.power(number * blocks.lanes());
        m.storeVector(blocks.memory, offset, powers);
        m.storeVector(blocks.memory, offset + context.foldedPowers(), m.pxor(powers, blocks.swapHalves(powers)));
    }
}
