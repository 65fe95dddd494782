package org.cryptointrinsics.kernel.mlkem;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.Machine;

/**
 * What ML-KEM does with polynomials modulo {@code q} = 3329, whose coefficients are the {@code short}s of arrays. Each result is congruent to that of the standard; where nothing
 * else is said, it is greater than {@code -q} and less than {@code q}.
 */
public enum MlKemFunction implements KernelFunction {

    /** NTT, FIPS 203, algorithm 9, of coefficients from {@code -q} to {@code q}; the result from 0 to {@code q}. */
    NTT(1),
    /** NTT^-1, algorithm 10, of coefficients from {@code -q} to {@code q}. */
    INVERSE_NTT(1),
    /**
     * MultiplyNTTs, algorithm 11: of what the last two arrays have, coefficients from {@code -q} to {@code q}, and in the first one of these up to 4095: those of keys are not
     * reduced by the JDK.
     */
    MULTIPLY(3),
    /** Adds two polynomials, of coefficients from {@code -q} to {@code 7 q} and to {@code q}, and {@code q} to each coefficient; not reduced. */
    ADD(3),
    /** Adds three polynomials, of coefficients from {@code -q} to {@code q}; the result from 0 to {@code q}, and less unless one of them was {@code -q}. */
    ADD_THREE(4),
    /** Reduces any coefficients to those from 0 to {@code q}, and to less than {@code q} what was not negative. */
    REDUCE(1);

    private final int arrays;

    MlKemFunction(int arrays) {
        this.arrays = arrays;
    }

    @Override
    public int arrays() {
        return arrays;
    }

    void execute(MlKem kernel, Machine m, List<Address> a) {
        switch (this) {
            case NTT -> kernel.ntt(m, a.getFirst());
            case INVERSE_NTT -> kernel.inverseNtt(m, a.getFirst());
            case MULTIPLY -> kernel.multiply(m, a.get(0), a.get(1), a.get(2));
            case ADD -> kernel.add(m, a.get(0), a.get(1), a.get(2));
            case ADD_THREE -> kernel.addThree(m, a.get(0), a.get(1), a.get(2), a.get(3));
            case REDUCE -> kernel.reduce(m, a.getFirst());
        }
    }
}
