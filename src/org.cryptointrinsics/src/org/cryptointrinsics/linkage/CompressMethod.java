package org.cryptointrinsics.linkage;

import jdk.internal.foreign.MemorySessionImpl;

/** {@link org.cryptointrinsics.kernel.DigestKernel#compress}. */
public abstract class CompressMethod extends KernelMethod {

    /**
     * @param state the chaining value, an {@code int[]} or a {@code long[]} in the words of the algorithm
     * @param base what has the blocks, or null if they are outside of the heap
     * @param address of the first block, in bytes, as those of {@code Unsafe}
     * @param blocks at least 1; a thread does not stop at a safepoint meanwhile
     * @param scope that of the blocks' memory, or null
     * @return whether that was done; if not, nothing was
     */
    @Inlined
    public final boolean compress(Object state, Object base, long address, int blocks, MemorySessionImpl scope) {
        int stripe = Counters.stripe();
        boolean isDone = execute(state, base, address, blocks, scope);
        if (isDone) {
            counters.counts[stripe]++;
            counters.counts[stripe + 1] += blocks;
        }
        return isDone;
    }

    /** As {@link #compress}, but counted as a self-test. */
    public final boolean test(Object state, Object base, long address, int blocks) {
        boolean isDone = execute(state, base, address, blocks, null);
        if (isDone) {
            SELF_TESTS.count(blocks);
        }
        return isDone;
    }

    /** The kernel, uncounted. */
    protected abstract boolean execute(Object state, Object base, long address, int blocks, MemorySessionImpl scope);
}
