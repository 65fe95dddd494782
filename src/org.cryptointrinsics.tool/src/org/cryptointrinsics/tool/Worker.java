package org.cryptointrinsics.tool;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link Hasher} in a VM of its own, with the options of this one. */
final class Worker implements AutoCloseable {

    /** What the VM and the JIT need beside the data. */
    private static final long HEAP = 1 << 30;
    private static final int SECONDS_TO_END = 10;

    private final int measurements;
    private final Path errors;
    private final Process process;
    private final Instant start;
    private final BufferedReader out;
    private final PrintWriter in;

    /**
     * @param options of Java, to be added
     */
    Worker(Tree tree, List<String> algorithms, List<String> options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        // What the VM prints must not get between the lines of the hasher.
        command.addAll(List.of("-Xmx" + (tree.bytes() + HEAP), "-XX:+DisplayVMOutputToStderr"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Hasher.class.getName(), tree.root().toString()));
        command.addAll(algorithms);
        measurements = algorithms.size() * Measurement.Place.values().length;
        errors = Files.createTempFile("cryptointrinsics", ".err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.to(errors.toFile()));
        // Its options are among those of this VM.
        builder.environment().remove("JDK_JAVA_OPTIONS");
        process = builder.start();
        start = Instant.now();
        out = process.inputReader();
        in = new PrintWriter(process.outputWriter(), true);
    }

    /**
     * @param progress is told of each measurement
     */
    List<Measurement> run(Pass pass, Runnable progress) throws IOException, Failure {
        in.println(pass.toLine());
        List<Measurement> results = new ArrayList<>();
        while (results.size() < measurements) {
            String line = out.readLine();
            if (line == null) {
                throw new Failure("a process ended too early. It said:" + System.lineSeparator() + errors());
            }
            if (Measurement.isLine(line)) {
                results.add(Measurement.parse(line));
                progress.run();
            }
        }
        return results;
    }

    /** Time of processors that it has had. */
    long processorSeconds() {
        return process.info().totalCpuDuration().orElse(Duration.between(start, Instant.now())).toSeconds();
    }

    /** What it printed on its standard error stream. */
    String errors() throws IOException {
        return Files.readString(errors).strip();
    }

    @Override
    public void close() throws IOException {
        in.close();
        try {
            process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        Files.delete(errors);
    }
}
