package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.File;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

import org.cryptointrinsics.test.AnyJdk;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** The agent beside what else is in the VM: kernels do the work, and nothing is told. */
@Category(AnyJdk.class)
public class CompanyTest {

    /** As the build copies it, if it is Maven. */
    private static final Path OPEN_TELEMETRY = Path.of(System.getProperty("cryptointrinsics.output"), "cryptointrinsics-test", "opentelemetry-javaagent.jar");
    private static final List<String> NO_EXPORTER = List.of("-Dotel.traces.exporter=none", "-Dotel.metrics.exporter=none", "-Dotel.logs.exporter=none");

    private static final String PREFIX = "[cryptointrinsics] ";

    private static void assertKernels(String classPath, List<String> options, Class<?> main) throws Exception {
        JavaProcess.Result result = JavaProcess.execute(classPath, options, main);
        assertEquals(result.told(), 0, result.exitCode());
        assertTrue(result.told(), result.printed().lines().anyMatch(line -> line.endsWith(" by kernels")));
        assertEquals(result.told(), List.of(), result.printed().lines().filter(line -> line.startsWith(PREFIX)).toList());
    }

    /** Kernels are counted where there is a report. */
    private static List<String> options(String... more) {
        List<String> options = C2.options("-Djdk.graal.CryptoIntrinsicsReport=" + JavaProcess.FOLDER.resolve("company-report.txt"));
        options.addAll(List.of(more));
        return options;
    }

    @Test
    public void openTelemetryBefore() throws Exception {
        assumeTrue("not built by Maven", Files.exists(OPEN_TELEMETRY));
        List<String> options = new ArrayList<>(List.of("-javaagent:" + OPEN_TELEMETRY));
        options.addAll(options());
        options.addAll(NO_EXPORTER);
        assertKernels(C2.classPath(), options, SurroundingsTest.Hash.class);
    }

    @Test
    public void openTelemetryAfter() throws Exception {
        assumeTrue("not built by Maven", Files.exists(OPEN_TELEMETRY));
        List<String> options = options("-javaagent:" + OPEN_TELEMETRY);
        options.addAll(NO_EXPORTER);
        assertKernels(C2.classPath(), options, SurroundingsTest.Hash.class);
    }

    @Test
    public void debugger() throws Exception {
        assertKernels(C2.classPath(), options("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0"), SurroundingsTest.Hash.class);
    }

    @Test
    public void flightRecorder() throws Exception {
        assertKernels(C2.classPath(), options("-XX:StartFlightRecording"), SurroundingsTest.Hash.class);
    }

    /** All is compiled when it is first called. */
    @Test
    public void nothingIsInterpreted() throws Exception {
        assertKernels(C2.classPath(), options("-Xcomp"), SurroundingsTest.Hash.class);
    }

    /** Hashes in a virtual thread. */
    public static final class Virtual {

        private Virtual() {
        }

        public static void main(String[] arguments) throws Exception {
            Thread.ofVirtual().start(() -> {
                try {
                    SurroundingsTest.Hash.main(arguments);
                } catch (Exception e) {
                    e.printStackTrace();
                }
            }).join();
        }
    }

    @Test
    public void virtualThread() throws Exception {
        assertKernels(C2.classPath(), options(), Virtual.class);
    }

    /** As an application server does: loaded by a class loader that looks at its own jars first. */
    public static final class Served {

        private Served() {
        }

        public static void main(String[] arguments) throws Exception {
            URL[] classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(Served::url).toArray(URL[]::new);
            try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
                Class<?> application = loader.loadClass(SurroundingsTest.Hash.class.getName());
                if (application == SurroundingsTest.Hash.class) {
                    throw new AssertionError(application + " is not of that class loader");
                }
                application.getMethod("main", String[].class).invoke(null, (Object) arguments);
            }
        }

        private static URL url(String entry) {
            try {
                return Path.of(entry).toUri().toURL();
            } catch (MalformedURLException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    public void otherClassLoader() throws Exception {
        assertKernels(C2.classPath(), options(), Served.class);
    }

    /** An agent in the jar of the application. */
    public static final class LauncherAgent {

        private LauncherAgent() {
        }

        public static void agentmain(@SuppressWarnings("unused") String argument, Instrumentation instrumentation) throws Exception {
            instrumentation.retransformClasses(MessageDigest.class);
        }
    }

    @Test
    public void launcherAgent() throws Exception {
        Path jar = JavaProcess.FOLDER.resolve("launcher-agent.jar");
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, SurroundingsTest.Hash.class.getName());
        attributes.putValue("Launcher-Agent-Class", LauncherAgent.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (Class<?> type : List.of(SurroundingsTest.Hash.class, LauncherAgent.class, C2.class, Jit.Work.class)) {
                String name = type.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(name));
                out.write(CompanyTest.class.getResourceAsStream("/" + name).readAllBytes());
            }
        }
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(options("-Dcryptointrinsics.output=" + System.getProperty("cryptointrinsics.output"), "-jar", jar.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes());
        assertEquals(printed, 0, process.waitFor());
        assertTrue(printed, printed.lines().anyMatch(line -> line.endsWith(" by kernels")));
    }

    /** There is hardly room for HotSpot's own code. What cannot be compiled is told, and the JDK does the work. */
    @Test
    public void littleRoomForCode() throws Exception {
        JavaProcess.Result result = C2.run(List.of("-XX:ReservedCodeCacheSize=4m", "-XX:InitialCodeCacheSize=2500k", "-XX:-SegmentedCodeCache"), SurroundingsTest.Hash.class, "60");
        assertEquals(result.told(), 0, result.exitCode());
        List<String> lines = result.printed().lines().toList();
        assertTrue(result.told(), lines.stream().anyMatch(line -> line.startsWith(SurroundingsTest.DIGEST)));
        assertTrue(result.told(), lines.contains(SurroundingsTest.DIGEST + " by kernels") || lines.stream().anyMatch(line -> line.startsWith(PREFIX)));
    }
}
