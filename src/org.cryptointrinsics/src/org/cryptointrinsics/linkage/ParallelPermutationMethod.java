package org.cryptointrinsics.linkage;

/** {@link org.cryptointrinsics.kernel.ParallelSpongeKernel#permuteSeveral}. */
public abstract class ParallelPermutationMethod extends KernelMethod {

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
    protected abstract boolean execute(long[] states);
}
