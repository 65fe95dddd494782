package org.cryptointrinsics.selection;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.lattice.PolynomialFunction;
import org.cryptointrinsics.kernel.lattice.PolynomialKernel;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.linkage.PolynomialMethod;

/**
 * The intrinsic for ML-KEM or ML-DSA: its functions of polynomials. Thread-safe.
 *
 * @param <F> the functions
 */
public final class PolynomialIntrinsic<F extends Enum<F> & PolynomialFunction> extends Intrinsic<PolynomialVariant<F>> {

    /** The names of the algorithms. */
    public static final String ML_KEM = "ML-KEM";
    public static final String ML_DSA = "ML-DSA";

    private final int polynomialBytes;
    private final Map<F, OnDemand<PolynomialMethod>> methods;

    /**
     * See {@link Intrinsic#Intrinsic}.
     *
     * @param any of the kernels: what it says holds for all
     */
    PolynomialIntrinsic(String name, PolynomialKernel<F> any, Supplier<List<PolynomialVariant<F>>> variants, Kernel chosen, Report report, String offBecause,
                    Supplier<String> mismatch) {
        super(name, variants, chosen, report, offBecause, mismatch);
        methods = new EnumMap<>(any.functions());
        polynomialBytes = PolynomialKernel.COEFFICIENTS * any.coefficientBytes();
        for (F function : any.functions().getEnumConstants()) {
            methods.put(function, onDemand(() -> isOn() ? variant().method(function) : null));
        }
    }

    /** A polynomial. */
    @Override
    public int blockBytes() {
        return polynomialBytes;
    }

    /** What does {@code function}: null if it is off, or not compiled yet. Whoever asks first has that done. */
    public OnDemand<PolynomialMethod> method(F function) {
        return methods.get(function);
    }

    @Override
    public Stream<OnDemand<? extends KernelMethod>> kernelMethods() {
        return methods.values().stream().map(method -> method);
    }
}
