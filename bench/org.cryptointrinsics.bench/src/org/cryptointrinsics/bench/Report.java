package org.cryptointrinsics.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import joptsimple.OptionException;
import joptsimple.OptionParser;
import joptsimple.OptionSet;
import joptsimple.OptionSpec;

/**
 * Measures digests with C2, with Graal, and with Graal and the plugin, side by side: fork by fork they take turns, so that what disturbs the machine disturbs
 * all. Prints a table and writes it, with a plot and JMH's results, to a folder.
 */
public final class Report {

    /** Cycles a byte that the CPU cannot be faster than, one block after the other: 288 and 128 cycles a block. */
    private static final Map<String, Double> LIMITS = Map.of("MD5", 288 / 64.0, "SHA-256", 128 / 64.0);
    private static final int COLD_STARTS = 21;
    private static final double COLD_START_MILLIS = 30;

    private final Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    private final List<Configuration> configurations;
    private final Path folder;
    private final Path work;
    private final int forks;
    private final Collection<RunResult> results = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final StringBuilder table = new StringBuilder();

    private Report(Path argumentFile, Path folder, int forks) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.work = Files.createTempDirectory("cryptointrinsics");
        this.configurations = Configuration.all(argumentFile, work.resolve("graal"));
        this.forks = forks;
    }

    /** See {@code --help}. */
    public static void main(String[] arguments) throws IOException, InterruptedException, RunnerException {
        OptionParser parser = new OptionParser();
        OptionSpec<String> algorithms = parser.accepts("algorithms").withRequiredArg().withValuesSeparatedBy(',').defaultsTo("MD5", "SHA-256");
        OptionSpec<String> memories = parser.accepts("memories").withRequiredArg().withValuesSeparatedBy(',').defaultsTo("heap", "direct");
        OptionSpec<Integer> lengths = parser.accepts("lengths", "bytes of a message").withRequiredArg().ofType(Integer.class).withValuesSeparatedBy(',')
                        .defaultsTo(16, 64, 16384, 1048576);
        OptionSpec<Integer> forks = parser.accepts("forks", "processes for each figure").withRequiredArg().ofType(Integer.class).defaultsTo(3);
        OptionSpec<String> output = parser.accepts("output", "folder for the table, the plot and the results").withRequiredArg().defaultsTo("docs/benchmarks");
        OptionSpec<Void> help = parser.accepts("help").forHelp();
        OptionSet options;
        try {
            options = parser.parse(arguments);
        } catch (OptionException e) {
            System.err.println("cryptointrinsics bench: " + e.getMessage());
            System.exit(2);
            return;
        }
        if (options.has(help)) {
            parser.printHelpOn(System.out);
            return;
        }
        Path argumentFile = Path.of(System.getProperty("cryptointrinsics.args"));
        Report report = new Report(argumentFile, Path.of(options.valueOf(output)), options.valueOf(forks));
        for (String algorithm : options.valuesOf(algorithms)) {
            for (String memory : options.valuesOf(memories)) {
                for (int length : options.valuesOf(lengths)) {
                    report.rows.add(new Row(algorithm, memory, length));
                }
            }
        }
        report.measure();
        report.write(String.join(" ", arguments));
    }

    private void measure() throws IOException, InterruptedException, RunnerException {
        int done = 0;
        int all = forks * rows.size() * configurations.size();
        for (int fork = 0; fork < forks; fork++) {
            for (Row row : rows) {
                for (Configuration configuration : configurations) {
                    progress(String.format(Locale.ROOT, "%d of %d: %s, %s, %d bytes, %s", ++done, all, row.algorithm, row.memory, row.length, configuration.name()));
                    row.add(configuration.name(), measure(row, configuration));
                }
            }
        }
        for (Row row : rows) {
            progress("counting blocks: " + row.algorithm + ", " + row.memory + ", " + row.length + " bytes");
            row.blocksPerCall = blocksPerCall(row);
        }
        progress("");
    }

    private static void progress(String text) {
        System.err.printf("\r%-100s", text);
    }

    private Row.Measurement measure(Row row, Configuration configuration) throws IOException, RunnerException {
        Path clock = work.resolve("clock");
        Files.deleteIfExists(clock);
        List<String> jvmArguments = new ArrayList<>(configuration.jvmArguments());
        jvmArguments.addAll(List.of("-XX:+UseSerialGC", "-Xms1g", "-Xmx1g", "-Djmh.blackhole.autoDetect=false",
                        "--sun-misc-unsafe-memory-access=allow", "-D" + Clock.FILE + "=" + clock));
        ChainedOptionsBuilder options = new OptionsBuilder().include(DigestBenchmark.class.getSimpleName() + ".digest" + (row.memory.equals("heap") ? "Heap" : "Direct")).forks(1)
                        .jvm(java.toString()).jvmArgs(jvmArguments.toArray(String[]::new)).param("algorithm", row.algorithm).param("length", "" + row.length)
                        .param("jit", configuration.name()).addProfiler(GCProfiler.class).verbosity(VerboseMode.SILENT).shouldFailOnError(true)
                        .warmupIterations(configuration.name().equals("C2") ? 4 : 8).warmupTime(TimeValue.seconds(1)).measurementIterations(3);
        RunResult result = new Runner(options.build()).runSingle();
        results.add(result);
        double nanos = result.getPrimaryResult().getScore();
        String key = result.getSecondaryResults().keySet().stream().filter(name -> name.endsWith("gc.alloc.rate.norm")).findAny().orElseThrow();
        double allocated = result.getSecondaryResults().get(key).getScore();
        return new Row.Measurement(nanos, nanos / Clock.best(clock), allocated);
    }

    private double blocksPerCall(Row row) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(configurations.getLast().jvmArguments());
        command.addAll(List.of("-Djdk.graal.CryptoIntrinsicsReport=" + work.resolve("report"), "-cp", System.getProperty("java.class.path"), BlocksPerCall.class.getName(),
                        row.algorithm, "" + row.length, row.memory));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException("counting blocks failed");
        }
        return Double.parseDouble(output);
    }

    private void write(String arguments) throws IOException, InterruptedException {
        line("# Digests: C2, Graal, and Graal with cryptointrinsics");
        line("");
        line("%s, JDK %s, Graal %s, %s %s, %s.", cpu(), Runtime.version(), graalVersion(), System.getProperty("os.name"), System.getProperty("os.version"),
                        LocalDate.now());
        line("Written by `bin/cryptointrinsics bench %s`: medians of %d forks, which take turns; a whole message is digested with a `MessageDigest` that is reused.",
                        arguments, forks);
        line("");
        line("Cycles a byte are those of the core, read in each fork from a chain of dependent operations. The ratio is to the better of C2 and Graal, and for");
        line("direct buffers in brackets to the same message in an array; the spread is the slowest fork's time divided by the fastest one's. The limit is that of");
        line("one block after another (MD5: 288 cycles, SHA-256: 128).");
        line("");
        line("| digest | memory | bytes | C2 MB/s | Graal MB/s | plugin MB/s | plugin ns | ratio | spread | cycles/byte | limit | B/op C2, Graal, plugin | " +
                        "blocks per call | target |");
        line("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
        for (Row row : rows) {
            String toHeap = row.memory.equals("heap") ? "" : heap(row).map(heap -> String.format(Locale.ROOT, " (%.3f)", heap.nanos("plugin") / row.nanos("plugin"))).orElse("");
            line("| %s | %s | %d | %.0f | %.0f | %.0f | %.1f | %.3f%s | %.2f, %.2f, %.2f | %.3f | %.2f | %.0f, %.0f, %.0f | %.1f | %s |", row.algorithm, row.memory, row.length,
                            row.megabytesPerSecond("C2"), row.megabytesPerSecond("Graal"), row.megabytesPerSecond("plugin"), row.nanos("plugin"), row.ratio(), toHeap,
                            row.spread("C2"), row.spread("Graal"), row.spread("plugin"), row.cyclesPerByte("plugin"), LIMITS.get(row.algorithm), row.allocated("C2"),
                            row.allocated("Graal"), row.allocated("plugin"), row.blocksPerCall, target(row));
        }
        line("");
        coldStart();
        Files.writeString(folder.resolve("README.md"), table);
        try (PrintStream out = new PrintStream(folder.resolve("results.json").toFile(), StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        }
        Plot.write(rows, configurations, folder.resolve("throughput.svg"));
        System.out.println("Written to " + folder.toAbsolutePath());
    }

    private Optional<Row> heap(Row row) {
        return rows.stream().filter(other -> other.memory.equals("heap") && other.algorithm.equals(row.algorithm) && other.length == row.length).findAny();
    }

    /** Whether the row is what it must be: no slower than without the plugin; from a direct buffer no slower than from an array, without allocation. */
    private String target(Row row) {
        boolean kernels = row.blocksPerCall >= Math.min(row.length / 64, 100) / 2.0 && row.blocksPerCall > 0;
        boolean fast = row.memory.equals("heap") ? row.ratio() >= 1 : heap(row).map(heap -> heap.nanos("plugin") / row.nanos("plugin") >= 0.99).orElse(true);
        boolean clean = row.memory.equals("heap") || row.allocated("plugin") < 1;
        return kernels && fast && clean ? "reached" : (kernels ? "" : "no kernel; ") + (fast ? "" : "slower; ") + (clean ? "" : "allocates; ") + "missed";
    }

    private void coldStart() throws IOException, InterruptedException {
        Map<String, double[]> millis = new LinkedHashMap<>();
        for (int i = 0; i < COLD_STARTS; i++) {
            for (Configuration configuration : configurations) {
                List<String> command = new ArrayList<>(List.of(java.toString()));
                command.addAll(configuration.jvmArguments());
                command.addAll(List.of("-cp", System.getProperty("java.class.path"), Empty.class.getName()));
                long start = System.nanoTime();
                new ProcessBuilder(command).inheritIO().start().waitFor();
                millis.computeIfAbsent(configuration.name(), _ -> new double[COLD_STARTS])[i] = (System.nanoTime() - start) / 1e6;
            }
        }
        millis.values().forEach(Arrays::sort);
        double more = millis.get("plugin")[COLD_STARTS / 2] - millis.get("Graal")[COLD_STARTS / 2];
        line("Cold start, an empty `main`, median (fastest) of %d, in milliseconds: %s. The plugin costs %.0f; target %s.", COLD_STARTS,
                        String.join(", ", millis.entrySet().stream().map(entry -> String.format(Locale.ROOT, "%s %.0f (%.0f)", entry.getKey(),
                                        entry.getValue()[COLD_STARTS / 2], entry.getValue()[0])).toList()),
                        more, more <= COLD_START_MILLIS ? "reached" : "missed");
        line("");
        line("![throughput](throughput.svg)");
    }

    /** An empty program. */
    static final class Empty {
        public static void main(String[] args) {
        }
    }

    private void line(String format, Object... arguments) {
        String text = arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments);
        System.out.println(text);
        table.append(text).append('\n');
    }

    private static String cpu() throws IOException {
        Path info = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(info)) {
            return System.getProperty("os.arch");
        }
        try (Stream<String> lines = Files.lines(info)) {
            Map<String, String> first = new LinkedHashMap<>();
            lines.filter(line -> line.contains(":")).forEach(line -> first.putIfAbsent(line.split(":")[0].strip(), line.substring(line.indexOf(':') + 1).strip()));
            return first.get("model name") + " (family " + first.get("cpu family") + ", model " + first.get("model") + "), " +
                            Runtime.getRuntime().availableProcessors() + " processors";
        }
    }

    private String graalVersion() throws IOException {
        try (JarFile jar = new JarFile(work.resolve("graal").resolve("compiler.jar").toFile())) {
            return new String(jar.getInputStream(jar.getEntry("META-INF/graalvm/jdk.graal.compiler/version")).readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
