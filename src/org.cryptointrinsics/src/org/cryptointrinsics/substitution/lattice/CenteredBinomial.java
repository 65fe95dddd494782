package org.cryptointrinsics.substitution.lattice;

import jdk.internal.misc.Unsafe;

/** SamplePolyCBD of ML-KEM (FIPS 203, algorithm 8): each coefficient is the difference of two sums of {@code eta} bits. Several are computed in one word. */
final class CenteredBinomial {

    private static final Unsafe U = Unsafe.getUnsafe();

    private static final long EACH_SECOND = 0x5555_5555_5555_5555L;
    private static final long TWOS = 0x2222_2222_2222_2222L;
    private static final long PAIRS = 0x3333_3333_3333_3333L;
    private static final long EACH_THIRD = 0x2492_4924_9249L;
    /** Subtracts two from each number of 16 bits and flips its sign, so that nothing is borrowed; {@link #SIGNS} flip it back. */
    private static final long MINUS_TWOS = 0x7FFE_7FFE_7FFE_7FFEL;
    private static final long SIGNS = 0x8000_8000_8000_8000L;
    private static final int BITS_OF_SIX = 48;

    private CenteredBinomial() {
    }

    /**
     * @param eta 2 or 3
     * @param bits has {@code 8 eta} words of them, from {@code at} on, the first one in the lowest bits
     */
    static void sample(int eta, long[] bits, int at, short[] to) {
        if (eta == 2) {
            sampleByFour(bits, at, to);
        } else {
            sampleBySix(bits, at, to);
        }
    }

    /** 16 coefficients of a word, each of which has four bits there. Two is added to each, so that none is negative until it has 16 bits. */
    private static void sampleByFour(long[] bits, int at, short[] to) {
        for (int i = 0; i < to.length; i += Short.SIZE) {
            long word = bits[at + i / Short.SIZE];
            long sums = (word & EACH_SECOND) + (word >>> 1 & EACH_SECOND);
            long numbers = (sums & PAIRS) + TWOS - (sums >>> 2 & PAIRS);
            for (int j = 0; j < Long.BYTES / Short.BYTES; j++) {
                long four = numbers >>> Short.SIZE * j & 0xFFFF;
                four = (four | four << 24) & 0xFF_0000_00FFL;
                four = (four | four << 12) & 0xF_000F_000F_000FL;
                U.putLong(to, Unsafe.ARRAY_SHORT_BASE_OFFSET + (long) (i + 4 * j) * Short.BYTES, four + MINUS_TWOS ^ SIGNS);
            }
        }
    }

    /** 8 coefficients of 48 bits. */
    private static void sampleBySix(long[] bits, int at, short[] to) {
        for (int i = 0; i < to.length; i += Byte.SIZE) {
            int from = i * 6;
            int shift = from % Long.SIZE;
            long word = bits[at + from / Long.SIZE] >>> shift;
            if (shift > Long.SIZE - BITS_OF_SIX) {
                word |= bits[at + from / Long.SIZE + 1] << Long.SIZE - shift;
            }
            long sums = (word & EACH_THIRD) + (word >>> 1 & EACH_THIRD) + (word >>> 2 & EACH_THIRD);
            for (int j = 0; j < Byte.SIZE; j++) {
                long pair = sums >>> 6 * j;
                to[i + j] = (short) ((pair & 7) - (pair >>> 3 & 7));
            }
        }
    }
}
