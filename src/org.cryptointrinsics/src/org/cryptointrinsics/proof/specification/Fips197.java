package org.cryptointrinsics.proof.specification;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.Arithmetic;

/**
 * The cipher of FIPS 197. Names are those of the standard; a state is its 16 bytes in the order of the input: byte {@code r + 4 c} is row r of column c.
 *
 * @param <B> a byte
 */
public final class Fips197<B> {

    /** Section 5.1.1. */
    public static final List<Byte> S_BOX = IntStream.range(0, 1 << Byte.SIZE).mapToObj(Fips197::substitute).toList();

    private static final int ROWS = 4;

    private final Arithmetic<B> b;
    private final UnaryOperator<B> substitution;

    /**
     * @param arithmetic of bytes
     * @param substitution what {@link #S_BOX} has at a byte
     */
    public Fips197(Arithmetic<B> arithmetic, UnaryOperator<B> substitution) {
        b = arithmetic;
        this.substitution = substitution;
    }

    /** Section 5.1. */
    public List<B> cipher(List<B> in, List<List<B>> roundKeys) {
        List<B> state = addRoundKey(in, roundKeys.getFirst());
        for (List<B> key : roundKeys.subList(1, roundKeys.size() - 1)) {
            state = addRoundKey(mixColumns(shiftRows(subBytes(state))), key);
        }
        return addRoundKey(shiftRows(subBytes(state)), roundKeys.getLast());
    }

    private List<B> subBytes(List<B> state) {
        return state.stream().map(substitution).toList();
    }

    private static <B> List<B> shiftRows(List<B> state) {
        return IntStream.range(0, state.size()).mapToObj(i -> state.get((i + ROWS * (i % ROWS)) % state.size())).toList();
    }

    private List<B> mixColumns(List<B> state) {
        List<B> result = new ArrayList<>();
        for (int i = 0; i < state.size(); i++) {
            int column = i / ROWS * ROWS;
            B s0 = state.get(i);
            B s1 = state.get(column + (i + 1) % ROWS);
            B s2 = state.get(column + (i + 2) % ROWS);
            B s3 = state.get(column + (i + 3) % ROWS);
            result.add(b.xor(b.xor(xTimes(s0), b.xor(xTimes(s1), s1)), b.xor(s2, s3)));
        }
        return result;
    }

    private List<B> addRoundKey(List<B> state, List<B> key) {
        return IntStream.range(0, state.size()).mapToObj(i -> b.xor(state.get(i), key.get(i))).toList();
    }

    /** Section 4.2: bit 7, which is shifted out, is added where {1b} has bits. */
    private B xTimes(B a) {
        B shifted = b.rotateLeft(a, 1);
        B carry = b.and(shifted, b.constant(1));
        return b.xor(b.xor(shifted, b.rotateLeft(carry, 1)), b.xor(b.rotateLeft(carry, 3), b.rotateLeft(carry, 4)));
    }

    /** The inverse, which is the power 254, and the affine transformation. */
    private static byte substitute(int a) {
        int inverse = 1;
        for (int i = 0; i < 254; i++) {
            inverse = multiply(inverse, a);
        }
        int result = 0x63;
        for (int i = 0; i < Byte.SIZE; i++) {
            int bit = inverse >> i ^ inverse >> (i + 4) % 8 ^ inverse >> (i + 5) % 8 ^ inverse >> (i + 6) % 8 ^ inverse >> (i + 7) % 8;
            result ^= (bit & 1) << i;
        }
        return (byte) result;
    }

    private static int multiply(int a, int b) {
        int product = 0;
        for (int bit = 7; bit >= 0; bit--) {
            product = product << 1 ^ (product >> 7) * 0x11B ^ (b >> bit & 1) * a;
        }
        return product;
    }
}
