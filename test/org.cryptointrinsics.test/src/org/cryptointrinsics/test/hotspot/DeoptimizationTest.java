package org.cryptointrinsics.test.hotspot;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import javax.crypto.Cipher;

import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.cipher.AesGcmReference;
import org.cryptointrinsics.test.cipher.CipherCalls;
import org.cryptointrinsics.test.cipher.CipherState;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Compiled code may be thrown away at any time. The interpreter goes on with what kernels have begun. */
public class DeoptimizationTest {

    private static final int BLOCK = 64;
    private static final int AES_BLOCK = 16;
    private static final int TAG_BYTES = 16;
    /** Takes the kernels some tens of milliseconds. */
    private static final byte[] MESSAGE = new byte[64 << 20];
    /** With kernels alone, there is a call for more than that. */
    private static final int SHORTEST_CHUNK = 1 << 14;
    /** The code may have been thrown away too late. */
    private static final int MOST_ATTEMPTS = 50;

    private static final int THREADS = 3;
    private static final long NANOS = 5_000_000_000L;

    static {
        new Random(MESSAGE.length).nextBytes(MESSAGE);
    }

    private final ExecutorService executor = Executors.newSingleThreadExecutor();

    @Before
    public void compile() throws Exception {
        Calls.prepare();
    }

    @After
    public void stop() {
        executor.close();
    }

    @Test
    public void withinAnArray() throws Exception {
        throwCodeAwayDuring(digest -> Calls.update(digest, MESSAGE));
    }

    @Test
    public void withinReadOnlyMemory() throws Exception {
        ByteBuffer readOnly = ByteBuffer.wrap(MESSAGE).asReadOnlyBuffer();
        throwCodeAwayDuring(digest -> Calls.update(digest, readOnly.duplicate()));
    }

    @Test
    public void withinDirectMemory() throws Exception {
        ByteBuffer direct = ByteBuffer.allocateDirect(MESSAGE.length).put(MESSAGE).flip();
        throwCodeAwayDuring(digest -> Calls.update(digest, direct.duplicate()));
    }

    /** Again and again, while threads digest messages of all kinds. */
    @Test
    public void whileMessagesAreDigested() throws Exception {
        List<Future<?>> digesting = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (int i = 0; i < THREADS; i++) {
                Random random = new Random(i);
                long start = System.nanoTime();
                digesting.add(threads.submit(() -> CollectorTest.digest(random, () -> System.nanoTime() - start > NANOS)));
            }
            while (!digesting.stream().allMatch(Future::isDone)) {
                Calls.prepare();
                Jit.deoptimize(Calls.compiled());
            }
            for (Future<?> thread : digesting) {
                thread.get();
            }
        }
    }

    /** Throws code away when an update has begun, until one was divided between kernels and the JDK's own code. */
    private void throwCodeAwayDuring(Consumer<MessageDigest> update) throws Exception {
        for (String algorithm : Reference.ONE_OF_EACH) {
            MessageDigest whole = MessageDigest.getInstance(algorithm);
            update.accept(whole);
            String value = HexFormat.of().formatHex(whole.digest());
            divide(() -> Jit.work(algorithm), DeoptimizationTest::isDivided, Calls::prepare, () -> {
                MessageDigest digest = MessageDigest.getInstance(algorithm);
                update.accept(digest);
                // Not the state: of SHA-512, HotSpot's own code for blocks leaves the last one in the buffer.
                assertEquals(value, HexFormat.of().formatHex(digest.digest()));
            }, () -> {
                Jit.deoptimize(Jit.kernels(Jit.intrinsic(algorithm)));
                Jit.deoptimize(Calls.compiledForUpdates());
            });
        }
    }

    /** Of AES-GCM, the interpreter begins a message anew, of which the JDK's own methods may give kernels blocks once more. */
    @Test
    public void withinMessages() throws Exception {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        byte[] key = Reference.message(16);
        byte[] iv = Reference.message(12);
        CipherCalls.Compiled.prepare();
        byte[] ciphertext = CipherCalls.COMPILED.doFinal(AesGcmReference.cipher(Cipher.ENCRYPT_MODE, key, iv, iv, TAG_BYTES), MESSAGE);
        byte[] output = new byte[ciphertext.length];
        divide(() -> {
            Cipher cipher = AesGcmReference.cipher(Cipher.ENCRYPT_MODE, key, iv, iv, TAG_BYTES);
            Arrays.fill(output, (byte) 0);
            assertEquals(ciphertext.length, CipherCalls.COMPILED.doFinal(cipher, MESSAGE, 0, MESSAGE.length, output));
            assertArrayEquals(ciphertext, output);
            assertTrue(CipherState.hasNewEngine(cipher));
        }, Cipher.class, byte[].class, int.class, int.class, byte[].class);
        ByteBuffer in = ByteBuffer.allocateDirect(ciphertext.length).put(ciphertext).flip();
        ByteBuffer out = ByteBuffer.allocateDirect(MESSAGE.length);
        divide(() -> {
            Cipher cipher = AesGcmReference.cipher(Cipher.DECRYPT_MODE, key, iv, iv, TAG_BYTES);
            assertEquals(MESSAGE.length, CipherCalls.COMPILED.doFinal(cipher, in.clear(), out.clear()));
            assertEquals(ciphertext.length, in.position());
            assertEquals(ByteBuffer.wrap(MESSAGE), out.flip());
            assertTrue(CipherState.hasNewEngine(cipher));
        }, Cipher.class, ByteBuffer.class, ByteBuffer.class);
    }

    private void divide(Jit.Action message, Class<?>... parameters) throws Exception {
        divide(() -> Jit.work(Jit.intrinsics().aesGcm()), work -> work.blocks() > 0 && work.blocks() != MESSAGE.length / AES_BLOCK, () -> {
            CipherCalls.Compiled.prepare();
            Jit.compileKernels();
        }, message, () -> {
            Jit.deoptimize(Jit.kernels(Jit.intrinsics().aesGcm()));
            CipherCalls.Compiled.deoptimize(parameters);
        });
    }

    /** Throws code away when {@code action} has begun, until kernels have done only a part of it. */
    private void divide(Supplier<Work> done, Predicate<Work> isDivided, Jit.Action prepare, Jit.Action action, Jit.Action throwAway) throws Exception {
        List<Work> attempts = new ArrayList<>();
        do {
            assertTrue("was never divided: " + attempts, attempts.size() < MOST_ATTEMPTS);
            prepare.run();
            Work before = done.get();
            Future<?> acting = executor.submit(() -> {
                action.run();
                return null;
            });
            while (done.get().equals(before) && !acting.isDone()) {
                Thread.onSpinWait();
            }
            throwAway.run();
            acting.get();
            attempts.add(done.get().minus(before));
        } while (!isDivided.test(attempts.getLast()));
    }

    /** Whether only a part was done by the kernels, or only a part by calls of many blocks. */
    private static boolean isDivided(Work work) {
        boolean isPart = work.blocks() > 0 && work.blocks() < MESSAGE.length / BLOCK;
        return isPart || work.calls() > MESSAGE.length / SHORTEST_CHUNK && work.calls() < MESSAGE.length / BLOCK;
    }
}
