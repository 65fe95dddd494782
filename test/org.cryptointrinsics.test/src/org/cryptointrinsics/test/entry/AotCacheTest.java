package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.tls.Engines;
import org.junit.BeforeClass;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

/**
 * AOT caches are made and used with the agent, and CDS archives are used with it: those of a server, which answers its own requests until they have kernels, or it is told that
 * there are none. The system property {@code cryptointrinsics.test.caches} chooses how many of each are made, {@code cryptointrinsics.test.jdk} the JDK that does so, a folder.
 */
public class AotCacheTest {

    private static final int CACHES = Integer.getInteger("cryptointrinsics.test.caches", 2);
    private static final int STARTS = 3;
    private static final Path JDK = Path.of(System.getProperty("cryptointrinsics.test.jdk", System.getProperty("java.home")));
    private static final String LOG = "-Xlog:class+load";
    private static final String MODULE = "--add-modules=java.instrument";

    private static final String OFF = "HotSpot makes an AOT cache or a CDS archive, and could crash if classes were changed meanwhile; a program that starts with it has kernels";

    private static Path classes;
    private static Path store;

    @Rule public final TemporaryFolder folder = new TemporaryFolder();

    /** Answers its own requests. */
    public static final class Server {

        private static final long MOST_NANOS = 120_000_000_000L;
        private static final long LONGEST_END_MILLIS = 5000;
        private static final int LEAST_REQUESTS = 10;
        private static final int BYTES = 16_000;
        /** Garbage of classes is what HotSpot has crashed by. */
        private static final int REQUESTS_BETWEEN_COLLECTIONS = 5;
        private static final List<String> ALGORITHMS = List.of("AES-GCM", "ML-KEM");

        private Server() {
        }

        public static void main(String[] arguments) throws Exception {
            SSLContext context = context(Path.of(arguments[0]), arguments[1].toCharArray());
            HttpsServer server = HttpsServer.create(new InetSocketAddress("localhost", 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(context));
            server.createContext("/", exchange -> {
                exchange.sendResponseHeaders(200, BYTES);
                exchange.getResponseBody().write(new byte[BYTES]);
                exchange.close();
            });
            server.start();
            long end = System.nanoTime() + MOST_NANOS;
            boolean isPlain = arguments.length > 2;
            String off;
            boolean isUsed;
            int requests = 0;
            do {
                request(context, server.getAddress().getPort());
                KeyPairGenerator.getInstance("ML-KEM-512").generateKeyPair();
                if (++requests % REQUESTS_BETWEEN_COLLECTIONS == 0) {
                    System.gc();
                }
                off = System.getProperty("org.cryptointrinsics.off");
                isUsed = ALGORITHMS.stream().allMatch(name -> C2.work(name).calls() >= LEAST_REQUESTS);
            } while (requests < LEAST_REQUESTS || !isPlain && off == null && !isUsed && System.nanoTime() < end);
            server.stop(0);
            System.out.println("called: " + isUsed);
            System.out.println("off: " + off);
            System.out.println("in java.base: " + Class.forName(Object.class.getModule(), "sun.security.provider.CryptoIntrinsics"));
            System.out.println("goes on: " + (off == null || goesOn()));
            System.exit(0);
        }

        /** Whether the agent has threads that do not end. */
        private static boolean goesOn() throws InterruptedException {
            List<Thread> threads = Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith("cryptointrinsics")).toList();
            for (Thread thread : threads) {
                thread.join(LONGEST_END_MILLIS);
            }
            return threads.stream().anyMatch(Thread::isAlive);
        }

        private static void request(SSLContext context, int port) throws Exception {
            HttpsURLConnection connection = (HttpsURLConnection) new URI("https://localhost:" + port + "/").toURL().openConnection();
            connection.setSSLSocketFactory(context.getSocketFactory());
            if (connection.getInputStream().readAllBytes().length != BYTES) {
                throw new AssertionError();
            }
        }

        private static SSLContext context(Path store, char[] password) throws Exception {
            KeyStore keys = KeyStore.getInstance(store.toFile(), password);
            KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
            own.init(keys, password);
            TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
            trusted.init(keys);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
            return context;
        }
    }

    /** Needs no cryptography, for longer than the agent takes to see some. */
    public static final class Idle {

        private static final int MILLIS = 1500;

        private Idle() {
        }

        public static void main(String[] arguments) throws Exception {
            Thread.sleep(MILLIS);
            System.out.println("idle");
        }
    }

    @BeforeClass
    public static void prepare() throws Exception {
        Path compiled = Path.of(JavaProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        assumeTrue("not built by Maven", Files.isDirectory(compiled));
        classes = JavaProcess.FOLDER.resolve("aot.jar");
        ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, "--create", "--file", classes.toString(), "-C",
                        compiled.toString(), "org/cryptointrinsics/test");
        store = Engines.makeStore();
    }

    private JavaProcess.Result run(Class<?> main, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of(C2.URGENT, "-javaagent:" + C2.AGENT));
        all.add("-Djdk.graal.CryptoIntrinsicsReport=" + folder.newFile());
        all.addAll(List.of(options));
        return execute(main, all, store.toString(), Engines.PASSWORD);
    }

    /** Without the agent. */
    private JavaProcess.Result runPlain(String... options) throws Exception {
        return execute(Server.class, List.of(options), store.toString(), Engines.PASSWORD, "plain");
    }

    private JavaProcess.Result execute(Class<?> main, List<String> options, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(options);
        Path crashes = folder.newFolder().toPath();
        all.add("-XX:ErrorFile=" + crashes.resolve("hs_err_%p.log"));
        JavaProcess.Result result = JavaProcess.execute(JDK, classes.toString(), all, main, arguments);
        assertEquals(result.told(), 0, result.exitCode());
        // HotSpot has another process make a cache.
        assertEquals(result.told(), 0, crashes.toFile().list().length);
        return result;
    }

    private static void assertHas(JavaProcess.Result result, String line) {
        assertTrue(line + " in\n" + result.told(), result.printed().lines().toList().contains(line));
    }

    private static void assertOff(JavaProcess.Result result) {
        assertEquals(result.told(), 1, result.printed().lines().filter(("[cryptointrinsics] off: " + OFF)::equals).count());
        for (String line : List.of("called: false", "off: " + OFF, "in java.base: null", "goes on: false")) {
            assertHas(result, line);
        }
        assertFalse(result.told(), result.printed().contains("Has been redefined"));
    }

    /** Starts with a cache or an archive, with kernels or without cryptography. */
    private void start(int number, String isThere, String... options) throws Exception {
        for (int start = 0; start < STARTS; start++) {
            boolean isUsed = (number + start) % 2 == 0;
            JavaProcess.Result result = run(isUsed ? Server.class : Idle.class, options);
            assertTrue(result.told(), result.printed().contains(isThere));
            assertHas(result, isUsed ? "called: true" : "idle");
            assertEquals(result.told(), isUsed, result.printed().contains(" org.cryptointrinsics.precompiled.PrecompiledMethods"));
        }
    }

    @Test
    public void cachesAreMadeAndUsed() throws Exception {
        for (int i = 0; i < CACHES; i++) {
            Path cache = path("server.aot");
            if (i % 2 == 0) {
                assertOff(run(Server.class, "-XX:AOTCacheOutput=" + cache));
            } else {
                makeInTwoSteps(cache);
            }
            start(i, "Using AOT-linked classes: true", "-XX:AOTCache=" + cache, "-XX:AOTMode=on", "-Xlog:aot", LOG);
            Files.delete(cache);
        }
    }

    private Path path(String name) {
        return folder.getRoot().toPath().resolve(name);
    }

    private void makeInTwoSteps(Path cache) throws Exception {
        String configuration = "-XX:AOTConfiguration=" + path("server.aotconf");
        assertOff(run(Server.class, "-XX:AOTMode=record", configuration));
        JavaProcess.Result made = run(Server.class, "-XX:AOTMode=create", configuration, "-XX:AOTCache=" + cache);
        assertFalse(made.told(), made.printed().contains("[cryptointrinsics]"));
    }

    /** HotSpot makes them without any agent. */
    @Test
    public void archivesAreUsed() throws Exception {
        Path general = path("agent.jsa");
        runPlain("-Xshare:dump", "-XX:SharedArchiveFile=" + general, MODULE);
        for (int i = 0; i < CACHES; i++) {
            Path archive = path("server.jsa");
            if (i % 2 == 0) {
                runPlain("-XX:SharedArchiveFile=" + general, "-XX:ArchiveClassesAtExit=" + archive, MODULE);
            } else {
                Path list = path("server.classlist");
                runPlain("-XX:DumpLoadedClassList=" + list, MODULE);
                runPlain("-Xshare:dump", "-XX:SharedClassListFile=" + list, "-XX:SharedArchiveFile=" + archive, MODULE);
            }
            start(i, "full module graph: enabled", "-XX:SharedArchiveFile=" + archive, "-Xshare:on", "-Xlog:cds", LOG);
            Files.delete(archive);
        }
        start(0, "full module graph: enabled", "-XX:SharedArchiveFile=" + general, "-Xshare:on", "-Xlog:cds", LOG);
    }

    @Test
    public void noArchiveIsMadeWithAnAgent() throws Exception {
        JavaProcess.Result result = JavaProcess.execute(JDK, classes.toString(), C2.options("-XX:ArchiveClassesAtExit=" + path("exit.jsa")), Idle.class);
        assertEquals(result.told(), 1, result.exitCode());
        assertTrue(result.told(), result.printed().lines().anyMatch(List.of("Must enable AllowArchivingWithJavaAgent in order to run Java agent during CDS dumping",
                        "JVMTI agents are not allowed when dumping CDS archives")::contains));
    }

    /** Unless HotSpot is told to. */
    @Test
    public void dynamicArchivesAreMade() throws Exception {
        assumeTrue("later JDKs cannot be told to", Files.readString(JDK.resolve("release")).contains("JAVA_VERSION=\"25"));
        for (List<String> options : List.of(List.of("-XX:ArchiveClassesAtExit=" + path("exit.jsa")),
                        List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + path("auto.jsa")),
                        List.of("-XX:+RecordDynamicDumpInfo"))) {
            List<String> all = new ArrayList<>(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+AllowArchivingWithJavaAgent"));
            all.addAll(options);
            assertOff(run(Server.class, all.toArray(String[]::new)));
        }
        assertTrue(Files.size(path("exit.jsa")) > 0);
        assertTrue(Files.size(path("auto.jsa")) > 0);
    }
}
