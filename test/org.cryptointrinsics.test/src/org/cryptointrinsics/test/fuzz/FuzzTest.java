package org.cryptointrinsics.test.fuzz;

import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit;
import org.junit.Test;

/**
 * What comes of random uses of digests, MACs, AES-GCM and what is made of them with Graal and the plugin is what comes of them without, where C1 compiles, which has no
 * code of HotSpot's own for AES. The system properties {@code cryptointrinsics.fuzz.seconds} and {@code cryptointrinsics.fuzz.seed} choose how long, and which. After a
 * minute, other processes begin with the next seed.
 */
public class FuzzTest {

    private static final long SECONDS = Long.getLong("cryptointrinsics.fuzz.seconds", 60);
    private static final long SEED = Long.getLong("cryptointrinsics.fuzz.seed", 1);
    private static final long MOST_SECONDS = 60;
    /** As long may it take to play the same again. */
    private static final int MOST_TIMES = 5;
    /** Of a case. */
    private static final double LEAST_CALLS = 0.5;

    private record Run(List<String> plain, List<String> withPlugin) {

        /** The lines that differ. */
        List<Integer> differences() {
            int count = (int) withPlugin.stream().takeWhile(line -> !line.startsWith(Fuzz.KERNELS)).count();
            return IntStream.range(0, count).filter(i -> i >= plain.size() || !plain.get(i).equals(withPlugin.get(i))).boxed().toList();
        }
    }

    /**
     * Plays the same cases twice.
     *
     * @param seconds how long, with the plugin
     * @param cases how many at most
     * @param printed the number of that of which everything is printed, or -1
     */
    private static Run run(long seed, long seconds, int cases, int printed) throws Exception {
        Path limit = Files.createTempFile(JavaProcess.FOLDER, "fuzz", null);
        if (cases == Integer.MAX_VALUE) {
            Files.delete(limit);
        } else {
            Files.writeString(limit, String.valueOf(cases));
        }
        try {
            String[] arguments = {String.valueOf(seed), limit.toString(), String.valueOf(printed), String.valueOf(seconds)};
            Future<String> plain = JavaProcess.begin(() -> JavaProcess.runPlain(List.of("-XX:TieredStopAtLevel=1"), Fuzz.Plain.class, arguments));
            String withPlugin;
            try {
                withPlugin = JavaProcess.runHot(List.of(), Fuzz.WithPlugin.class, arguments);
            } catch (Throwable e) {
                Files.writeString(limit, "0");
                throw e;
            }
            return new Run(notes(plain.get()), notes(withPlugin));
        } finally {
            Files.deleteIfExists(limit);
        }
    }

    /** But for what the VM says. */
    private static List<String> notes(String printed) {
        return printed.lines().filter(line -> line.startsWith(Fuzz.CASE) || line.startsWith(Transcript.INDENTATION) || line.startsWith(Fuzz.KERNELS)).toList();
    }

    @Test
    public void sameAsWithoutThePlugin() throws Exception {
        for (long round = 0; round * MOST_SECONDS < SECONDS; round++) {
            play(SEED + round, Math.min(SECONDS - round * MOST_SECONDS, MOST_SECONDS));
        }
    }

    private static void play(long seed, long seconds) throws Exception {
        Run run = run(seed, seconds, Integer.MAX_VALUE, -1);
        List<Integer> differences = run.differences();
        if (!differences.isEmpty()) {
            // What follows the first may differ for that alone.
            List<String> all = differences.stream().map(run.withPlugin::get).toList();
            fail("with seed " + seed + ", " + all + " differ; " + told(seed, seconds, differences.getFirst()));
        }
        String last = run.withPlugin.getLast();
        assertTrue(last, last.startsWith(Fuzz.KERNELS));
        int cases = run.withPlugin.size() - 1;
        System.out.println("seed " + seed + ", " + cases + " cases, " + last);
        String[] calls = last.substring(Fuzz.KERNELS.length()).split(" ");
        assertTrue(last, Long.parseLong(calls[0]) > LEAST_CALLS * cases);
        assertTrue(last, Long.parseLong(calls[1]) > LEAST_CALLS * cases || !Jit.intrinsics().aesGcm().isOn());
    }

    /** Plays all up to a case again, as what is compiled depends on what was played before, and tells what comes of that case. */
    private static String told(long seed, long seconds, int number) throws Exception {
        Run again = run(seed, MOST_TIMES * seconds, number + 1, number);
        List<Integer> differences = again.differences();
        if (differences.isEmpty()) {
            return "but the first does not when it is played again";
        }
        int first = differences.getFirst();
        return "of the first, expected " + lines(again.plain, first) + ", but was " + lines(again.withPlugin, first);
    }

    private static List<String> lines(List<String> all, int from) {
        return all.subList(Math.min(Math.max(from - 3, 0), all.size()), Math.min(from + 3, all.size()));
    }
}
