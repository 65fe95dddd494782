package org.cryptointrinsics.kernel.lattice;

import java.util.Collections;
import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Machine;

/**
 * Functions of polynomials with 256 coefficients, such as ML-KEM (FIPS 203) and ML-DSA (FIPS 204) compute with.
 *
 * @param <F> the functions
 */
public interface PolynomialKernel<F extends Enum<F> & PolynomialFunction> extends Kernel {

    /** Coefficients of a polynomial. */
    int COEFFICIENTS = 256;

    Class<F> functions();

    /** How many bytes a coefficient has: 2 if it is a {@code short}, 4 if it is an {@code int}. */
    int coefficientBytes();

    /**
     * @param addresses of arrays, at any alignment; any of these may be the same as another, but does not overlap it
     */
    void execute(Machine m, F function, List<Address> addresses);

    @Override
    default void execute(Machine machine, Address address, Count count) {
        for (F function : functions().getEnumConstants()) {
            execute(machine, function, Collections.nCopies(function.arrays(), address));
        }
    }
}
