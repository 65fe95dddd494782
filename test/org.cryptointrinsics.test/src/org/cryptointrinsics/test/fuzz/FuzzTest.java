package org.cryptointrinsics.test.fuzz;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import org.cryptointrinsics.test.AnyJdk;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.entry.C2;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/**
 * What comes of random uses of digests, MACs, AES-GCM and what is made of them with Graal and the plugin is what comes of them without, where C1 compiles, which has no
 * code of HotSpot's own for AES. The system properties {@code cryptointrinsics.fuzz.seconds} and {@code cryptointrinsics.fuzz.seed} choose how long, and which. After a
 * minute, other processes begin with the next seed.
 */
@Category(AnyJdk.class)
public class FuzzTest {

    private static final long SECONDS = Long.getLong("cryptointrinsics.fuzz.seconds", 15);
    private static final long SEED = Long.getLong("cryptointrinsics.fuzz.seed", 1);
    private static final long MOST_SECONDS = 60;
    /** Of a case. */
    private static final double LEAST_CALLS = 0.5;

    /** What was printed of each case, by its first line, and then of kernels. */
    private record Run(Map<String, String> cases, String kernels) {

        static Run of(String printed) {
            Map<String, String> cases = new LinkedHashMap<>();
            String kernels = "";
            String name = "";
            for (String line : printed.lines().toList()) {
                if (line.startsWith(Transcript.CASE)) {
                    name = line;
                    cases.put(name, "");
                } else if (line.startsWith(Transcript.INDENTATION)) {
                    cases.merge(name, "\n" + line, String::concat);
                } else if (line.startsWith(Fuzz.KERNELS)) {
                    kernels = line.substring(Fuzz.KERNELS.length());
                }
            }
            return new Run(cases, kernels);
        }
    }

    /** What runs cases with kernels. */
    @FunctionalInterface
    private interface Runner {
        String run(String... arguments) throws Exception;
    }

    @Test
    public void sameAsWithoutThePlugin() throws Exception {
        C2.assumeGraal();
        play(arguments -> JavaProcess.runHot(List.of(), Fuzz.WithPlugin.class, arguments));
    }

    @Test
    public void sameAsWithoutTheAgent() throws Exception {
        // C2 throws exceptions without a message where many are thrown.
        play(arguments -> {
            JavaProcess.Result result = C2.run(List.of("-XX:-OmitStackTraceInFastThrow"), Fuzz.WithAgent.class, arguments);
            assertEquals(result.told(), 0, result.exitCode());
            return result.printed();
        });
    }

    private static void play(Runner runner) throws Exception {
        for (long round = 0; round * MOST_SECONDS < SECONDS; round++) {
            play(runner, SEED + round, Math.min(SECONDS - round * MOST_SECONDS, MOST_SECONDS));
        }
    }

    private static void play(Runner runner, long seed, long seconds) throws Exception {
        Path limit = Files.createTempFile(JavaProcess.FOLDER, "fuzz", null);
        Files.delete(limit);
        try {
            Future<String> plain = JavaProcess.begin(() -> JavaProcess.runPlain(List.of("-XX:TieredStopAtLevel=1"), Fuzz.Plain.class, String.valueOf(seed), limit.toString()));
            Run run;
            try {
                run = Run.of(runner.run(String.valueOf(seed), limit.toString(), String.valueOf(seconds)));
            } catch (Throwable e) {
                Files.writeString(limit, "0");
                // Which ends it.
                try {
                    plain.get();
                } catch (ExecutionException other) {
                    e.addSuppressed(other);
                }
                throw e;
            }
            compare(seed, Run.of(plain.get()).cases, run.cases);
            System.out.println("seed " + seed + ", " + run.cases.size() + " cases, calls of kernels: " + run.kernels);
            String[] calls = run.kernels.split(" ");
            double least = LEAST_CALLS * run.cases.size();
            assertTrue(run.kernels, Long.parseLong(calls[0]) > least);
            assertTrue(run.kernels, Long.parseLong(calls[1]) > least || !Jit.intrinsics().aesGcm().isOn());
        } finally {
            Files.deleteIfExists(limit);
        }
    }

    private static void compare(long seed, Map<String, String> expected, Map<String, String> actual) {
        List<String> names = actual.keySet().stream().filter(name -> !actual.get(name).equals(expected.get(name))).toList();
        if (!names.isEmpty()) {
            // What follows the first may differ for that alone.
            String first = names.getFirst();
            fail("with seed " + seed + ", " + names + " differ; of the first, expected" + expected.get(first) + "\nbut was" + actual.get(first));
        }
    }
}
