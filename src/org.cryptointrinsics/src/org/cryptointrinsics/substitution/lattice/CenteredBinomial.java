package org.cryptointrinsics.substitution.lattice;

/** SamplePolyCBD of ML-KEM (FIPS 203, algorithm 8): each coefficient is the difference of two sums of {@code eta} bits. Several are computed in one word. */
final class CenteredBinomial {

    private static final long EACH_SECOND = 0x5555_5555_5555_5555L;
    private static final long EACH_THIRD = 0x2492_4924_9249L;
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

    /** 16 coefficients of a word. */
    private static void sampleByFour(long[] bits, int at, short[] to) {
        for (int i = 0; i < to.length; i += Long.SIZE / 4) {
            long word = bits[at + i / (Long.SIZE / 4)];
            long sums = (word & EACH_SECOND) + (word >>> 1 & EACH_SECOND);
            for (int j = 0; j < Long.SIZE / 4; j++) {
                long pair = sums >>> 4 * j;
                to[i + j] = (short) ((pair & 3) - (pair >>> 2 & 3));
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
