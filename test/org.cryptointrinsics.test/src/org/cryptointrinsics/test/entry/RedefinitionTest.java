package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.text.DecimalFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.LongSupplier;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.AnyJdk;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.bytecode.CallCounts;
import org.cryptointrinsics.test.bytecode.CountingAgent;
import org.cryptointrinsics.test.bytecode.RacingAgent;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/**
 * While another agent redefines a class, or tries to, kernels are off that may stand for what it changes, for as long as that may come: nothing of it is skipped. All others stay
 * on, and all reports say so.
 */
@Category(AnyJdk.class)
public class RedefinitionTest {

    private static Path jar;

    @BeforeClass
    public static void writeJar() throws Exception {
        jar = JavaProcess.FOLDER.resolve("counting-agent-redefining.jar");
        CountingAgent.writeJar(jar);
    }

    private static void run(List<String> agents, String scenario) throws Exception {
        List<String> options = new ArrayList<>(List.of(C2.URGENT));
        options.addAll(agents);
        Path report = JavaProcess.FOLDER.resolve("redefinition-" + scenario + ".txt");
        options.add("-Djdk.graal.CryptoIntrinsicsReport=" + report);
        JavaProcess.Result result = JavaProcess.execute(C2.classPath(), options, Main.class, scenario, report.toString());
        assertEquals(result.told(), 0, result.exitCode());
    }

    private static String ours() {
        return "-javaagent:" + C2.AGENT;
    }

    private static String other() {
        return "-javaagent:" + jar + "=java.lang.Nothing.nothing";
    }

    /** The thread that redefines both classes sleeps for longer than anybody would think that it does, before HotSpot changes the first one. */
    @Test
    public void slowTransformer() throws Exception {
        run(List.of(other(), ours()), "slow");
    }

    /** A method cannot be added. The other agent's transformer comes last, so that ours knows of it while that waits. */
    @Test
    public void refusal() throws Exception {
        run(List.of(ours(), other()), "refused");
    }

    /** The other agent changes the class before the plugin has compared what it has seen of it. */
    @Test
    public void changeAfterTheLook() throws Exception {
        Path racing = JavaProcess.FOLDER.resolve("racing-agent.jar");
        RacingAgent.writeJar(racing);
        run(List.of("-javaagent:" + racing, ours()), "racing");
    }

    /** What is executed in a process of its own. */
    public static final class Main {

        private static final String DIGEST = "java.security.MessageDigest.digest(byte[])";

        private static final String DO_FINAL = "javax.crypto.Cipher.doFinal";
        private static final String NAME_UUID = "java.util.UUID.nameUUIDFromBytes(byte[])";
        private static final long SLOW_MILLIS = Long.getLong("cryptointrinsics.test.slowMillis", 12_000);
        private static final long FAST_MILLIS = 1000;
        private static final int REFUSALS = 10;
        private static final long LONGEST_NANOS = 60_000_000_000L;
        /** Long against what it takes to compare a class. */
        private static final long SOON_NANOS = 2_000_000_000L;

        private static final SecretKeySpec KEY = new SecretKeySpec(new byte[16], "AES");
        private static int iv;

        private Main() {
        }

        public static void main(String[] arguments) throws Exception {
            if (arguments[0].equals("racing")) {
                changeAfterTheLook();
                return;
            }
            // Of all: whoever looks at a class has the other agent's transformer called, too, and keeps HotSpot from changing it meanwhile.
            C2.awaitCalls();
            await(Main::encrypt, () -> C2.work("AES-GCM").calls());
            await(Main::nameUuid, () -> C2.work("MD5").calls());
            if (arguments[0].equals("slow")) {
                slowTransformer();
            } else {
                refusal(Path.of(arguments[1]));
            }
        }

        private static void slowTransformer() throws Exception {
            for (long millis : new long[]{SLOW_MILLIS, FAST_MILLIS}) {
                FutureTask<Void> redefinition = begin(() -> {
                    CountingAgent.start(DO_FINAL, Cipher.class, DecimalFormat.class, millis);
                    return null;
                });
                int skipped = 0;
                int counted = 0;
                long end = 0;
                while (end == 0 || System.nanoTime() < end) {
                    boolean isDone = redefinition.isDone();
                    CallCounts.begin();
                    encrypt();
                    Map<String, Integer> counts = CallCounts.end();
                    if (isDone) {
                        end = end == 0 ? System.nanoTime() + SOON_NANOS : end;
                        counted += counts.size();
                        skipped += counts.isEmpty() ? 1 : 0;
                    }
                }
                redefinition.get();
                assertEquals("not counted", 0, skipped);
                assertTrue(counted > 0);
                assertFalse("another agent has changed it", isEntered("javax.crypto.Cipher.doFinal(byte[])"));
                CountingAgent.stop();
                await(Main::encrypt, () -> C2.work("AES-GCM").calls());
            }
        }

        private static void changeAfterTheLook() throws Exception {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (long start = System.nanoTime(); !isChanged(DIGEST);) {
                digest.digest(new byte[1]);
                assertTrue("it is not told: " + C2.entries(), System.nanoTime() - start < LONGEST_NANOS);
            }
            long calls = C2.work("SHA-256").calls();
            for (long start = System.nanoTime(); System.nanoTime() - start < SOON_NANOS;) {
                digest.digest(new byte[1]);
            }
            assertTrue(isChanged(DIGEST));
            assertEquals(calls, C2.work("SHA-256").calls());
            RacingAgent.takeBack();
            awaitEntered(DIGEST);
        }

        private static boolean isChanged(String method) {
            return System.getProperty(RacingAgent.CHANGED) != null &&
                            C2.entries().stream().anyMatch(entry -> entry.method().equals(method) && entry.reason() != null && entry.reason().contains("was changed"));
        }

        private static void refusal(Path report) throws Exception {
            CountDownLatch examined = new CountDownLatch(1);
            FutureTask<Void> redefinition = begin(() -> {
                CountingAgent.addMethod(UUID.class, examined);
                return null;
            });
            // It is off while the transformer waits, and told so; nothing else is off.
            long start = System.nanoTime();
            while (isEntered(NAME_UUID)) {
                assertTrue("it is on", System.nanoTime() - start < LONGEST_NANOS);
                Thread.sleep(1);
            }
            assertHaveKernels();
            List<C2.Entry> off = C2.entries().stream().filter(entry -> !entry.isEntered()).toList();
            assertEquals(List.of(NAME_UUID), off.stream().map(C2.Entry::method).toList());
            assertEquals("an agent is about to redefine java.util.UUID", off.getFirst().reason());
            assertFalse(redefinition.isDone());
            examined.countDown();
            redefinition.get();
            awaitEntered(NAME_UUID);
            for (int i = 0; i < REFUSALS; i++) {
                CountingAgent.addMethod(UUID.class, new CountDownLatch(0));
                assertHaveKernels();
                awaitEntered(NAME_UUID);
            }
            List<String> lines = Files.readAllLines(report);
            assertTrue(lines.toString(), lines.stream().anyMatch(line -> line.endsWith("not entered: " + NAME_UUID + ", an agent is about to redefine java.util.UUID")));
            assertTrue(lines.toString(), lines.stream().filter(line -> line.endsWith(" entered: " + NAME_UUID)).count() > 1);
        }

        private static boolean isEntered(String method) {
            return C2.entries().stream().anyMatch(entry -> entry.method().equals(method) && entry.isEntered());
        }

        private static void awaitEntered(String method) throws InterruptedException {
            long start = System.nanoTime();
            while (!isEntered(method)) {
                assertTrue("it is off for too long", System.nanoTime() - start < LONGEST_NANOS);
                Thread.sleep(1);
            }
        }

        /** The JDK's own method for UUIDs calls others that have kernels. */
        private static void assertHaveKernels() throws Exception {
            long messages = C2.work("AES-GCM").calls();
            long digests = C2.work("MD5").calls();
            encrypt();
            nameUuid();
            assertEquals(messages + 1, C2.work("AES-GCM").calls());
            assertTrue(C2.work("MD5").calls() > digests);
        }

        private static FutureTask<Void> begin(Callable<Void> action) {
            FutureTask<Void> task = new FutureTask<>(action);
            Thread.ofPlatform().daemon().start(task);
            return task;
        }

        private static void await(Callable<?> action, LongSupplier calls) throws Exception {
            long start = System.nanoTime();
            long before = calls.getAsLong();
            while (calls.getAsLong() < before + 10) {
                action.call();
                assertTrue("no kernels", System.nanoTime() - start < LONGEST_NANOS);
                Thread.sleep(5);
            }
        }

        private static byte[] encrypt() throws GeneralSecurityException {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, KEY, new GCMParameterSpec(128, ByteBuffer.allocate(12).putInt(iv++).array()));
            return cipher.doFinal(new byte[2000]);
        }

        private static UUID nameUuid() {
            return UUID.nameUUIDFromBytes(new byte[100]);
        }
    }
}
