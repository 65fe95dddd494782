package org.cryptointrinsics.substitution.lattice;

import org.cryptointrinsics.kernel.lattice.Ring;
import org.cryptointrinsics.linkage.ParallelPermutationMethod;

/**
 * Samples matrices of polynomials uniformly from the output of SHAKE128, of which what is not less than the modulus is rejected. All of it is public.
 *
 * @param <P> an array that has a polynomial
 */
abstract class Sampler<P> {

    static final int COEFFICIENTS = Ring.COEFFICIENTS;
    static final int SEED_BYTES = 32;
    static final int RATE_LANES = ParallelXof.SHAKE128 / Long.BYTES;

    /** How many numbers there are in a block, rejected or not. */
    private final int numbers;

    Sampler(int numbers) {
        this.numbers = numbers;
    }

    abstract P allocate(int length);

    /**
     * Appends what is not rejected of a block. There is no branch for what is: it is overwritten by what comes next.
     *
     * @param lanes see {@link ParallelXof}
     * @param to has room for all numbers of a block
     * @param at how many coefficients are there
     * @return how many are there then
     */
    abstract int sample(long[] lanes, int states, int state, P to, int at);

    /**
     * Samples all polynomials of a matrix.
     *
     * @param rho the seed, of 32 bytes
     * @param matrix has the rows
     * @param isRowFirst whether the number of the row comes before that of the column behind the seed
     * @return false if there are no kernels; the matrix is of no use then
     */
    final boolean sample(byte[] rho, P[][] matrix, boolean isRowFirst) {
        int columns = matrix[0].length;
        int all = matrix.length * columns;
        P rest = allocate(numbers);
        int[] sampled = new int[ParallelXof.MOST];
        int first = 0;
        while (first < all) {
            int states = ParallelXof.states(ParallelXof.SHAKE128, all - first);
            ParallelPermutationMethod kernel = ParallelXof.kernel(ParallelXof.SHAKE128, states);
            if (kernel == null) {
                return false;
            }
            int used = Math.min(states, all - first);
            long[] lanes = ParallelXof.absorb(rho, states);
            for (int i = 0; i < used; i++) {
                int row = (first + i) / columns;
                int column = (first + i) % columns;
                matrix[row][column] = allocate(COEFFICIENTS);
                sampled[i] = 0;
                ParallelXof.end(lanes, ParallelXof.SHAKE128, states, i, SEED_BYTES, isRowFirst ? row | column << Byte.SIZE : column | row << Byte.SIZE, Short.BYTES);
            }
            for (int left = used; left > 0;) {
                if (!kernel.permuteSeveral(lanes)) {
                    return false;
                }
                left = 0;
                for (int i = 0; i < used; i++) {
                    sampled[i] = sample(lanes, states, i, matrix[(first + i) / columns][(first + i) % columns], sampled[i], rest);
                    left += sampled[i] < COEFFICIENTS ? 1 : 0;
                }
            }
            first += used;
        }
        return true;
    }

    private int sample(long[] lanes, int states, int state, P polynomial, int at, P rest) {
        if (at <= COEFFICIENTS - numbers) {
            return sample(lanes, states, state, polynomial, at);
        }
        int more = at == COEFFICIENTS ? 0 : Math.min(sample(lanes, states, state, rest, 0), COEFFICIENTS - at);
        System.arraycopy(rest, 0, polynomial, at, more);
        return at + more;
    }
}
