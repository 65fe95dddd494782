package org.cryptointrinsics.substitution.lattice;

import java.util.Arrays;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mldsa.MlDsaFunction;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Bytes;
import org.cryptointrinsics.substitution.MethodSubstitution;

/** What ML-DSA (FIPS 204) computes with polynomials, and what it takes from many extendable-output functions, as {@link MlKemSubstitutions}. */
public final class MlDsaSubstitutions {

    private static final int MASK_SEED_BYTES = 64;
    private static final int MOST_BITS_OF_GAMMA1 = 19;
    /** Those of numbers of t0. */
    private static final int MOST_BITS_OF_KEY = 13;
    /** With these, the JDK takes away the multiple of q that is next to a number, or nearly so. */
    private static final int ROUND = 5 << 20;
    private static final int BITS_OF_Q = 23;
    /** 256 numbers of 20 bits, and more. */
    private static final int BLOCKS_OF_MASK = 5;
    private static final int LANES_OF_MASK = BLOCKS_OF_MASK * ParallelXof.SHAKE256 / Long.BYTES;

    private static final OnDemand<FunctionMethod> NTT = method(MlDsaFunction.NTT);
    private static final OnDemand<FunctionMethod> INVERSE_NTT = method(MlDsaFunction.INVERSE_NTT);
    private static final OnDemand<FunctionMethod> MULTIPLY = method(MlDsaFunction.MULTIPLY);
    private static final OnDemand<FunctionMethod> MULTIPLY_ADD = method(MlDsaFunction.MULTIPLY_ADD);
    private static final OnDemand<FunctionMethod> REDUCE = method(MlDsaFunction.REDUCE);
    private static final OnDemand<FunctionMethod> DECOMPOSE = method(MlDsaFunction.DECOMPOSE);

    private MlDsaSubstitutions() {
    }

    private static OnDemand<FunctionMethod> method(MlDsaFunction function) {
        return Intrinsics.first().mlDsa().method(function);
    }

    /** {@code ML_DSA.mlDsaNtt}. */
    @MethodSubstitution(MlDsaFields.ML_DSA)
    public static boolean mlDsaNtt(int[] polynomial) {
        return apply(NTT, polynomial);
    }

    /** {@code ML_DSA.mlDsaInverseNtt}. */
    @MethodSubstitution(MlDsaFields.ML_DSA)
    public static boolean mlDsaInverseNtt(int[] polynomial) {
        return apply(INVERSE_NTT, polynomial);
    }

    private static boolean apply(OnDemand<FunctionMethod> function, int[] polynomial) {
        FunctionMethod kernel = isPolynomial(polynomial) ? function.get() : null;
        return kernel != null && kernel.apply(polynomial, null, null, null);
    }

    /** {@code ML_DSA.mlDsaNttMultiply}. */
    @MethodSubstitution(MlDsaFields.ML_DSA)
    public static boolean mlDsaNttMultiply(int[] product, int[] a, int[] b) {
        if (!isPolynomial(product) || !isPolynomial(a) || !isPolynomial(b)) {
            return false;
        }
        FunctionMethod kernel = MULTIPLY.get();
        return kernel != null && kernel.apply(product, a, b, null);
    }

    /** {@code ML_DSA.mlDsaDecomposePoly}. */
    @MethodSubstitution(MlDsaFields.ML_DSA)
    public static boolean mlDsaDecomposePoly(int[] input, int[] low, int[] high, int twoGamma2, int multiplier) {
        if (!isPolynomial(input) || !isPolynomial(low) || !isPolynomial(high)) {
            return false;
        }
        FunctionMethod kernel = DECOMPOSE.get();
        return kernel != null && kernel.apply(input, low, high, MlDsa.constants(twoGamma2, multiplier));
    }

    /**
     * {@code ML_DSA.matrixVectorPointwiseMultiply}: algorithm 48. In the JDK, no row of the result is one of what is multiplied: if a kernel is lost in the midst, its method
     * begins again.
     */
    @MethodSubstitution(MlDsaFields.ML_DSA)
    public static boolean matrixVectorPointwiseMultiply(Object mlDsa, int[][] result, int[][][] matrix, int[][] vector) {
        int rows = MlDsaFields.rows(mlDsa);
        int columns = MlDsaFields.columns(mlDsa);
        FunctionMethod multiply = MULTIPLY.get();
        FunctionMethod multiplyAdd = MULTIPLY_ADD.get();
        FunctionMethod reduce = REDUCE.get();
        if (multiply == null || multiplyAdd == null || reduce == null || result == vector || !arePolynomials(result, rows) || !arePolynomials(vector, columns) ||
                        matrix == null || matrix.length < rows) {
            return false;
        }
        for (int i = 0; i < rows; i++) {
            if (!arePolynomials(matrix[i], columns)) {
                return false;
            }
            for (int j = 0; j < columns; j++) {
                if (!(j == 0 ? multiply : multiplyAdd).apply(result[i], matrix[i][j], vector[j], null)) {
                    return false;
                }
            }
            if (!reduce.apply(result[i], null, null, null)) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@code ML_DSA.bitUnpackGeneral}: BitUnpack, algorithm 19, of the parts of a private key. As there, the time depends on lengths alone.
     *
     * @param bits of each number
     */
    @MethodSubstitution(MlDsaFields.ML_DSA)
    public static boolean bitUnpackGeneral(@SuppressWarnings("unused") Object mlDsa, int[][] result, byte[] packed, int offset, int dimension, int most, int bits) {
        if (packed == null || packed.length < Long.BYTES || offset < 0 || dimension < 0 || bits < 1 || bits > MOST_BITS_OF_KEY || !arePolynomials(result, dimension) ||
                        (long) dimension * bits * (Sampler.COEFFICIENTS / Byte.SIZE) > packed.length - offset) {
            return false;
        }
        int last = packed.length - Long.BYTES;
        int mask = (1 << bits) - 1;
        int begin = offset;
        for (int i = 0; i < dimension; i++) {
            int[] to = result[i];
            for (int j = 0; j < Sampler.COEFFICIENTS; j++) {
                int bit = j * bits;
                int from = Math.min(begin + bit / Byte.SIZE, last);
                to[j] = most - ((int) (Bytes.getLong(packed, from) >>> (begin - from) * Byte.SIZE + bit) & mask);
            }
            begin += bits * (Sampler.COEFFICIENTS / Byte.SIZE);
        }
        return true;
    }

    /**
     * {@code ML_DSA.vectorNormBound}: whether the infinity norm (section 2.3) is at least a bound. As there, the time depends on the length alone.
     *
     * @return 0 or 1, or -1 if that was left to the JDK
     */
    @MethodSubstitution(MlDsaFields.ML_DSA)
    public static int vectorNormBound(@SuppressWarnings("unused") Object mlDsa, int[][] vector, int bound) {
        if (vector == null || bound < 1 || bound > MlDsa.Q || !arePolynomials(vector, vector.length)) {
            return -1;
        }
        // Negative once a number is too large; no branch, so that C2 makes vectors of it.
        int exceeded = 0;
        for (int[] polynomial : vector) {
            for (int i = 0; i < Sampler.COEFFICIENTS; i++) {
                int number = polynomial[i];
                number -= (number + ROUND >> BITS_OF_Q) * MlDsa.Q;
                number -= (number >> Integer.SIZE - 1 & number) * 2;
                exceeded |= bound - 1 - number & ~number;
            }
        }
        return exceeded >>> Integer.SIZE - 1;
    }

    /** What is none is the JDK's to refuse. */
    private static boolean isPolynomial(int[] polynomial) {
        return polynomial != null && polynomial.length == Sampler.COEFFICIENTS;
    }

    private static boolean arePolynomials(int[][] polynomials, int count) {
        boolean areAll = polynomials != null && polynomials.length >= count;
        for (int i = 0; areAll && i < count; i++) {
            areAll = isPolynomial(polynomials[i]);
        }
        return areAll;
    }

    /** {@code ML_DSA.generateA}: ExpandA, algorithm 32. */
    @MethodSubstitution(value = MlDsaFields.ML_DSA, digests = DigestAlgorithm.SHAKE128_256)
    public static int[][][] generateA(Object mlDsa, byte[] rho) {
        if (rho == null || rho.length != Sampler.SEED_BYTES) {
            return null;
        }
        int[][][] matrix = new int[MlDsaFields.rows(mlDsa)][MlDsaFields.columns(mlDsa)][];
        return RejNttPoly.INSTANCE.sample(rho, matrix, false) ? matrix : null;
    }

    /** {@code ML_DSA.expandMask}: algorithm 34. */
    @MethodSubstitution(value = MlDsaFields.ML_DSA, digests = DigestAlgorithm.SHA3_256)
    public static boolean expandMask(Object mlDsa, int[][] result, byte[] rho, int mu) {
        int all = MlDsaFields.columns(mlDsa);
        int gamma1Bits = MlDsaFields.gamma1Bits(mlDsa);
        if (rho == null || rho.length != MASK_SEED_BYTES || !arePolynomials(result, all) || gamma1Bits > MOST_BITS_OF_GAMMA1) {
            return false;
        }
        long[] output = new long[ParallelXof.MOST * LANES_OF_MASK];
        boolean isDone = true;
        int used = 0;
        for (int first = 0; isDone && first < all; first += used) {
            int states = ParallelXof.states(ParallelXof.SHAKE256, all - first);
            used = Math.min(states, all - first);
            isDone = ParallelXof.squeeze(ParallelXof.SHAKE256, rho, mu + first, Short.BYTES, states, used, BLOCKS_OF_MASK, output);
            for (int i = 0; isDone && i < used; i++) {
                unpackMask(output, i * LANES_OF_MASK, gamma1Bits, result[first + i]);
            }
        }
        Arrays.fill(output, 0);
        return isDone;
    }

    /** BitUnpack, algorithm 19: of numbers {@code b}, each of {@code gamma1Bits + 1} bits, {@code 2^gamma1Bits - b}. */
    private static void unpackMask(long[] lanes, int first, int gamma1Bits, int[] to) {
        int bits = gamma1Bits + 1;
        for (int i = 0; i < Sampler.COEFFICIENTS; i++) {
            int lane = first + i * bits / Long.SIZE;
            int bit = i * bits % Long.SIZE;
            long number = lanes[lane] >>> bit | lanes[lane + 1] << 1 << ~bit;
            to[i] = (1 << gamma1Bits) - ((int) number & (1 << bits) - 1);
        }
    }
}
