package org.cryptointrinsics.test;

import static org.junit.Assert.fail;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.test.Jit.Work;

/**
 * Something that applications do.
 *
 * @param work of the kernel, once it is hot
 */
public record HotPath(String name, Intrinsic<?> intrinsic, Work work, Jit.Action action) {

    private static final int REPETITIONS = 100;
    /** Between two looks at what the kernel does. */
    private static final int ROUNDS = 10;
    private static final long LONGEST_NANOS = 120_000_000_000L;

    private Work run() throws Exception {
        Work before = Jit.work(intrinsic);
        for (int i = 0; i < REPETITIONS; i++) {
            action.run();
        }
        return Jit.work(intrinsic).minus(before);
    }

    private Work expected() {
        return new Work(REPETITIONS * work.calls(), REPETITIONS * work.blocks());
    }

    /** Does all of {@code paths}, each until kernels do all of the work. */
    public static void becomeHot(List<HotPath> paths) throws Exception {
        List<HotPath> cold = new ArrayList<>(paths);
        long start = JavaProcess.cpuNanos();
        while (!cold.isEmpty()) {
            for (int i = 0; i < ROUNDS; i++) {
                for (HotPath path : cold) {
                    path.run();
                }
            }
            for (HotPath path : List.copyOf(cold)) {
                Work actual = path.run();
                if (actual.equals(path.expected())) {
                    System.out.println(path.name + " after " + (JavaProcess.cpuNanos() - start) / 1_000_000 + " ms");
                    cold.remove(path);
                } else if (JavaProcess.cpuNanos() - start > LONGEST_NANOS) {
                    fail(path.name + " is not hot: " + actual + " instead of " + path.expected());
                }
            }
        }
    }
}
