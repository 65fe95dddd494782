package org.cryptointrinsics.kernel;

import java.util.Collections;
import java.util.List;

/**
 * A kernel of functions of arrays.
 *
 * @param <F> the functions
 */
public interface FunctionKernel<F extends Enum<F> & KernelFunction> extends Kernel {

    Class<F> functions();

    /** How many bytes an element of the arrays has: 1, 2, 4 or 8, as a {@code byte}, {@code short}, {@code int} or {@code long}. */
    int elementBytes();

    /** How many bytes of an array a function takes. */
    int arrayBytes(F function, int array);

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
