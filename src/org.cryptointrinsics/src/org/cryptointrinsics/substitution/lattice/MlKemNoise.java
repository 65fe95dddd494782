package org.cryptointrinsics.substitution.lattice;

import java.util.Arrays;

/** Samples secret polynomials of ML-KEM (FIPS 203): the output of PRF (4.1), which is SHAKE256, has a {@link CenteredBinomial} distribution. */
final class MlKemNoise {

    /** {@code eta2} of all parameter sets, 4.1 and table 2. */
    private static final int ETA2 = 2;
    private static final int RATE_LANES = ParallelXof.SHAKE256 / Long.BYTES;

    private MlKemNoise() {
    }

    /** How many blocks of output a polynomial takes: 64 bytes for each of {@code eta}. */
    private static int blocks(int eta) {
        return (64 * eta + ParallelXof.SHAKE256 - 1) / ParallelXof.SHAKE256;
    }

    /**
     * @param seed of 32 bytes
     * @param eta1 of the first polynomials; that of the others is {@code eta2}
     * @param count of these first ones
     * @param to all polynomials, in the order of the numbers behind the seed, which are from 0 on
     * @return false if there are no kernels
     */
    static boolean sample(byte[] seed, int eta1, int count, short[][] to) {
        long[] output = new long[ParallelXof.MOST * blocks(eta1) * RATE_LANES];
        try {
            boolean isDone = true;
            int used = 0;
            for (int first = 0; isDone && first < to.length; first += used) {
                int states = ParallelXof.states(ParallelXof.SHAKE256, to.length - first);
                used = Math.min(states, to.length - first);
                int blocks = blocks(first < count ? eta1 : ETA2);
                isDone = ParallelXof.squeeze(ParallelXof.SHAKE256, seed, first, Byte.BYTES, states, used, blocks, output);
                for (int i = 0; isDone && i < used; i++) {
                    CenteredBinomial.sample(first + i < count ? eta1 : ETA2, output, i * blocks * RATE_LANES, to[first + i]);
                }
            }
            return isDone;
        } finally {
            Arrays.fill(output, 0);
        }
    }
}
