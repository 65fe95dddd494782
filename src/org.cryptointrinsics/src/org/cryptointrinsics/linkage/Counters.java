package org.cryptointrinsics.linkage;

import jdk.internal.misc.Unsafe;

/**
 * Counts calls of kernels, and the blocks that they worked on. A thread counts in one of many stripes, by its number, with ordinary additions: no thread waits for another. Two
 * threads share a stripe if their numbers differ by a multiple of how many there are. If both count there at the same moment, one of the two calls is lost. If the system stops
 * one of them in the midst of an addition, all calls that the other counts meanwhile are. So numbers of a single thread are exact, and those of many are nearly so. Thread-safe.
 */
public final class Counters {

    private static final int FEWEST_STRIPES = 64;
    /** Threads that run at the same moment rarely share one then. */
    private static final int STRIPES_PER_PROCESSOR = 4;
    private static final int STRIPES = Math.max(FEWEST_STRIPES, Integer.highestOneBit(STRIPES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors()));
    /** Longs from one stripe to the next: CPUs load lines of a cache in pairs. */
    private static final int STRIDE = 2 * 64 / Long.BYTES;

    private static final Unsafe U = Unsafe.getUnsafe();

    /** A kernel's method adds to it when the kernel has returned, without a call: there may be no stack for one any more. */
    final long[] counts = new long[(STRIPES + 1) * STRIDE];

    /** Where among the {@link #counts} are the calls of this thread; the blocks come next. */
    @Inlined
    static int stripe() {
        return ((int) Thread.currentThread().threadId() & STRIPES - 1) * STRIDE + STRIDE;
    }

    /** Counts a call. Whoever may have no stack for that, does it without a call. */
    void count(int blocks) {
        int stripe = stripe();
        counts[stripe]++;
        counts[stripe + 1] += blocks;
    }

    /** How many calls there were. */
    public long calls() {
        return sum(0);
    }

    /** How many blocks kernels worked on. */
    public long blocks() {
        return sum(1);
    }

    private long sum(int offset) {
        long sum = 0;
        for (int i = STRIDE; i < counts.length; i += STRIDE) {
            // So that a loop which waits for a count reads it each time.
            sum += U.getLongVolatile(counts, Unsafe.ARRAY_LONG_BASE_OFFSET + (long) (i + offset) * Long.BYTES);
        }
        return sum;
    }
}
