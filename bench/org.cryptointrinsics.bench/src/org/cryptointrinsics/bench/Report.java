package org.cryptointrinsics.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import joptsimple.OptionException;
import joptsimple.OptionParser;
import joptsimple.OptionSet;
import joptsimple.OptionSpec;

/**
 * Runs the benchmarks with C2, with Graal and with the plugin, side by side, and prints and writes their table. Rounds are made of one fork of each, one after
 * another, so that what disturbs the machine disturbs all alike.
 */
public final class Report {

    /** Of the blocks that are expected. */
    private static final double ENOUGH = 0.99;
    private static final int CHUNK = 32 * 1024;
    private static final int BLOCK = 64;
    /** Many short ones: other work on the machine does not disturb all of them. */
    private static final int MEASUREMENTS = 10;
    private static final TimeValue MEASUREMENT = TimeValue.milliseconds(300);
    private static final List<Integer> QUICK = List.of(64, 16384);
    private static final List<Integer> ALL = List.of(16, 64, 256, 1350, 4096, 16384, 1 << 20);

    private final boolean quick;
    private final List<String> algorithms;
    private final List<Integer> lengths;
    private final int forks;
    private final int warmUp;
    private final Path output;
    private final List<String> arguments;

    private final Path plugin;
    private final List<String> failures = new ArrayList<>();
    private PrintStream log;
    private int done;
    private int steps;

    /**
     * @param args see {@code --help}
     */
    public static void main(String[] args) throws IOException, InterruptedException, RunnerException {
        // Graal knows no compiler blackholes.
        System.setProperty("jmh.blackhole.autoDetect", "false");
        OptionParser parser = new OptionParser();
        OptionSpec<Void> quick = parser.accepts("quick", "two lengths and one fork: about 5 minutes instead of 80");
        OptionSpec<String> algorithms = parser.accepts("algorithms").withRequiredArg().withValuesSeparatedBy(',').defaultsTo("MD5", "SHA-256");
        OptionSpec<Integer> lengths = parser.accepts("lengths", "bytes of a message").withRequiredArg().ofType(Integer.class).withValuesSeparatedBy(',');
        OptionSpec<Integer> forks = parser.accepts("forks", "rounds of one VM for each row and JIT").withRequiredArg().ofType(Integer.class);
        OptionSpec<Integer> warmUp = parser.accepts("warm-up", "seconds, at least 5: Graal compiles itself too").withRequiredArg().ofType(Integer.class);
        OptionSpec<String> output = parser.accepts("output", "folder for the table and the plot; docs/benchmarks").withRequiredArg();
        OptionSpec<Void> help = parser.accepts("help").forHelp();
        OptionSet options;
        try {
            options = parser.parse(args);
            if (options.has(help)) {
                parser.printHelpOn(System.out);
                return;
            }
            boolean isQuick = options.has(quick);
            Path plugin = Path.of(System.getProperty("cryptointrinsics.args")).toAbsolutePath();
            Report report = new Report(isQuick, options.valuesOf(algorithms), options.has(lengths) ? options.valuesOf(lengths) : isQuick ? QUICK : ALL,
                            options.has(forks) ? options.valueOf(forks) : isQuick ? 1 : 5, options.has(warmUp) ? options.valueOf(warmUp) : isQuick ? 5 : 8,
                            options.has(output) ? Path.of(options.valueOf(output)) : plugin.getParent().resolveSibling("docs").resolve("benchmarks"),
                            plugin, List.of(args));
            System.exit(report.run());
        } catch (OptionException e) {
            System.err.println("cryptointrinsics bench: " + e.getMessage());
            System.exit(2);
        }
    }

    private Report(boolean quick, List<String> algorithms, List<Integer> lengths, int forks, int warmUp, Path output, Path plugin, List<String> arguments) {
        this.quick = quick;
        this.algorithms = algorithms;
        this.lengths = lengths;
        this.forks = forks;
        this.warmUp = warmUp;
        this.output = output;
        this.plugin = plugin;
        this.arguments = arguments;
    }

    /** Returns the exit code: 1 if the kernels did not do the work. */
    private int run() throws IOException, InterruptedException, RunnerException {
        Files.createDirectories(output);
        String load = Machine.load();
        List<Row> messages = new ArrayList<>();
        List<Row> updates = new ArrayList<>();
        for (String algorithm : algorithms) {
            for (Row.Work work : List.of(Row.Work.HEAP, Row.Work.DIRECT)) {
                lengths.forEach(length -> messages.add(new Row(work, algorithm, length)));
            }
            lengths.forEach(length -> updates.add(new Row(Row.Work.UPDATE, algorithm, length)));
        }
        steps = messages.size() * (1 + forks * Jit.values().length) + updates.size() * Jit.values().length;
        Path logFile = plugin.resolveSibling("bench.log");
        try (PrintStream stream = new PrintStream(Files.newOutputStream(logFile), true, StandardCharsets.UTF_8)) {
            log = stream;
            for (Row row : messages) {
                count(row);
            }
            for (int round = 0; round < forks; round++) {
                for (Row row : messages) {
                    run(row);
                }
            }
            for (Row row : updates) {
                run(row);
            }
        } finally {
            System.err.println();
        }
        ColdStart start = new ColdStart();
        System.err.println("Cold start ...");
        start.measure(quick ? 7 : 21, plugin);
        write(messages, updates, start, load);
        failures.forEach(failure -> System.err.println("cryptointrinsics: " + failure));
        return failures.isEmpty() ? 0 : 1;
    }

    private void run(Row row) throws IOException, RunnerException {
        for (Jit jit : Jit.values()) {
            progress(row + ", " + jit);
            row.add(jit, run(row, jit));
        }
    }

    /** Counts blocks and calls of the kernels in a VM of its own, for counting takes time. */
    private void count(Row row) throws IOException, InterruptedException {
        progress(row + ", counting");
        int whole = row.length / BLOCK;
        double expected = (double) row.blocks() / (Math.ceilDiv(whole * BLOCK, CHUNK) + row.blocks() - whole);
        double least = ENOUGH * expected;
        double leastForOperation = ENOUGH * row.blocks();
        Path report = Files.createTempFile("cryptointrinsics", ".txt");
        try {
            List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
            command.addAll(Jit.PLUGIN.options(plugin));
            command.addAll(List.of("-Djdk.graal.CryptoIntrinsicsReport=" + report, "-cp", System.getProperty("java.class.path"), BlocksPerCall.class.getName(),
                            row.algorithm, String.valueOf(row.length), row.work.memory, String.valueOf(least), String.valueOf(leastForOperation)));
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new IOException("counting the blocks failed for " + row + ": " + output);
            }
            String[] counted = output.split(" ");
            row.blocksPerCall = Double.parseDouble(counted[0]);
            double blocks = Double.parseDouble(counted[1]);
            if (row.blocksPerCall < least || blocks < leastForOperation) {
                failures.add(String.format(Locale.ROOT, "the kernel did not do its work for %s: %.1f of %d blocks of a message, " +
                                "%.1f in a call instead of %.1f; a compilation may have bailed out", row, blocks, row.blocks(), row.blocksPerCall, expected));
            }
        } finally {
            Files.delete(report);
        }
    }

    private RunResult run(Row row, Jit jit) throws IOException, RunnerException {
        List<String> options = new ArrayList<>(List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-Djmh.blackhole.autoDetect=false",
                        "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        options.addAll(jit.options(plugin));
        ChainedOptionsBuilder builder = new OptionsBuilder().include(Pattern.quote(DigestBenchmark.class.getName() + "." + row.work.method) + "$") //
                        .param("algorithm", row.algorithm).param("length", String.valueOf(row.length)).param("jit", jit.toString()) //
                        .forks(1).warmupIterations(warmUp).warmupTime(TimeValue.seconds(1)).measurementIterations(MEASUREMENTS) //
                        .measurementTime(MEASUREMENT).addProfiler(GCProfiler.class).addProfiler(ClockProfiler.class) //
                        .shouldFailOnError(true).jvmArgs(options.toArray(String[]::new));
        OutputFormat format = OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL);
        return new Runner(builder.build(), format).runSingle();
    }

    private void progress(String step) {
        System.err.printf("\r[%d/%d] %-60s", ++done, steps, step);
    }

    private void write(List<Row> messages, List<Row> updates, ColdStart start, String load) throws IOException {
        StringBuilder text = new StringBuilder("# Benchmarks\n\nMade on " + LocalDate.now() + " by `" + command() + "`, " + forks +
                        (forks == 1 ? " fork" : " forks") + " of each; figures are medians of forks, with the least and the greatest in " +
                        "parentheses; of a fork, its fastest iteration counts.\n\n");
        for (Map.Entry<String, String> entry : Machine.describe(plugin).entrySet()) {
            text.append("- ").append(entry.getKey()).append(": ").append(entry.getValue()).append('\n');
        }
        text.append("- Load before the start: ").append(load).append(" processes; above 0.5, figures are not to be relied on\n");
        text.append("\nWhole messages through `MessageDigest`, a reused digest and output. \"better\" is the faster of C2 and Graal without the plugin.\n\n");
        text.append(Table.ofMessages(messages));
        text.append("\n`update(direct ByteBuffer)` alone.\n\n").append(Table.ofUpdates(updates));
        text.append("\nCold start.\n\n").append(Table.ofColdStart(start));
        System.out.println(text);
        text.append("\n![Throughput by length](throughput.svg)\n");
        Files.writeString(output.resolve("README.md"), text);
        writeJson(messages, updates);
        try {
            Plot.write(messages, output.resolve("throughput.svg"));
        } catch (LinkageError | RuntimeException e) {
            // A machine may have no fonts.
            failures.add("the plot could not be drawn: " + e);
        }
        System.err.println("Written to " + output);
    }

    private String command() {
        return String.join(" ", Stream.concat(Stream.of("bin/cryptointrinsics bench"), arguments.stream()).toList());
    }

    /** What JMH measured, not to be committed. */
    private void writeJson(List<Row> messages, List<Row> updates) throws IOException {
        List<RunResult> results = new ArrayList<>();
        messages.forEach(row -> results.addAll(row.merged()));
        updates.forEach(row -> results.addAll(row.merged()));
        try (PrintStream out = new PrintStream(Files.newOutputStream(plugin.resolveSibling("benchmarks.json")), true, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        }
    }
}
