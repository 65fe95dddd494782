package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

import org.cryptointrinsics.plugin.Status;
import org.cryptointrinsics.plugin.Status.IntrinsicStatus;

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
    private static final String NO_KERNEL = "none";

    private BlocksPerCall() {
    }

    /**
     * Counts for the row, which is told; nothing if the plugin has no kernel for the algorithm. Counting takes time, so it is not done when time is measured.
     *
     * @return what is wrong, or null
     */
    static String count(Row row, Path plugin) throws IOException, InterruptedException {
        long blocks = row.blocks();
        double expected = (double) blocks / row.work.calls(row.algorithm, row.length);
        double least = ENOUGH * expected;
        double leastForOperation = ENOUGH * blocks;
        Path report = Files.createTempFile("cryptointrinsics", ".txt");
        report.toFile().deleteOnExit();
        try {
            List<String> command = Contender.PLUGIN.command(plugin, List.of("-Djdk.graal.CryptoIntrinsicsReport=" + report), BlocksPerCall.class, row.work.name(),
                            row.algorithm.toString(), String.valueOf(row.length), String.valueOf(least), String.valueOf(leastForOperation));
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new IOException("counting the blocks failed for " + row + ": " + output);
            }
            if (output.equals(NO_KERNEL)) {
                return null;
            }
            String[] counted = output.split(" ");
            double inCall = Double.parseDouble(counted[0]);
            double forOperation = Double.parseDouble(counted[1]);
            row.addBlocksPerCall(inCall);
            return inCall >= least && forOperation >= leastForOperation ? null
                            : String.format(Locale.ROOT, "the kernel did not do its work for %s: %.1f of %d blocks, %.1f in a call instead of %.1f; " +
                                            "a compilation may have bailed out", row, forOperation, blocks, inCall, expected);
        } finally {
            Files.delete(report);
        }
    }

    /**
     * Prints the blocks in a call, and those for an operation, once both are as expected or too much time has passed.
     *
     * @param args work, algorithm, its length, and the least blocks in a call and for an operation
     */
    public static void main(String[] args) throws Exception {
        Algorithm algorithm = Algorithm.of(args[1]);
        if (intrinsic(algorithm).isEmpty()) {
            System.out.println(NO_KERNEL);
            return;
        }
        Work work = Work.valueOf(args[0]);
        Message benchmark = work.part.benchmark(Contender.PLUGIN);
        benchmark.algorithm = args[1];
        benchmark.length = Integer.parseInt(args[2]);
        benchmark.contender = "";
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
            IntrinsicStatus before = intrinsic(algorithm).orElseThrow();
            for (int i = 0; i < OPERATIONS; i++) {
                benchmark.run(work);
            }
            IntrinsicStatus after = intrinsic(algorithm).orElseThrow();
            double blocks = (after.bytes().orElseThrow() - before.bytes().orElseThrow()) / (double) algorithm.block;
            inCall = blocks / Math.max(1, after.calls().orElseThrow() - before.calls().orElseThrow());
            forOperation = blocks / OPERATIONS;
        } while ((inCall < Double.parseDouble(args[3]) || forOperation < Double.parseDouble(args[4])) && System.nanoTime() - start < MOST_SECONDS * SECOND);
        benchmark.prepare(work);
        if (!Objects.deepEquals(interpreted, benchmark.run(work))) {
            throw new IllegalStateException("the result differs from the interpreter's");
        }
        System.out.println(inCall + " " + forOperation);
    }

    private static Optional<IntrinsicStatus> intrinsic(Algorithm algorithm) {
        return Status.get().intrinsics().stream().filter(intrinsic -> intrinsic.algorithm().equals(algorithm.intrinsic())).findAny();
    }
}
