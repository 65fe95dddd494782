package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.ProtectionDomain;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.AnyJdk;
import org.cryptointrinsics.test.JavaProcess;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.rules.TemporaryFolder;

/** The agent where it does not fit. */
@Category(AnyJdk.class)
public class SurroundingsTest {

    private static final String PREFIX = "[cryptointrinsics] ";

    @Rule public final TemporaryFolder temporary = new TemporaryFolder();

    /** Hashes a message until kernels do, for some seconds at most, or for a second longer than the plugin is off. */
    public static final class Hash {

        private static final int MOST_SECONDS = 120;
        private static final String OFF = "org.cryptointrinsics.off";

        private Hash() {
        }

        public static void main(String[] arguments) throws Exception {
            long end = System.nanoTime() + 1_000_000_000L * (arguments.length == 0 ? MOST_SECONDS : Integer.parseInt(arguments[0]));
            byte[] digest;
            do {
                if (System.getProperty(OFF) != null) {
                    end = Math.min(end, System.nanoTime() + 1_000_000_000L);
                }
                digest = MessageDigest.getInstance("SHA-256").digest(new byte[1]);
                Thread.sleep(10);
            } while (C2.work("SHA-256").calls() < 10 && System.nanoTime() < end);
            System.out.println(HexFormat.of().formatHex(digest) + (C2.work("SHA-256").calls() < 10 ? " without kernels" : " by kernels"));
        }
    }

    /** The same, and waits until the agent tells what it has done. */
    public static final class HashUntilTold {

        private HashUntilTold() {
        }

        public static void main(String[] arguments) throws Exception {
            Hash.main(arguments);
            C2.awaitCalls();
        }
    }

    /** Encrypts until kernels do, and makes no digest. */
    public static final class Encrypt {

        private static final int MOST_SECONDS = 60;

        private Encrypt() {
        }

        public static void main(String[] arguments) throws Exception {
            long end = System.nanoTime() + 1_000_000_000L * MOST_SECONDS;
            boolean isGcm = arguments[0].equals("GCM");
            SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
            Cipher cipher = Cipher.getInstance("AES/" + arguments[0] + "/NoPadding");
            for (int i = 0; System.nanoTime() < end && C2.work("AES-GCM").calls() < 10; i++) {
                byte[] iv = ByteBuffer.allocate(isGcm ? 12 : 16).putInt(i).array();
                cipher.init(Cipher.ENCRYPT_MODE, key, isGcm ? new GCMParameterSpec(128, iv) : new IvParameterSpec(iv));
                cipher.doFinal(new byte[1024]);
                Thread.sleep(10);
            }
            System.out.println(C2.work("AES-GCM").calls() < 10 ? "without kernels" : "by kernels");
        }
    }

    /** A program need not begin with a digest. */
    @Test
    public void ciphersComeFirst() throws Exception {
        for (String mode : new String[]{"GCM", "CTR"}) {
            JavaProcess.Result result = C2.run(List.of(), Encrypt.class, mode);
            assertEquals(result.told(), "by kernels\n", result.printed());
        }
    }

    /** Looks at beans of the VM, but not at their server, before there are kernels. */
    public static final class Beans {

        private Beans() {
        }

        public static void main(String[] arguments) throws Exception {
            ManagementFactory.getGarbageCollectorMXBeans();
            MessageDigest.getInstance("SHA-256").digest(new byte[1]);
            Thread.sleep(5000);
            Hash.main(arguments);
        }
    }

    /** Has the platform's beans being loaded just while Graal starts. An agent, too: it is told of what is loaded, and holds it. */
    public static final class SlowBeans {

        private static final String LOADED = "com/sun/management/internal/PlatformMBeanProviderImpl";
        private static final String WAITING = "cryptointrinsics management";
        private static final long PAUSE_MILLIS = 500;
        private static final int MOST_PAUSES = 60;

        private static final CountDownLatch BEGUN = new CountDownLatch(1);

        private SlowBeans() {
        }

        public static void premain(@SuppressWarnings("unused") String argument, Instrumentation instrumentation) {
            instrumentation.addTransformer(new ClassFileTransformer() {
                @Override
                public byte[] transform(ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] file) {
                    if (LOADED.equals(name)) {
                        BEGUN.countDown();
                        hold();
                    }
                    return null;
                }
            });
        }

        /** Until Graal has started, and a moment more. */
        private static void hold() {
            try {
                for (int i = 0; i < MOST_PAUSES && Thread.getAllStackTraces().keySet().stream().noneMatch(thread -> thread.getName().equals(WAITING)); i++) {
                    Thread.sleep(PAUSE_MILLIS);
                }
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        public static void main(String[] arguments) throws Exception {
            Thread.ofPlatform().start(ManagementFactory::getPlatformMBeanServer);
            BEGUN.await();
            Hash.main(arguments);
        }
    }

    /** Does nothing. */
    public static final class Nothing {

        private Nothing() {
        }

        public static void main(String[] arguments) throws Exception {
            Thread.sleep(300);
            System.out.println("done");
        }
    }

    static final String DIGEST = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d";

    /** Asserts that one line tells why the plugin is off, and that the program does its work. */
    static void assertOff(String reason, String classPath, List<String> options) throws Exception {
        assertOff(reason, JavaProcess.execute(classPath, options, Hash.class, "6"));
    }

    private static void assertOff(String reason, JavaProcess.Result result) {
        assertEquals(result.told(), 0, result.exitCode());
        List<String> said = result.printed().lines().filter(line -> line.startsWith(PREFIX)).toList();
        assertEquals(result.told(), 1, said.size());
        assertTrue(result.told(), said.getFirst().startsWith(PREFIX + "off: " + reason));
        assertTrue(result.told(), result.printed().lines().toList().contains(DIGEST + " without kernels"));
    }

    /** The bean is there all the same. */
    @Test
    public void runsWhereBeansWereUsedBefore() throws Exception {
        JavaProcess.Result result = C2.run(List.of(), Beans.class);
        assertEquals(result.told(), DIGEST + " by kernels", result.printed().strip());
    }

    /** Who has begun to load them would not find what comes later. */
    @Test
    public void runsWhereBeansAreBeingLoaded() throws Exception {
        JavaProcess.Result result = C2.run(List.of(agent(SlowBeans.class)), SlowBeans.class);
        assertEquals(result.told(), DIGEST + " by kernels", result.printed().strip());
    }

    /** The option for an agent on the class path. */
    static String agent(Class<?> type) throws IOException {
        // Other tests write their own at the same time.
        Path jar = Files.createTempFile(JavaProcess.FOLDER, type.getSimpleName(), ".jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", type.getName());
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return "-javaagent:" + jar;
    }

    /** An agent that makes something of classes which is none. */
    public static final class Spoiling {

        /** A spoilt digest would keep those of other digests away whose substitution stands for all of them. */
        private static final String SPOILT = "java/util/UUID";

        private Spoiling() {
        }

        public static void premain(@SuppressWarnings("unused") String argument, Instrumentation instrumentation) {
            instrumentation.addTransformer(new ClassFileTransformer() {
                @Override
                public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
                    return redefined != null && SPOILT.equals(name) ? new byte[1] : null;
                }
            }, true);
        }
    }

    /** All others have kernels. */
    @Test
    public void classesThatCannotBeChangedAreTold() throws Exception {
        JavaProcess.Result result = C2.run(List.of(agent(Spoiling.class), "-Djdk.graal.CryptoIntrinsicsReport=true"), HashUntilTold.class);
        List<String> lines = result.printed().lines().toList();
        assertTrue(result.told(), lines.contains(DIGEST + " by kernels"));
        String notEntered = PREFIX + "not entered: java.util.UUID.nameUUIDFromBytes(byte[]), java.util.UUID cannot be looked at";
        assertTrue(result.told(), lines.stream().anyMatch(line -> line.startsWith(notEntered)));
        assertTrue(result.told(), lines.stream().noneMatch(line -> line.startsWith(PREFIX + "off: ")));
    }

    @Test
    public void runsWhereAllFits() throws Exception {
        JavaProcess.Result result = C2.run(List.of(), Hash.class);
        assertEquals(result.told(), DIGEST + " by kernels\n", result.printed());
    }

    static void assertByKernels(String... options) throws Exception {
        JavaProcess.Result result = C2.run(List.of(options), Hash.class);
        // HotSpot warns of options.
        assertTrue(result.told(), result.printed().endsWith(DIGEST + " by kernels\n"));
    }

    /** One option is all. */
    @Test
    public void agentAlone() throws Exception {
        JavaProcess.Result result = JavaProcess.execute(C2.classPath(), List.of("-javaagent:" + C2.AGENT), LastingWorkTest.Digests.class, "1000", "0", "60");
        assertEquals(result.told(), LastingWorkTest.KERNELS + "\n", result.printed());
    }

    @Test
    public void runtimeThatWasTrimmed() throws Exception {
        Path image = temporary.getRoot().toPath().resolve("image");
        StringWriter told = new StringWriter();
        PrintWriter out = new PrintWriter(told);
        int code = ToolProvider.findFirst("jlink").orElseThrow().run(out, out, "--add-modules", "java.instrument,java.management", "--output", image.toString());
        assertEquals(told.toString(), 0, code);
        // Debian's JDKs for a later release of Debian do not without its C library.
        assumeTrue("an image of this JDK does not run here", JavaProcess.execute(image, C2.classPath(), List.of(), Nothing.class).exitCode() == 0);
        JavaProcess.Result result = JavaProcess.execute(image, C2.classPath(), C2.options(), Hash.class);
        assertEquals(result.told(), DIGEST + " by kernels\n", result.printed());
    }

    @Test
    public void interpreterAlone() throws Exception {
        for (String option : List.of("-Xint", "-XX:TieredStopAtLevel=0", "-XX:-UseCompiler", "-XX:TieredStopAtLevel=1")) {
            assertByKernels(option);
        }
    }

    @Test
    public void everyCollector() throws Exception {
        for (String option : List.of("-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseG1GC", "-XX:+UseZGC", "-XX:+UseShenandoahGC")) {
            assertByKernels(option);
        }
        assertByKernels("-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC");
    }

    @Test
    public void everyLayoutOfObjects() throws Exception {
        for (String option : List.of("-XX:+UseCompactObjectHeaders", "-XX:-UseCompressedOops", "-XX:-UseCompressedClassPointers")) {
            assertByKernels("-XX:+UnlockExperimentalVMOptions", option);
        }
    }

    /** Of the heap and of HotSpot's own code. Where the system has none, HotSpot warns and takes others. */
    @Test
    public void largePages() throws Exception {
        for (String option : List.of("-XX:+UseLargePages", "-XX:+UseTransparentHugePages")) {
            Path messages = Messages.write(temporary.getRoot().toPath());
            JavaProcess.Result result = C2.run(List.of(option, "-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"), ManyThreads.class, messages.toString(), "20", "false");
            assertEquals(result.told(), 0, result.exitCode());
            assertTrue(result.told(), result.printed().endsWith(ManyThreads.END + "20\n"));
        }
    }

    @Test
    public void littleMemory() throws Exception {
        assertByKernels("-Xmx24m", "-XX:MaxMetaspaceSize=32m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
    }

    /** What a trimmed runtime lacks. */
    @Test
    public void withoutFlightRecorder() throws Exception {
        JavaProcess.Result result = C2.run(List.of("--limit-modules=java.instrument,java.logging,jdk.management,jdk.unsupported"), Hash.class);
        assertEquals(result.told(), DIGEST + " by kernels\n", result.printed());
    }

    @Test
    public void graalOnTheClassPath() throws Exception {
        String classPath = System.getProperty("java.class.path");
        assumeTrue("not built by Maven", !classPath.equals(C2.classPath()));
        JavaProcess.Result result = JavaProcess.execute(classPath, C2.options(), Hash.class);
        assertEquals(result.told(), DIGEST + " by kernels\n", result.printed());
    }

    /** As for a language of Truffle. */
    @Test
    public void graalOnTheUpgradePath() throws Exception {
        C2.assumeGraal();
        Path graal = temporary.newFolder().toPath();
        try (Stream<Path> jars = Files.list(C2.AGENT.resolveSibling("jit"))) {
            for (Path jar : jars.filter(file -> !file.getFileName().toString().startsWith("cryptointrinsics")).toList()) {
                Files.copy(jar, graal.resolve(jar.getFileName()));
            }
        }
        assertByKernels("--upgrade-module-path=" + graal, "-XX:+UnlockExperimentalVMOptions", "-XX:+EnableJVMCI", "-XX:-UseJVMCICompiler");
    }

    /** It needs nothing beside it. */
    @Test
    public void jarAlone() throws Exception {
        Path folder = Files.createTempDirectory(JavaProcess.FOLDER, "agent alone");
        Path agent = Files.copy(C2.AGENT, folder.resolve(C2.AGENT.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        JavaProcess.Result result = JavaProcess.execute(C2.classPath(), List.of("-javaagent:" + agent, C2.URGENT), Hash.class);
        assertEquals(result.told(), DIGEST + " by kernels\n", result.printed());
    }

    /** They are those of the application, unless Graal is named. */
    @Test
    public void assertionsAreOn() throws Exception {
        for (List<String> options : List.of(List.of("-ea"), List.of("-ea", "-esa"), List.of("-ea:jdk.graal.compiler...", "-ea:org.cryptointrinsics..."))) {
            JavaProcess.Result result = C2.run(options, Hash.class);
            assertEquals(result.told(), DIGEST + " by kernels\n", result.printed());
        }
    }

    /** A JDK of another release is told, and starts. */
    @Test
    public void agentIsForAnyJDKWithModules() throws Exception {
        byte[] file;
        try (JarFile jar = new JarFile(C2.AGENT.toFile())) {
            file = jar.getInputStream(jar.getEntry("org/cryptointrinsics/agent/Agent.class")).readAllBytes();
        }
        assertEquals("class file version of Java 9", 53, file[7]);
    }
}
