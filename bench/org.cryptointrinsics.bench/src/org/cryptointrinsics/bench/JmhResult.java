package org.cryptointrinsics.bench;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * A result in the form that JMH itself gives it in JSON, with what is needed of it: of each fork, one value of each metric.
 *
 * @param benchmark class and method
 * @param params those of {@link Message}
 * @param primaryMetric the time of an operation
 * @param secondaryMetrics by name
 */
record JmhResult(String benchmark, Map<String, String> params, Metric primaryMetric, Map<String, Metric> secondaryMetrics) {

    static final String CLOCK = CoreProfiler.CLOCK;
    static final String ALLOCATED = "gc.alloc.rate.norm";
    static final String BLOCKS = "blocks";

    private static final String CONTENDER = "contender";
    private static final String ALGORITHM = "algorithm";
    /** Bytes that JMH, or a thread of the VM, may allocate in an iteration: JMH itself, some 10,000. */
    private static final double ALLOCATED_BY_OTHERS = 16 * 1024;

    /**
     * @param rawData of each fork, its iterations
     */
    record Metric(String scoreUnit, List<List<Double>> rawData) {

        private static final MathContext PRECISION = new MathContext(6);

        Metric(String scoreUnit) {
            this(scoreUnit, new ArrayList<>());
        }

        void add(double value) {
            rawData.add(List.of(new BigDecimal(value).round(PRECISION).doubleValue()));
        }

        Sample sample() {
            return new Sample(rawData.stream().flatMap(Collection::stream).toList());
        }
    }

    /** One without forks yet. */
    JmhResult(String benchmark, Map<String, String> params, String unit) {
        this(benchmark, params, new Metric(unit), new TreeMap<>());
    }

    /** One without forks yet, of what is no benchmark of JMH. */
    JmhResult(Class<?> program, Contender contender, String unit) {
        this(program.getName(), Map.of(CONTENDER, contender.name()), unit);
    }

    Contender contender() {
        return Contender.valueOf(params.get(CONTENDER));
    }

    /** Whether it is of a {@link Message}. */
    boolean isOfMessage() {
        return params.containsKey(ALGORITHM);
    }

    Work work() {
        return Work.of(benchmark);
    }

    Algorithm algorithm() {
        return Algorithm.of(params.get(ALGORITHM));
    }

    int length() {
        return Integer.parseInt(params.get("length"));
    }

    /** Adds a fork: its fastest iteration, as whatever else the machine does only slows down, and the least that one allocated, as other threads allocate too. */
    void add(RunResult fork) {
        List<IterationResult> iterations = fork.getBenchmarkResults().stream().map(BenchmarkResult::getIterationResults).flatMap(Collection::stream).toList();
        IterationResult fastest = iterations.stream().min(Comparator.comparingDouble(iteration -> iteration.getPrimaryResult().getScore())).orElseThrow();
        primaryMetric.add(fastest.getPrimaryResult().getScore());
        add(CLOCK, "GHz", fastest.getSecondaryResults().get(CLOCK).getScore());
        add(ALLOCATED, "B/op", iterations.stream().mapToDouble(JmhResult::allocated).min().orElseThrow());
    }

    private static double allocated(IterationResult iteration) {
        // JMH leaves out what is zero.
        Result<?> norm = iteration.getSecondaryResults().get(ALLOCATED);
        double bytes = norm == null ? 0 : norm.getScore();
        return bytes * iteration.getMetadata().getAllOps() < ALLOCATED_BY_OTHERS ? 0 : bytes;
    }

    void add(String metric, String unit, double value) {
        secondaryMetrics.computeIfAbsent(metric, _ -> new Metric(unit)).add(value);
    }

    Sample time() {
        return primaryMetric.sample();
    }

    /** Of no values if it was not measured. */
    Sample secondary(String metric) {
        return secondaryMetrics.containsKey(metric) ? secondaryMetrics.get(metric).sample() : new Sample(List.of());
    }
}
