package org.cryptointrinsics.linkage;

import java.util.List;
import java.util.function.Function;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.lattice.PolynomialFunction;
import org.cryptointrinsics.kernel.lattice.PolynomialKernel;

import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** A function of a {@link PolynomialKernel} as a method. */
public abstract class PolynomialMethod extends KernelMethod {

    @SuppressWarnings("unused") private static final List<Class<?>> SEVERAL = several(Template.class);

    /**
     * Does what the {@link PolynomialFunction} says. Arrays that it does not take may be null.
     *
     * @return whether that was done; if not, nothing was
     */
    @Inlined
    public final boolean apply(Object first, Object second, Object third, Object fourth) {
        int stripe = Counters.stripe();
        boolean isDone = execute(first, second, third, fourth);
        if (isDone) {
            counters.counts[stripe]++;
            counters.counts[stripe + 1] += 1;
        }
        return isDone;
    }

    /** The kernel, uncounted. */
    abstract boolean execute(Object first, Object second, Object third, Object fourth);

    static final class Template extends PolynomialMethod {
        @Override
        boolean execute(Object first, Object second, Object third, Object fourth) {
            lost();
            return false;
        }
    }

    /** Compiles a function. */
    public static <F extends Enum<F> & PolynomialFunction> PolynomialMethod compile(PolynomialKernel<F> kernel, F function, CompilerContext context) {
        Function<ResolvedJavaMethod, InstalledCode> compilation = method -> MethodCompiler.polynomial(kernel, function, method, context);
        return create(PolynomialMethod.class, Template.class, compilation);
    }
}
