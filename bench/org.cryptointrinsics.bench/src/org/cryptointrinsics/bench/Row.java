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
 * One piece of work and what was measured of it: for each contender, a fork of each round.
 */
final class Row {

    /** Bytes that JMH, or a thread of the VM, may allocate in an iteration. */
    private static final double ALLOCATED_BY_OTHERS = 64 * 1024;

    private static final int COUNTED = 2;
    private static final double AGREEMENT = 1.02;
    private static final double FAR_BEHIND = 1.25;

    final Work work;
    final Algorithm algorithm;
    final int length;
    private final Map<Contender, List<RunResult>> forks = new EnumMap<>(Contender.class);
    /** Blocks for each call of a kernel, or NaN if they were not counted. */
    double blocksPerCall = Double.NaN;

    Row(Work work, Algorithm algorithm, int length) {
        this.work = work;
        this.algorithm = algorithm;
        this.length = length;
        for (Contender contender : Contender.values()) {
            forks.put(contender, new ArrayList<>());
        }
    }

    @Override
    public String toString() {
        return algorithm + ", " + length + " " + work.unit() + ", " + work.title;
    }

    void add(Contender contender, RunResult fork) {
        forks.get(contender).add(fork);
    }

    boolean has(Contender contender) {
        return !forks.get(contender).isEmpty();
    }

    /** Nanoseconds for each operation. */
    Sample time(Contender contender) {
        return sample(contender, Row::nanoseconds);
    }

    /** Millions of bytes for each second. */
    Sample megabytes(Contender contender) {
        return sample(contender, fork -> 1e3 * length / nanoseconds(fork));
    }

    /** Gigahertz. */
    Sample clock(Contender contender) {
        return sample(contender, fork -> fastest(fork).getSecondaryResults().get(CoreProfiler.CLOCK).getScore());
    }

    /** Cycles for each byte, or for each iteration. */
    Sample cycles(Contender contender) {
        return cycles(contender, length);
    }

    /** Cycles for an operation, as a multiple of {@code unit}. */
    Sample cycles(Contender contender, double unit) {
        return Sample.combine(time(contender), clock(contender), (time, clock) -> time * clock / unit);
    }

    /** The least cycles for each byte, or for each iteration, of a chain of dependent instructions; NaN if not known for this CPU. */
    double limit() {
        return blocks() * algorithm.cyclesOfBlock() / length;
    }

    /** Bytes for each operation: the least of the iterations, as other threads allocate too. */
    Sample allocated(Contender contender) {
        // JMH leaves out what is zero.
        return sample(contender, fork -> iterations(fork).stream().mapToDouble(Row::allocated).min().orElse(Double.NaN));
    }

    private static double allocated(IterationResult iteration) {
        Result<?> norm = iteration.getSecondaryResults().get("gc.alloc.rate.norm");
        double bytes = norm == null ? 0 : norm.getScore();
        return bytes * iteration.getMetadata().getAllOps() < ALLOCATED_BY_OTHERS ? 0 : bytes;
    }

    /** The fastest of those that were measured, other than the plugin. */
    Contender best() {
        return fastestOf(List.of(Contender.values()));
    }

    /** The fastest of those, or null if none was measured. */
    Contender fastestOf(List<Contender> contenders) {
        return contenders.stream().filter(contender -> contender != Contender.PLUGIN && has(contender)) //
                        .min(Comparator.comparingDouble(contender -> time(contender).median())).orElse(null);
    }

    /** How much faster the plugin is than another. */
    Sample ratioTo(Contender other) {
        return Sample.combine(time(other), time(Contender.PLUGIN), (time, plugin) -> time / plugin);
    }

    Sample ratioTo(Row other) {
        return Sample.combine(other.time(Contender.PLUGIN), time(Contender.PLUGIN), (time, mine) -> time / mine);
    }

    /** Blocks that an operation works on at least. */
    long blocks() {
        return work.blocks(algorithm, length);
    }

    private Sample sample(Contender contender, ToDoubleFunction<RunResult> value) {
        return Sample.of(counted(contender).stream().mapToDouble(value).boxed().toList());
    }

    /** Other work on the machine may slow some forks down for as long as they last, and makes none faster: the fastest two count, the fastest one first. */
    private List<RunResult> counted(Contender contender) {
        return forks.get(contender).stream().sorted(Comparator.comparingDouble(Row::nanoseconds)).limit(COUNTED).toList();
    }

    /** Whether one more fork would tell no more: those that count agree, or it is a peer far behind the fastest of the others. */
    boolean isSettled(Contender contender) {
        Sample times = time(contender);
        boolean isFarBehind = !Contender.JITS.contains(contender) && times.min() > FAR_BEHIND * time(best()).min();
        return times.values().size() == COUNTED && (isFarBehind || times.max() <= AGREEMENT * times.min());
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

    /** The forks of each contender as one result, which is what JMH itself makes of forks. */
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
