package org.cryptointrinsics.linkage;

/** {@link org.cryptointrinsics.kernel.SpongeKernel#permuteTwo}. */
public abstract class PermutationMethod extends KernelMethod {

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
    protected abstract boolean execute(long[] state, long[] otherState);
}
