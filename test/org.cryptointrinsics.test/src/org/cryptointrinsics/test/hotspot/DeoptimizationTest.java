package org.cryptointrinsics.test.hotspot;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Snapshot;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Compiled code may be thrown away at any time. The interpreter goes on with what kernels have begun. */
public class DeoptimizationTest {

    private static final int BLOCK = 64;
    /** Takes the kernels some tens of milliseconds. */
    private static final byte[] MESSAGE = new byte[64 << 20];
    /** With kernels alone, there is a call for more than that. */
    private static final int SHORTEST_CHUNK = 1 << 14;
    /** The code may have been thrown away too late. */
    private static final int MOST_ATTEMPTS = 10;

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
        throwCodeAwayDuring(List.of(), digest -> Calls.update(digest, MESSAGE));
    }

    @Test
    public void withinReadOnlyMemory() throws Exception {
        ByteBuffer readOnly = ByteBuffer.wrap(MESSAGE).asReadOnlyBuffer();
        throwCodeAwayDuring(List.of(), digest -> Calls.update(digest, readOnly.duplicate()));
    }

    @Test
    public void withinDirectMemory() throws Exception {
        // The plugin compiles them itself.
        List<Method> kernels = new ArrayList<>();
        for (String kernel : new String[]{"md5", "sha1", "sha256", "sha512"}) {
            kernels.addAll(Jit.methods(Class.forName("org.cryptointrinsics.substitution.OffHeap"), kernel));
        }
        ByteBuffer direct = ByteBuffer.allocateDirect(MESSAGE.length).put(MESSAGE).flip();
        throwCodeAwayDuring(kernels, digest -> Calls.update(digest, direct.duplicate()));
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
    private void throwCodeAwayDuring(List<Method> kernels, Consumer<MessageDigest> update) throws Exception {
        for (String algorithm : Reference.ONE_OF_EACH) {
            MessageDigest whole = MessageDigest.getInstance(algorithm);
            update.accept(whole);
            String snapshot = Snapshot.of(whole).toString();
            String value = HexFormat.of().formatHex(whole.digest());
            List<Work> attempts = new ArrayList<>();
            do {
                assertTrue(algorithm + " was never divided: " + attempts, attempts.size() < MOST_ATTEMPTS);
                Calls.prepare();
                MessageDigest digest = MessageDigest.getInstance(algorithm);
                Work before = Jit.work(algorithm);
                Future<?> updating = executor.submit(() -> update.accept(digest));
                while (Jit.work(algorithm).equals(before) && !updating.isDone()) {
                    Thread.onSpinWait();
                }
                Jit.deoptimize(kernels);
                Jit.deoptimize(Calls.compiledForUpdates());
                updating.get();
                attempts.add(Jit.work(algorithm).minus(before));
                assertEquals(snapshot, Snapshot.of(digest).toString());
                assertEquals(value, HexFormat.of().formatHex(digest.digest()));
            } while (!isDivided(attempts.getLast()));
        }
    }

    /** Whether only a part was done by the kernels, or only a part by calls of many blocks. */
    private static boolean isDivided(Work work) {
        boolean isPart = work.blocks() > 0 && work.blocks() < MESSAGE.length / BLOCK;
        return isPart || work.calls() > MESSAGE.length / SHORTEST_CHUNK && work.calls() < MESSAGE.length / BLOCK;
    }
}
