package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

import org.openjdk.jmh.runner.RunnerException;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Runs the benchmarks with C2 and with Graal, without the plugin and with it, and with other libraries, side by side, keeps what they measured, and prints and writes their page.
 */
@Command(name = "cryptointrinsics bench", sortOptions = false, //
                description = {"Runs benchmarks with C2 and with Graal, without the plugin and with it, and with other libraries, side by side, and compares.",
                                "A list is separated by commas."})
public final class BenchCommand implements Callable<Integer> {

    private static final String NONE = "none";

    @Option(names = "--quick", description = "One fork, which decides no target, and, unless others are chosen, few rows: about 10 minutes instead of 360.")
    private boolean isQuick;

    @Option(names = "--draw", description = "Draws the page and the pictures of the folder again, from the raw results there, and measures nothing.")
    private boolean isDrawing;

    @Option(names = "--parts", split = ",", paramLabel = "PART", description = "Of ${COMPLETION-CANDIDATES}; all by default.")
    private List<Part> parts;

    @Option(names = "--algorithms", split = ",", paramLabel = "NAME", description = "Of ${COMPLETION-CANDIDATES}; all by default.")
    private List<Algorithm> algorithms;

    @Option(names = "--work", split = ",", paramLabel = "WORK", description = "Of ${COMPLETION-CANDIDATES}; all by default.")
    private List<Work> works;

    @Option(names = "--lengths", split = ",", paramLabel = "N", description = "Bytes of a message.")
    private List<Integer> lengths;

    @Option(names = "--jit", paramLabel = "JIT", description = "Of ${COMPLETION-CANDIDATES}; without the plugin and with it. Both by default, which some targets need.")
    private Jit jit;

    @Option(names = "--jdk", paramLabel = "FOLDER", description = "A JDK to measure instead of the one that runs this, such as 27: with C2 alone, and without other libraries.")
    private Path jdk;

    @Option(names = "--peers", split = ",", paramLabel = "PEER", description = "Of ${COMPLETION-CANDIDATES}; all by default.", completionCandidates = Peers.class)
    private List<String> peers;

    @Option(names = "--libcrypto", paramLabel = "FILE", description = "The library that ffm calls; AWS-LC's is one too. By default: ${DEFAULT-VALUE}.")
    private String libcrypto = Contender.libcrypto();

    @Option(names = "--java-options", paramLabel = "OPTIONS", description = "Of all VMs, such as -XX:UseAVX=2, which hides AVX-512 from all but native libraries.")
    private String javaOptions = "";

    @Option(names = "--forks", paramLabel = "N", description = "VMs for each row and contender; two are enough of a peer far behind. 3 by default, 1 with --quick.")
    private Integer forks;

    @Option(names = "--most-forks", paramLabel = "N", description = "VMs where others do not decide whether the targets of a row are reached. 6 by default, 1 with --quick.")
    private Integer mostForks;

    @Option(names = "--warm-up", paramLabel = "SECONDS", //
                    description = "With Graal as the JIT, after 5 with short messages. 5 by default, 2 with --quick.")
    private Integer warmUp;

    @Option(names = "--any-load", description = "Begins even if the machine has something else to do. Without, it waits, but not with --quick.")
    private boolean isAtAnyLoad;

    @Option(names = "--output", paramLabel = "FOLDER", //
                    description = "For raw results, page and pictures; docs/benchmarks, or target/benchmarks with --quick; of another JDK, a folder there.")
    private Path output;

    @Option(names = "--help", usageHelp = true, description = "Prints this.")
    private boolean isHelp;

    @Spec
    private CommandSpec spec;

    /** What may be chosen. */
    static final class Peers implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            List<String> names = new ArrayList<>(Contender.PEERS.stream().map(BenchCommand::nameOf).toList());
            names.add(NONE);
            return names.iterator();
        }
    }

    /**
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchCommand()).setCaseInsensitiveEnumValuesAllowed(true).setParameterExceptionHandler((e, _) -> {
            System.err.println("cryptointrinsics bench: " + e.getMessage());
            return ExitCode.USAGE;
        });
    }

    /**
     * Where results are written if nobody says so: those that are rough do not take the place of others.
     *
     * @param plugin the file of options that turn the plugin on in Graal, which is in the folder of what was built
     */
    public static Path folder(Path plugin, boolean isRough) {
        return (isRough ? plugin.getParent() : root().resolve("docs")).resolve("benchmarks");
    }

    /** The checkout. */
    public static Path root() {
        return Path.of(System.getProperty("cryptointrinsics.root")).toAbsolutePath();
    }

    /** Returns 1 if the kernels did not do the work, or if something could not be drawn. */
    @Override
    public Integer call() throws IOException, InterruptedException, RunnerException {
        Path plugin = Path.of(System.getProperty("cryptointrinsics.args")).toAbsolutePath();
        if (jdk != null) {
            chooseJdk();
        }
        Path folder = output == null ? folder(plugin) : output;
        if (isDrawing && !Files.isDirectory(folder)) {
            throw new ParameterException(spec.commandLine(), folder + " is not a folder");
        }
        List<String> failures = isDrawing ? new ArrayList<>() : measure(plugin, folder);
        try {
            new Page(folder).write();
            System.err.println("Written to " + folder);
        } catch (LinkageError | RuntimeException e) {
            // A machine may have no fonts.
            failures.add("the pictures could not be drawn: " + e);
        }
        failures.forEach(failure -> System.err.println("cryptointrinsics: " + failure));
        return failures.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    /** The results of another JDK have a folder of their own, lest they take the place of others. */
    private Path folder(Path plugin) {
        Path folder = folder(plugin, isQuick);
        return jdk == null ? folder : folder.resolve("jdk-" + MeasuredJdk.chosen().feature());
    }

    private void chooseJdk() {
        if (jit == Jit.GRAAL || peers != null) {
            throw new ParameterException(spec.commandLine(), "--jdk is for C2 alone, without --peers");
        }
        try {
            MeasuredJdk.choose(jdk);
        } catch (IOException | IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), jdk + " is no JDK: " + e);
        }
        jit = Jit.C2;
        peers = List.of(NONE);
    }

    /** Replaces the raw results in the folder of the parts that are measured; returns what went wrong. */
    private List<String> measure(Path plugin, Path folder) throws IOException, InterruptedException, RunnerException {
        // Graal knows no compiler blackholes.
        System.setProperty("jmh.blackhole.autoDetect", "false");
        System.setProperty(Contender.LIBCRYPTO, libcrypto);
        System.setProperty(Contender.JAVA_OPTIONS, javaOptions);
        int least = valueOr(forks, isQuick ? 1 : 3);
        int most = Math.max(least, valueOr(mostForks, isQuick ? 1 : 6));
        int seconds = warmUp == null ? isQuick ? 2 : 5 : warmUp;
        Map<Contender, Probe> probes = new EnumMap<>(Contender.class);
        List<Contender> chosenPeers = chosenPeers();
        Map<String, String> description = Environment.describe(plugin);
        String load = Environment.load(!isQuick && !isAtAnyLoad);
        for (Contender peer : chosenPeers) {
            Probe probe = Probe.of(peer, plugin);
            probes.put(peer, probe);
            description.put(peer + (probe.missing == null ? Environment.ON_C2 : ""), probe.missing == null ? probe.version : "not there, " + probe.missing);
            if (probe.missing != null) {
                System.err.println("cryptointrinsics: without " + peer + ", " + probe.missing + "; " + peer.howToGet());
            }
        }
        description.put("Load before the start", load + " processes, on average of a minute");
        Environment environment = Environment.current(description);
        List<Row> rows = rows(environment);
        List<String> failures = new Rounds(rows, Jit.contenders(jit), probes, seconds, plugin).run(least, most);
        Files.createDirectories(folder);
        String until = most == least ? "" : " to " + most + ", until the targets of a row are decided";
        String procedure = "Forks of each: " + least + until + "; two of a peer 1.25 times as slow as another. Of a fork, its fastest iteration counts";
        for (Part part : Part.values()) {
            List<JmhResult> results = rows.stream().filter(row -> row.work.part == part).flatMap(row -> row.results().stream()).toList();
            write(results, part, procedure, environment, folder);
        }
        if (contains(parts, Part.COLD_START)) {
            System.err.println("Cold start ...");
            write(ColdStart.measure(Jit.contenders(jit), isQuick ? 7 : 21, plugin), Part.COLD_START, "Each JIT by turns", environment, folder);
        }
        return failures;
    }

    private void write(List<JmhResult> results, Part part, String procedure, Environment environment, Path folder) throws IOException {
        if (!results.isEmpty()) {
            String command = "bin/cryptointrinsics bench " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
            new RawResults(LocalDate.now().toString(), command.strip(), procedure, environment, results).write(folder, part);
            System.out.println("## " + part.title + "\n\n" + new Page(folder).section(part).orElseThrow() + '\n');
        }
    }

    private List<Row> rows(Environment environment) {
        boolean isChosen = algorithms != null || parts != null || works != null || lengths != null;
        List<Row> rows = isQuick && !isChosen ? Plan.quick(environment) : Plan.full(environment, lengths);
        return rows.stream().filter(row -> contains(algorithms, row.algorithm) && contains(parts, row.work.part) && contains(works, row.work)).toList();
    }

    private List<Contender> chosenPeers() {
        List<Contender> chosen = new ArrayList<>();
        for (String name : peers == null ? new Peers() : peers) {
            if (!name.equals(NONE)) {
                chosen.add(Contender.PEERS.stream().filter(peer -> nameOf(peer).equalsIgnoreCase(name)).findAny() //
                                .orElseThrow(() -> new ParameterException(spec.commandLine(), name + " is not one of " + String.join(", ", new Peers()))));
            }
        }
        return chosen;
    }

    private static String nameOf(Contender peer) {
        return peer.name().toLowerCase(Locale.ROOT);
    }

    /**
     * @param chosen null for all
     */
    private static <T> boolean contains(List<T> chosen, T one) {
        return chosen == null || chosen.contains(one);
    }

    private int valueOr(Integer value, int usual) {
        if (value != null && value < 1) {
            throw new ParameterException(spec.commandLine(), "there must be at least one fork");
        }
        return value == null ? usual : value;
    }
}
