package org.cryptointrinsics.kernel.curve25519;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/**
 * The integers modulo {@code p = 2^255 - 19} (RFC 7748, 4.1), four at once: an element in each lane of 64 bits. An element is the sum of its limbs times {@code 2^position}, and
 * has a vector for each limb, the least significant one first. After {@link #multiply} and {@link #carry}, a limb may be a little more than its bits; those of factors may have one
 * bit more.
 */
public abstract class Field {

    public static final Width WIDTH = Width.YMM;
    public static final int LANES = WIDTH.bytes() / Long.BYTES;

    /** {@code 2^255 = 19}. */
    private static final int C = 19;
    private static final int WORDS = 4;
    /** Of a number. */
    static final int BYTES = WORDS * Long.BYTES;
    private static final int SWAP_PAIRS = 0x4E;
    // Of 64 bits each: both the first one, or both the second one.
    private static final int[] BOTH = {0x44, 0xEE};

    protected final Machine m;
    /** Of each limb. */
    private final int[] bits;
    private final int[] positions;

    protected Field(Machine m, int... bits) {
        this.m = m;
        this.bits = bits;
        positions = new int[bits.length];
        for (int i = 1; i < bits.length; i++) {
            positions[i] = positions[i - 1] + bits[i - 1];
        }
    }

    public final int limbs() {
        return bits.length;
    }

    /** How many bits a limb has. */
    public final int bits(int limb) {
        return bits[limb];
    }

    /** The weight of a limb is two to the power of this. */
    public final int position(int limb) {
        return positions[limb];
    }

    /** {@code a b}. */
    public abstract List<Vector> multiply(List<Vector> a, List<Vector> b);

    /** Lanes 2, 3, 0, 1. */
    protected abstract Vector swapHalves(Vector a);

    /** Lanes 0, 1, 0, 1. */
    protected abstract Vector lowHalves(Vector a);

    /** In each bit {@code b} where {@code mask} is set, {@code a} elsewhere. */
    protected abstract Vector select(Vector mask, Vector a, Vector b);

    /** Lanes 1, 0, 3, 2. */
    final List<Vector> swapPairs(List<Vector> a) {
        return a.stream().map(limb -> m.pshufd(limb, SWAP_PAIRS)).toList();
    }

    /** Lanes 1, 1, 3, 3. */
    final List<Vector> secondOfPairs(List<Vector> a) {
        return a.stream().map(limb -> m.pshufd(limb, BOTH[1])).toList();
    }

    public final List<Vector> swapHalves(List<Vector> a) {
        return a.stream().map(this::swapHalves).toList();
    }

    public final List<Vector> lowHalves(List<Vector> a) {
        return a.stream().map(this::lowHalves).toList();
    }

    public final List<Vector> select(Vector mask, List<Vector> a, List<Vector> b) {
        List<Vector> result = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) {
            result.add(select(mask, a.get(i), b.get(i)));
        }
        return result;
    }

    /** Elements that are small: in lane {@code i}, {@code numbers[i]}. */
    final List<Vector> constant(long... numbers) {
        List<Vector> result = new ArrayList<>();
        for (int i = 0; i < limbs(); i++) {
            result.add(m.constant(i == 0 ? numbers : new long[LANES]));
        }
        return result;
    }

    /** {@code a + b}; not carried. */
    final List<Vector> add(List<Vector> a, List<Vector> b) {
        List<Vector> result = new ArrayList<>();
        for (int i = 0; i < limbs(); i++) {
            result.add(m.paddq(a.get(i), b.get(i)));
        }
        return result;
    }

    /** Some lanes; the others are 0. */
    final List<Vector> only(List<Vector> a, int... lanes) {
        Vector mask = lanes(-1, lanes);
        return a.stream().map(limb -> m.pand(limb, mask)).toList();
    }

    private Vector lanes(long number, int... lanes) {
        long[] longs = new long[LANES];
        for (int lane : lanes) {
            longs[lane] = number;
        }
        return m.constant(longs);
    }

    private Vector everywhere(long number) {
        return lanes(number, 0, 1, 2, 3);
    }

    /** {@code -a} in some lanes, plus a multiple of p, so that no limb is negative; {@code a} in the others. */
    final List<Vector> negate(List<Vector> a, int... lanes) {
        Vector mask = lanes(-1, lanes);
        List<Vector> result = new ArrayList<>();
        for (int i = 0; i < limbs(); i++) {
            long limbOf2P = 2 * ((1L << bits[i]) - (i == 0 ? C : 1));
            // The complement is -a - 1.
            result.add(m.paddq(m.pxor(a.get(i), mask), lanes(limbOf2P + 1, lanes)));
        }
        return result;
    }

    /** Of each limb, what is more than its bits goes to the next one: all at once, so that a limb may be a little more than its bits again. */
    final List<Vector> carry(List<Vector> a) {
        List<Vector> result = new ArrayList<>();
        for (int i = 0; i < limbs(); i++) {
            int before = (i + limbs() - 1) % limbs();
            Vector carry = m.psrlq(a.get(before), bits[before]);
            result.add(m.paddq(low(a.get(i), i), i == 0 ? timesC(carry) : carry));
        }
        return result;
    }

    private Vector low(Vector a, int limb) {
        return m.pand(a, everywhere((1L << bits[limb]) - 1));
    }

    /** {@code 19 a}. */
    final Vector timesC(Vector a) {
        return m.paddq(m.paddq(m.psllq(a, 4), m.paddq(a, a)), a);
    }

    /** Takes a number of 256 bits, little-endian, without its highest bit, in all lanes. */
    public List<Vector> load(Address number) {
        List<Vector> words = new ArrayList<>();
        for (int i = 0; i < WORDS; i++) {
            words.add(m.pshufd(m.loadBroadcast(WIDTH, number, i / 2 * Width.XMM.bytes()), BOTH[i % 2]));
        }
        List<Vector> result = new ArrayList<>();
        for (int i = 0; i < limbs(); i++) {
            int word = positions[i] / Long.SIZE;
            int offset = positions[i] % Long.SIZE;
            int inNext = offset + bits[i] - Long.SIZE;
            Vector here = shiftRight(words.get(word), offset);
            result.add(inNext <= 0 ? low(here, i) : m.paddq(here, m.psllq(m.pand(words.get(word + 1), everywhere((1L << inNext) - 1)), Long.SIZE - offset)));
        }
        return result;
    }

    private Vector shiftRight(Vector a, int count) {
        return count == 0 ? a : m.psrlq(a, count);
    }

    /** Stores the number of lane 0 that is less than p, 256 bits, little-endian. */
    public void store(Address number, List<Vector> a) {
        List<Vector> limbs = reduce(a);
        List<Vector> words = new ArrayList<>();
        for (int word = 0; word < WORDS; word++) {
            Vector sum = null;
            for (int i = 0; i < limbs(); i++) {
                int shift = positions[i] - word * Long.SIZE;
                if (shift < Long.SIZE && shift + bits[i] > 0) {
                    Vector part = shift > 0 ? m.psllq(limbs.get(i), shift) : shiftRight(limbs.get(i), -shift);
                    sum = sum == null ? part : m.paddq(sum, part);
                }
            }
            words.add(sum);
        }
        m.storeLow(number, 0, m.punpcklqdq(words.get(0), words.get(1)));
        m.storeLow(number, Width.XMM.bytes(), m.punpcklqdq(words.get(2), words.get(3)));
    }

    /**
     * The number that is less than p. After one chain of carries, a number {@code h} is less than {@code 2 p}. Then {@code q}, the 255 bits of {@code h + 19} left out, is 1 if
     * {@code h} is not less than p, and {@code h + 19 q} without these is what is sought.
     */
    private List<Vector> reduce(List<Vector> a) {
        List<Vector> h = new ArrayList<>(a);
        Vector carry = chain(h, everywhere(0));
        h.set(0, m.paddq(h.getFirst(), timesC(carry)));
        Vector q = chain(new ArrayList<>(h), everywhere(C));
        chain(h, timesC(q));
        return h;
    }

    /** Adds a number to the lowest limb, and carries from each limb to the next one; returns what is more than 255 bits. */
    private Vector chain(List<Vector> a, Vector number) {
        Vector carry = number;
        for (int i = 0; i < limbs(); i++) {
            Vector sum = m.paddq(a.get(i), carry);
            carry = m.psrlq(sum, bits[i]);
            a.set(i, low(sum, i));
        }
        return carry;
    }
}
