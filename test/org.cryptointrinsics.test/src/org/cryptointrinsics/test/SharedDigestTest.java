package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.Jit.Work;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/**
 * Threads that use one object at once get nothing useful, as in the JDK, and maybe exceptions; but the VM goes on, and nothing else is changed. What was written
 * beyond an array would be found by the collector, or by the digests that follow.
 */
@RunWith(Parameterized.class)
public class SharedDigestTest {

    private static final int THREADS = 4;
    private static final long NANOS = 500_000_000L;

    private final String algorithm;

    @Parameters(name = "{0}")
    public static List<String> algorithms() {
        return Reference.ONE_OF_EACH;
    }

    public SharedDigestTest(String algorithm) {
        this.algorithm = algorithm;
    }

    @Test
    public void sharedDigest() throws Exception {
        Calls.prepare();
        MessageDigest shared = MessageDigest.getInstance(algorithm);
        ByteBuffer direct = ByteBuffer.allocateDirect(Reference.SMALL).put(Reference.message(Reference.SMALL)).flip();
        Work work = Jit.work(algorithm, () -> atOnce(random -> {
            int length = random.nextInt(Reference.SMALL);
            switch (random.nextInt(8)) {
                case 0 -> Calls.update(shared, (byte) 1);
                case 1 -> Calls.update(shared, Reference.message(length));
                case 2 -> Calls.update(shared, direct.duplicate().limit(length));
                case 3 -> Calls.update(shared, direct.asReadOnlyBuffer().limit(length));
                case 4 -> Calls.digest(shared);
                case 5 -> Calls.digest(shared, Reference.message(length));
                case 6 -> Calls.copy(shared);
                default -> Calls.reset(shared);
            }
        }));
        assertTrue("by kernels", work.blocks() > 0 || !Jit.intrinsic(algorithm).isOn());
        assertOthersAreRight();
    }

    @Test
    public void sharedMac() throws Exception {
        Calls.prepare();
        Jit.compile(SharedDigestTest.class.getDeclaredMethod("doFinal", Mac.class, byte[].class));
        Mac shared = Mac.getInstance("Hmac" + algorithm.replaceFirst("^SHA-", "SHA"));
        shared.init(new SecretKeySpec(new byte[1], algorithm));
        atOnce(random -> {
            int length = random.nextInt(Reference.SMALL);
            switch (random.nextInt(5)) {
                case 0 -> shared.update(Reference.message(length));
                case 1 -> shared.reset();
                case 2 -> shared.init(new SecretKeySpec(new byte[1 + length], algorithm));
                default -> doFinal(shared, Reference.message(length));
            }
        });
        assertOthersAreRight();
    }

    private static byte[] doFinal(Mac mac, byte[] message) {
        return mac.doFinal(message);
    }

    @FunctionalInterface
    private interface Use {
        void run(Random random) throws Exception;
    }

    private static void atOnce(Use use) throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(THREADS)) {
            List<Callable<Void>> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Random random = new Random(i);
                threads.add(() -> {
                    long end = System.nanoTime() + NANOS;
                    while (System.nanoTime() < end) {
                        try {
                            use.run(random);
                        } catch (RuntimeException | DigestException expected) {
                            // Unsupported.
                        }
                    }
                    return null;
                });
            }
            for (Future<Void> thread : executor.invokeAll(threads)) {
                thread.get();
            }
        }
    }

    private static void assertOthersAreRight() throws Exception {
        System.gc();
        for (String name : Reference.DIGESTS) {
            MessageDigest digest = MessageDigest.getInstance(name);
            assertEquals(Reference.digest(name, Reference.SMALL), HexFormat.of().formatHex(Calls.digest(digest, Reference.message(Reference.SMALL))));
        }
    }
}
