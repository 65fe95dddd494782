package org.cryptointrinsics.proof.lattice;

import java.util.Map;
import java.util.TreeMap;

import org.cryptointrinsics.proof.specification.Residues;

/**
 * A polynomial of degree two at most in numbered inputs, modulo a prime. Immutable.
 *
 * @param coefficients of the products, none of which is 0; a product of inputs {@code i <= j} is {@code (i + 1) SIZE + j + 1}, that of one input {@code j + 1}, and 1 is 0
 */
record LinearForm(long modulus, Map<Integer, Long> coefficients) {

    private static final int SIZE = 1 << 12;

    /** What computes with them. */
    record Arithmetic(long modulus) implements Residues<LinearForm> {

        @Override
        public LinearForm constant(long value) {
            return LinearForm.constant(modulus, value);
        }

        @Override
        public LinearForm add(LinearForm a, LinearForm b) {
            return a.add(b);
        }

        @Override
        public LinearForm multiply(LinearForm a, LinearForm b) {
            return a.multiply(b);
        }
    }

    static LinearForm constant(long modulus, long value) {
        return of(modulus, new TreeMap<>(Map.of(0, value)));
    }

    static LinearForm input(long modulus, int number) {
        return of(modulus, new TreeMap<>(Map.of(number + 1, 1L)));
    }

    private static LinearForm of(long modulus, Map<Integer, Long> coefficients) {
        coefficients.replaceAll((_, coefficient) -> Math.floorMod(coefficient, modulus));
        coefficients.values().removeIf(coefficient -> coefficient == 0);
        return new LinearForm(modulus, coefficients);
    }

    LinearForm add(LinearForm other) {
        Map<Integer, Long> sum = new TreeMap<>(coefficients);
        other.coefficients.forEach((product, coefficient) -> sum.merge(product, coefficient, Long::sum));
        return of(modulus, sum);
    }

    LinearForm multiply(LinearForm other) {
        Map<Integer, Long> result = new TreeMap<>();
        coefficients.forEach((product, coefficient) -> other.coefficients.forEach(
                        (otherProduct, otherCoefficient) -> result.merge(product(product, otherProduct), coefficient * otherCoefficient % modulus, Long::sum)));
        return of(modulus, result);
    }

    LinearForm multiply(long factor) {
        return multiply(constant(modulus, factor));
    }

    private static int product(int a, int b) {
        if (a >= SIZE || b >= SIZE) {
            if (a != 0 && b != 0) {
                throw new ArithmeticException("a product of more than two coefficients");
            }
            return a + b;
        }
        return Math.min(a, b) * SIZE + Math.max(a, b);
    }
}
