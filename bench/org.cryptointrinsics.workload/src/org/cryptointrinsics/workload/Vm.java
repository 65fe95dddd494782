package org.cryptointrinsics.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A process of a {@link Workload}: a VM with the JIT under test and a flight recording, or any other program. Where there is {@code setpriv}, it does not outlive this VM.
 */
final class Vm implements AutoCloseable {

    private static final String RECORDING = "workload";
    private static final Duration END = Duration.ofMinutes(10);

    /** Has a program die with the thread that starts it, however that ends. Of util-linux. */
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
    private static final List<String> DYING_WITH_STARTER = Files.isExecutable(SETPRIV) ? List.of(SETPRIV.toString(), "--pdeathsig", "KILL") : List.of();

    /** What runs. */
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    private final String name;
    private final Process process;
    private final Path log;
    private final Path recording;
    private final boolean isGraal;
    private final List<String> lines = new ArrayList<>();
    private final Thread reader;

    private Vm(String name, List<String> command, Path log, Path recording, boolean isGraal) throws IOException {
        this.name = name;
        this.log = log;
        this.recording = recording;
        this.isGraal = isGraal;
        ProcessBuilder builder = new ProcessBuilder(Stream.of(DYING_WITH_STARTER, command).flatMap(List::stream).toList()).redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        process = builder.start();
        RUNNING.add(process);
        reader = Thread.ofPlatform().daemon().name(name).start(this::read);
    }

    /** Starts a VM whose JIT is Graal or C2; {@code options} ends with the main class and its arguments. */
    static Vm start(String name, List<String> options, Path folder, boolean isGraal) throws IOException {
        Path recording = folder.resolve(name + ".jfr");
        // Unlike in the usual place, nothing is left behind of a VM that is killed.
        List<String> command = new ArrayList<>(List.of(tool("java"), "-XX:FlightRecorderOptions:repository=" + folder,
                        "-XX:StartFlightRecording:name=" + RECORDING + ",filename=" + recording + "," + FlightRecording.OPTIONS));
        command.addAll(options);
        return new Vm(name, command, folder.resolve(name + ".log"), recording, isGraal);
    }

    /** Ends all at once, and waits for that. */
    static void killAll() {
        // Unlike that of the process, this leaves the reader its stream.
        RUNNING.forEach(process -> process.toHandle().destroyForcibly());
        RUNNING.forEach(process -> process.onExit().join());
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** Starts a program that is no VM. */
    static Vm program(String name, List<String> command, Path folder) throws IOException {
        return new Vm(name, command, folder.resolve(name + ".log"), null, false);
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8); PrintStream copy = new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                copy.println(line);
                synchronized (lines) {
                    lines.add(line);
                    lines.notifyAll();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            synchronized (lines) {
                lines.notifyAll();
            }
        }
    }

    /** Waits for a line of its output that {@code pattern} is found in, the first that was not asked for before. */
    Matcher await(Pattern pattern, Duration timeout) throws IOException, InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        synchronized (lines) {
            while (true) {
                while (!lines.isEmpty()) {
                    Matcher matcher = pattern.matcher(lines.removeFirst());
                    if (matcher.find()) {
                        return matcher;
                    }
                }
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0 || !reader.isAlive()) {
                    throw new IOException(name + (left <= 0 ? " did not print " : " ended without ") + pattern + "; see " + log);
                }
                lines.wait(Math.min(left, TimeUnit.SECONDS.toMillis(1)));
            }
        }
    }

    /** The standard input of the process. */
    void send(String line) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
    }

    /** How long its threads have run so far. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElseThrow(() -> new IllegalStateException("the CPU time of " + name + " is not known; see " + log));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until it has ended by itself, and without a failure. */
    void join(Duration timeout) throws IOException, InterruptedException {
        if (!process.waitFor(timeout)) {
            throw new IOException(name + " did not end within " + timeout.toSeconds() + " s; see " + log);
        }
        if (process.exitValue() != 0) {
            throw new IOException("exit code " + process.exitValue() + " of " + name + "; see " + log);
        }
    }

    /** Ends the recording, for a program that at its end does not wait until it is written. */
    void endRecording() throws IOException, InterruptedException {
        List<String> command = List.of(tool("jcmd"), String.valueOf(process.pid()), "JFR.stop", "name=" + RECORDING);
        Process jcmd = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start();
        if (!jcmd.waitFor(END) || jcmd.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + " failed; see " + log);
        }
    }

    /** What it did between two moments. Its recording must have ended, and it not by force. */
    FlightRecording recording(Instant from, Instant to) throws IOException {
        return FlightRecording.read(recording, from, to, isGraal);
    }

    /** Ends it, if it has not ended, by a signal that lets it write its recording. */
    @Override
    public void close() throws IOException {
        // Unlike destroy() of the process, that lets the reader have the rest of the output.
        process.toHandle().destroy();
        boolean isDone = false;
        try {
            isDone = process.waitFor(END);
            reader.join(END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        RUNNING.remove(process);
        if (!isDone) {
            throw new IOException(name + " does not end; see " + log);
        }
    }
}
