package org.cryptointrinsics.linkage;

import java.util.List;
import java.util.function.Function;

import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** {@link org.cryptointrinsics.kernel.SpongeKernel#permuteTwo} as a method. */
public abstract class PermutationMethod extends KernelMethod {

    @SuppressWarnings("unused") private static final List<Class<?>> SEVERAL = several(Template.class);

    /**
     * @param state 25 lanes
     * @param otherState another 25
     * @return whether that was done; if not, nothing was
     */
    @Inlined
    public final boolean permuteTwo(long[] state, long[] otherState) {
        int stripe = Counters.stripe();
        boolean isDone = execute(state, otherState);
        if (isDone) {
            counters.counts[stripe]++;
            counters.counts[stripe + 1] += 2;
        }
        return isDone;
    }

    /** The kernel, uncounted. */
    abstract boolean execute(long[] state, long[] otherState);

    static final class Template extends PermutationMethod {
        @Override
        boolean execute(long[] state, long[] otherState) {
            lost();
            return false;
        }
    }

    static PermutationMethod create(Function<ResolvedJavaMethod, InstalledCode> compilation) {
        return create(PermutationMethod.class, Template.class, compilation);
    }
}
