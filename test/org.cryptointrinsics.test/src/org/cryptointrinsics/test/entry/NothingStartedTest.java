package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.security.MessageDigest;
import java.util.List;

import org.cryptointrinsics.test.AnyJdk;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.entry.SurroundingsTest.Hash;
import org.cryptointrinsics.test.entry.SurroundingsTest.Nothing;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** The agent where nobody needs the plugin. */
@Category(AnyJdk.class)
public class NothingStartedTest {

    private static final String PREFIX = "[cryptointrinsics] ";
    private static final String WITHOUT_KERNELS = SurroundingsTest.DIGEST + " without kernels\n";

    /** Names of classes that were loaded. */
    private static List<String> loaded(JavaProcess.Result result) {
        List<String> loaded = result.printed().lines().filter(line -> line.contains("source:")).toList();
        assertTrue(result.told(), loaded.stream().anyMatch(line -> line.contains("org.cryptointrinsics.agent.Agent")));
        return loaded;
    }

    private static void assertNoneLoaded(List<String> loaded, String... forbidden) {
        for (String name : forbidden) {
            assertEquals(List.of(), loaded.stream().filter(line -> line.contains(name)).toList());
        }
    }

    /** Who does not need it has no class of Graal, and the archives of classes. */
    @Test
    public void nothingForWhoDoesNotUseIt() throws Exception {
        JavaProcess.Result result = JavaProcess.execute(C2.classPath(), C2.options("-Xlog:class+load", "-Xshare:on"), Nothing.class);
        assertEquals(result.told(), 0, result.exitCode());
        List<String> loaded = loaded(result);
        assertNoneLoaded(loaded, "jdk.graal.", "jdk.vm.ci.", "org.cryptointrinsics.plugin", "org.cryptointrinsics.substitution");
        assertTrue(result.told(), loaded.stream().filter(line -> line.contains("shared objects file")).count() > 300);
    }

    /** A program that ends soon has calls in the JDK's classes, and no class of the plugin. */
    @Test
    public void nothingForWhoEndsSoon() throws Exception {
        JavaProcess.Result result = JavaProcess.execute(C2.classPath(), C2.options("-Xlog:class+load"), OneDigest.class);
        assertEquals(result.told(), 0, result.exitCode());
        List<String> loaded = loaded(result);
        assertTrue(result.told(), loaded.stream().anyMatch(line -> line.contains("sun.security.provider.CryptoIntrinsics")));
        assertNoneLoaded(loaded, "org.cryptointrinsics.plugin", "org.cryptointrinsics.entry");
    }

    /** Ends soon. */
    public static final class OneDigest {
        public static void main(String[] args) throws Exception {
            MessageDigest.getInstance("SHA-256").digest();
        }
    }

    /** The JDK with which the project was built is known: there is nothing to be found out. */
    @Test
    public void nothingForTheKnownJdk() throws Exception {
        C2.assumeGraal();
        JavaProcess.Result result = JavaProcess.execute(C2.classPath(), C2.options("-Xlog:class+load"), WithCalls.class);
        assertEquals(result.told(), 0, result.exitCode());
        List<String> loaded = loaded(result);
        assertTrue(result.told(), loaded.stream().anyMatch(line -> line.contains("org.cryptointrinsics.bytecode.KnownMethods$Comparison")));
        assertNoneLoaded(loaded, "org.cryptointrinsics.bytecode.CallGraph", "org.cryptointrinsics.bytecode.ClassFiles$");
    }

    /** Waits for the calls of all that there are kernels for. */
    public static final class WithCalls {
        public static void main(String[] args) throws Exception {
            C2.awaitCalls();
        }
    }

    @Test
    public void allIntrinsicsOff() throws Exception {
        String names = "-MD5,-SHA-1,-SHA-256,-SHA-512,-SHA3-224,-SHA3-256,-SHA3-384,-SHA3-512,-SHAKE128-256,-AES-GCM,-ML-KEM,-ML-DSA,-X25519";
        for (String option : List.of("CryptoIntrinsics=off", "CryptoIntrinsics=" + names, "CryptoIntrinsicsEntries=false")) {
            JavaProcess.Result result = JavaProcess.execute(C2.classPath(), C2.options("-Djdk.graal." + option, "-Xlog:class+load"), Hash.class, "4");
            assertTrue(result.told(), result.printed().contains(WITHOUT_KERNELS));
            List<String> loaded = loaded(result);
            assertNoneLoaded(loaded, "jdk.graal.", "jdk.vm.ci.", "org.cryptointrinsics.kernel.md5", "org.cryptointrinsics.precompiled.PrecompiledMethods");
            if (!option.endsWith(names)) {
                assertNoneLoaded(loaded, "org.cryptointrinsics.entry.", "org.cryptointrinsics.plugin", "org.cryptointrinsics.agent.FirstUse");
            }
            assertEquals(result.told(), option.endsWith("=false"), result.printed().contains(PREFIX));
        }
    }

    /** Who asks for a report has it. */
    @Test
    public void allIntrinsicsOffIsReported() throws Exception {
        JavaProcess.Result result = JavaProcess.execute(C2.classPath(), C2.options("-Djdk.graal.CryptoIntrinsics=off", "-Djdk.graal.CryptoIntrinsicsReport=true"), Hash.class, "4");
        assertEquals(result.told(), PREFIX + "off: by option CryptoIntrinsics\n" + WITHOUT_KERNELS, result.printed());
    }
}
