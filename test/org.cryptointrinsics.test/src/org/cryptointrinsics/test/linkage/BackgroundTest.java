package org.cryptointrinsics.test.linkage;

import static org.junit.Assert.assertEquals;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.cryptointrinsics.linkage.Background;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.LittleStack;
import org.junit.Test;

/** Threads with hardly any stack left that have something done in the background keep nobody from it. */
public class BackgroundTest {

    @Test
    public void stackOverflowLocksNothing() throws Exception {
        // Tests are executed where nothing is done in the background.
        JavaProcess.Result result = JavaProcess.execute(List.of(), Main.class);
        assertEquals(result.told(), 0, result.exitCode());
    }

    /** What is executed in a process of its own. */
    public static final class Main {

        private static final int THREADS = 200;
        private static int overflows;

        private Main() {
        }

        public static void main(String[] arguments) throws Exception {
            for (int i = 0; i < THREADS; i++) {
                LittleStack.run(Main::ask);
                awaitBackground();
            }
            System.out.println("stack overflows: " + overflows);
            System.exit(overflows > THREADS ? 0 : 1);
        }

        private static void ask() {
            try {
                Background.execute(Thread::onSpinWait);
            } catch (StackOverflowError e) {
                overflows++;
                throw e;
            }
        }

        /** Ends the VM if nothing is done in the background any more. */
        private static void awaitBackground() throws InterruptedException {
            CountDownLatch done = new CountDownLatch(1);
            Thread.ofPlatform().daemon().start(() -> Background.execute(done::countDown));
            if (!done.await(20, TimeUnit.SECONDS)) {
                System.out.println("nothing is done any more");
                System.exit(1);
            }
        }
    }
}
