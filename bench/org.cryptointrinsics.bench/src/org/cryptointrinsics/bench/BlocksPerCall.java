package org.cryptointrinsics.bench;

import org.cryptointrinsics.plugin.Status;
import org.cryptointrinsics.plugin.Status.Intrinsic;

/**
 * Counts, in a process of its own, how many blocks a kernel compresses in a call once the benchmark is compiled. A silent fallback shows here: there are no
 * calls, or one for each block.
 */
final class BlocksPerCall {

    private static final int BLOCK = 64;
    private static final int OPERATIONS = 100;
    private static final long SECOND = 1_000_000_000L;
    /** Until then the code is hot, however busy the machine is. */
    private static final int MOST_SECONDS = 90;

    private BlocksPerCall() {
    }

    /**
     * Prints the blocks in a call, and those for an operation, once both are as expected or too much time has passed.
     *
     * @param args algorithm, bytes of a message, {@code heap} or {@code direct}, and the least blocks in a call and for an operation
     */
    public static void main(String[] args) throws Exception {
        DigestBenchmark benchmark = new DigestBenchmark();
        benchmark.algorithm = args[0];
        benchmark.length = Integer.parseInt(args[1]);
        benchmark.setUp();
        double inCall;
        double forOperation;
        long start = System.nanoTime();
        do {
            for (long begin = System.nanoTime(); System.nanoTime() - begin < SECOND;) {
                run(benchmark, args[2]);
            }
            Intrinsic before = intrinsic(args[0]);
            for (int i = 0; i < OPERATIONS; i++) {
                run(benchmark, args[2]);
            }
            Intrinsic after = intrinsic(args[0]);
            double blocks = (after.bytes().orElseThrow() - before.bytes().orElseThrow()) / (double) BLOCK;
            inCall = blocks / Math.max(1, after.calls().orElseThrow() - before.calls().orElseThrow());
            forOperation = blocks / OPERATIONS;
        } while ((inCall < Double.parseDouble(args[3]) || forOperation < Double.parseDouble(args[4])) && System.nanoTime() - start < MOST_SECONDS * SECOND);
        System.out.println(inCall + " " + forOperation);
    }

    private static void run(DigestBenchmark benchmark, String memory) throws Exception {
        if (memory.equals("heap")) {
            benchmark.digestHeap();
        } else {
            benchmark.digestDirect();
        }
    }

    private static Intrinsic intrinsic(String algorithm) {
        return Status.get().intrinsics().stream().filter(intrinsic -> intrinsic.algorithm().equals(algorithm)).findAny().orElseThrow();
    }
}
