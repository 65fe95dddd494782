package org.cryptointrinsics.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * One piece of work and what was measured of it: for each JIT, a fork of each round.
 */
final class Row {

    /** Bytes that JMH, or a thread of the VM, may allocate in an iteration. */
    private static final double ALLOCATED_BY_OTHERS = 64 * 1024;

    private static final int BLOCK = 64;

    final Work work;
    final String algorithm;
    final int length;
    private final Map<Jit, List<RunResult>> forks = new EnumMap<>(Jit.class);
    /** Blocks for each call of a kernel, or NaN if they were not counted. */
    double blocksPerCall = Double.NaN;

    /** A method of {@link DigestBenchmark}. */
    enum Work {
        HEAP("digestHeap", "heap"),
        DIRECT("digestDirect", "direct"),
        UPDATE("updateDirect", "direct, update alone");

        final String method;
        final String memory;

        Work(String method, String memory) {
            this.method = method;
            this.memory = memory;
        }
    }

    Row(Work work, String algorithm, int length) {
        this.work = work;
        this.algorithm = algorithm;
        this.length = length;
        for (Jit jit : Jit.values()) {
            forks.put(jit, new ArrayList<>());
        }
    }

    @Override
    public String toString() {
        return algorithm + ", " + length + " B, " + work.memory;
    }

    void add(Jit jit, RunResult fork) {
        forks.get(jit).add(fork);
    }

    boolean has(Jit jit) {
        return !forks.get(jit).isEmpty();
    }

    /** Nanoseconds for each operation. */
    Sample time(Jit jit) {
        return sample(jit, Row::nanoseconds);
    }

    /** Millions of bytes for each second. */
    Sample megabytes(Jit jit) {
        return sample(jit, fork -> 1e3 * length / nanoseconds(fork));
    }

    /** Gigahertz. */
    Sample clock(Jit jit) {
        return sample(jit, fork -> fastest(fork).getSecondaryResults().get(ClockProfiler.CLOCK).getScore());
    }

    Sample cyclesPerByte(Jit jit) {
        return Sample.combine(time(jit), clock(jit), (time, clock) -> time * clock / length);
    }

    /** Bytes for each operation: the least of the iterations, as other threads allocate too. */
    Sample allocated(Jit jit) {
        // JMH leaves out what is zero.
        return sample(jit, fork -> iterations(fork).stream().mapToDouble(Row::allocated).min().orElse(Double.NaN));
    }

    private static double allocated(IterationResult iteration) {
        Result<?> norm = iteration.getSecondaryResults().get("gc.alloc.rate.norm");
        double bytes = norm == null ? 0 : norm.getScore();
        return bytes * iteration.getMetadata().getAllOps() < ALLOCATED_BY_OTHERS ? 0 : bytes;
    }

    /** The one of C2 and Graal without the plugin that is faster. */
    Jit better() {
        return time(Jit.C2).median() <= time(Jit.GRAAL).median() ? Jit.C2 : Jit.GRAAL;
    }

    /** How much faster the plugin is than the better of the others; in a round, all run one after another, under like conditions. */
    Sample ratioToBetter() {
        return Sample.combine(time(better()), time(Jit.PLUGIN), (other, plugin) -> other / plugin);
    }

    Sample ratioTo(Row other) {
        return Sample.combine(other.time(Jit.PLUGIN), time(Jit.PLUGIN), (time, mine) -> time / mine);
    }

    /** Blocks that an operation compresses, with those of the padding. */
    long blocks() {
        return work == Work.UPDATE ? length / BLOCK : (length + Long.BYTES) / BLOCK + 1;
    }

    private Sample sample(Jit jit, ToDoubleFunction<RunResult> value) {
        return Sample.of(forks.get(jit).stream().mapToDouble(value).boxed().toList());
    }

    private static List<IterationResult> iterations(RunResult fork) {
        return fork.getBenchmarkResults().stream().map(BenchmarkResult::getIterationResults).flatMap(Collection::stream).toList();
    }

    private static double nanoseconds(RunResult fork) {
        return fastest(fork).getPrimaryResult().getScore();
    }

    /** The fastest iteration is what counts: whatever else the machine does only slows down. */
    private static IterationResult fastest(RunResult fork) {
        return iterations(fork).stream().min(Comparator.comparingDouble(iteration -> iteration.getPrimaryResult().getScore())).orElseThrow();
    }

    /** The forks of each JIT as one result, which is what JMH itself makes of forks. */
    List<RunResult> merged() {
        List<RunResult> merged = new ArrayList<>();
        for (List<RunResult> runs : forks.values()) {
            if (!runs.isEmpty()) {
                merged.add(new RunResult(runs.getFirst().getParams(), runs.stream().map(RunResult::getBenchmarkResults).flatMap(Collection::stream).toList()));
            }
        }
        return merged;
    }
}
