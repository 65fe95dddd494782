package org.cryptointrinsics.test.hotspot;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.cryptointrinsics.compilation.MethodCode;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.HashMethod;
import org.cryptointrinsics.linkage.KernelCode;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Stubs;
import org.junit.Test;

import jdk.internal.misc.Unsafe;

/**
 * Threads call a kernel while its code is thrown away and installed again, so often that memory that is lost by it shows. The system property
 * {@code cryptointrinsics.installations} chooses how often; 10,000 take three minutes.
 */
public class InstallationTest {

    private static final int INSTALLATIONS = Integer.getInteger("cryptointrinsics.installations", 1000);
    private static final int THREADS = 8;
    private static final int MESSAGE_BYTES = 100;
    private static final int MOST_BYTES_OF_AN_INSTALLATION = 100;
    private static final int NOISE = 1 << 20;
    private static final int ROUNDS = 4;

    private final AtomicLong done = new AtomicLong();
    private volatile HashMethod kernel = hash();
    private volatile boolean isOver;

    private static HashMethod hash() {
        return Stubs.source().hash(DigestAlgorithm.MD5, DigestAlgorithm.MD5.variants().getLast());
    }

    @Test
    public void noMemoryIsLost() throws Exception {
        List<Future<?>> callers = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(THREADS)) {
            for (int i = 0; i < THREADS; i++) {
                callers.add(executor.submit(this::call));
            }
            try {
                installAndCompare();
            } finally {
                // The executor waits for them.
                isOver = true;
            }
            for (Future<?> caller : callers) {
                caller.get();
            }
        }
    }

    /** If memory were lost, some would be in each round. What else is compiled meanwhile is so in some. */
    private void installAndCompare() throws InterruptedException {
        List<List<String>> grownInRounds = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Map<String, Long> before = used();
            long doneBefore = done.get();
            int times = INSTALLATIONS / ROUNDS;
            install(times);
            long most = (long) times * MOST_BYTES_OF_AN_INSTALLATION + NOISE;
            grownInRounds.add(used().entrySet().stream().filter(pool -> pool.getValue() - before.get(pool.getKey()) > most).map(
                            pool -> pool.getKey() + " from " + before.get(pool.getKey()) + " to " + pool.getValue()).toList());
            awaitCalls(doneBefore);
        }
        assertTrue(grownInRounds.toString(), grownInRounds.contains(List.of()));
    }

    /** The last code stays, and is called. */
    private void awaitCalls(long before) throws InterruptedException {
        long start = System.nanoTime();
        while (done.get() == before) {
            assertTrue("no calls", System.nanoTime() - start < TimeUnit.MINUTES.toNanos(1));
            Thread.sleep(1);
        }
    }

    /** Has the code thrown away, as if it had been there for so long, and asks for it again, as often as it is compiled soon after. */
    private static void lose(HashMethod method, long minutes, int times) {
        Unsafe memory = Unsafe.getUnsafe();
        long madeAt = memory.objectFieldOffset(KernelCode.class, "madeAt");
        for (int i = 0; i < times; i++) {
            memory.putLong(method.code(), madeAt, System.nanoTime() - TimeUnit.MINUTES.toNanos(minutes));
            Jit.deoptimize(List.of(MethodCode.of(method).method()));
            method.compile();
        }
        assertEquals(times, method.losses());
    }

    @Test
    public void codeThatLastsIsMadeAgain() {
        HashMethod method = hash();
        lose(method, 11, 2 * KernelCode.MOST_COMPILATIONS);
        assertTrue("not installed", Jit.isThere(MethodCode.of(method).method()));
    }

    @Test
    public void codeThatDoesNotLastIsGivenUp() {
        HashMethod method = hash();
        lose(method, 9, KernelCode.MOST_COMPILATIONS);
        method.compile();
        assertFalse("installed", Jit.isThere(MethodCode.of(method).method()));
    }

    /** Has the code thrown away and made anew. */
    private void install(int times) {
        for (int i = 0; i < times; i++) {
            if (kernel.losses() == KernelCode.MOST_COMPILATIONS - 1) {
                kernel = hash();
            } else {
                Jit.deoptimize(List.of(MethodCode.of(kernel).method()));
                kernel.compile();
            }
            assertTrue("not installed", Jit.isThere(MethodCode.of(kernel).method()));
        }
    }

    /** What comes of it is right, or nothing. */
    private Void call() {
        byte[] message = Reference.message(MESSAGE_BYTES);
        byte[] expected = HexFormat.of().parseHex(Reference.digest(DigestAlgorithm.MD5.standardName(), MESSAGE_BYTES));
        Object initialState = DigestAlgorithm.MD5.initialWords();
        while (!isOver) {
            byte[] digest = new byte[expected.length];
            boolean isDone = kernel.hash(initialState, message, DigestAlgorithm.MD5.suffix(), digest, Unsafe.ARRAY_BYTE_BASE_OFFSET, digest.length);
            assertArrayEquals(isDone ? expected : new byte[digest.length], digest);
            done.addAndGet(isDone ? 1 : 0);
        }
        return null;
    }

    /** Of what HotSpot has compiled, and knows of classes. */
    private static Map<String, Long> used() {
        // What was thrown away is freed by the second one, unless a thread is just leaving it.
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        Map<String, Long> used = new TreeMap<>();
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.NON_HEAP) {
                used.put(pool.getName(), pool.getUsage().getUsed());
            }
        }
        return used;
    }
}
