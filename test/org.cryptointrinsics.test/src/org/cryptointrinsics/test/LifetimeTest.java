package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.cryptointrinsics.test.Jit.Work;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Memory outside of the heap is not freed while it is digested. */
public class LifetimeTest {

    private static final String ALGORITHM = "MD5";
    /** Takes some tens of milliseconds. Freed memory of that size is no longer mapped. */
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
        Work before = Jit.work(ALGORITHM);
        Future<?> updating = executor.submit(update);
        while (Jit.work(ALGORITHM).equals(before) && !updating.isDone()) {
            Thread.onSpinWait();
        }
        return updating;
    }

    private void assertDigest() throws Exception {
        byte[] expected = MessageDigest.getInstance(ALGORITHM).digest(MESSAGE);
        assertEquals(HexFormat.of().formatHex(expected), HexFormat.of().formatHex(Calls.digest(digest)));
    }

    @Test
    public void arenaCannotBeClosed() throws Exception {
        Arena arena = Arena.ofShared();
        ByteBuffer buffer = arena.allocate(MESSAGE.length).asByteBuffer().put(MESSAGE).flip();
        Future<?> updating = start(() -> Calls.update(digest, buffer));
        assertThrows(IllegalStateException.class, arena::close);
        updating.get();
        arena.close();
        assertDigest();
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
        Method kernel = Class.forName("org.cryptointrinsics.substitution.OffHeap").getDeclaredMethod(Jit.intrinsic(ALGORITHM).algorithm().identifier(), int[].class,
                        long.class, int.class);
        assertTrue(Jit.isCompiled(kernel));
        Jit.deoptimize(List.of(kernel));
        assertFalse(Jit.isCompiled(kernel));
        int parts = 4;
        ByteBuffer buffer = ByteBuffer.allocateDirect(MESSAGE.length).put(MESSAGE);
        for (int i = 0; i < parts; i++) {
            buffer.limit(MESSAGE.length / parts * (i + 1)).position(MESSAGE.length / parts * i);
            Calls.update(digest, buffer);
            assertNull("copies", Snapshot.tempArray(digest));
        }
        assertTrue(Jit.isCompiled(kernel));
        assertDigest();
    }
}
