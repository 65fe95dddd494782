package org.cryptointrinsics.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures rows. A round is a fork of each contender, one after another, so that what disturbs the machine disturbs all alike; where it disturbs too much to
 * decide whether a target is reached, there are more.
 */
final class Rounds {

    /** Many short ones: other work on the machine does not disturb all of them. */
    private static final int MEASUREMENTS = 40;
    private static final TimeValue MEASUREMENT = TimeValue.milliseconds(50);

    private final List<Row> rows;
    private final List<Contender> jits;
    private final Map<Contender, Probe> peers;
    /** The file of options that turn the plugin on in Graal. */
    private final Path plugin;
    /** Seconds. */
    private final int warmUp;
    private final Path logFile;
    private final List<String> failures = new ArrayList<>();
    private PrintStream log;
    private int done;
    private int steps;

    Rounds(List<Row> rows, List<Contender> jits, Map<Contender, Probe> peers, int warmUp, Path plugin) {
        this.rows = rows;
        this.jits = jits;
        this.peers = peers;
        this.warmUp = warmUp;
        this.plugin = plugin;
        this.logFile = plugin.resolveSibling("bench.log");
    }

    /**
     * Measures the rows, which are told, and counts the blocks that kernels are given.
     *
     * @param least rounds of all
     * @param most rounds of those whose targets are not decided
     * @return what went wrong
     */
    List<String> run(int least, int most) throws IOException, InterruptedException, RunnerException {
        steps = rows.stream().mapToInt(row -> least * contenders(row).size() + plugins(row).size()).sum();
        try (PrintStream stream = new PrintStream(Files.newOutputStream(logFile), true, StandardCharsets.UTF_8)) {
            log = stream;
            for (int round = 0; round < most; round++) {
                List<Row> next = round < least ? rows : undecided();
                steps += round < least ? 0 : next.stream().mapToInt(row -> contenders(row).size()).sum();
                for (Row row : next) {
                    run(row);
                }
            }
            for (Row row : rows) {
                for (Contender contender : plugins(row)) {
                    progress(row + ", " + contender + ", counting");
                    String failure = BlocksPerCall.count(row, contender, plugin);
                    if (failure != null) {
                        failures.add(failure);
                    }
                }
            }
        } finally {
            System.err.println();
        }
        return failures;
    }

    /** With the rows that they are compared with. */
    private List<Row> undecided() {
        Set<Row> undecided = new HashSet<>();
        rows.stream().filter(row -> Contender.PLUGINS.stream().anyMatch(contender -> !Target.of(row, contender, rows).isDecided())).forEach(row -> {
            undecided.add(row);
            row.baseline(rows).ifPresent(undecided::add);
        });
        return rows.stream().filter(undecided::contains).toList();
    }

    private List<Contender> contenders(Row row) {
        Stream<Contender> able = peers.keySet().stream().filter(peer -> peers.get(peer).can(row) && !row.isFarBehind(peer));
        return Stream.concat(jits.stream().filter(jit -> jit.does(row.work.part)), able).toList();
    }

    /** Those whose kernels' work is counted. */
    private List<Contender> plugins(Row row) {
        return row.algorithm.intrinsic() == null ? List.of() : contenders(row).stream().filter(Contender::hasPlugin).toList();
    }

    private void run(Row row) throws IOException, RunnerException {
        for (Contender contender : contenders(row)) {
            progress(row + ", " + contender);
            try {
                row.add(contender, run(row, contender));
            } catch (RunnerException e) {
                failures.add(row + ", " + contender + " failed; see " + logFile);
                if (Contender.JITS.contains(contender)) {
                    // Without it there is no table. What was measured so far is not to be lost by one VM.
                    row.add(contender, run(row, contender));
                }
            }
        }
    }

    private RunResult run(Row row, Contender contender) throws IOException, RunnerException {
        List<String> options = new ArrayList<>(List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-Djmh.blackhole.autoDetect=false"));
        options.addAll(contender.options(plugin));
        options.addAll(row.work.options());
        ChainedOptionsBuilder builder = new OptionsBuilder().include(Pattern.quote(row.work.part.benchmarkClass(contender).getName() + "." + row.work.method) + "$") //
                        .param("algorithm", row.algorithm.toString()).param("length", String.valueOf(row.length)).param("contender", contender.name()) //
                        .forks(1).warmupIterations(contender.isGraal() ? warmUp : 1).warmupTime(TimeValue.seconds(1)) //
                        .measurementIterations(MEASUREMENTS).measurementTime(MEASUREMENT).addProfiler(GCProfiler.class).addProfiler(CoreProfiler.class) //
                        .shouldFailOnError(true).jvm(MeasuredJdk.chosen().java().toString()).jvmArgs(options.toArray(String[]::new));
        OutputFormat format = OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL);
        return new Runner(builder.build(), format).runSingle();
    }

    private void progress(String step) {
        System.err.printf("\r[%d/%d] %-60s", Math.min(++done, steps), steps, step);
    }
}
