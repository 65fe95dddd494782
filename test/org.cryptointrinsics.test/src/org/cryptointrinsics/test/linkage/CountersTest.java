package org.cryptointrinsics.test.linkage;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

import org.cryptointrinsics.linkage.Counters;
import org.cryptointrinsics.test.Quick;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** Calls are counted exactly where threads do not share a stripe, whatever they are. */
@Category(Quick.class)
public class CountersTest {

    private static final int FEWEST_STRIPES = 64;
    private static final int TIMES = 100_000;

    private final Counters counters = new Counters();

    private void assertCounted(long calls, long blocks) {
        assertEquals(calls, counters.calls());
        assertEquals(blocks, counters.blocks());
    }

    @Test
    public void aThread() {
        assertCounted(0, 0);
        for (int i = 0; i < TIMES; i++) {
            counters.count(i);
        }
        assertCounted(TIMES, (long) TIMES * (TIMES - 1) / 2);
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
            Thread thread = newThread.apply(() -> {
                for (int i = 0; i < TIMES; i++) {
                    counters.count(2);
                }
            });
            if (stripes.add(thread.threadId() % FEWEST_STRIPES)) {
                threads.add(thread);
            }
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertCounted((long) FEWEST_STRIPES * TIMES, 2L * FEWEST_STRIPES * TIMES);
    }
}
