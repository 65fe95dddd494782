package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.test.AnyJdk;
import org.cryptointrinsics.test.JavaProcess;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.rules.TemporaryFolder;

/** Kernels have no state of a thread, and need little of its stack: many threads call them at once, from wherever they are. */
@Category(AnyJdk.class)
public class ThreadsTest {

    @Rule public final TemporaryFolder folder = new TemporaryFolder();

    private Path expected;

    @Before
    public void makeWithoutKernels() throws Exception {
        expected = Messages.write(folder.getRoot().toPath());
    }

    private void run(int count, boolean isVirtual, String... options) throws Exception {
        assertRight(ManyThreads.END + count, C2.run(List.of(options), ManyThreads.class, expected.toString(), String.valueOf(count), String.valueOf(isVirtual)));
    }

    private static void assertRight(String end, JavaProcess.Result result) {
        assertEquals(result.told(), 0, result.exitCode());
        assertTrue(result.told(), result.printed().lines().toList().contains(end));
    }

    /** Each has a stack of 256 KB. */
    @Test
    public void platformThreads() throws Exception {
        run(2000, false);
    }

    @Test
    public void virtualThreads() throws Exception {
        run(10_000, true);
    }

    /** A collector walks all of it, with a kernel's caller on top. */
    @Test
    public void deepStack() throws Exception {
        assertRight(DeepStack.END, C2.run(List.of("-Xmx256m"), DeepStack.class, expected.toString()));
    }

    /** Calls kernels below many frames, each with an object of its own, while other threads make garbage. */
    public static final class DeepStack {

        static final String END = "right in deep stack";

        private static final long STACK_BYTES = 512L << 20;
        private static final int FRAMES = 500_000;
        private static final int ROUNDS = 20;

        private DeepStack() {
        }

        public static void main(String[] arguments) throws Exception {
            Messages messages = Messages.read(arguments[0]);
            messages.awaitKernels();
            List<Throwable> failures = new ArrayList<>();
            Thread thread = new Thread(null, () -> {
                try {
                    if (descend(messages, new int[]{FRAMES}) != FRAMES) {
                        throw new AssertionError("frames have changed");
                    }
                } catch (Throwable e) {
                    failures.add(e);
                }
            }, "deep stack", STACK_BYTES);
            thread.start();
            while (thread.isAlive()) {
                System.gc();
                thread.join(10);
            }
            if (!failures.isEmpty()) {
                throw new AssertionError(failures.getFirst());
            }
            System.out.println(END);
        }

        /** Returns how many frames were right. */
        private static int descend(Messages messages, int[] frames) throws Exception {
            if (frames[0] == 0) {
                for (int i = 0; i < ROUNDS; i++) {
                    messages.check();
                }
                return 0;
            }
            int[] next = {frames[0] - 1};
            int right = descend(messages, next);
            return next[0] == right ? right + 1 : -1;
        }
    }
}
