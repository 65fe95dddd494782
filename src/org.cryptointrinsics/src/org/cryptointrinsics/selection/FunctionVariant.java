package org.cryptointrinsics.selection;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.linkage.KernelSource;

/**
 * A variant of an intrinsic for functions of arrays. Thread-safe.
 *
 * @param <F> the functions
 */
public final class FunctionVariant<F extends Enum<F> & KernelFunction> extends Variant {

    private final String algorithm;
    private final FunctionKernel<F> kernel;
    private final SelfTest<F> selfTest;
    private final Map<F, FunctionMethod> methods;

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

    FunctionVariant(String algorithm, FunctionKernel<F> kernel, SelfTest<F> selfTest, KernelSource source) {
        super(algorithm, kernel, source);
        this.algorithm = algorithm;
        this.kernel = kernel;
        this.selfTest = selfTest;
        methods = new EnumMap<>(kernel.functions());
    }

    public FunctionKernel<F> kernel() {
        return kernel;
    }

    /** A function as a method. */
    synchronized FunctionMethod method(F function) {
        return methods.computeIfAbsent(function, _ -> source().function(algorithm, kernel, function));
    }

    @Override
    boolean passesSelfTest() {
        return selfTest.passes((function, arrays) -> {
            Object[] four = Arrays.copyOf(arrays, 4);
            call(method(function), () -> method(function).apply(four[0], four[1], four[2], four[3]));
        });
    }
}
