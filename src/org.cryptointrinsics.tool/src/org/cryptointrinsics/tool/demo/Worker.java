package org.cryptointrinsics.tool.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.cryptointrinsics.tool.Failure;

/** A {@link TaskRunner} in a VM of its own, with the options of this one and those of a contender. */
final class Worker implements AutoCloseable {

    /** What the VM and the JIT need beside the data. */
    private static final long HEAP = 1 << 30;
    private static final int SECONDS_TO_END = 10;

    private final JvmConfig contender;
    private final FileChannel errors;
    private final Process process;
    private final Instant start;
    private final BufferedReader out;
    private final PrintWriter in;

    Worker(JvmConfig contender, Tree tree, ServerKey key) throws IOException {
        this.contender = contender;
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(contender.options());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        // What the VM prints must not get between the lines of its program.
        command.addAll(List.of("-Xmx" + (tree.bytes() + HEAP), "-XX:+DisplayVMOutputToStderr"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), TaskRunner.class.getName(), contender.name(), tree.root().toString(), key.store().toString()));
        Path file = Files.createTempFile("cryptointrinsics", ".err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.to(file.toFile()));
        // Its options are among those of this VM.
        builder.environment().remove("JDK_JAVA_OPTIONS");
        process = builder.start();
        // Both have it open, and nobody needs its name: however the demo ends from here on, nothing is left.
        errors = FileChannel.open(file, StandardOpenOption.READ);
        Files.delete(file);
        start = Instant.now();
        out = process.inputReader();
        in = new PrintWriter(process.outputWriter(), true);
    }

    JvmConfig contender() {
        return contender;
    }

    /**
     * Waits until it can begin.
     *
     * @return the version of Graal, empty without the plugin
     * @throws Failure if it cannot
     */
    String awaitStart() throws IOException, Failure {
        for (;;) {
            String line = readLine();
            if (line.startsWith(TaskRunner.READY)) {
                return line.substring(TaskRunner.READY.length());
            }
            if (line.startsWith(TaskRunner.REFUSAL)) {
                String told = errors();
                throw new Failure(line.substring(TaskRunner.REFUSAL.length()) + (told.isEmpty() ? "" : System.lineSeparator() + told));
            }
        }
    }

    /**
     * @param progress is told of each measurement
     * @return the measurements of all work
     */
    List<Measurement> run(Pass pass, Runnable progress) throws IOException, Failure {
        in.println(pass.toLine());
        List<Measurement> results = new ArrayList<>();
        while (results.size() < WorkItem.ALL.size()) {
            String line = readLine();
            if (Measurement.isLine(line)) {
                results.add(Measurement.parse(line));
                progress.run();
            }
        }
        return results;
    }

    private String readLine() throws IOException, Failure {
        String line = out.readLine();
        if (line == null) {
            throw new Failure("a process, " + contender + ", ended too early. It said:" + System.lineSeparator() + errors());
        }
        return line;
    }

    /** Time of processors that it has had. */
    long processorSeconds() {
        return process.info().totalCpuDuration().orElse(Duration.between(start, Instant.now())).toSeconds();
    }

    /** What it printed on its standard error stream. */
    String errors() throws IOException {
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(errors.size()));
        while (all.hasRemaining() && errors.read(all, all.position()) >= 0) {
            // Goes on.
        }
        return StandardCharsets.UTF_8.decode(all.flip()).toString().strip();
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
        errors.close();
    }
}
