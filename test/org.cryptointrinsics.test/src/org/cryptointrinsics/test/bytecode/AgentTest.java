package org.cryptointrinsics.test.bytecode;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

import com.sun.tools.attach.VirtualMachine;

/** An agent that changes methods of the JDK sees every call of them, as without the plugin; where it has changed none that matters, kernels do the work. */
@RunWith(Parameterized.class)
public class AgentTest {

    /** What agents for auditing are interested in. */
    private static final String INTERFACE = Stream.of("Cipher.getInstance", "Cipher.init", "Cipher.doFinal", "Mac.getInstance", "Mac.update", "Mac.doFinal").map(
                    name -> "javax.crypto." + name).collect(Collectors.joining(",")) +
                    ",java.security.MessageDigest.getInstance,java.security.MessageDigest.update,java.security.MessageDigest.digest,java.util.UUID.nameUUIDFromBytes";
    /** What is called by these alone. */
    private static final String IMPLEMENTATION = Stream.of("GaloisCounterMode.engineDoFinal", "GaloisCounterMode.engineInit", "HmacCore.engineDoFinal",
                    "HmacCore.engineUpdate").map(name -> "com.sun.crypto.provider." + name).collect(Collectors.joining(",")) +
                    ",sun.security.provider.DigestBase.engineUpdate,sun.security.provider.DigestBase.engineDigest,sun.security.jca.GetInstance.getInstance";
    private static final String WAS_CHANGED = " was changed, as by an agent";

    private final Future<?> run;

    public AgentTest(@SuppressWarnings("unused") String scenario, Future<?> run) {
        this.run = run;
    }

    /** Methods of {@link Main}, each in a process of its own. */
    @Parameters(name = "{0}")
    public static Collection<Object[]> scenarios() throws Exception {
        Path jar = JavaProcess.FOLDER.resolve("counting-agent.jar");
        CountingAgent.writeJar(jar);
        String agent = "-javaagent:" + jar + "=";
        List<Object[]> all = new ArrayList<>();
        add(all, "attached", jar, JavaProcess::runLikeThis);
        add(all, "changedUnderLoad", jar, JavaProcess::runHot);
        add(all, "changedWhenLoaded", jar, JavaProcess::runLikeThis, agent + INTERFACE);
        add(all, "changedForGood", jar, JavaProcess::runLikeThis, agent + CountingAgent.FOR_GOOD + INTERFACE);
        return all;
    }

    private interface Runner {
        String run(List<String> options, Class<?> main, String... arguments) throws Exception;
    }

    private static void add(List<Object[]> all, String scenario, Path jar, Runner runner, String... options) {
        all.add(new Object[]{scenario, JavaProcess.begin(() -> {
            List<String> everything = new ArrayList<>(List.of(options));
            everything.add("-Djdk.attach.allowAttachSelf=true");
            return runner.run(everything, Main.class, scenario, jar.toString());
        })});
    }

    @Test
    public void runs() throws Exception {
        run.get();
    }

    /** A use of the JDK's cryptography, in a few methods that call it. */
    static final class Use {

        private static final int LENGTH = 1000;

        private final byte[] message = Reference.message(LENGTH);
        private final ByteBuffer direct = ByteBuffer.allocateDirect(LENGTH).put(0, message);
        private final byte[] out = new byte[2 * LENGTH];
        private final byte[] iv = new byte[12];
        private final SecretKey key = new SecretKeySpec(Reference.message(16), "AES");
        private final Cipher cipher;
        private final MessageDigest digest;
        private final Mac mac;

        Use() throws GeneralSecurityException {
            cipher = Cipher.getInstance("AES/GCM/NoPadding");
            digest = MessageDigest.getInstance("SHA-256");
            mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(message, 0, 20, "HmacSHA256"));
            init();
        }

        /** All of it, once. */
        void call() throws GeneralSecurityException {
            init();
            byte[] all = encrypt(message);
            init();
            assertArrayEquals("nothing but the IV is another one", new int[]{all.length, all.length}, new int[]{encrypt(message, 0, LENGTH).length, LENGTH + 16});
            init();
            encrypt(message, 0, LENGTH, out);
            init();
            encrypt(message, 0, LENGTH, out, 1);
            init();
            encrypt(direct.duplicate(), ByteBuffer.wrap(out));
            byte[] expected = hash(digest, message);
            update(digest, direct.duplicate());
            assertArrayEquals(expected, finish(digest));
            update(digest, message);
            assertArrayEquals(expected, finish(digest));
            assertArrayEquals(expected, getInstance().digest(message));
            authenticate(message);
            name(message);
        }

        void init() throws GeneralSecurityException {
            for (int i = 0; ++iv[i] == 0;) {
                i++;
            }
            cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, iv));
        }

        byte[] encrypt(byte[] input) throws GeneralSecurityException {
            return cipher.doFinal(input);
        }

        byte[] encrypt(byte[] input, int offset, int length) throws GeneralSecurityException {
            return cipher.doFinal(input, offset, length);
        }

        int encrypt(byte[] input, int offset, int length, byte[] output) throws GeneralSecurityException {
            return cipher.doFinal(input, offset, length, output);
        }

        int encrypt(byte[] input, int offset, int length, byte[] output, int outputOffset) throws GeneralSecurityException {
            return cipher.doFinal(input, offset, length, output, outputOffset);
        }

        int encrypt(ByteBuffer input, ByteBuffer output) throws GeneralSecurityException {
            return cipher.doFinal(input, output);
        }

        static byte[] hash(MessageDigest digest, byte[] input) {
            return digest.digest(input);
        }

        static void update(MessageDigest digest, ByteBuffer input) {
            digest.update(input);
        }

        static void update(MessageDigest digest, byte[] input) {
            digest.update(input);
        }

        static byte[] finish(MessageDigest digest) {
            return digest.digest();
        }

        static MessageDigest getInstance() throws GeneralSecurityException {
            return MessageDigest.getInstance("SHA-256");
        }

        byte[] authenticate(byte[] input) {
            return mac.doFinal(input);
        }

        static UUID name(byte[] input) {
            return UUID.nameUUIDFromBytes(input);
        }
    }

    /** What is executed in a process of its own: the method that is named. */
    public static final class Main {

        private static final int THREADS = 2;
        private static final int CHANGES = 2;
        private static final int ROUNDS = 1000;
        private static final int MILLIS_OF_LOAD = 500;
        private static final long LONGEST_NANOS = 120_000_000_000L;
        private static final List<Method> CALLERS = Stream.of(Use.class.getDeclaredMethods()).filter(method -> !method.getName().equals("call") && !method.isSynthetic()).toList();

        private Main() {
        }

        public static void main(String[] arguments) throws Exception {
            Main.class.getDeclaredMethod(arguments[0], String.class).invoke(null, arguments[1]);
        }

        static void changedWhenLoaded(String jar) throws Exception {
            changedForGood(jar);
            CountingAgent.stop();
            assertWorksByKernels("now", new Use());
        }

        @SuppressWarnings("unused")
        static void changedForGood(String jar) throws Exception {
            Use use = new Use();
            assertCounted(use, INTERFACE);
        }

        static void attached(String jar) throws Exception {
            Use use = new Use();
            use.call();
            assertWorksByKernels("at first", use);
            assertFalse(report(), report().contains(WAS_CHANGED));
            VirtualMachine self = VirtualMachine.attach(String.valueOf(ProcessHandle.current().pid()));
            self.loadAgent(jar, INTERFACE);
            self.detach();
            for (Method caller : CALLERS) {
                assertFalse(caller + " has its code yet", Jit.isCompiled(caller) && !caller.getName().equals("finish"));
            }
            assertCounted(use, INTERFACE);
            CountingAgent.stop();
            assertEquals("calls that are not counted any more", Map.of(), counted(use));
            assertWorksByKernels("again", use);
            CountingAgent.start(IMPLEMENTATION);
            assertCounted(use, IMPLEMENTATION);
            CountingAgent.stop();
            CountingAgent.start("javax.crypto.Cipher.getInstance,javax.crypto.Mac.getInstance,java.security.KeyFactory.getInstance,java.security.MessageDigest.getAlgorithm");
            assertWorksByKernels("where others are changed", use);
            CallCounts.begin();
            Cipher.getInstance("AES/GCM/NoPadding");
            assertEquals(1, CallCounts.end().size());
            CountingAgent.stop();
        }

        /** HotSpot's threads compile. */
        static void changedUnderLoad(String jar) throws Exception {
            Map<String, Integer> expected = new TreeMap<>();
            AtomicReference<Boolean> isCounting = new AtomicReference<>(false);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            List<Thread> threads = new ArrayList<>();
            VirtualMachine self = VirtualMachine.attach(String.valueOf(ProcessHandle.current().pid()));
            self.loadAgent(jar, INTERFACE);
            self.detach();
            expected.putAll(counted(new Use()));
            CountingAgent.stop();
            for (int i = 0; i < THREADS; i++) {
                threads.add(Thread.ofPlatform().daemon().start(() -> {
                    try {
                        Use use = new Use();
                        while (!Thread.interrupted()) {
                            Boolean before = isCounting.get();
                            Map<String, Integer> counts = counted(use);
                            // A change between may be seen by some of the calls.
                            if (before == isCounting.get() && before != null) {
                                assertEquals(before ? expected : Map.of(), counts);
                            }
                        }
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                }));
            }
            // One of them is compiled, with the others inlined.
            List<Method> callers = List.of(Use.class.getDeclaredMethod("encrypt", byte[].class), Use.class.getDeclaredMethod("call"),
                            Main.class.getDeclaredMethod("counted", Use.class));
            for (int i = 0; i < CHANGES; i++) {
                Work before = Jit.work(Jit.intrinsics().aesGcm());
                await(() -> Jit.work(Jit.intrinsics().aesGcm()).minus(before).calls() > ROUNDS, failure);
                isCounting.set(null);
                CountingAgent.start(INTERFACE);
                isCounting.set(true);
                await(() -> callers.stream().anyMatch(Jit::isCompiled), failure);
                Thread.sleep(MILLIS_OF_LOAD);
                isCounting.set(null);
                CountingAgent.stop();
                isCounting.set(false);
            }
            for (Thread thread : threads) {
                thread.interrupt();
                thread.join();
            }
            assertEquals(null, failure.get());
            assertTrue(report(), report().contains(WAS_CHANGED));
        }

        private static void await(BooleanSupplier condition, AtomicReference<Throwable> failure) throws InterruptedException {
            long start = System.nanoTime();
            while (!condition.getAsBoolean()) {
                assertEquals(null, failure.get());
                assertTrue("nothing becomes hot", System.nanoTime() - start < LONGEST_NANOS);
                Thread.sleep(10);
            }
        }

        private static Map<String, Integer> counted(Use use) throws GeneralSecurityException {
            CallCounts.begin();
            use.call();
            return CallCounts.end();
        }

        /** By the interpreter and by compiled code. */
        private static void assertCounted(Use use, String targets) throws Exception {
            use.call();
            Map<String, Integer> interpreted = counted(use);
            Set<String> seen = interpreted.keySet().stream().map(name -> name.substring(0, name.indexOf('('))).collect(Collectors.toSet());
            assertEquals(Stream.of(targets.split(",")).filter(name -> !name.contains("Cipher.getInstance") && !name.contains("Mac.getInstance")).collect(
                            Collectors.toSet()), seen);
            compile();
            for (int i = 0; i < 3; i++) {
                assertEquals(interpreted, counted(use));
            }
            for (Method caller : CALLERS) {
                assertTrue(caller + " is not compiled any more", Jit.isCompiled(caller));
            }
            assertTrue(report(), report().contains(WAS_CHANGED));
        }

        private static void compile() {
            CALLERS.forEach(Jit::compile);
        }

        /** A kernel is called for each message, once compiled. */
        private static void assertWorksByKernels(String when, Use use) throws Exception {
            compile();
            // What is compiled for a name first.
            use.call();
            compile();
            Intrinsic<?> aesGcm = Jit.intrinsics().aesGcm();
            Work encrypted = Jit.work(aesGcm);
            Work hashed = Jit.work("SHA-256");
            Work named = Jit.work("MD5");
            use.call();
            assertCalls("AES-GCM " + when, 5, Jit.work(aesGcm).minus(encrypted));
            assertCalls("SHA-256 " + when, 3, Jit.work("SHA-256").minus(hashed));
            assertCalls("MD5 " + when, 1, Jit.work("MD5").minus(named));
        }

        private static void assertCalls(String what, long least, Work work) {
            assertTrue(what + ": " + work, work.calls() >= least);
        }

        private static String report() throws Exception {
            return Files.readString(Path.of(System.getProperty("jdk.graal.CryptoIntrinsicsReport")));
        }
    }
}
