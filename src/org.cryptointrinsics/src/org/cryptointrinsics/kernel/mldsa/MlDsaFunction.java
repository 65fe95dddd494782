package org.cryptointrinsics.kernel.mldsa;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.lattice.PolynomialFunction;

/**
 * What ML-DSA does with polynomials modulo {@code q} = 8380417, whose coefficients are the {@code int}s of arrays. Results are those of the JDK's Java code for any coefficients;
 * where nothing else is said, they are greater than {@code -q} and less than {@code q}.
 */
public enum MlDsaFunction implements PolynomialFunction {

    /** NTT, FIPS 204, algorithm 41. */
    NTT(1, (kernel, m, a) -> kernel.ntt(m, a.getFirst())),
    /** NTT^-1, algorithm 42. */
    INVERSE_NTT(1, (kernel, m, a) -> kernel.inverseNtt(m, a.getFirst())),
    /** MultiplyNTT, algorithm 45: of what the last two arrays have. */
    MULTIPLY(3, (kernel, m, a) -> kernel.multiply(m, a.get(0), a.get(1), a.get(2))),
    /** The same, added to what the first array has; not reduced. */
    MULTIPLY_ADD(3, (kernel, m, a) -> kernel.multiplyAdd(m, a.get(0), a.get(1), a.get(2))),
    /** Reduces any coefficients. */
    REDUCE(1, (kernel, m, a) -> kernel.reduce(m, a.getFirst())),
    /** Decompose, algorithm 36, of the first array: low parts in the second one, high parts in the third; the last one has {@link MlDsa#constants} of what is asked for. */
    DECOMPOSE(4, (kernel, m, a) -> kernel.decompose(m, a.get(0), a.get(1), a.get(2), a.get(3)));

    private final int arrays;
    private final Code code;

    @FunctionalInterface
    private interface Code {
        void execute(MlDsa kernel, Machine m, List<Address> arrays);
    }

    MlDsaFunction(int arrays, Code code) {
        this.arrays = arrays;
        this.code = code;
    }

    @Override
    public int arrays() {
        return arrays;
    }

    void execute(MlDsa kernel, Machine m, List<Address> addresses) {
        code.execute(kernel, m, addresses);
    }
}
