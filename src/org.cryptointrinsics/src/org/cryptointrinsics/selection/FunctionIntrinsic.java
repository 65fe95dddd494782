package org.cryptointrinsics.selection;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.OnDemand;

/**
 * An intrinsic for functions of arrays, such as those of polynomials of ML-KEM and ML-DSA. Thread-safe.
 *
 * @param <F> the functions
 */
public final class FunctionIntrinsic<F extends Enum<F> & KernelFunction> extends Intrinsic<FunctionVariant<F>> {

    /** The names of the algorithms. */
    public static final String ML_KEM = "ML-KEM";
    public static final String ML_DSA = "ML-DSA";
    public static final String X25519 = "X25519";

    private final int arrayBytes;
    private final Map<F, OnDemand<FunctionMethod>> methods;

    /**
     * See {@link Intrinsic#Intrinsic}.
     *
     * @param any of the kernels: what it says holds for all
     */
    FunctionIntrinsic(String name, FunctionKernel<F> any, Supplier<List<FunctionVariant<F>>> variants, Kernel chosen, Report report, String offBecause,
                    Supplier<String> mismatch) {
        super(name, variants, chosen, report, offBecause, mismatch);
        methods = new EnumMap<>(any.functions());
        arrayBytes = any.arrayBytes(any.functions().getEnumConstants()[0], 0);
        for (F function : any.functions().getEnumConstants()) {
            methods.put(function, onDemand(() -> isOn() ? variant().method(function) : null));
        }
    }

    /** The first array of the first function. */
    @Override
    public int blockBytes() {
        return arrayBytes;
    }

    /** What does {@code function}: null if it is off, or not compiled yet. Whoever asks first has that done. */
    public OnDemand<FunctionMethod> method(F function) {
        return methods.get(function);
    }

    @Override
    public Stream<OnDemand<? extends KernelMethod>> kernelMethods() {
        return methods.values().stream().map(method -> method);
    }
}
