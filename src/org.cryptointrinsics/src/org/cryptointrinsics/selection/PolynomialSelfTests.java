package org.cryptointrinsics.selection;

import static org.cryptointrinsics.kernel.lattice.Ring.COEFFICIENTS;

import java.util.Arrays;

import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mldsa.MlDsaFunction;
import org.cryptointrinsics.kernel.mlkem.MlKemFunction;
import org.cryptointrinsics.selection.FunctionVariant.Functions;

/** Self-tests of functions of polynomials, by what the transform is for: a product is that of the rule learned at school, modulo {@code X^256 + 1}. */
final class PolynomialSelfTests {

    private static final int Q_OF_KEM = 3329;
    private static final int Q_OF_DSA = 8380417;
    // FIPS 204, section 4.
    private static final int TWO_GAMMA2_OF_44 = 190464;
    private static final int TWO_GAMMA2 = 523776;

    private PolynomialSelfTests() {
    }

    static boolean passesForMlKem(Functions<MlKemFunction> functions) {
        int[] a = numbers(17, Q_OF_KEM);
        int[] b = numbers(331, Q_OF_KEM);
        short[] aHat = shorts(a);
        short[] bHat = shorts(b);
        short[] product = new short[COEFFICIENTS];
        functions.apply(MlKemFunction.NTT, aHat);
        functions.apply(MlKemFunction.NTT, bHat);
        functions.apply(MlKemFunction.MULTIPLY, product, aHat, bHat);
        functions.apply(MlKemFunction.INVERSE_NTT, product);
        short[] sum = new short[COEFFICIENTS];
        functions.apply(MlKemFunction.ADD, sum, shorts(a), shorts(b));
        short[] sumOfThree = new short[COEFFICIENTS];
        functions.apply(MlKemFunction.ADD_THREE, sumOfThree, shorts(a), shorts(b), shorts(a));
        functions.apply(MlKemFunction.REDUCE, sum);
        return areCongruent(product(a, b, Q_OF_KEM), ints(product), Q_OF_KEM) && isLess(ints(product), Q_OF_KEM) && isLess(ints(aHat), Q_OF_KEM + 1) &&
                        Arrays.equals(residues(added(a, b), Q_OF_KEM), ints(sum)) && Arrays.equals(residues(added(added(a, b), a), Q_OF_KEM), ints(sumOfThree));
    }

    static boolean passesForMlDsa(Functions<MlDsaFunction> functions) {
        int[] a = numbers(17, Q_OF_DSA);
        int[] b = numbers(331, Q_OF_DSA);
        int[] aHat = a.clone();
        int[] bHat = b.clone();
        int[] product = new int[COEFFICIENTS];
        functions.apply(MlDsaFunction.NTT, aHat);
        functions.apply(MlDsaFunction.NTT, bHat);
        functions.apply(MlDsaFunction.MULTIPLY, product, aHat, bHat);
        int[] twice = product.clone();
        functions.apply(MlDsaFunction.MULTIPLY_ADD, twice, aHat, bHat);
        int[] reduced = twice.clone();
        functions.apply(MlDsaFunction.REDUCE, reduced);
        boolean isSum = Arrays.equals(added(product, product), twice) && areCongruent(twice, reduced, Q_OF_DSA);
        functions.apply(MlDsaFunction.INVERSE_NTT, product);
        return areCongruent(product(a, b, Q_OF_DSA), product, Q_OF_DSA) && isSum && isLess(product, Q_OF_DSA) && isLess(reduced, Q_OF_DSA) && isLess(aHat, Q_OF_DSA) &&
                        isDecomposed(functions, a, TWO_GAMMA2_OF_44, 22) && isDecomposed(functions, a, TWO_GAMMA2, 8);
    }

    private static boolean isDecomposed(Functions<MlDsaFunction> functions, int[] a, int twoGamma2, int multiplier) {
        int[] low = new int[COEFFICIENTS];
        int[] high = new int[COEFFICIENTS];
        functions.apply(MlDsaFunction.DECOMPOSE, a.clone(), low, high, MlDsa.constants(twoGamma2, multiplier));
        int[] composed = new int[COEFFICIENTS];
        Arrays.setAll(composed, i -> high[i] * twoGamma2 + low[i]);
        return isLess(low, twoGamma2 / 2 + 1) && areCongruent(a, composed, Q_OF_DSA);
    }

    private static boolean isLess(int[] numbers, int bound) {
        return Arrays.stream(numbers).allMatch(number -> Math.abs(number) < bound);
    }

    private static int[] numbers(int factor, int q) {
        int[] numbers = new int[COEFFICIENTS];
        Arrays.setAll(numbers, i -> Math.floorMod(factor * i * i * i + i, q));
        return numbers;
    }

    private static int[] product(int[] a, int[] b, int q) {
        long[] product = new long[COEFFICIENTS];
        for (int i = 0; i < COEFFICIENTS; i++) {
            for (int j = 0; j < COEFFICIENTS; j++) {
                long term = (long) a[i] * b[j] % q;
                product[(i + j) % COEFFICIENTS] += i + j < COEFFICIENTS ? term : -term;
            }
        }
        return Arrays.stream(product).mapToInt(sum -> Math.floorMod(sum, q)).toArray();
    }

    private static int[] added(int[] a, int[] b) {
        int[] sum = new int[COEFFICIENTS];
        Arrays.setAll(sum, i -> a[i] + b[i]);
        return sum;
    }

    private static int[] residues(int[] a, int q) {
        return Arrays.stream(a).map(number -> Math.floorMod(number, q)).toArray();
    }

    private static boolean areCongruent(int[] a, int[] b, int q) {
        return Arrays.equals(residues(a, q), residues(b, q));
    }

    private static short[] shorts(int[] numbers) {
        short[] shorts = new short[numbers.length];
        for (int i = 0; i < shorts.length; i++) {
            shorts[i] = (short) numbers[i];
        }
        return shorts;
    }

    private static int[] ints(short[] numbers) {
        int[] ints = new int[numbers.length];
        Arrays.setAll(ints, i -> numbers[i]);
        return ints;
    }
}
