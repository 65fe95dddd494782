package org.cryptointrinsics.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
 * Runs the benchmarks with C2, with Graal, with the plugin and with other libraries, side by side, and prints and writes their table. Rounds are made of one
 * fork of each, one after another, so that what disturbs the machine disturbs all alike; where it disturbed too much, there are more.
 */
public final class Report {

    /** Many short ones: other work on the machine does not disturb all of them. */
    private static final int MEASUREMENTS = 40;
    private static final TimeValue MEASUREMENT = TimeValue.milliseconds(50);

    private final boolean quick;
    private final boolean isColdStart;
    private final List<Row> messages;
    private final List<Row> updates;
    private final List<Contender> peers;
    private final int forks;
    private final int mostForks;
    private final int warmUp;
    private final Path output;
    private final List<String> arguments;

    private final Path plugin;
    private final Map<Contender, Probe> probes = new EnumMap<>(Contender.class);
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
        OptionSpec<Void> quick = parser.accepts("quick", "one fork and, unless others are chosen, few rows: about 7 minutes instead of 120");
        OptionSpec<String> algorithms = list(parser, "algorithms", List.of(Algorithm.values()), "");
        OptionSpec<String> parts = list(parser, "parts", List.of(Part.values()), "");
        OptionSpec<String> works = list(parser, "work", List.of(Work.values()), "");
        OptionSpec<Integer> lengths = parser.accepts("lengths", "bytes of a message").withRequiredArg().ofType(Integer.class).withValuesSeparatedBy(',');
        OptionSpec<String> peers = list(parser, "peers", Contender.PEERS, ", or none");
        OptionSpec<String> libcrypto = parser.accepts("libcrypto", "the library that ffm calls; AWS-LC's is one too").withRequiredArg().defaultsTo(Contender.libcrypto());
        OptionSpec<String> javaOptions = parser.accepts("java-options", "of all VMs, such as -XX:UseAVX=2, which hides AVX-512 from all but native libraries") //
                        .withRequiredArg().defaultsTo("");
        OptionSpec<Integer> forks = parser.accepts("forks", "VMs for each row and contender").withRequiredArg().ofType(Integer.class);
        OptionSpec<Integer> mostForks = parser.accepts("most-forks", "VMs where the fastest two do not agree within 2 %: other work disturbed them").withRequiredArg() //
                        .ofType(Integer.class);
        OptionSpec<Integer> warmUp = parser.accepts("warm-up", "seconds with Graal, which compiles itself too, after 5 with short messages").withRequiredArg() //
                        .ofType(Integer.class);
        OptionSpec<String> output = parser.accepts("output", "folder for the tables and plots; docs/benchmarks, or target/benchmarks with --quick").withRequiredArg();
        OptionSpec<Void> help = parser.accepts("help").forHelp();
        Report report = null;
        try {
            OptionSet options = parser.parse(args);
            if (options.has(help)) {
                parser.printHelpOn(System.out);
                return;
            }
            System.setProperty(Contender.LIBCRYPTO, options.valueOf(libcrypto));
            System.setProperty(Contender.JAVA_OPTIONS, options.valueOf(javaOptions));
            boolean isQuick = options.has(quick);
            boolean isChosen = options.has(algorithms) || options.has(parts) || options.has(works) || options.has(lengths);
            List<Algorithm> chosenAlgorithms = chosen(options, algorithms, List.of(Algorithm.values()));
            List<Part> chosenParts = chosen(options, parts, List.of(Part.values()));
            List<Work> chosenWorks = chosen(options, works, List.of(Work.values()));
            List<Row> rows = isQuick && !isChosen ? Plan.quick() : Plan.full(options.has(lengths) ? options.valuesOf(lengths) : null);
            rows.removeIf(row -> !chosenAlgorithms.contains(row.algorithm) || !chosenParts.contains(row.work.part) || !chosenWorks.contains(row.work));
            Path plugin = Path.of(System.getProperty("cryptointrinsics.args")).toAbsolutePath();
            report = new Report(isQuick, rows, chosenParts.contains(Part.COLD_START), chosen(options, peers, Contender.PEERS),
                            options.has(forks) ? options.valueOf(forks) : isQuick ? 1 : 2, options.has(mostForks) ? options.valueOf(mostForks) : isQuick ? 1 : 6,
                            options.has(warmUp) ? options.valueOf(warmUp) : isQuick ? 2 : 5,
                            options.has(output) ? Path.of(options.valueOf(output)) : folder(plugin, isQuick), plugin, List.of(args));
        } catch (OptionException | IllegalArgumentException e) {
            System.err.println("cryptointrinsics bench: " + e.getMessage());
            System.exit(2);
        }
        System.exit(report.run());
    }

    /**
     * Where results are written if nobody says so: those that are rough do not take the place of others.
     *
     * @param plugin the file of options that turn the plugin on, which is in the checkout's folder {@code target}
     */
    public static Path folder(Path plugin, boolean isRough) {
        return (isRough ? plugin.getParent() : plugin.getParent().resolveSibling("docs")).resolve("benchmarks");
    }

    /** An option that takes a list of those, all by default. */
    private static OptionSpec<String> list(OptionParser parser, String option, List<?> all, String more) {
        return parser.accepts(option, "of " + names(all) + more).withRequiredArg().withValuesSeparatedBy(',');
    }

    private static <T> List<T> chosen(OptionSet options, OptionSpec<String> option, List<T> all) {
        if (!options.has(option)) {
            return all;
        }
        List<T> chosen = new ArrayList<>();
        for (String name : options.valuesOf(option)) {
            if (!name.equals("none")) {
                chosen.add(all.stream().filter(one -> nameOf(one).equalsIgnoreCase(name)).findAny() //
                                .orElseThrow(() -> new IllegalArgumentException(name + " is not one of " + names(all))));
            }
        }
        return chosen;
    }

    private static String names(List<?> all) {
        return all.stream().map(Report::nameOf).collect(Collectors.joining(","));
    }

    private static String nameOf(Object one) {
        return one instanceof Algorithm ? one.toString() : ((Enum<?>) one).name().toLowerCase(Locale.ROOT);
    }

    private Report(boolean quick, List<Row> rows, boolean isColdStart, List<Contender> peers, int forks, int mostForks, int warmUp, Path output, Path plugin,
                    List<String> arguments) {
        this.quick = quick;
        this.isColdStart = isColdStart;
        this.messages = rows.stream().filter(row -> row.work != Work.UPDATE).toList();
        this.updates = rows.stream().filter(row -> row.work == Work.UPDATE).toList();
        this.peers = peers;
        this.forks = forks;
        this.mostForks = mostForks;
        this.warmUp = warmUp;
        this.output = output;
        this.plugin = plugin;
        this.arguments = arguments;
    }

    /** Returns the exit code: 1 if the kernels did not do the work. */
    private int run() throws IOException, InterruptedException, RunnerException {
        Files.createDirectories(output);
        String load = Machine.load();
        for (Contender peer : peers) {
            Probe probe = Probe.of(peer, plugin);
            probes.put(peer, probe);
            if (probe.missing != null) {
                System.err.println("cryptointrinsics: without " + peer + ", " + probe.missing + "; " + peer.howToGet());
            }
        }
        steps = messages.size() + forks * messages.stream().mapToInt(row -> contenders(row).size()).sum() + updates.size() * Contender.JITS.size();
        try (PrintStream stream = new PrintStream(Files.newOutputStream(logFile()), true, StandardCharsets.UTF_8)) {
            log = stream;
            for (Row row : messages) {
                progress(row + ", counting");
                String failure = BlocksPerCall.count(row, plugin);
                if (failure != null) {
                    failures.add(failure);
                }
            }
            for (int round = 0; round < forks; round++) {
                for (Row row : messages) {
                    run(row, contenders(row));
                }
            }
            for (int round = forks; round < mostForks; round++) {
                for (Row row : messages) {
                    List<Contender> unsettled = contenders(row).stream().filter(contender -> !row.isSettled(contender)).toList();
                    steps += unsettled.size();
                    run(row, unsettled);
                }
            }
            for (Row row : updates) {
                run(row, Contender.JITS);
            }
        } finally {
            System.err.println();
        }
        ColdStart start = null;
        if (isColdStart) {
            start = new ColdStart();
            System.err.println("Cold start ...");
            start.measure(quick ? 7 : 21, plugin);
        }
        write(start, load);
        failures.forEach(failure -> System.err.println("cryptointrinsics: " + failure));
        return failures.isEmpty() ? 0 : 1;
    }

    private Path logFile() {
        return plugin.resolveSibling("bench.log");
    }

    private List<Contender> contenders(Row row) {
        return Stream.concat(Contender.JITS.stream(), peers.stream().filter(peer -> probes.get(peer).can(row))).toList();
    }

    private void run(Row row, List<Contender> contenders) throws IOException, RunnerException {
        for (Contender contender : contenders) {
            progress(row + ", " + contender);
            try {
                row.add(contender, run(row, contender));
            } catch (RunnerException e) {
                if (Contender.JITS.contains(contender)) {
                    throw e;
                }
                failures.add(row + ", " + contender + " failed; see " + logFile());
            }
        }
    }

    private RunResult run(Row row, Contender contender) throws IOException, RunnerException {
        List<String> options = new ArrayList<>(List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-Djmh.blackhole.autoDetect=false"));
        options.addAll(contender.options(plugin));
        ChainedOptionsBuilder builder = new OptionsBuilder().include(Pattern.quote(row.work.part.benchmarkClass(contender).getName() + "." + row.work.method) + "$") //
                        .param("algorithm", row.algorithm.toString()).param("length", String.valueOf(row.length)).param("contender", contender.name()) //
                        .forks(1).warmupIterations(contender.isGraal() ? warmUp : 1).warmupTime(TimeValue.seconds(1)).measurementIterations(MEASUREMENTS) //
                        .measurementTime(MEASUREMENT).addProfiler(GCProfiler.class).addProfiler(CoreProfiler.class) //
                        .shouldFailOnError(true).jvmArgs(options.toArray(String[]::new));
        OutputFormat format = OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL);
        return new Runner(builder.build(), format).runSingle();
    }

    private void progress(String step) {
        System.err.printf("\r[%d/%d] %-60s", ++done, steps, step);
    }

    /**
     * @param start null if that was not measured
     */
    private void write(ColdStart start, String load) throws IOException {
        Page page = new Page(output.resolve("README.md"));
        Map<Part, List<Row>> parts = Stream.concat(messages.stream(), updates.stream()).collect(Collectors.groupingBy(row -> row.work.part, TreeMap::new, Collectors.toList()));
        for (Map.Entry<Part, List<Row>> entry : parts.entrySet()) {
            Part part = entry.getKey();
            String tables = tables(part, entry.getValue());
            String conditions = conditions(part, load);
            System.out.println(part.title + ". " + conditions + '\n' + tables);
            page.put(part.title, conditions + '\n' + tables + plot(part, entry.getValue()));
        }
        if (start != null) {
            String coldStart = Table.ofColdStart(start);
            System.out.println(coldStart);
            page.put(Part.COLD_START.title, conditions(Part.COLD_START, load) + '\n' + coldStart);
        }
        page.write();
        draw(() -> {
            Overview.write(output.resolve("README.md"), output.resolve("overview.svg"));
            return true;
        });
        writeJson();
        System.err.println("Written to " + output);
    }

    private String forks(Part part) {
        return switch (part) {
            case COLD_START -> "each JIT by turns";
            case UPDATES -> "one fork of each; its fastest iteration counts";
            default -> forks == mostForks ? forks + " forks of each; of a fork, its fastest iteration counts"
                            : forks + " to " + mostForks + " forks of each, until the fastest two agree within 2 % or are of a peer 1.25 times as slow as another one; " +
                                            "figures are medians of these two, with both in parentheses; of a fork, its fastest iteration counts";
        };
    }

    /** How, when and where the figures of a part were made. */
    private String conditions(Part part, String load) throws IOException {
        StringBuilder text = new StringBuilder("Made on " + LocalDate.now() + " by `" + command() + "`, " + forks(part) + ".\n\n");
        for (Map.Entry<String, String> entry : Machine.describe(plugin).entrySet()) {
            text.append("- ").append(entry.getKey()).append(": ").append(entry.getValue()).append('\n');
        }
        probes.forEach((peer, probe) -> text.append("- ").append(peer).append(probe.missing == null ? ", on C2: " + probe.version : ": not there, " + probe.missing).append('\n'));
        text.append("- Load before the start: ").append(load).append(" processes, on average of a minute\n");
        return text.toString();
    }

    private String tables(Part part, List<Row> rows) {
        if (part == Part.UPDATES) {
            return "`update(direct ByteBuffer)` alone.\n\n" + Table.ofUpdates(rows);
        }
        List<Contender> contenders = Stream.of(Contender.values()).filter(contender -> rows.stream().anyMatch(row -> row.has(contender))).toList();
        return "The plugin beside the fastest of the others. " + part.limit + "\n\n" + Table.ofKernels(rows) +
                        "\nAll of them. C2, Graal and the plugin run the JDK's own providers; ACCP, Conscrypt and BC-LTS are the first provider. " + part.foreignCalls +
                        "\"-\": there is no such thing.\n\n" + Table.ofContenders(rows, contenders);
    }

    /** Draws a plot; returns its link, or nothing if there are no rows for it. */
    private String plot(Part part, List<Row> rows) throws IOException {
        String name = part.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".svg";
        return draw(() -> Plot.write(rows, output.resolve(name))) ? "\n![Throughput by length](" + name + ")\n" : "";
    }

    @FunctionalInterface
    private interface Drawing {
        boolean draw() throws IOException;
    }

    private boolean draw(Drawing drawing) throws IOException {
        try {
            return drawing.draw();
        } catch (LinkageError | RuntimeException e) {
            // A machine may have no fonts.
            failures.add("the plot could not be drawn: " + e);
            return false;
        }
    }

    private String command() {
        return String.join(" ", Stream.concat(Stream.of("bin/cryptointrinsics bench"), arguments.stream()).toList());
    }

    /** What JMH measured, not to be committed. */
    private void writeJson() throws IOException {
        List<RunResult> results = Stream.concat(messages.stream(), updates.stream()).flatMap(row -> row.merged().stream()).toList();
        try (PrintStream out = new PrintStream(Files.newOutputStream(plugin.resolveSibling("benchmarks.json")), true, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        }
    }
}
