package org.cryptointrinsics.substitution.lattice;

import java.util.Arrays;

import org.cryptointrinsics.linkage.ParallelPermutationMethod;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.substitution.Bytes;
import org.cryptointrinsics.substitution.digest.DigestClass;

/**
 * Extendable-output functions (FIPS 202, 6.2) of several messages at once, each a seed that is common to all, and one or two bytes, together less than a block. Lane {@code i} of
 * state {@code j} of {@code n} is element {@code n i + j}.
 */
final class ParallelXof {

    /** The rates of SHAKE128 and SHAKE256, in bytes. */
    static final int SHAKE128 = 168;
    static final int SHAKE256 = 136;

    /** States that a kernel permutes. */
    static final int MOST = 8;
    private static final int LEAST = 4;

    private static final int LANES = 25;
    /** What follows the message: the bits of section 6.2, and the first one of the padding. */
    private static final int SUFFIX = 0x1F;

    private ParallelXof() {
    }

    /** How many states are best permuted at once where so many are to be. */
    static int states(int rate, int wanted) {
        DigestIntrinsic intrinsic = DigestClass.spongeIntrinsic(rate);
        return wanted > LEAST && intrinsic != null && intrinsic.eightStatesMethod.get() != null ? MOST : LEAST;
    }

    /**
     * @param states 4 or 8
     * @return null if there is none
     */
    static ParallelPermutationMethod kernel(int rate, int states) {
        DigestIntrinsic intrinsic = DigestClass.spongeIntrinsic(rate);
        return intrinsic == null ? null : states == MOST ? intrinsic.eightStatesMethod.get() : intrinsic.fourStatesMethod.get();
    }

    /** Whether there are kernels; if not, they are made from now on. */
    static boolean hasKernels(int rate) {
        return kernel(rate, LEAST) != null;
    }

    /** States that have absorbed nothing but what is behind the seed in none of them: to be {@link #end ended}. */
    static long[] absorb(byte[] seed, int states) {
        long[] lanes = new long[LANES * states];
        for (int i = 0; i < seed.length / Long.BYTES; i++) {
            Arrays.fill(lanes, i * states, (i + 1) * states, Bytes.getLong(seed, i * Long.BYTES));
        }
        return lanes;
    }

    /**
     * Absorbs the last bytes of a message, and the padding.
     *
     * @param seedBytes a multiple of 8
     * @param last the bytes behind the seed, the first one in the lowest bits
     * @param lastBytes how many there are: 1 or 2
     */
    static void end(long[] lanes, int rate, int states, int state, int seedBytes, int last, int lastBytes) {
        lanes[seedBytes / Long.BYTES * states + state] = last | SUFFIX << lastBytes * Byte.SIZE;
        lanes[(rate / Long.BYTES - 1) * states + state] = Long.MIN_VALUE;
    }

    /**
     * The output of some functions, of secrets: what is permuted is cleared.
     *
     * @param seed of a multiple of 8 bytes
     * @param number what is behind the seed of the first function; those of the others follow
     * @param numberBytes how many bytes of it: 1 or 2
     * @param states as of {@link #states}
     * @param used how many of them are wanted
     * @param output the blocks of each function, one after another
     * @return false if there is no kernel
     */
    static boolean squeeze(int rate, byte[] seed, int number, int numberBytes, int states, int used, int blocks, long[] output) {
        ParallelPermutationMethod kernel = kernel(rate, states);
        if (kernel == null) {
            return false;
        }
        int rateLanes = rate / Long.BYTES;
        long[] lanes = absorb(seed, states);
        for (int i = 0; i < used; i++) {
            end(lanes, rate, states, i, seed.length, number + i & (1 << numberBytes * Byte.SIZE) - 1, numberBytes);
        }
        try {
            int block = 0;
            while (block < blocks && kernel.permuteSeveral(lanes)) {
                for (int i = 0; i < used; i++) {
                    for (int lane = 0; lane < rateLanes; lane++) {
                        output[(i * blocks + block) * rateLanes + lane] = lanes[lane * states + i];
                    }
                }
                block++;
            }
            return block == blocks;
        } finally {
            Arrays.fill(lanes, 0);
        }
    }
}
