package org.cryptointrinsics.test.entry;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Reference;

import one.profiler.AsyncProfiler;

/** Hashes in one thread and decrypts in another while a profiler takes samples, and compares what comes of that. */
public final class Profiled {

    /** Names of the threads. */
    static final List<String> THREADS = List.of("hashing", "decrypting");
    /** Begins a line: for how many milliseconds processors have worked for the threads. */
    static final String WORKED = "worked: ";
    /** Begins a line for each stack of async-profiler: its frames, and how often it was seen. */
    static final String STACK = "stack: ";

    private static final int BYTES = 16_384;
    private static final byte[] MESSAGE = Reference.message(BYTES);
    private static final SecretKeySpec KEY = new SecretKeySpec(MESSAGE, 0, 16, "AES");
    private static final GCMParameterSpec PARAMETERS = new GCMParameterSpec(128, new byte[12]);
    private static final long LONGEST_NANOS = 60_000_000_000L;

    private Profiled() {
    }

    /** Prints the digest and the ciphertext; without kernels. */
    public static final class Plain {

        private Plain() {
        }

        public static void main(String[] arguments) throws GeneralSecurityException {
            System.out.println(HexFormat.of().formatHex(hash(MessageDigest.getInstance("SHA-256"))));
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, KEY, PARAMETERS);
            System.out.println(HexFormat.of().formatHex(cipher.doFinal(MESSAGE)));
        }
    }

    /**
     * Runs.
     *
     * @param arguments the file with what {@link Plain} has printed, for how many seconds, and the command that starts async-profiler, unless another one is used
     */
    public static void main(String[] arguments) throws Exception {
        List<String> expected = Files.readAllLines(Path.of(arguments[0]));
        byte[] digest = HexFormat.of().parseHex(expected.get(0));
        byte[] encrypted = HexFormat.of().parseHex(expected.get(1));
        ByteBuffer in = ByteBuffer.allocateDirect(encrypted.length).put(encrypted);
        ByteBuffer out = ByteBuffer.allocateDirect(BYTES);
        ByteBuffer message = ByteBuffer.wrap(MESSAGE);
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        List<Callable<Boolean>> tasks = List.of(() -> MessageDigest.isEqual(digest, hash(sha256)), () -> decrypt(cipher, in, out).equals(message.rewind()));
        long start = System.nanoTime();
        for (C2.awaitCalls(); !areKernelsCalled(new Work(0, 0));) {
            if (System.nanoTime() - start > LONGEST_NANOS) {
                throw new AssertionError("kernels are not called: " + C2.work());
            }
            for (Callable<Boolean> task : tasks) {
                assertRight(task);
            }
        }
        AsyncProfiler profiler = arguments.length == 2 ? null : AsyncProfiler.getInstance();
        Work before = leastWork();
        if (profiler != null) {
            profiler.execute(arguments[2]);
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[1]));
        List<FutureTask<Long>> running = tasks.stream().map(task -> new FutureTask<>(() -> repeat(task, end))).toList();
        for (int i = 0; i < running.size(); i++) {
            Thread.ofPlatform().name(THREADS.get(i)).start(running.get(i));
        }
        long nanos = 0;
        for (FutureTask<Long> one : running) {
            nanos += one.get();
        }
        if (profiler != null) {
            profiler.execute("stop");
            profiler.dumpCollapsed(one.profiler.Counter.SAMPLES).lines().forEach(line -> System.out.println(STACK + line));
        }
        if (!areKernelsCalled(before)) {
            throw new AssertionError("kernels were not called: " + C2.work());
        }
        System.out.println(WORKED + TimeUnit.NANOSECONDS.toMillis(nanos));
    }

    /** What the kernels of both threads have done that did less. */
    private static Work leastWork() {
        return new Work(Math.min(C2.work("SHA-256").calls(), C2.work("AES-GCM").calls()), 0);
    }

    /** Whether they were called some hundred times more. */
    private static boolean areKernelsCalled(Work before) {
        return leastWork().calls() >= before.calls() + 500;
    }

    private static void assertRight(Callable<Boolean> task) throws Exception {
        if (!task.call()) {
            throw new AssertionError("wrong result");
        }
    }

    /** Returns how long a processor worked for this thread. */
    private static long repeat(Callable<Boolean> task, long end) throws Exception {
        while (System.nanoTime() < end) {
            assertRight(task);
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    static byte[] hash(MessageDigest digest) {
        return digest.digest(MESSAGE);
    }

    static ByteBuffer decrypt(Cipher cipher, ByteBuffer in, ByteBuffer out) throws GeneralSecurityException {
        cipher.init(Cipher.DECRYPT_MODE, KEY, PARAMETERS);
        in.clear();
        out.clear();
        cipher.doFinal(in, out);
        return out.flip();
    }
}
