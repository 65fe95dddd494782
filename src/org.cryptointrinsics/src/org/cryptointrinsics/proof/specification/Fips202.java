package org.cryptointrinsics.proof.specification;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import org.cryptointrinsics.instruction.Arithmetic;

/**
 * KECCAK-p[1600, 24] of FIPS 202 and what its sponge does with a block. Names are those of the standard; lane {@code (x, y)} is element {@code x + 5 y} of a list.
 *
 * @param <W> a lane of 64 bits
 */
public final class Fips202<W> {

    private static final int ROUNDS = 24;
    private static final int SIDE = 5;

    private final Arithmetic<W> w;
    private final UnaryOperator<W> mark;

    /**
     * @param mark is given each lane that a round yields, and returns it, or what stands for it
     */
    public Fips202(Arithmetic<W> arithmetic, UnaryOperator<W> mark) {
        w = arithmetic;
        this.mark = mark;
    }

    private static int lane(int x, int y) {
        return x % SIDE + SIDE * (y % SIDE);
    }

    /** Section 3.3. */
    public List<W> permute(List<W> state) {
        List<W> a = new ArrayList<>(state);
        for (int round = 0; round < ROUNDS; round++) {
            iota(round, a = chi(rhoAndPi(theta(a))));
            a.replaceAll(mark);
        }
        return a;
    }

    /** Section 4, steps 6.1 and 6.2: of a block of {@code r} bits. */
    public List<W> absorb(List<W> state, List<W> block) {
        List<W> a = new ArrayList<>(state);
        for (int i = 0; i < block.size(); i++) {
            a.set(i, w.xor(a.get(i), block.get(i)));
        }
        return permute(a);
    }

    /**
     * Section 5.1, pad10*1, in bytes as of section B.2: what a message has behind its last whole block, padded.
     *
     * @param bytes words that are bytes
     * @param rate the size of a block, in bytes
     * @param suffix the bits that come after the message, and the first one of the padding (table 6)
     */
    public static <B> List<B> padded(Arithmetic<B> bytes, List<B> end, int rate, int suffix) {
        List<B> padded = new ArrayList<>(end);
        padded.add(bytes.constant(suffix));
        while (padded.size() < rate) {
            padded.add(bytes.constant(0));
        }
        padded.set(rate - 1, bytes.xor(padded.get(rate - 1), bytes.constant(0x80)));
        return padded;
    }

    /** Section 3.2.1. */
    private List<W> theta(List<W> a) {
        List<W> c = new ArrayList<>();
        for (int x = 0; x < SIDE; x++) {
            W column = a.get(lane(x, 0));
            for (int y = 1; y < SIDE; y++) {
                column = w.xor(column, a.get(lane(x, y)));
            }
            c.add(column);
        }
        List<W> result = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) {
            int x = i % SIDE;
            result.add(w.xor(a.get(i), w.xor(c.get((x + 4) % SIDE), w.rotateLeft(c.get((x + 1) % SIDE), 1))));
        }
        return result;
    }

    /** Sections 3.2.2 and 3.2.3. */
    private List<W> rhoAndPi(List<W> a) {
        List<W> rotated = new ArrayList<>(a);
        int x = 1;
        int y = 0;
        for (int t = 0; t < 24; t++) {
            rotated.set(lane(x, y), w.rotateLeft(a.get(lane(x, y)), (t + 1) * (t + 2) / 2 % Long.SIZE));
            int next = (2 * x + 3 * y) % SIDE;
            x = y;
            y = next;
        }
        List<W> result = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) {
            result.add(rotated.get(lane(i % SIDE + 3 * (i / SIDE), i % SIDE)));
        }
        return result;
    }

    /** Section 3.2.4. */
    private List<W> chi(List<W> a) {
        List<W> result = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) {
            int x = i % SIDE;
            int y = i / SIDE;
            result.add(w.xor(a.get(i), w.and(w.not(a.get(lane(x + 1, y))), a.get(lane(x + 2, y)))));
        }
        return result;
    }

    /** Section 3.2.5; changes {@code a}. */
    private void iota(int round, List<W> a) {
        long constant = 0;
        for (int j = 0; j <= 6; j++) {
            constant |= roundConstantBit(j + 7 * round) ? 1L << (1 << j) - 1 : 0;
        }
        a.set(0, w.xor(a.get(0), w.constant(constant)));
    }

    /** Algorithm 5, rc. */
    private static boolean roundConstantBit(int t) {
        int r = 1;
        for (int i = 0; i < t % 255; i++) {
            r <<= 1;
            r ^= (r >> 8) * 0x171;
        }
        return (r & 1) != 0;
    }
}
