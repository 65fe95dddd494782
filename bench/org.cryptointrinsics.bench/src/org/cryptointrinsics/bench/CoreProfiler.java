package org.cryptointrinsics.bench;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * Looks at the core before and after each iteration, where the benchmark runs: it also binds the thread that starts the benchmark's threads, and thereby those,
 * to one CPU. Measures its clock; the time-stamp counter does not tell, for its rate is fixed. Has an iteration wait while others use the core: on a rented
 * machine that may be another machine's work, on the other thread of the core, which shows nowhere else and takes half of what can be done in a cycle.
 */
public final class CoreProfiler implements InternalProfiler {

    static final String CLOCK = "clock";

    private static final int SAMPLES = 41;
    /** Some 100 ms. */
    private static final int LOOKS_UNTIL_COMPILED = 50;
    private static final int ROUNDS = 4_000;
    private static final int CYCLES_OF_ROUND = 8;
    /** Several chains beside one, as a multiple of the least that was seen, while the core is not this thread's alone. */
    private static final double SHARED = 1.08;
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(40);
    private static final int MOST_PAUSES = 250;

    // Two fields: C2 would make more of it if it knew how one follows from the other.
    private static int seed = 1;
    private static int secondSeed = 3;
    private static int sum;
    private static int secondSum;
    private static int thirdSum;

    private boolean bound;
    private int pauses = MOST_PAUSES;
    private double leastWidth = Double.POSITIVE_INFINITY;
    private double before;

    @Override
    public String getDescription() {
        return "Clock of the core, by a chain of dependent additions; waits while others use the core";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        // Not on creation, which is also done in the VM that starts the others.
        if (!bound) {
            Affinity.bindToLastCpu();
            bound = true;
        }
        if (iteration.getType() == IterationType.WARMUP) {
            // Has the chains compiled: what they took before does not count, nor what they take while one of them is.
            for (int i = 0; i < LOOKS_UNTIL_COMPILED; i++) {
                isShared();
            }
            leastWidth = Double.POSITIVE_INFINITY;
        } else {
            for (; isShared() && pauses > 0; pauses--) {
                LockSupport.parkNanos(PAUSE);
            }
        }
        before = gigahertz();
    }

    @Override
    public Collection<ScalarResult> afterIteration(BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        return List.of(new ScalarResult(CLOCK, (before + gigahertz()) / 2, "GHz", AggregationPolicy.AVG));
    }

    private static double gigahertz() {
        return (double) ROUNDS * CYCLES_OF_ROUND / sorted(CoreProfiler::chain)[0];
    }

    /** Whether independent instructions take longer than they did. What they take beside dependent ones does not depend on the clock, but on the compiler. */
    private boolean isShared() {
        double width = (double) sorted(CoreProfiler::threeChains)[SAMPLES / 2] / sorted(CoreProfiler::chain)[SAMPLES / 2];
        leastWidth = Math.min(leastWidth, width);
        return width > SHARED * leastWidth;
    }

    private static long[] sorted(LongSupplier nanoseconds) {
        return Arrays.stream(new long[SAMPLES]).map(unused -> nanoseconds.getAsLong()).sorted().toArray();
    }

    /** Alternates two operations of one cycle each that no compiler can combine. */
    private static long chain() {
        int y = seed;
        int z = secondSeed;
        int x = sum;
        long start = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            x = (x ^ y) + z;
            x = (x ^ z) + y;
            x = (x ^ y) + z;
            x = (x ^ z) + y;
        }
        long time = System.nanoTime() - start;
        sum = x;
        return time;
    }

    /** The same three times, for the CPU to do at once. */
    private static long threeChains() {
        int y = seed;
        int z = secondSeed;
        int a = sum;
        int b = secondSum;
        int c = thirdSum;
        long start = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            a = (a ^ y) + z;
            b = (b ^ y) + z;
            c = (c ^ y) + z;
            a = (a ^ z) + y;
            b = (b ^ z) + y;
            c = (c ^ z) + y;
            a = (a ^ y) + z;
            b = (b ^ y) + z;
            c = (c ^ y) + z;
            a = (a ^ z) + y;
            b = (b ^ z) + y;
            c = (c ^ z) + y;
        }
        long time = System.nanoTime() - start;
        sum = a;
        secondSum = b;
        thirdSum = c;
        return time;
    }
}
