package org.cryptointrinsics.kernel.modular;

import java.math.BigInteger;
import java.util.List;

/** What {@link Exponentiation} has to know of moduli. */
public final class Moduli {

    /** Of an odd number, so many bits are those of its inverse modulo 2<sup>3</sup>. */
    private static final int BITS_OF_FIRST = 3;
    private static final int INVERSE_BITS = 52;

    private Moduli() {
    }

    /**
     * What is stored of them: {@code R^2 mod n} of both, both, and {@code -1/n mod} 2<sup>52</sup> of both.
     *
     * @param moduli both, odd
     */
    public static long[] of(Digits digits, List<BigInteger> moduli) {
        int longs = digits.longs();
        int pair = Exponentiation.NUMBERS * longs;
        long[] array = new long[2 * pair + Exponentiation.NUMBERS];
        for (int i = 0; i < Exponentiation.NUMBERS; i++) {
            BigInteger n = moduli.get(i);
            digits.put(BigInteger.ONE.shiftLeft(2 * Digits.BITS * digits.count()).mod(n), array, i * longs);
            digits.put(n, array, pair + i * longs);
            array[2 * pair + i] = negativeInverse(n.longValue());
        }
        return array;
    }

    /** Each step doubles how many bits are right (Newton). */
    private static long negativeInverse(long n) {
        long inverse = n;
        for (int bits = BITS_OF_FIRST; bits < INVERSE_BITS; bits *= 2) {
            inverse *= 2 - n * inverse;
        }
        return -inverse & (1L << INVERSE_BITS) - 1;
    }
}
