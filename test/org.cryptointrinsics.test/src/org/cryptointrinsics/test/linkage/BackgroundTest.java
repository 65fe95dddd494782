package org.cryptointrinsics.test.linkage;

import static org.junit.Assert.assertEquals;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.cryptointrinsics.linkage.Background;
import org.cryptointrinsics.test.JavaProcess;
import org.junit.Test;

/** Threads with hardly any stack left that have something done in the background keep nobody from it. */
public class BackgroundTest {

    @Test
    public void stackOverflowLocksNothing() throws Exception {
        // Tests are executed where nothing is done in the background.
        JavaProcess.Result result = JavaProcess.execute(List.of(), LittleStack.class);
        assertEquals(result.told(), 0, result.exitCode());
    }

    /** What is executed in a process of its own. */
    public static final class LittleStack {

        private static final int THREADS = 200;
        private static final int STACK_BYTES = 192 << 10;
        private static final int ATTEMPTS = 60;
        private static final AtomicInteger DONE = new AtomicInteger();

        private int attempts = ATTEMPTS;

        private LittleStack() {
        }

        public static void main(String[] arguments) throws Exception {
            // A class of which the initialization fails is never usable again.
            awaitBackground();
            int overflows = 0;
            for (int i = 0; i < THREADS; i++) {
                int before = DONE.get();
                Thread thread = new Thread(null, new LittleStack()::descend, "little stack", STACK_BYTES);
                thread.start();
                thread.join();
                awaitBackground();
                overflows += ATTEMPTS - (DONE.get() - before - 1) > 0 ? 1 : 0;
            }
            System.out.println(DONE + " tasks, " + overflows + " threads had too little stack");
            System.exit(overflows > 0 ? 0 : 1);
        }

        /** Ends the VM if nothing is done in the background any more. */
        private static void awaitBackground() throws InterruptedException {
            CountDownLatch done = new CountDownLatch(1);
            Thread.ofPlatform().daemon().start(() -> Background.execute(() -> {
                DONE.incrementAndGet();
                done.countDown();
            }));
            if (!done.await(20, TimeUnit.SECONDS)) {
                System.out.println("nothing is done any more");
                System.exit(1);
            }
        }

        /** Asks first where there is no stack left, and then where there is a little more of it each time. */
        private void descend() {
            try {
                descend();
            } catch (StackOverflowError expected) {
                // As deep as it gets.
            }
            if (attempts > 0) {
                attempts--;
                try {
                    Background.execute(DONE::incrementAndGet);
                } catch (StackOverflowError expected) {
                    // Not enough yet.
                }
            }
        }
    }
}
