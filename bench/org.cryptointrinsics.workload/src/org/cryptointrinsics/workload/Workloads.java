package org.cryptointrinsics.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.cryptointrinsics.bench.BenchCommand;
import org.cryptointrinsics.bench.Contender;
import org.cryptointrinsics.bench.Environment;
import org.cryptointrinsics.bench.Jit;

import com.sun.management.OperatingSystemMXBean;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Runs a workload with C2 and with Graal, without the plugin and with it, by turns, and prints and writes what they came to. */
@Command(name = "cryptointrinsics workload", sortOptions = false, //
                description = "Runs a real system with C2 and with Graal, without the plugin and with it, by turns, and compares.")
public final class Workloads implements Callable<Integer> {

    private static final List<Workload> ALL = List.of(new ContentStore(), new Netty(16), new Netty(1), new Kafka(), new Flink());

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    /** Bytes: more than Kafka's logs, the largest of what is kept there. */
    private static final long ROOM = 8L << 30;

    private static volatile boolean isStopped;

    @Parameters(arity = "1..*", paramLabel = "NAME", description = "Any of ${COMPLETION-CANDIDATES}.", completionCandidates = Names.class)
    private List<String> chosen;

    @Option(names = "--short", description = "Less than a minute with each JIT. The figures are rough.")
    private boolean isShort;

    @Option(names = "--draw", description = "Draws pages and pictures in the folder again, from the raw results there, and runs nothing.")
    private boolean isDrawing;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "How often each JIT has its turn; medians count.")
    private int rounds;

    @Option(names = "--jit", paramLabel = "JIT", description = "Of ${COMPLETION-CANDIDATES}; without the plugin and with it. Both by default.")
    private Jit jit;

    @Option(names = "--no-peers", description = "Without others, such as netty-tcnative.")
    private boolean hasNoPeers;

    @Option(names = "--any-load", description = "Begins even if the machine has something else to do. Without, it waits, but not with --short.")
    private boolean isAtAnyLoad;

    @Option(names = "--files", paramLabel = "FOLDER", description = "What content-store hashes, such as a big Git checkout; this project's by default.")
    private Path files;

    @Option(names = "--output", paramLabel = "FOLDER", description = "For the page, the plot and the JSON file; docs/benchmarks, or target/benchmarks with --short.")
    private Path output;

    @Option(names = "--help", usageHelp = true, description = "Prints this.")
    private boolean isHelp;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    static List<String> names() {
        return ALL.stream().map(Workload::name).toList();
    }

    /** What may be run. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return names().iterator();
        }
    }

    /**
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Workloads()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
    }

    static Workload workload(String name) {
        return ALL.stream().filter(workload -> workload.name().equals(name)).findAny().orElse(null);
    }

    /** Returns 1 if something is missing or fails. */
    @Override
    public Integer call() throws Exception {
        for (String name : chosen) {
            if (workload(name) == null) {
                throw new ParameterException(spec.commandLine(), "\"" + name + "\" is none of " + String.join(", ", names()) + ".");
            }
        }
        if (rounds < 1) {
            throw new ParameterException(spec.commandLine(), "There must be at least one round.");
        }
        if (files != null && !Files.isDirectory(files)) {
            throw new ParameterException(spec.commandLine(), "\"" + files + "\" is not a folder.");
        }
        try {
            for (String name : chosen) {
                if (isDrawing) {
                    RawRuns.read(folder(plugin()), workload(name)).write(folder(plugin()), workload(name));
                } else {
                    measure(workload(name));
                }
            }
        } catch (MissingException e) {
            System.err.println("cryptointrinsics: " + e.getMessage());
            return 1;
        } catch (Exception e) {
            if (isStopped) {
                // What ran was ended.
                return 1;
            }
            throw e;
        }
        return 0;
    }

    private void measure(Workload workload) throws Exception {
        Path plugin = plugin();
        String load = Environment.load(!isShort && !isAtAnyLoad);
        Results results;
        AtomicInteger started = new AtomicInteger();
        List<Contender> contenders = new ArrayList<>(Jit.contenders(jit));
        contenders.addAll(hasNoPeers ? List.of() : workload.peers());
        try (ProgressBar progress = progress(workload, rounds * contenders.size())) {
            results = run(workload, contenders, isShort, rounds, plugin, files == null ? BenchCommand.root() : files.toAbsolutePath(), name -> {
                // What ended before.
                progress.stepTo(started.getAndIncrement());
                progress.setExtraMessage(name);
            });
            progress.stepTo(started.get());
        }
        write(workload, results, plugin, load);
    }

    /** The file of options that turn the plugin on in Graal. */
    static Path plugin() {
        return Path.of(System.getProperty("cryptointrinsics.args")).toAbsolutePath();
    }

    /** The plugin itself. */
    static Path jar() {
        return plugin().resolveSibling("jit").resolve("cryptointrinsics.jar");
    }

    private static ProgressBar progress(Workload workload, int runs) {
        return new ProgressBarBuilder().setTaskName(workload.name()).setInitialMax(runs).setUnit(" runs", 1).setStyle(ProgressBarStyle.ASCII).build();
    }

    /** Told which contender has its turn. */
    @FunctionalInterface
    interface Listener {
        void begin(String contender);
    }

    /** Runs {@code workload} with each contender in turn. */
    static Results run(Workload workload, List<Contender> contenders, boolean isShort, int rounds, Path plugin, Path files, Listener listener) throws Exception {
        Path shared = empty(plugin.resolveSibling("workload-" + workload.name()));
        MemoryFolder locked = memory(shared);
        Path memory = locked.path();
        Thread hook = new Thread(() -> stop(memory, shared));
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            workload.prepare(new Lab(null, plugin, shared, shared, memory, files, isShort));
            Results results = new Results(workload);
            for (int round = 0; round < rounds; round++) {
                for (Contender contender : contenders) {
                    listener.begin(contender.toString());
                    Path folder = empty(shared.resolve(contender.name().toLowerCase(Locale.ROOT)));
                    results.add(contender, workload.run(new Lab(contender, plugin, folder, shared, memory, files, isShort)));
                }
            }
            return results;
        } finally {
            if (remove(hook)) {
                discard(locked.path());
            }
        }
    }

    private static MemoryFolder memory(Path shared) throws IOException {
        if (Files.isDirectory(SHARED_MEMORY)) {
            MemoryFolder.removeLeft(SHARED_MEMORY, Files.getOwner(shared));
            long memory = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
            if (memory >= 2 * ROOM && Files.getFileStore(SHARED_MEMORY).getUsableSpace() >= ROOM) {
                return MemoryFolder.in(SHARED_MEMORY);
            }
        }
        return MemoryFolder.in(shared);
    }

    /** Whether {@code hook} is not at work already. */
    private static boolean remove(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /** When somebody ends this VM: what was recorded, and what brokers keep, may be gigabytes. */
    private static void stop(Path memory, Path shared) {
        isStopped = true;
        Vm.killAll();
        discard(memory);
        discard(shared);
    }

    private static void discard(Path folder) {
        try {
            Files.delete(empty(folder));
        } catch (IOException | UncheckedIOException e) {
            System.err.println("cryptointrinsics: " + folder + " is left behind: " + e.getMessage());
        }
    }

    /** Removes what is in {@code folder}, or makes it. */
    static Path empty(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                all.sorted(Comparator.reverseOrder()).forEach(Workloads::delete);
            }
        }
        return Files.createDirectories(folder);
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path folder(Path plugin) {
        return output == null ? BenchCommand.folder(plugin, isShort) : output;
    }

    private void write(Workload workload, Results results, Path plugin, String load) throws IOException {
        Path folder = Files.createDirectories(folder(plugin));
        Map<String, String> conditions = new LinkedHashMap<>(Environment.describe(plugin));
        conditions.put("Load before the start", load + " processes, on average of a minute");
        String command = "bin/cryptointrinsics workload " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
        new RawRuns(LocalDate.now().toString(), command, conditions, results.runs()).write(folder, workload);
        System.out.println(results.tables());
        System.err.println("Written to " + folder);
    }
}
