package org.cryptointrinsics.bench;

import java.util.Collection;
import java.util.List;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Measures the clock of the core before and after each iteration, where the benchmark runs: it also binds the thread that starts the benchmark's threads, and
 * thereby those, to one CPU. The time-stamp counter does not tell, for its rate is fixed.
 */
public final class ClockProfiler implements InternalProfiler {

    static final String CLOCK = "clock";

    private static final int SAMPLES = 40;
    private static final int ROUNDS = 2_000;
    private static final int CYCLES_OF_ROUND = 16;

    private static int seed = 1;
    private static int sum;

    private boolean bound;
    private double before;

    @Override
    public String getDescription() {
        return "Clock of the core, by a chain of dependent additions";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        // Not on creation, which is also done in the VM that starts the others.
        if (!bound) {
            Affinity.bindToLastCpu();
            bound = true;
        }
        before = gigahertz();
    }

    @Override
    public Collection<ScalarResult> afterIteration(BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        return List.of(new ScalarResult(CLOCK, (before + gigahertz()) / 2, "GHz", AggregationPolicy.AVG));
    }

    private static double gigahertz() {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < SAMPLES; i++) {
            best = Math.min(best, chain(seed, seed + 2));
        }
        return (double) ROUNDS * CYCLES_OF_ROUND / best;
    }

    /** Alternates two operations of one cycle each that no compiler can combine. */
    private static long chain(int y, int z) {
        int x = sum;
        long start = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            x = (x ^ y) + z;
            x = (x ^ z) + y;
            x = (x ^ y) + z;
            x = (x ^ z) + y;
            x = (x ^ y) + z;
            x = (x ^ z) + y;
            x = (x ^ y) + z;
            x = (x ^ z) + y;
        }
        long time = System.nanoTime() - start;
        sum = x;
        return time;
    }
}
