package org.cryptointrinsics.test.management;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import javax.management.remote.JMXConnectionNotification;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;

import org.cryptointrinsics.selection.Report;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.entry.C2;
import org.cryptointrinsics.tool.Main;
import org.junit.Test;

import com.sun.tools.attach.VirtualMachine;

/** What {@code doctor} finds here and in other processes. */
public class DoctorTest {

    private static final int PAUSE_MILLIS = 10;
    private static final String OUTPUT = "cryptointrinsics.output";

    private static List<String> lines(JavaProcess.Result result, int exitCode) {
        assertEquals(result.told(), exitCode, result.exitCode());
        return result.printed().lines().toList();
    }

    private static List<String> here(Class<?> main, int exitCode, String... options) throws Exception {
        List<String> all = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        all.addAll(List.of(options));
        return lines(JavaProcess.execute(all, main, "doctor"), exitCode);
    }

    private static void assertHas(List<String> lines, String regex) {
        assertTrue(regex + " in\n" + String.join("\n", lines), lines.stream().anyMatch(line -> line.matches(regex)));
    }

    @Test
    public void nothingIsWrongHere() throws Exception {
        List<String> lines = here(Main.class, 0);
        assertHas(lines, "ok +JDK 25\\S* of .+");
        assertHas(lines, "ok +Graal is the JIT");
        assertHas(lines, "ok +Collector: .+");
        assertHas(lines, "ok +First providers: SUN, SunEC, SunJCE, SunJSSE");
        assertHas(lines, "ok +SHA-256 has kernels, variant \\S+: .*");
        // These were measured.
        assertTrue(lines.toString(), lines.stream().filter(line -> line.matches(".*variant (avx512\\S*|vaes512|x86-sha):.*")).allMatch(line -> line.contains("as fast")));
        assertHas(lines, "ok +MD5 has kernels, variant \\S+: (UUIDs 1.5|messages 1.1 to 1.3) times as fast.*");
        assertHas(lines, "No problem was found.*");
    }

    @Test
    public void nothingIsWrongWithTheAgent() throws Exception {
        List<String> lines = lines(C2.run(List.of(), Main.class, "doctor"), 0);
        assertHas(lines, "ok +C2 is the JIT");
        assertHas(lines, "ok +AES-GCM has kernels, variant \\S+.*");
    }

    @Test
    public void oneCauseIsOneProblem() throws Exception {
        List<String> lines = lines(C2.run(List.of("-Dcryptointrinsics=no-digest"), Main.class, "doctor"), 1);
        assertHas(lines, "PROBLEM +Kernels are off: 'no-digest' in option cryptointrinsics .*");
        assertHas(lines, "1 problem");
    }

    @Test
    public void whatIsOffByOptionIsNoProblem() throws Exception {
        assertHas(here(Main.class, 0, "-Djdk.graal.CryptoIntrinsics=-MD5"), "note +MD5 is off: by option CryptoIntrinsics");
    }

    /** Another provider comes first. */
    public static final class OtherProvider {
        public static void main(String[] args) {
            Provider provider = new Provider("Other", "1", "Has a digest") {
                private static final long serialVersionUID = 1;
            };
            provider.put("MessageDigest.SHA-256", "sun.security.provider.SHA2$SHA256");
            Security.insertProviderAt(provider, 1);
            Main.main(args);
        }
    }

    @Test
    public void otherProvidersAreTold() throws Exception {
        List<String> lines = here(OtherProvider.class, 0);
        assertHas(lines, "note +MessageDigest SHA-256 is of provider Other, which has no kernels\\.");
    }

    /** Waits until its standard input ends. */
    public static final class Waiting {
        public static void main(String[] args) throws IOException {
            System.out.println("there");
            while (System.in.read() >= 0) {
                // Goes on.
            }
        }
    }

    /** What is done to a process before it is asked. */
    @FunctionalInterface
    private interface Change {
        void make(Process process) throws Exception;
    }

    private static List<String> other(Class<?> main, List<String> options, int exitCode) throws Exception {
        return other(main, options, _ -> {
        }, exitCode);
    }

    private static List<String> other(Class<?> main, List<String> options, Change change, int exitCode) throws Exception {
        List<String> command = Stream.of(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()), options,
                        List.of("-cp", C2.classPath(), main.getName(), "argument")).flatMap(List::stream).toList();
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            assertEquals('t', process.getInputStream().read());
            change.make(process);
            List<String> these = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
            return lines(JavaProcess.execute(these, Main.class, "doctor", String.valueOf(process.pid())), exitCode);
        } finally {
            // By a signal that lets it remove its socket for those who attach.
            process.destroy();
            process.waitFor();
        }
    }

    /** Waits until it is told why the plugin is off. */
    public static final class Hashing {
        public static void main(String[] args) throws Exception {
            while (System.getProperty(Report.OFF_PROPERTY) == null) {
                MessageDigest.getInstance("MD5").digest(args[0].getBytes(StandardCharsets.UTF_8));
                Thread.sleep(PAUSE_MILLIS);
            }
            Waiting.main(args);
        }
    }

    @Test
    public void processesInWhichItIsOffAreExamined() throws Exception {
        assertHas(other(Hashing.class, C2.options("-Djdk.graal.CryptoIntrinsics=no-digest"), 1), "PROBLEM +Kernels are off: 'no-digest' in option CryptoIntrinsics .*");
        // When this is told, its bean is there.
        assertHas(other(Hashing.class, C2.options("-Djdk.graal.CryptoIntrinsicsReport=/no/such/folder/report"), 1), "PROBLEM +Kernels are off: cannot write the file .*");
    }

    @Test
    public void processesInWhichItIsTurnedOffHaveNoProblem() throws Exception {
        assertHas(other(Hashing.class, C2.options("-Djdk.graal.CryptoIntrinsics=off"), 0), "note +Kernels are off: by option CryptoIntrinsics");
    }

    @Test
    public void processesOfWhichAnArchiveIsMadeAreExamined() throws Exception {
        Path configuration = JavaProcess.FOLDER.resolve("doctor.aotconf");
        List<String> lines = other(Hashing.class, C2.options("-XX:AOTMode=record", "-XX:AOTConfiguration=" + configuration), 1);
        assertHas(lines, "PROBLEM +Kernels are off: HotSpot makes an AOT cache or a CDS archive, .*");
    }

    @Test
    public void processesWithoutThePluginAreExamined() throws Exception {
        List<String> lines = other(Waiting.class, List.of(), 1);
        assertHas(lines, "PROBLEM +The agent is not there\\.");
        assertHas(lines, " +-> Start it with the options: java .*");
    }

    /** Ends while it is asked, when its properties are read for the n-th time. */
    public static final class Ending {

        private static final String READS = "reads";

        private static final AtomicInteger left = new AtomicInteger(Integer.getInteger(READS, 0));

        public static void main(String[] args) throws IOException {
            System.setProperties(new Properties(System.getProperties()) {
                private static final long serialVersionUID = 1;

                @Override
                public Set<String> stringPropertyNames() {
                    if (Thread.currentThread().getName().startsWith("RMI TCP Connection") && left.decrementAndGet() == 0) {
                        Runtime.getRuntime().halt(0);
                    }
                    return super.stringPropertyNames();
                }
            });
            Waiting.main(args);
        }

        static List<String> options(int reads) {
            return C2.options("-D" + READS + "=" + reads);
        }
    }

    private static void assertEnded(String line) {
        assertTrue(line, line.matches("cryptointrinsics: process \\d+ does not answer: java\\.\\S+Exception.*"));
    }

    @Test
    public void processesThatEndMeanwhileAreTold() throws Exception {
        List<String> lines = other(Ending.class, Ending.options(1), 1);
        assertEquals(lines.toString(), 1, lines.size());
        assertEnded(lines.getFirst());
    }

    @Test
    public void answersBeforeTheEndAreTold() throws Exception {
        List<String> lines = other(Ending.class, Ending.options(2), 1);
        assertHas(lines, "ok +JDK 25\\S* of .+");
        assertHas(lines, "ok +Collector: .+");
        assertEnded(lines.getLast());
    }

    /** Ends when it is not asked any more. */
    public static final class EndingAfterwards {
        public static void main(String[] args) throws Exception {
            JMXServiceURL anyPort = new JMXServiceURL("rmi", "localhost", 0);
            JMXConnectorServer server = JMXConnectorServerFactory.newJMXConnectorServer(anyPort, null, ManagementFactory.getPlatformMBeanServer());
            server.addNotificationListener((notification, _) -> {
                if (notification.getType().equals(JMXConnectionNotification.CLOSED)) {
                    Runtime.getRuntime().halt(0);
                }
            }, null, null);
            server.start();
            // In place of the JDK's own.
            Properties properties = (Properties) Class.forName("jdk.internal.vm.VMSupport").getMethod("getAgentProperties").invoke(null);
            properties.setProperty("com.sun.management.jmxremote.localConnectorAddress", server.getAddress().toString());
            Waiting.main(args);
        }
    }

    @Test
    public void answersOfProcessesThatEndAfterwardsAreTold() throws Exception {
        List<String> lines = other(EndingAfterwards.class, C2.options("--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED"), 0);
        assertHas(lines, "ok +JDK 25\\S* of .+");
        assertHas(lines, "No problem was found.*");
    }

    @Test
    public void processesThatHaveNotUsedItAreTold() throws Exception {
        assertHas(other(Waiting.class, C2.options(), 0), "note +Not used yet: MD5, .*");
    }

    private static void loadAgent(Process process) throws Exception {
        VirtualMachine vm = VirtualMachine.attach(String.valueOf(process.pid()));
        try {
            vm.loadAgent(C2.AGENT.toString());
        } finally {
            vm.detach();
        }
    }

    @Test
    public void agentsThatAreLoadedLaterAreTold() throws Exception {
        assertHas(other(Waiting.class, List.of(C2.URGENT), DoctorTest::loadAgent, 0), "note +Not used yet: MD5, .*");
    }

    /** Waits until the agent has put calls of kernels into the JDK's methods. */
    public static final class Using {
        public static void main(String[] args) throws Exception {
            System.out.println("there");
            C2.awaitCalls();
            System.out.println("used");
            Waiting.main(args);
        }
    }

    @Test
    public void agentsThatAreLoadedLaterAndUsedAreTold() throws Exception {
        List<String> options = List.of(C2.URGENT, "-D" + OUTPUT + "=" + System.getProperty(OUTPUT));
        List<String> lines = other(Using.class, options, process -> {
            loadAgent(process);
            for (int read = 0; read != 'u';) {
                read = process.getInputStream().read();
                assertTrue("it has ended", read >= 0);
            }
        }, 0);
        assertHas(lines, "ok +C2 is the JIT");
        assertHas(lines, "note +Not used yet: .*ML-DSA.*");
    }
}
