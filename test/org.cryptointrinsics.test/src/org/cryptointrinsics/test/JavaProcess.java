package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;

/** Runs classes of the tests in a Java of their own. */
public final class JavaProcess {

    /** Where tests may write. */
    public static final Path FOLDER = folder();

    private static final int MOST_TOLD = 20_000;
    /** They take as long as all the rest. Tests that are run in the VM of the suite have them. */
    private static final boolean ASSERTS = Boolean.getBoolean("cryptointrinsics.test.assertions");
    private static final String GRAAL_ASSERTIONS = "-ea:jdk.graal.compiler...";
    private static final int TIMEOUT_MINUTES = Integer.getInteger("cryptointrinsics.test.minutes", 10);

    /** As many at once as there are processors. */
    private static final ExecutorService EXECUTOR = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(),
                    Thread.ofPlatform().daemon().factory());

    private JavaProcess() {
    }

    /**
     * How a process ended.
     *
     * @param told the command, and the end of what it printed
     */
    public record Result(int exitCode, String printed, String told) {
    }

    /** How long processors have worked for this process: unlike other clocks, that stands still where a busy machine has no time for it. */
    public static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** Begins to run processes while others run. */
    public static Future<String> begin(Callable<String> run) {
        return EXECUTOR.submit(run);
    }

    private static Path folder() {
        try {
            return Files.createDirectories(Path.of(System.getProperty("cryptointrinsics.output"), "cryptointrinsics-test"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs {@code main} without the plugin.
     *
     * @return what it printed
     */
    public static String runPlain(List<String> options, Class<?> main, String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(options);
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (argument.startsWith("--add-opens") || argument.startsWith("--enable-native-access")) {
                all.add(argument);
            }
        }
        return run(plainClassPath(), all, main, arguments);
    }

    /** With classes of the plugin, which tests name, also where it is a module alone, as with mx. */
    private static String plainClassPath() {
        Stream<String> plugin = ModuleLayer.boot().configuration().findModule("org.cryptointrinsics").flatMap(module -> module.reference().location()).stream().map(
                        location -> Path.of(location).toString());
        return Stream.concat(Stream.of(System.getProperty("java.class.path")), plugin).collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Runs {@code main} with the options of this Java and {@code options}; its report is a file of its own.
     *
     * @return what it printed
     */
    public static String runLikeThis(List<String> options, Class<?> main, String... arguments) throws IOException, InterruptedException {
        return runLikeThis(ManagementFactory.getRuntimeMXBean().getInputArguments(), options, main, arguments);
    }

    /** Runs {@code main} like {@link #runLikeThis}, but code becomes hot as soon as in applications. */
    public static String runHot(List<String> options, Class<?> main, String... arguments) throws IOException, InterruptedException {
        List<String> these = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        these.removeIf(option -> option.startsWith("-XX:Tier4"));
        return runLikeThis(these, options, main, arguments);
    }

    private static String runLikeThis(List<String> these, List<String> options, Class<?> main, String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(these);
        Path report = Files.createTempFile(FOLDER, "report", ".txt");
        all.add("-Djdk.graal.CryptoIntrinsicsReport=" + report);
        all.addAll(options);
        try {
            return run(System.getProperty("java.class.path"), all, main, arguments);
        } finally {
            Files.delete(report);
        }
    }

    /** What its threads are at. */
    private static String stacks(Process process) throws IOException {
        String jstack = Path.of(System.getProperty("java.home"), "bin", "jstack").toString();
        Process asked = new ProcessBuilder(jstack, String.valueOf(process.pid())).redirectErrorStream(true).start();
        return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static String run(String classPath, List<String> options, Class<?> main, String... arguments) throws IOException, InterruptedException {
        Result result = execute(classPath, options, main, arguments);
        assertEquals("exit code of " + result.told, 0, result.exitCode);
        return result.printed;
    }

    /** Runs {@code main} with {@code options} only. */
    public static Result execute(List<String> options, Class<?> main, String... arguments) throws IOException, InterruptedException {
        return execute(System.getProperty("java.class.path"), options, main, arguments);
    }

    /** As {@link #execute(List, Class, String...)}, with another class path. */
    public static Result execute(String classPath, List<String> options, Class<?> main, String... arguments) throws IOException, InterruptedException {
        return execute(Path.of(System.getProperty("java.home")), classPath, options, main, arguments);
    }

    /** As {@link #execute(String, List, Class, String...)}, by another Java. */
    public static Result execute(Path javaHome, String classPath, List<String> options, Class<?> main, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        command.addAll(options);
        if (options.contains(GRAAL_ASSERTIONS) && !ASSERTS) {
            command.add(GRAAL_ASSERTIONS.replace("-ea", "-da"));
        }
        // Where the tests are told what by properties that are no options of this Java.
        for (String property : new String[]{"cryptointrinsics.root", "cryptointrinsics.output", "cryptointrinsics.args"}) {
            command.add("-D" + property + "=" + System.getProperty(property));
        }
        command.addAll(List.of("-XX:-CreateCoredumpOnCrash", "-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(FOLDER, "output", ".txt");
        try {
            Process process = new ProcessBuilder(command).directory(FOLDER.toFile()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
            boolean ended = process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES);
            String stacks = ended ? "" : "\n" + stacks(process);
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            String printed = Files.readString(output);
            String told = String.join(" ", command) + "\n" + printed.substring(Math.max(0, printed.length() - MOST_TOLD));
            assertTrue("hangs: " + told + stacks, ended);
            return new Result(process.exitValue(), printed, told);
        } finally {
            Files.delete(output);
        }
    }
}
