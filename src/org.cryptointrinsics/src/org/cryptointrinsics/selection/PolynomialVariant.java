package org.cryptointrinsics.selection;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

import org.cryptointrinsics.kernel.lattice.PolynomialFunction;
import org.cryptointrinsics.kernel.lattice.PolynomialKernel;
import org.cryptointrinsics.linkage.KernelSource;
import org.cryptointrinsics.linkage.PolynomialMethod;

/**
 * A variant of the intrinsic for functions of polynomials. Thread-safe.
 *
 * @param <F> the functions
 */
public final class PolynomialVariant<F extends Enum<F> & PolynomialFunction> extends Variant {

    private final String algorithm;
    private final PolynomialKernel<F> kernel;
    private final SelfTest<F> selfTest;
    private final Map<F, PolynomialMethod> methods;

    /** A test of all functions of an algorithm. */
    @FunctionalInterface
    interface SelfTest<F> {
        boolean passes(Functions<F> functions);
    }

    /** Calls a function of the kernel under test. */
    @FunctionalInterface
    interface Functions<F> {
        void apply(F function, Object... arrays);
    }

    PolynomialVariant(String algorithm, PolynomialKernel<F> kernel, SelfTest<F> selfTest, KernelSource source) {
        super(algorithm, kernel, source);
        this.algorithm = algorithm;
        this.kernel = kernel;
        this.selfTest = selfTest;
        methods = new EnumMap<>(kernel.functions());
    }

    public PolynomialKernel<F> kernel() {
        return kernel;
    }

    /** A function as a method. */
    synchronized PolynomialMethod method(F function) {
        return methods.computeIfAbsent(function, _ -> source().polynomial(algorithm, kernel, function));
    }

    @Override
    boolean passesSelfTest() {
        return selfTest.passes((function, arrays) -> {
            Object[] four = Arrays.copyOf(arrays, 4);
            call(method(function), () -> method(function).apply(four[0], four[1], four[2], four[3]));
        });
    }
}
