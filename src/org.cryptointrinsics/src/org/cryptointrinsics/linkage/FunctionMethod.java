package org.cryptointrinsics.linkage;

import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.KernelFunction;

/** A function of a {@link FunctionKernel}. */
public abstract class FunctionMethod extends KernelMethod {

    /**
     * Does what the {@link KernelFunction} says. Arrays that it does not take may be null.
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
    protected abstract boolean execute(Object first, Object second, Object third, Object fourth);
}
