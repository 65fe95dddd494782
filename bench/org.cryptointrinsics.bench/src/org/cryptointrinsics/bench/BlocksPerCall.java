package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Counts, in a process of its own, how many blocks a kernel works on in a call once the benchmark is compiled. A silent fallback shows here: there are no
 * calls, or one for each block.
 */
final class BlocksPerCall {

    /** Of the blocks that are expected. */
    private static final double ENOUGH = 0.99;
    private static final int OPERATIONS = 100;
    private static final long SECOND = 1_000_000_000L;
    /** Until then the code is hot, however busy the machine is. */
    private static final int MOST_SECONDS = 90;

    private BlocksPerCall() {
    }

    /**
     * Counts for the row, which is told.
     *
     * @return what is wrong, or null
     */
    static String count(Row row, Contender contender, Path plugin) throws IOException, InterruptedException {
        long blocks = row.blocks();
        double expected = (double) blocks / row.work.calls(row.algorithm, row.length);
        double least = ENOUGH * expected;
        double leastForOperation = ENOUGH * blocks;
        List<String> command = contender.command(plugin, row.work.options(), BlocksPerCall.class, row.work.name(), row.algorithm.toString(), String.valueOf(row.length),
                        contender.name(), String.valueOf(least), String.valueOf(leastForOperation));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException("counting the blocks failed for " + row + ", " + contender + ": " + output);
        }
        // HotSpot may have told something before.
        String[] counted = output.lines().toList().getLast().split(" ");
        double inCall = Double.parseDouble(counted[0]);
        double forOperation = Double.parseDouble(counted[1]);
        row.addBlocksPerCall(contender, inCall);
        return inCall >= least && forOperation >= leastForOperation ? null
                        : String.format(Locale.ROOT, "the kernel did not do its work for %s, %s: %.1f of %d blocks, %.1f in a call instead of %.1f; " +
                                        "a compilation may have bailed out", row, contender, forOperation, blocks, inCall, expected);
    }

    /**
     * Prints the blocks in a call, and those for an operation, once both are as expected or too much time has passed.
     *
     * @param args work, algorithm, its length, the {@link Contender}, and the least blocks in a call and for an operation
     */
    public static void main(String[] args) throws Exception {
        Algorithm algorithm = Algorithm.of(args[1]);
        Work work = Work.valueOf(args[0]);
        Message benchmark = work.part.benchmark(Contender.valueOf(args[3]));
        benchmark.algorithm = args[1];
        benchmark.length = Integer.parseInt(args[2]);
        benchmark.contender = args[3];
        benchmark.prepare(work);
        Object interpreted = benchmark.run(work);
        benchmark.setUp(work, 1);
        double inCall;
        double forOperation;
        long start = System.nanoTime();
        do {
            for (long begin = System.nanoTime(); System.nanoTime() - begin < SECOND;) {
                benchmark.run(work);
            }
            Kernels before = Kernels.of(algorithm).orElseThrow();
            for (int i = 0; i < OPERATIONS; i++) {
                benchmark.run(work);
            }
            Kernels after = Kernels.of(algorithm).orElseThrow();
            double blocks = after.blocks() - before.blocks();
            inCall = blocks / Math.max(1, after.calls() - before.calls());
            forOperation = blocks / OPERATIONS;
        } while ((inCall < Double.parseDouble(args[4]) || forOperation < Double.parseDouble(args[5])) && System.nanoTime() - start < MOST_SECONDS * SECOND);
        benchmark.prepare(work);
        if (!Objects.deepEquals(interpreted, benchmark.run(work))) {
            throw new IllegalStateException("the result differs from the interpreter's");
        }
        System.out.println(inCall + " " + forOperation);
    }
}
