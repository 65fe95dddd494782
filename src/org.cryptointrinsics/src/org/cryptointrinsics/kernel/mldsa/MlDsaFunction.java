package org.cryptointrinsics.kernel.mldsa;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.Machine;

/**
 * What ML-DSA does with polynomials modulo {@code q} = 8380417, whose coefficients are the {@code int}s of arrays. Results are those of the JDK's Java code for any coefficients;
 * where nothing else is said, they are greater than {@code -q} and less than {@code q}.
 */
public enum MlDsaFunction implements KernelFunction {

    /** NTT, FIPS 204, algorithm 41. */
    NTT(1),
    /** NTT^-1, algorithm 42. */
    INVERSE_NTT(1),
    /** MultiplyNTT, algorithm 45: of what the last two arrays have. */
    MULTIPLY(3),
    /** The same, added to what the first array has; not reduced. */
    MULTIPLY_ADD(3),
    /** Reduces any coefficients. */
    REDUCE(1),
    /** Decompose, algorithm 36, of the first array: low parts in the second one, high parts in the third; the last one has {@link MlDsa#constants} of what is asked for. */
    DECOMPOSE(4);

    private final int arrays;

    MlDsaFunction(int arrays) {
        this.arrays = arrays;
    }

    @Override
    public int arrays() {
        return arrays;
    }

    void execute(MlDsa kernel, Machine m, List<Address> a) {
        switch (this) {
            case NTT -> kernel.ntt(m, a.getFirst());
            case INVERSE_NTT -> kernel.inverseNtt(m, a.getFirst());
            case MULTIPLY -> kernel.multiply(m, a.get(0), a.get(1), a.get(2));
            case MULTIPLY_ADD -> kernel.multiplyAdd(m, a.get(0), a.get(1), a.get(2));
            case REDUCE -> kernel.reduce(m, a.getFirst());
            case DECOMPOSE -> kernel.decompose(m, a.get(0), a.get(1), a.get(2), a.get(3));
        }
    }
}
