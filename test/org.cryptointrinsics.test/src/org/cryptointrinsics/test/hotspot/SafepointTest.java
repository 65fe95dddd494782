package org.cryptointrinsics.test.hotspot;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

import javax.crypto.Cipher;

import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.cipher.AesGcmReference;
import org.cryptointrinsics.test.cipher.CipherCalls;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** However long an update takes, other threads do not wait for it when HotSpot stops all threads. */
@Category(EveryTier.class)
public class SafepointTest {

    private static final int DIRECT_BYTES = 1 << 30;
    /** Heaps are small. */
    private static final int HEAP_BYTES = 1 << 28;

    private static final int FEWEST_SAFEPOINTS = 20;
    /** The update alone takes more than 100 times as long. */
    private static final long LONGEST_MEDIAN_NANOS = 5_000_000;

    @Before
    public void compile() throws Exception {
        Calls.prepare();
    }

    /** {@code md5sum} of that many zeros. */
    @Test
    public void threadsStopWhileDirectMemoryIsDigested() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            ByteBuffer zeros = Pages.zeros(DIRECT_BYTES, arena).asByteBuffer();
            assertEquals("cd573cfaace07e7949bc0c46028904ff", digest(DIRECT_BYTES, digest -> Calls.update(digest, zeros)));
        }
    }

    /** {@code md5sum} of that many zeros. */
    @Test
    public void threadsStopWhileAnArrayIsDigested() throws Exception {
        byte[] zeros = new byte[HEAP_BYTES];
        assertEquals("1f5039e50bd66b290c56684d8550c6c2", digest(HEAP_BYTES, digest -> Calls.update(digest, zeros)));
    }

    /** It takes some tens of milliseconds. */
    @Test
    public void threadsStopWhileAMessageIsEncrypted() throws Exception {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        CipherCalls.Compiled.prepare();
        Cipher cipher = AesGcmReference.cipher(Cipher.ENCRYPT_MODE, new byte[16], new byte[12], new byte[0], 16);
        try (Arena arena = Arena.ofShared()) {
            ByteBuffer zeros = Pages.zeros(HEAP_BYTES, arena).asByteBuffer();
            ByteBuffer result = arena.allocate(HEAP_BYTES + 16).asByteBuffer();
            Work work = CipherCalls.work(() -> stopThreadsDuring(() -> CipherCalls.COMPILED.doFinal(cipher, zeros, result), FEWEST_SAFEPOINTS / 4));
            assertEquals(new Work(HEAP_BYTES / AesGcmReference.LONGEST_PART, HEAP_BYTES / 16), work);
        }
    }

    private static String digest(int bytes, Consumer<MessageDigest> update) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("MD5");
        Work work = Jit.work("MD5", () -> stopThreadsDuring(() -> update.accept(digest), FEWEST_SAFEPOINTS));
        assertEquals(bytes / 64, work.blocks());
        return HexFormat.of().formatHex(digest.digest());
    }

    /**
     * Executes {@code action} in a thread of its own while this one has all threads stopped again and again. It counts how much of a processor's time that thread takes until it
     * stops: on a busy machine, threads wait for a processor, too.
     */
    private static void stopThreadsDuring(Jit.Action action, int fewest) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        CompletableFuture<Thread> begun = new CompletableFuture<>();
        List<Long> nanos = new ArrayList<>();
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            Future<?> running = executor.submit(() -> {
                begun.complete(Thread.currentThread());
                action.run();
                return null;
            });
            long thread = begun.get().threadId();
            while (!running.isDone()) {
                long start = threads.getThreadCpuTime(thread);
                Thread.getAllStackTraces();
                nanos.add(threads.getThreadCpuTime(thread) - start);
                Thread.sleep(1);
            }
            running.get();
        }
        Collections.sort(nanos);
        String message = nanos.size() + " safepoints took up to " + nanos.getLast() + " ns, in the median " + nanos.get(nanos.size() / 2) + " ns";
        assertTrue(message, nanos.size() >= fewest);
        assertTrue(message, nanos.get(nanos.size() / 2) <= LONGEST_MEDIAN_NANOS);
    }
}
