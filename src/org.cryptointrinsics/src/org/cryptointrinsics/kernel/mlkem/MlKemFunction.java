package org.cryptointrinsics.kernel.mlkem;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.lattice.PolynomialFunction;

/**
 * What ML-KEM does with polynomials modulo {@code q} = 3329, whose coefficients are the {@code short}s of arrays. Each result is congruent to that of the standard; where nothing
 * else is said, it is greater than {@code -q} and less than {@code q}.
 */
public enum MlKemFunction implements PolynomialFunction {

    /** NTT, FIPS 203, algorithm 9, of coefficients from {@code -q} to {@code q}; the result from 0 to {@code q}. */
    NTT(1, (kernel, m, a) -> kernel.ntt(m, a.getFirst())),
    /** NTT^-1, algorithm 10, of coefficients from {@code -q} to {@code q}. */
    INVERSE_NTT(1, (kernel, m, a) -> kernel.inverseNtt(m, a.getFirst())),
    /**
     * MultiplyNTTs, algorithm 11: of what the last two arrays have, coefficients from {@code -q} to {@code q}, and in the first one of these up to 4095: those of keys are not
     * reduced by the JDK.
     */
    MULTIPLY(3, (kernel, m, a) -> kernel.multiply(m, a.get(0), a.get(1), a.get(2))),
    /** Adds two polynomials, of coefficients from {@code -q} to {@code 7 q} and to {@code q}, and {@code q} to each coefficient; not reduced. */
    ADD(3, (kernel, m, a) -> kernel.add(m, a.get(0), a.get(1), a.get(2))),
    /** Adds three polynomials, of coefficients from {@code -q} to {@code q}; the result from 0 to {@code q}, and less unless one of them was {@code -q}. */
    ADD_THREE(4, (kernel, m, a) -> kernel.addThree(m, a.get(0), a.get(1), a.get(2), a.get(3))),
    /** Reduces any coefficients to those from 0 to {@code q}, and to less than {@code q} what was not negative. */
    REDUCE(1, (kernel, m, a) -> kernel.reduce(m, a.getFirst()));

    private final int arrays;
    private final Code code;

    @FunctionalInterface
    private interface Code {
        void execute(MlKem kernel, Machine m, List<Address> arrays);
    }

    MlKemFunction(int arrays, Code code) {
        this.arrays = arrays;
        this.code = code;
    }

    @Override
    public int arrays() {
        return arrays;
    }

    void execute(MlKem kernel, Machine m, List<Address> addresses) {
        code.execute(kernel, m, addresses);
    }
}
