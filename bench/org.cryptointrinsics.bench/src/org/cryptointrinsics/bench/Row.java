package org.cryptointrinsics.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/**
 * One piece of work and what was measured of it: for each contender, a fork of each round.
 */
final class Row {

    private static final int ENOUGH_OF_ONE_FAR_BEHIND = 2;
    private static final double FAR_BEHIND = 1.25;

    /** Where it is measured. */
    final Environment environment;
    final Work work;
    final Algorithm algorithm;
    final int length;
    private final Map<Contender, JmhResult> results = new EnumMap<>(Contender.class);

    Row(Environment environment, Work work, Algorithm algorithm, int length) {
        this.environment = environment;
        this.work = work;
        this.algorithm = algorithm;
        this.length = length;
    }

    /** The rows that those results are of, in order. */
    static List<Row> of(Environment environment, List<JmhResult> results) {
        List<Row> rows = new ArrayList<>();
        for (JmhResult result : results) {
            Row row = rows.stream().filter(one -> one.is(result.work(), result.algorithm(), result.length())).findAny().orElse(null);
            if (row == null) {
                row = new Row(environment, result.work(), result.algorithm(), result.length());
                rows.add(row);
            }
            row.results.put(result.contender(), result);
        }
        return rows;
    }

    private boolean is(Work otherWork, Algorithm otherAlgorithm, int otherLength) {
        return work == otherWork && algorithm == otherAlgorithm && length == otherLength;
    }

    @Override
    public String toString() {
        return algorithm + ", " + length + " " + work.unit() + ", " + work.title;
    }

    void add(Contender contender, RunResult fork) {
        results.computeIfAbsent(contender, _ -> newResult(fork.getParams())).add(fork);
    }

    private static JmhResult newResult(BenchmarkParams params) {
        Map<String, String> named = new TreeMap<>();
        params.getParamsKeys().forEach(key -> named.put(key, params.getParam(key)));
        return new JmhResult(params.getBenchmark(), named, "ns/op");
    }

    boolean has(Contender contender) {
        return results.containsKey(contender);
    }

    Collection<JmhResult> results() {
        return results.values();
    }

    /** Nanoseconds for each operation. */
    Sample time(Contender contender) {
        return has(contender) ? results.get(contender).time() : new Sample(List.of());
    }

    /** Millions of bytes for each second. */
    Sample megabytes(Contender contender) {
        return new Sample(time(contender).values().stream().map(time -> 1e3 * length / time).toList());
    }

    /** Operations for each second. */
    Sample rate(Contender contender) {
        return new Sample(time(contender).values().stream().map(time -> 1e9 / time).toList());
    }

    /** Gigahertz. */
    Sample clock(Contender contender) {
        return secondary(contender, JmhResult.CLOCK);
    }

    /** Cycles for each byte, or for each iteration. */
    Sample cycles(Contender contender) {
        return cycles(contender, length);
    }

    /** Cycles for an operation, as a multiple of {@code unit}. */
    Sample cycles(Contender contender, double unit) {
        return Sample.combine(time(contender), clock(contender), (time, clock) -> time * clock / unit);
    }

    /** Bytes for each operation. */
    Sample allocated(Contender contender) {
        return secondary(contender, JmhResult.ALLOCATED);
    }

    /** Blocks for each call of a kernel. */
    Sample blocksPerCall(Contender plugin) {
        return secondary(plugin, JmhResult.BLOCKS);
    }

    void addBlocksPerCall(Contender plugin, double blocks) {
        results.get(plugin).add(JmhResult.BLOCKS, "blocks/call", blocks);
    }

    private Sample secondary(Contender contender, String metric) {
        return has(contender) ? results.get(contender).secondary(metric) : new Sample(List.of());
    }

    /** The least cycles for each byte, or for each iteration, of a chain of dependent instructions; NaN if not known for this CPU. */
    double limit() {
        return blocks() * algorithm.cyclesOfBlock(environment.microarchitecture()) / length;
    }

    /** The fastest of those that were measured without the plugin. */
    Contender best() {
        return fastestOf(List.of(Contender.values()));
    }

    /** The fastest of those that have no plugin, or null if none was measured. */
    Contender fastestOf(List<Contender> contenders) {
        return contenders.stream().filter(contender -> !contender.hasPlugin() && has(contender)) //
                        .min(Comparator.comparingDouble(contender -> time(contender).median())).orElse(null);
    }

    /** How much faster a contender is than another. */
    Sample ratio(Contender contender, Contender other) {
        return Sample.combine(time(other), time(contender), (time, mine) -> time / mine);
    }

    /** How much faster a contender is here than in that row. */
    Sample ratio(Contender contender, Row other) {
        return Sample.combine(other.time(contender), time(contender), (time, mine) -> time / mine);
    }

    /** The row of those that differs from this by where its data lie alone. */
    Optional<Row> baseline(List<Row> rows) {
        return rows.stream().filter(row -> row.is(work.baseline(), algorithm, length)).findAny();
    }

    /** Blocks that an operation works on at least. */
    long blocks() {
        return work.blocks(algorithm, length);
    }

    /** Whether it is a peer that more forks of would tell no more: it is so much slower than the fastest of the others. */
    boolean isFarBehind(Contender contender) {
        Sample times = time(contender);
        return !Contender.JITS.contains(contender) && times.values().size() >= ENOUGH_OF_ONE_FAR_BEHIND && times.median() > FAR_BEHIND * time(best()).median();
    }
}
