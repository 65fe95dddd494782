package org.cryptointrinsics.proof.specification;

/**
 * What FIPS 203 and 204 compute with numbers modulo a prime, or with what stands for any.
 *
 * @param <W> a number
 */
public interface Residues<W> {

    long modulus();

    W constant(long value);

    W add(W a, W b);

    W multiply(W a, W b);

    default W multiply(W a, long factor) {
        return multiply(a, constant(factor));
    }

    default W subtract(W a, W b) {
        return add(a, multiply(b, -1));
    }

    /** {@code base} to the power of {@code exponent}. */
    default long power(long base, int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power = power * base % modulus();
        }
        return power;
    }
}
