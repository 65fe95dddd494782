package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit.Work;

/** A Java whose JIT is C2, with the agent. */
public final class C2 {

    /** The agent. */
    public static final Path AGENT = Path.of(System.getProperty("cryptointrinsics.output"), "cryptointrinsics-agent.jar");
    /** Tests wait for kernels while others take the processors. */
    public static final String URGENT = "-Dorg.cryptointrinsics.urgent=true";

    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final long PAUSE_MILLIS = 10;

    private C2() {
    }

    /** What follows is for the JDK that has built this, which Graal is for; it is not tested with another one. */
    public static void assumeGraal() {
        assumeTrue("no Graal for this JDK", Boolean.parseBoolean(System.getProperty("cryptointrinsics.test.graal", "true")));
    }

    /** Java options. */
    public static List<String> options(String... more) {
        List<String> options = new ArrayList<>(List.of(URGENT));
        options.add("-javaagent:" + AGENT);
        options.add("--enable-native-access=ALL-UNNAMED");
        options.addAll(List.of(more));
        return options;
    }

    /** Java options for Graal as the JIT, which has the plugin, and the agent; where the tests are run with another JDK, there is no Graal. */
    public static List<String> graalOptions() {
        assumeGraal();
        return List.of("@" + System.getProperty("cryptointrinsics.args"), URGENT, "--enable-native-access=ALL-UNNAMED");
    }

    /** Runs {@code main} with the agent, and counts what kernels do. */
    public static JavaProcess.Result run(List<String> options, Class<?> main, String... arguments) throws Exception {
        return run(options(), options, main, arguments);
    }

    /** The same with Graal as the JIT. */
    public static JavaProcess.Result runWithGraal(List<String> options, Class<?> main, String... arguments) throws Exception {
        return run(graalOptions(), options, main, arguments);
    }

    private static JavaProcess.Result run(List<String> jit, List<String> options, Class<?> main, String... arguments) throws Exception {
        Path report = Files.createTempFile(JavaProcess.FOLDER, "report", ".txt");
        try {
            List<String> all = new ArrayList<>(jit);
            all.add("-Djdk.graal.CryptoIntrinsicsReport=" + report);
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream().filter(option -> option.startsWith("--add-opens")).forEach(all::add);
            all.addAll(options);
            return JavaProcess.execute(classPath(), all, main, arguments);
        } finally {
            Files.delete(report);
        }
    }

    /** That of this VM, without Graal and the agent, which finds Graal beside the jar that it is loaded from. */
    public static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).filter(
                        entry -> !entry.contains("/org/graalvm/compiler/") && !entry.contains("cryptointrinsics-agent")).collect(Collectors.joining(File.pathSeparator));
    }

    /** What the MXBean tells; nothing if the plugin was not started. */
    public static CompositeData[] attribute(String name) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            ObjectName bean = new ObjectName("org.cryptointrinsics:type=CryptoIntrinsics");
            return server.isRegistered(bean) ? (CompositeData[]) server.getAttribute(bean, name) : new CompositeData[0];
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }

    /** What kernels did in this VM so far, by the names of intrinsics; empty if the plugin was not started. */
    public static Map<String, Work> work() {
        Map<String, Work> work = new TreeMap<>();
        for (CompositeData intrinsic : attribute("Intrinsics")) {
            work.put((String) intrinsic.get("name"), new Work((long) intrinsic.get("calls"), (long) intrinsic.get("blocks")));
        }
        return work;
    }

    /**
     * What the agent tells of a method of the JDK.
     *
     * @param isEntered whether it calls kernels
     * @param reason why it does not, or null
     */
    public record Entry(String method, boolean isEntered, String reason) {
    }

    /** The methods of the JDK that call kernels in this VM, or could; empty if the plugin was not started. */
    public static List<Entry> entries() {
        return Stream.of(attribute("Entries")).map(entry -> new Entry((String) entry.get("method"), (boolean) entry.get("entered"), (String) entry.get("reason"))).toList();
    }

    /** Whether the agent has put calls of kernels into the JDK's methods, and tells so. */
    public static boolean areCallsThere() {
        return !entries().isEmpty();
    }

    /** Has the agent begin with all that there are kernels for, used or not, and waits until {@link #areCallsThere}. */
    public static void awaitCalls() throws Exception {
        MessageDigest.getInstance("SHA-256").digest();
        boolean isBegun = false;
        for (long start = System.nanoTime(); !areCallsThere();) {
            if (!isBegun) {
                isBegun = begin();
            }
            assertTrue("there are no calls of kernels", System.nanoTime() - start < LONGEST_NANOS);
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Whether the agent is there, which may be loaded later. */
    private static boolean begin() throws ReflectiveOperationException {
        Class<?> agent;
        try {
            agent = Class.forName("org.cryptointrinsics.agent.Agent", true, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException e) {
            return false;
        }
        agent.getMethod("plugin").invoke(null);
        return true;
    }

    /** As {@link #work()}, of one intrinsic. */
    public static Work work(String intrinsic) {
        return work().getOrDefault(intrinsic, new Work(0, 0));
    }
}
