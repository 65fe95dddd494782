package org.cryptointrinsics.test.management;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.cryptointrinsics.test.AnyJdk;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.entry.C2;
import org.cryptointrinsics.tool.Main;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** The agent is loaded into processes that were started without any option. */
@Category(AnyJdk.class)
public class AttachTest {

    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** Hashes until it is ended. */
    public static final class Hashing {

        private static final int PAUSE_MILLIS = 5;

        private Hashing() {
        }

        public static void main(String[] arguments) throws Exception {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            digest.digest(arguments[0].getBytes(StandardCharsets.UTF_8));
            System.out.println("there");
            while (true) {
                digest.digest(arguments[0].getBytes(StandardCharsets.UTF_8));
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    /** Loads its first class of cryptography while the plugin is started. */
    public static final class Beginning {

        private static final String STARTING = "org.cryptointrinsics.agent.PluginLoader";

        private Beginning() {
        }

        public static void main(String[] arguments) throws Exception {
            Method find = ClassLoader.class.getDeclaredMethod("findLoadedClass", String.class);
            find.setAccessible(true);
            System.out.println("there");
            while (find.invoke(ClassLoader.getSystemClassLoader(), STARTING) == null) {
                Thread.onSpinWait();
            }
            Hashing.main(arguments);
        }
    }

    /** What is done with a process. */
    @FunctionalInterface
    private interface Use {
        void of(String pid) throws Exception;
    }

    private static void withProcess(List<String> options, Use use) throws Exception {
        withProcess(Hashing.class, options, use);
    }

    private static void withProcess(Class<?> main, List<String> options, Use use) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(options);
        command.addAll(List.of("-cp", C2.classPath(), main.getName(), "message"));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try {
            assertEquals('t', process.getInputStream().read());
            use.of(String.valueOf(process.pid()));
        } finally {
            // By a signal that lets it remove its socket for those who attach.
            process.destroy();
            process.waitFor();
        }
    }

    private static JavaProcess.Result tool(String... arguments) throws Exception {
        return JavaProcess.execute(C2.classPath(), C2.options("-Dcryptointrinsics.agent=" + C2.AGENT), Main.class, arguments);
    }

    @Test
    public void runningProcessHasKernels() throws Exception {
        withProcess(List.of(), pid -> {
            // A second time it is there already.
            for (int i = 0; i < 2; i++) {
                JavaProcess.Result attached = tool("attach", pid);
                assertEquals(attached.told(), 0, attached.exitCode());
                assertTrue(attached.told(), attached.printed().lines().anyMatch(line -> line.matches("MD5 +on +\\S+ .*")));
                assertTrue(attached.told(), attached.printed().contains("java.security.MessageDigest.digest(byte[])"));
            }
            awaitUse(pid);
        });
    }

    @Test
    public void processThatBeginsMeanwhileHasKernels() throws Exception {
        withProcess(Beginning.class, List.of("--add-opens=java.base/java.lang=ALL-UNNAMED"), pid -> {
            JavaProcess.Result attached = tool("attach", pid);
            assertEquals(attached.told(), 0, attached.exitCode());
            awaitUse(pid);
        });
    }

    @Test
    public void processThatWaitsForMoreHasKernels() throws Exception {
        withProcess(List.of("-javaagent:" + C2.AGENT), pid -> {
            JavaProcess.Result waiting = tool("status", pid);
            assertEquals(waiting.told(), 1, waiting.exitCode());
            assertTrue(waiting.told(), waiting.told().contains("in process " + pid + ", the agent waits for cryptography that lasts; attach it, or start it with "));
            JavaProcess.Result attached = tool("attach", pid);
            assertEquals(attached.told(), 0, attached.exitCode());
            awaitUse(pid);
        });
    }

    private static void awaitUse(String pid) throws Exception {
        long end = System.nanoTime() + MOST_NANOS;
        JavaProcess.Result status;
        do {
            status = tool("status", pid);
            assertTrue(status.told(), System.nanoTime() < end);
        } while (status.exitCode() != 0);
        assertTrue(status.told(), status.printed().lines().anyMatch(line -> line.matches("Used +kernels of MD5\\b.*")));
    }

    @Test
    public void processesThatTakeNoAgentAreTold() throws Exception {
        withProcess(List.of("-XX:-EnableDynamicAgentLoading"), pid -> {
            JavaProcess.Result attached = tool("attach", pid);
            assertEquals(attached.told(), 1, attached.exitCode());
            assertTrue(attached.told(), attached.told().contains("start it without -XX:-EnableDynamicAgentLoading, or with -javaagent:" + C2.AGENT));
        });
    }

    @Test
    public void processesThatAreNotThereAreTold() throws Exception {
        // A number that Linux gives to none.
        JavaProcess.Result attached = tool("attach", String.valueOf(Integer.MAX_VALUE));
        assertEquals(attached.told(), 1, attached.exitCode());
        assertTrue(attached.told(), attached.told().contains("process " + Integer.MAX_VALUE + " cannot be attached to: "));
    }
}
