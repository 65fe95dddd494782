package org.cryptointrinsics.test.hotspot;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import javax.crypto.Cipher;

import org.cryptointrinsics.compilation.MethodCode;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.cipher.AesGcmReference;
import org.cryptointrinsics.test.cipher.CipherCalls;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** Memory outside of the heap is not freed while it is digested or encrypted, nor accessed after it was. */
@Category(EveryTier.class)
public class LifetimeTest {

    private static final String ALGORITHM = "MD5";
    private static final int TAG_BYTES = 16;
    private static final int SMALL = 1000;
    /** Encryption may end before garbage is collected. */
    private static final int MOST_ATTEMPTS = 20;
    /** Takes some tens of milliseconds, or some to encrypt. Freed memory of that size is no longer mapped. */
    private static final byte[] MESSAGE = new byte[64 << 20];
    static {
        new Random(MESSAGE.length).nextBytes(MESSAGE);
    }

    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private MessageDigest digest;

    @Before
    public void compile() throws Exception {
        Calls.prepare();
        digest = MessageDigest.getInstance(ALGORITHM);
    }

    @After
    public void stop() {
        executor.close();
    }

    /** Starts {@code update}, and returns when kernels are at work. */
    private Future<?> start(Runnable update) {
        return start(Jit.intrinsic(ALGORITHM), Executors.callable(update));
    }

    private <T> Future<T> start(Intrinsic<?> intrinsic, Callable<T> use) {
        Work before = Jit.work(intrinsic);
        Future<T> running = executor.submit(use);
        while (Jit.work(intrinsic).equals(before) && !running.isDone()) {
            Thread.onSpinWait();
        }
        return running;
    }

    private void assertDigest() throws Exception {
        byte[] expected = MessageDigest.getInstance(ALGORITHM).digest(MESSAGE);
        assertEquals(HexFormat.of().formatHex(expected), HexFormat.of().formatHex(Calls.digest(digest)));
    }

    @Test
    public void bufferStaysReachable() throws Exception {
        Future<?> updating = start(() -> Calls.update(digest, ByteBuffer.allocateDirect(MESSAGE.length).put(MESSAGE).flip()));
        int collections = 0;
        while (!updating.isDone()) {
            System.gc();
            collections += updating.isDone() ? 0 : 1;
        }
        updating.get();
        assertTrue("collections", collections > 0);
        assertDigest();
    }

    /** As HotSpot does after long disuse. */
    @Test
    public void kernelReturnsWhenThrownAway() throws Exception {
        assumeFalse("no code is lost", CallerTier.TESTED.hasAgent());
        Method kernel = MethodCode.of(Jit.intrinsic(ALGORITHM).compressMethod.get()).method();
        assertTrue(Jit.isThere(kernel));
        Jit.deoptimize(List.of(kernel));
        assertFalse(Jit.isThere(kernel));
        int parts = 4;
        ByteBuffer buffer = ByteBuffer.allocateDirect(MESSAGE.length).put(MESSAGE);
        for (int i = 0; i < parts; i++) {
            buffer.limit(MESSAGE.length / parts * (i + 1)).position(MESSAGE.length / parts * i);
            Work before = Jit.work(ALGORITHM);
            Calls.update(digest, buffer);
            // The first part is left to the JDK.
            assertTrue("part " + i, i == 0 || Jit.work(ALGORITHM).blocks() - before.blocks() >= MESSAGE.length / parts / Jit.intrinsic(ALGORITHM).blockBytes() - 1);
        }
        assertTrue(Jit.isThere(kernel));
        assertDigest();
    }

    private static void assumeKernel() {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
    }

    /** A cipher for what is compiled. */
    private static Cipher cipher() throws Exception {
        assumeKernel();
        CipherCalls.Compiled.prepare();
        return AesGcmReference.cipher(Cipher.ENCRYPT_MODE, new byte[16], new byte[12], new byte[0], TAG_BYTES);
    }

    private static void assertEncrypted(ByteBuffer output) throws Exception {
        byte[] actual = new byte[MESSAGE.length + TAG_BYTES];
        output.get(0, actual);
        assertArrayEquals(CipherCalls.COMPILED.doFinal(cipher(), MESSAGE), actual);
    }

    @Test
    public void plaintextStaysReachable() throws Exception {
        ByteBuffer output = ByteBuffer.allocate(MESSAGE.length + TAG_BYTES);
        collectDuring(cipher -> CipherCalls.COMPILED.doFinal(cipher, ByteBuffer.allocateDirect(MESSAGE.length).put(MESSAGE).flip(), output.clear()));
        assertEncrypted(output);
    }

    @Test
    public void ciphertextStaysReachable() throws Exception {
        collectDuring(cipher -> CipherCalls.COMPILED.doFinal(cipher, ByteBuffer.wrap(MESSAGE), ByteBuffer.allocateDirect(MESSAGE.length + TAG_BYTES)));
    }

    @FunctionalInterface
    private interface Encryption {
        int encrypt(Cipher cipher) throws Exception;
    }

    /** Collects garbage during encryption. */
    private void collectDuring(Encryption encryption) throws Exception {
        int collections = 0;
        for (int i = 0; collections == 0; i++) {
            assertTrue("no collections", i < MOST_ATTEMPTS);
            Cipher cipher = cipher();
            Future<Integer> encrypting = start(Jit.intrinsics().aesGcm(), () -> encryption.encrypt(cipher));
            while (!encrypting.isDone()) {
                System.gc();
                collections += encrypting.isDone() ? 0 : 1;
            }
            assertEquals(MESSAGE.length + TAG_BYTES, (int) encrypting.get());
        }
    }

    @Test
    public void closedArenas() throws Exception {
        ByteBuffer confined;
        try (Arena arena = Arena.ofConfined()) {
            confined = arena.allocate(SMALL + TAG_BYTES).asByteBuffer();
        }
        ByteBuffer shared;
        try (Arena arena = Arena.ofShared()) {
            shared = arena.allocate(SMALL + TAG_BYTES).asByteBuffer();
        }
        assertNotAccessed(confined, IllegalStateException.class);
        assertNotAccessed(shared, IllegalStateException.class);
    }

    @Test
    public void arenaOfAnotherThread() throws Exception {
        assumeKernel();
        try (Arena arena = Arena.ofConfined()) {
            ByteBuffer memory = arena.allocate(SMALL + TAG_BYTES).asByteBuffer();
            executor.submit(() -> {
                assertNotAccessed(memory, WrongThreadException.class);
                return null;
            }).get();
        }
    }

    /** Neither as input nor as output, which ends as by the JDK. */
    private static void assertNotAccessed(ByteBuffer memory, Class<? extends Exception> expected) throws Exception {
        for (ByteBuffer good : new ByteBuffer[]{ByteBuffer.allocate(SMALL + TAG_BYTES), ByteBuffer.allocateDirect(SMALL + TAG_BYTES)}) {
            assertFailure(expected, memory.duplicate().limit(SMALL), good);
            assertFailure(expected, good.duplicate().limit(SMALL), memory);
        }
    }

    private static void assertFailure(Class<? extends Exception> expected, ByteBuffer input, ByteBuffer output) throws Exception {
        Cipher interpreted = cipher();
        ByteBuffer in = input.duplicate();
        ByteBuffer out = output.duplicate();
        Exception byTheJdk = assertThrows(expected, () -> CipherCalls.INTERPRETED.doFinal(interpreted, in, out));
        Cipher compiled = cipher();
        ByteBuffer compiledIn = input.duplicate();
        ByteBuffer compiledOut = output.duplicate();
        Work work = CipherCalls.work(() -> {
            Exception actual = assertThrows(expected, () -> CipherCalls.COMPILED.doFinal(compiled, compiledIn, compiledOut));
            assertEquals(byTheJdk.getMessage(), actual.getMessage());
        });
        CipherCalls.assertCalls("not accessed", 0, work.calls());
        assertEquals(in.position(), compiledIn.position());
        assertEquals(out.position(), compiledOut.position());
    }
}
