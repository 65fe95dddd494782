package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.Test;

/** What comes of random uses of AES-GCM with Graal and the plugin is what comes of them without, also without what HotSpot's C2 has for AES. */
public class AesGcmFuzzTest {

    private static final int CASES = Integer.getInteger("cryptointrinsics.test.cases", 100_000);
    private static final long SEED = Long.getLong("cryptointrinsics.test.seed", 1);
    private static final int BLOCK = 1000;
    /** Of the others, some have other IVs, and some fail. */
    private static final double LEAST_BY_KERNELS = 0.6;

    private static List<String> plain(int first, int last, int block) throws Exception {
        return JavaProcess.runPlain(List.of("-XX:TieredStopAtLevel=1"), AesGcmFuzz.Main.class, arguments(first, last, block)).lines().toList();
    }

    private static List<String> withPlugin(int first, int last, int block) throws Exception {
        return JavaProcess.runLikeThis(List.of(), AesGcmFuzz.WithPlugin.class, arguments(first, last, block)).lines().toList();
    }

    private static String[] arguments(int first, int last, int block) {
        return new String[]{String.valueOf(SEED), String.valueOf(first), String.valueOf(last), String.valueOf(block)};
    }

    @Test
    public void sameAsWithoutThePlugin() throws Exception {
        List<String> expected;
        List<String> actual;
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            Future<List<String>> plain = executor.submit(() -> plain(0, CASES, BLOCK));
            actual = withPlugin(0, CASES, BLOCK);
            expected = plain.get();
        }
        assertEquals(expected.size() + 1, actual.size());
        assertEquals((CASES + BLOCK - 1) / BLOCK, expected.size());
        for (int i = 0; i < expected.size(); i++) {
            if (!expected.get(i).equals(actual.get(i))) {
                fail("with seed " + SEED + ", " + firstDifference(i * BLOCK));
            }
        }
        String last = actual.getLast();
        assertTrue(last, last.startsWith(AesGcmFuzz.MESSAGES));
        String[] counts = last.substring(AesGcmFuzz.MESSAGES.length()).split(", ");
        if (Jit.intrinsics().aesGcm().isOn()) {
            assertTrue(last, Long.parseLong(counts[1]) > LEAST_BY_KERNELS * Long.parseLong(counts[0]));
        }
    }

    /** Runs a block again, with what comes of each case. It differs only where code is compiled, so that all before must be run, too. */
    private static String firstDifference(int first) throws Exception {
        int last = Math.min(first + BLOCK, CASES);
        List<String> expected = plain(0, last, 1);
        List<String> actual = withPlugin(0, last, 1);
        for (int i = 0; i < expected.size(); i++) {
            if (!expected.get(i).equals(actual.get(i))) {
                return "expected " + expected.get(i) + ", but was " + actual.get(i);
            }
        }
        return "a case from " + first + " on, but not when run again";
    }
}
