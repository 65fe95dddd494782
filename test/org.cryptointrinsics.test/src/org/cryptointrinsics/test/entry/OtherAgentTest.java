package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.AnyJdk;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.bytecode.CallCounts;
import org.cryptointrinsics.test.bytecode.CountingAgent;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** With another agent beside ours, whatever that has put into the JDK's methods is executed as without; what it leaves alone has kernels. */
@Category(AnyJdk.class)
public class OtherAgentTest {

    private static final String NONE = "java.lang.Nothing.nothing";
    private static final String DIGEST = "sun.security.provider.DigestBase.engineUpdate";
    private static final String CIPHER = "javax.crypto.Cipher.doFinal";
    private static final String GCM = "com.sun.crypto.provider.GaloisCounterMode.engineDoFinal";
    private static final String TARGETS = String.join(",", DIGEST, CIPHER, GCM);

    private static Path jar;

    @BeforeClass
    public static void writeJar() throws Exception {
        jar = JavaProcess.FOLDER.resolve("counting-agent-beside.jar");
        CountingAgent.writeJar(jar);
    }

    private static void run(List<String> agents, String... scenario) throws Exception {
        List<String> options = new ArrayList<>(List.of(C2.URGENT));
        options.addAll(agents);
        options.add("-Djdk.graal.CryptoIntrinsicsReport=" + JavaProcess.FOLDER.resolve("other-agent-report.txt"));
        JavaProcess.Result result = JavaProcess.execute(C2.classPath(), options, Main.class, scenario);
        assertEquals(result.told(), 0, result.exitCode());
    }

    private static String ours() {
        return "-javaagent:" + C2.AGENT;
    }

    private static String other(String targets) {
        return "-javaagent:" + jar + "=" + targets;
    }

    @Test
    public void before() throws Exception {
        run(List.of(other(TARGETS), ours()));
    }

    @Test
    public void after() throws Exception {
        run(List.of(ours(), other(TARGETS)));
    }

    @Test
    public void forGood() throws Exception {
        run(List.of(ours(), other(CountingAgent.FOR_GOOD + TARGETS)));
    }

    /** It changes methods that call kernels already, and takes that back. */
    @Test
    public void later() throws Exception {
        run(List.of(ours(), other(NONE)), "later");
    }

    /** The plugin keeps nothing of methods that were redefined; HotSpot itself keeps some versions of a class. */
    @Test
    public void againAndAgain() throws Exception {
        run(List.of(ours(), other(NONE), "-XX:+UseSerialGC"), "later", "again");
    }

    /** What is executed in a process of its own. */
    public static final class Main {

        private static final int TIMES = 200;
        private static final int ROUNDS = 30;
        /** For each round. If methods were kept, with their constants, it would be twice as much and more. */
        private static final int MOST_BYTES = 60_000;
        private static final long LONGEST_NANOS = 60_000_000_000L;

        private static final SecretKeySpec KEY = new SecretKeySpec(new byte[16], "AES");
        private static int iv;

        private Main() {
        }

        public static void main(String[] arguments) throws Exception {
            if (arguments.length != 0) {
                await("SHA-256", Main::hash);
                await("AES-GCM", Main::encrypt);
                CountingAgent.stop();
                CountingAgent.start(TARGETS);
            }
            for (int i = 0; i < TIMES; i++) {
                // From the first call on.
                assertCounted();
            }
            await("AES-GCM", Main::encryptInCounterMode);
            for (int i = 0; i < TIMES; i++) {
                assertCounted();
                Thread.sleep(5);
            }
            if (arguments.length != 0) {
                CountingAgent.stop();
                await("SHA-256", Main::hash);
                await("AES-GCM", Main::encrypt);
            }
            if (arguments.length > 1) {
                changeAndTakeBack();
                long before = classBytes();
                changeAndTakeBack();
                long kept = (classBytes() - before) / ROUNDS;
                assertTrue(kept + " bytes are kept of each round", kept < MOST_BYTES);
            }
        }

        /** Until our agent has looked at all methods, each time. */
        private static void changeAndTakeBack() throws Exception {
            for (int i = 0; i < ROUNDS; i++) {
                CountingAgent.start(TARGETS);
                await("AES-GCM", Main::encryptInCounterMode);
                CountingAgent.stop();
                await("SHA-256", Main::hash);
            }
        }

        /** What HotSpot knows of classes, after it has thrown away what it may. */
        private static long classBytes() {
            System.gc();
            return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getName().matches("Metaspace|Compressed Class Space")).mapToLong(
                            pool -> pool.getUsage().getUsed()).sum();
        }

        private static void assertCounted() throws Exception {
            CallCounts.begin();
            hash();
            encrypt();
            Map<String, Integer> counts = CallCounts.end();
            String buffers = "(Ljava/nio/ByteBuffer;Ljava/nio/ByteBuffer;)I";
            assertEquals(counts.toString(), Set.of(DIGEST + "([BII)V", CIPHER + buffers, GCM + buffers), counts.keySet());
        }

        private interface Action {
            void run() throws Exception;
        }

        private static void await(String intrinsic, Action action) throws Exception {
            long start = System.nanoTime();
            long calls = C2.work(intrinsic).calls();
            while (C2.work(intrinsic).calls() < calls + 10) {
                action.run();
                assertTrue("no kernels of " + intrinsic, System.nanoTime() - start < LONGEST_NANOS);
                Thread.sleep(5);
            }
        }

        private static void hash() throws GeneralSecurityException {
            MessageDigest.getInstance("SHA-256").digest(new byte[100]);
        }

        private static void encrypt() throws GeneralSecurityException {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, KEY, new GCMParameterSpec(128, ByteBuffer.allocate(12).putInt(iv++).array()));
            cipher.doFinal(ByteBuffer.allocateDirect(2000), ByteBuffer.allocateDirect(2016));
        }

        private static void encryptInCounterMode() throws GeneralSecurityException {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, KEY, new IvParameterSpec(new byte[16]));
            cipher.doFinal(new byte[2000]);
        }
    }
}
