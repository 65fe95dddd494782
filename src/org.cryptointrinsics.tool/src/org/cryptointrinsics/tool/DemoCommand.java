package org.cryptointrinsics.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;

import org.cryptointrinsics.plugin.Status;
import org.cryptointrinsics.tool.Measurement.Place;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "demo", mixinStandardHelpOptions = true, //
                description = "Hashes files with the intrinsics off and on, each in a VM of its own, checks every digest and compares speed and allocation. " +
                                "Exits with 1 if a digest differs or the kernels did not do the work.", //
                footer = "%nJava options may come first: cryptointrinsics demo -Djdk.graal.CryptoIntrinsicsVariant=sha-256=x86-sha")
final class DemoCommand implements Callable<Integer> {

    /** One of each class of the JDK: more would take long. */
    private static final List<String> SHOWN = List.of("MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256");
    /** Bytes given to a digest at a time, as by a program that reads files. */
    private static final int UPDATE = 64 << 10;
    /** What gets compiled soon: many calls. */
    private static final Pass WARM_UP = new Pass(16 << 20, 1 << 10);
    /** When the process without the plugin is warm, when both are, as parts of the time. */
    private static final double OFF_WARM = 0.3;
    private static final double ON_WARM = 0.6;
    /** Time of processors that a process may take to warm up if it needs more than that, as part of the time. */
    private static final double MOST_WARM_UP = 1;
    /** The same until the kernels have done their part, once the figures are taken: code may be thrown away and compiled again. */
    private static final double MOST = 2;
    private static final int LEAST_ROUNDS = 3;
    /** Part of the bytes that the kernels must have hashed. The rest is for code that was thrown away and compiled again. */
    private static final double LEAST_BY_KERNELS = 0.9;

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FOLDER", arity = "0..1", description = "Where the files are; by default, the lib folder of the JDK.")
    private Path folder = Path.of(System.getProperty("java.home"), "lib");

    @Option(names = "--seconds", paramLabel = "SECONDS", description = "About how long it takes; by default, ${DEFAULT-VALUE}.") private int seconds = 50;

    private final List<Row> rows = new ArrayList<>();
    private final Map<Work, List<String>> expected = new HashMap<>();
    private Tree tree;
    private Progress progress;
    private long digests;

    private record Work(Pass pass, String algorithm) {
    }

    /** The measurements of one line of the table. */
    private record Row(String algorithm, Place memory, String variant, List<Measurement> off, List<Measurement> on) {
    }

    @Override
    public Integer call() throws IOException, Failure {
        if (!Files.isDirectory(folder)) {
            throw new ParameterException(spec.commandLine(), "'" + folder + "' is not a folder.");
        }
        run();
        return ExitCode.OK;
    }

    private void run() throws IOException, Failure {
        List<String> algorithms = new ArrayList<>();
        Status status = Status.get();
        for (Status.IntrinsicStatus intrinsic : status.intrinsics()) {
            if (!SHOWN.contains(intrinsic.algorithm())) {
                continue;
            }
            if (intrinsic.selected() == null) {
                throw new Failure(intrinsic.algorithm() + " is off: " + intrinsic.offBecause());
            }
            algorithms.add(intrinsic.algorithm());
            for (Place memory : Place.values()) {
                rows.add(new Row(intrinsic.algorithm(), memory, intrinsic.selected(), new ArrayList<>(), new ArrayList<>()));
            }
        }
        if (!status.isOn()) {
            throw new Failure("the plugin is off: " + status.offBecause());
        }
        tree = Tree.of(folder.toRealPath());
        if (tree.parts().isEmpty()) {
            throw new Failure("'" + folder + "' has no files to hash");
        }
        System.out.println("Files  " + tree);
        System.out.println("JDK    " + Host.jdk());
        System.out.println("Graal  " + status.graal());
        System.out.println("CPU    " + Host.cpu());
        measure(algorithms);
        System.out.println();
        System.out.print(table());
        System.out.println();
        checkKernels();
        printEnd();
    }

    private void measure(List<String> algorithms) throws IOException, Failure {
        Path report = Files.createTempFile("cryptointrinsics", ".report");
        String warnings;
        try (Progress bar = new Progress("demo", seconds, "s");
                        Worker off = new Worker(tree, algorithms, List.of("-Djdk.graal.CryptoIntrinsics=off", "-Djdk.graal.CryptoIntrinsicsReport=false"));
                        Worker on = new Worker(tree, algorithms, List.of("-Djdk.graal.CryptoIntrinsicsReport=" + report))) {
            progress = bar;
            progress.enter("warming up without the plugin");
            warmUp(off, OFF_WARM);
            progress.enter("warming up with the plugin");
            warmUp(on, ON_WARM);
            progress.enter("measuring");
            for (int round = 0; goesOn(on, round); round++) {
                List<Measurement> without = pass(off, full());
                List<Measurement> with = pass(on, full());
                for (int i = 0; i < rows.size(); i++) {
                    rows.get(i).off.add(without.get(i));
                    rows.get(i).on.add(with.get(i));
                }
            }
            progress.stepToNow();
            warnings = on.errors();
        } finally {
            Files.delete(report);
        }
        if (!warnings.isEmpty()) {
            System.err.println(warnings);
        }
    }

    private boolean goesOn(Worker on, int round) {
        return round < LEAST_ROUNDS || progress.elapsed() < seconds || on.processorSeconds() < MOST * seconds && !rows.stream().allMatch(this::areKernelsIn);
    }

    private Pass full() {
        return new Pass(tree.bytes(), UPDATE);
    }

    /** Lets the JIT do its work: many short calls first. Goes on if it has not done it in time because the machine is busy. */
    private void warmUp(Worker worker, double until) throws IOException, Failure {
        double start = progress.elapsed();
        double end = until * seconds;
        do {
            pass(worker, WARM_UP);
        } while (progress.elapsed() < (start + end) / 2);
        boolean warm;
        do {
            List<Measurement> measurements = pass(worker, full());
            warm = Measurement.areWarm(measurements) && measurements.stream().allMatch(this::isInPlace);
        } while (progress.elapsed() < end || !warm && worker.processorSeconds() < MOST_WARM_UP * seconds);
    }

    /** Whether, if this is with the plugin, the kernels did all and nothing was copied. */
    private boolean isInPlace(Measurement measurement) {
        return measurement.bytesByKernels().isEmpty() || byKernels(List.of(measurement)) >= 1 && measurement.allocated() == 0;
    }

    private List<Measurement> pass(Worker worker, Pass pass) throws IOException, Failure {
        List<Measurement> measurements = worker.run(pass, progress::stepToNow);
        for (Measurement measurement : measurements) {
            check(pass, measurement);
        }
        return measurements;
    }

    /** Compares all digests with the first ones, which are from an array, without the plugin. */
    private void check(Pass pass, Measurement measurement) throws Failure {
        List<String> right = expected.computeIfAbsent(new Work(pass, measurement.algorithm()), _ -> measurement.digests());
        for (int i = 0; i < right.size(); i++) {
            String digest = measurement.digests().get(i);
            if (!digest.equals(right.get(i))) {
                throw new Failure("WRONG DIGEST: %s of %s (%s) is %s, but should be %s. Unless the file changes, please report this as a bug.".formatted(
                                measurement.algorithm(), tree.parts().get(i).file(), measurement.memory(), digest, right.get(i)));
            }
        }
        digests += right.size();
    }

    private double byKernels(List<Measurement> measurements) {
        return measurements.stream().mapToDouble(measurement -> measurement.bytesByKernels().orElse(0)).sum() / measurements.size() / tree.bytes();
    }

    private boolean areKernelsIn(Row row) {
        return byKernels(row.on) >= LEAST_BY_KERNELS;
    }

    /** The digests may be right because the JDK's own code computed them. */
    private void checkKernels() throws Failure {
        for (Row row : rows) {
            if (!areKernelsIn(row)) {
                throw new Failure(String.format(Locale.ROOT, "the kernels hashed only %.0f%% of the data for %s, %s. Is the machine busy? Try --seconds %d.",
                                100 * byKernels(row.on), row.algorithm, row.memory, 2 * seconds));
            }
        }
    }

    private Table table() {
        Table table = new Table(3, "Algorithm", "Memory", "Variant", "MB/s off", "MB/s on", "Ratio", "B/op off", "B/op on");
        for (Row row : rows) {
            double off = median(row.off, this::megabytesPerSecond);
            double on = median(row.on, this::megabytesPerSecond);
            table.add(row.algorithm, row.memory.toString(), row.variant, format(0, off), format(0, on), format(2, on / off), //
                            format(1, median(row.off, DemoCommand::allocatedPerUpdate)), format(1, median(row.on, DemoCommand::allocatedPerUpdate)));
        }
        return table;
    }

    private double megabytesPerSecond(Measurement measurement) {
        return tree.bytes() * 1e3 / measurement.nanos();
    }

    private static double allocatedPerUpdate(Measurement measurement) {
        return (double) measurement.allocated() / measurement.updates();
    }

    private static double median(List<Measurement> measurements, ToDoubleFunction<Measurement> value) {
        double[] sorted = measurements.stream().mapToDouble(value).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private static String format(int decimals, double value) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private void printEnd() {
        System.out.printf(Locale.ROOT, "All %,d digests are those that the JDK computes without the plugin.%n", digests);
        System.out.printf("off, on: without and with the plugin, median of %d passes; B/op: bytes allocated in an update of %d KiB.%n",
                        rows.getFirst().on.size(), UPDATE >> 10);
        if (!rows.stream().allMatch(row -> Measurement.areWarm(row.off) && Measurement.areWarm(row.on))) {
            System.out.printf("The JIT was still compiling, since the machine is slow or busy: the figures are too low. Try --seconds %d.%n", 2 * seconds);
        }
        System.out.println();
        System.out.println("Next: java \"@$(bin/cryptointrinsics args" + (InPlugin.isInBootLayer() ? "" : " --jit c2") +
                        ")\" -jar app.jar runs an application with the plugin; README.md tells more.");
    }
}
