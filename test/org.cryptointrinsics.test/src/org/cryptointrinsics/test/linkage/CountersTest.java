package org.cryptointrinsics.test.linkage;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import org.cryptointrinsics.compilation.MethodCode;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.Counters;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Stubs;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import jdk.internal.misc.Unsafe;

/** Calls of a kernel that have done something are counted, exactly where threads do not share a stripe, whatever they are. */
@Category(Quick.class)
public class CountersTest {

    private static final int FEWEST_STRIPES = 64;
    private static final int TIMES = 10_000;
    private static final int BLOCKS = 3;

    private final Counters counters = new Counters();
    private final CompressMethod kernel = Stubs.source().compress(DigestAlgorithm.MD5, DigestAlgorithm.MD5.variants().getLast());
    private final AtomicLong done = new AtomicLong();

    public CountersTest() {
        kernel.countIn(counters);
    }

    private boolean call() {
        return kernel.compress(new int[4], new byte[BLOCKS * DigestAlgorithm.MD5.blockBytes()], Unsafe.ARRAY_BYTE_BASE_OFFSET, BLOCKS, null);
    }

    private void callOften() {
        int calls = 0;
        for (int i = 0; i < TIMES; i++) {
            calls += call() ? 1 : 0;
        }
        done.addAndGet(calls);
    }

    private void assertCounted() {
        assertTrue(done.get() > 0);
        assertEquals(done.get(), counters.calls());
        assertEquals(BLOCKS * done.get(), counters.blocks());
    }

    @Test
    public void aThread() {
        callOften();
        assertTrue(done.get() + " calls", done.get() > TIMES / 2);
        assertCounted();
    }

    /** Of lost code. */
    @Test
    public void callsThatHaveDoneNothing() {
        callOften();
        MethodCode.of(kernel).installed().invalidate();
        assertFalse(call());
        assertCounted();
    }

    @Test
    public void platformThreads() throws Exception {
        inStripesOfTheirOwn(Thread.ofPlatform()::unstarted);
    }

    @Test
    public void virtualThreads() throws Exception {
        inStripesOfTheirOwn(Thread.ofVirtual()::unstarted);
    }

    private void inStripesOfTheirOwn(Function<Runnable, Thread> newThread) throws Exception {
        List<Thread> threads = new ArrayList<>();
        Set<Long> stripes = new HashSet<>();
        while (threads.size() < FEWEST_STRIPES) {
            Thread thread = newThread.apply(this::callOften);
            if (stripes.add(thread.threadId() % FEWEST_STRIPES)) {
                threads.add(thread);
            }
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertCounted();
    }
}
