package org.cryptointrinsics.linkage;

import java.util.List;
import java.util.function.Function;

import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** {@link org.cryptointrinsics.kernel.ParallelSpongeKernel#permuteSeveral} as a method. */
public abstract class ParallelPermutationMethod extends KernelMethod {

    @SuppressWarnings("unused") private static final List<Class<?>> SEVERAL = several(Template.class);

    /** Of a state. */
    private static final int LANES = 25;

    /**
     * @param states lane {@code i} of state {@code j} of {@code n} is element {@code n i + j}
     * @return whether that was done; if not, nothing was
     */
    @Inlined
    public final boolean permuteSeveral(long[] states) {
        int stripe = Counters.stripe();
        int blocks = states.length / LANES;
        boolean isDone = execute(states);
        if (isDone) {
            counters.counts[stripe]++;
            counters.counts[stripe + 1] += blocks;
        }
        return isDone;
    }

    /** The kernel, uncounted. */
    abstract boolean execute(long[] states);

    static final class Template extends ParallelPermutationMethod {
        @Override
        boolean execute(long[] states) {
            lost();
            return false;
        }
    }

    static ParallelPermutationMethod create(Function<ResolvedJavaMethod, InstalledCode> compilation) {
        return create(ParallelPermutationMethod.class, Template.class, compilation);
    }
}
