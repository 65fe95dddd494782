package org.cryptointrinsics.proof.specification;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.cryptointrinsics.instruction.Arithmetic;

/**
 * GHASH of NIST SP 800-38D. Names are those of the standard; a block is its 128 bits from left to right.
 *
 * @param <B> a bit
 */
public final class Sp80038d<B> {

    private static final int BITS = 128;

    private final Arithmetic<B> b;

    /**
     * @param arithmetic of single bits
     */
    public Sp80038d(Arithmetic<B> arithmetic) {
        b = arithmetic;
    }

    public List<B> zero() {
        return Collections.nCopies(BITS, b.constant(0));
    }

    public List<B> add(List<B> x, List<B> y) {
        List<B> sum = new ArrayList<>();
        for (int i = 0; i < BITS; i++) {
            sum.add(b.xor(x.get(i), y.get(i)));
        }
        return sum;
    }

    /** Section 6.3, algorithm 1: Z is the sum of those V for which there is a bit in X. */
    public List<B> multiply(List<B> x, List<B> y) {
        List<List<B>> v = new ArrayList<>(List.of(y));
        while (v.size() < BITS) {
            v.add(timesX(v.getLast()));
        }
        List<B> z = new ArrayList<>();
        for (int i = 0; i < BITS; i++) {
            int bit = i;
            z.add(b.xorOfProducts(x, v.stream().map(vector -> vector.get(bit)).toList()));
        }
        return z;
    }

    /** Step 3 of algorithm 1: {@code V} for the next bit. R is {@code 11100001 || 0^120}. */
    public List<B> timesX(List<B> v) {
        B last = v.getLast();
        List<B> result = new ArrayList<>(List.of(last));
        for (int i = 0; i < BITS - 1; i++) {
            result.add(i == 0 || i == 1 || i == 6 ? b.xor(v.get(i), last) : v.get(i));
        }
        return result;
    }

    /** Section 6.4, algorithm 2, from {@code Y} on. */
    public List<B> ghash(List<B> y, List<List<B>> blocks, List<B> h) {
        List<B> sum = y;
        for (List<B> block : blocks) {
            sum = multiply(add(sum, block), h);
        }
        return sum;
    }
}
