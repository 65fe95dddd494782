package org.cryptointrinsics.bench;

import org.cryptointrinsics.plugin.Status;
import org.cryptointrinsics.plugin.Status.Intrinsic;

/**
 * Counts, in a process of its own, how many blocks a kernel compresses in a call once the benchmark is compiled. A silent fallback shows here: there are no
 * calls, or one for each block.
 */
final class BlocksPerCall {

    private static final int BLOCK = 64;
    private static final long WARM_UP_NANOS = 15_000_000_000L;

    private BlocksPerCall() {
    }

    /**
     * @param args algorithm, bytes of a message, and {@code heap} or {@code direct}
     */
    public static void main(String[] args) throws Exception {
        DigestBenchmark benchmark = new DigestBenchmark();
        benchmark.algorithm = args[0];
        benchmark.length = Integer.parseInt(args[1]);
        benchmark.setUp();
        long start = System.nanoTime();
        while (System.nanoTime() - start < WARM_UP_NANOS) {
            run(benchmark, args[2]);
        }
        Intrinsic before = intrinsic(args[0]);
        for (int i = 0; i < 100; i++) {
            run(benchmark, args[2]);
        }
        Intrinsic after = intrinsic(args[0]);
        long calls = after.calls().orElseThrow() - before.calls().orElseThrow();
        System.out.println((after.bytes().orElseThrow() - before.bytes().orElseThrow()) / (double) BLOCK / Math.max(1, calls));
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
