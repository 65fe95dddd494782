package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The clock of the core, which the time-stamp counter does not tell: how long a chain of operations takes of which each waits a cycle for the one before. */
final class Clock {

    /** The system property that names the file to which readings are appended; without it nothing is read. */
    static final String FILE = "cryptointrinsics.clock";

    private static final int STEPS = 400_000;
    private static final int CYCLES_PER_STEP = 2;

    private static int sink;

    private Clock() {
    }

    static void append() throws IOException {
        String file = System.getProperty(FILE);
        if (file != null) {
            double best = Double.MAX_VALUE;
            for (int i = 0; i < 10; i++) {
                best = Math.min(best, nanosPerCycle());
            }
            Files.writeString(Path.of(file), best + System.lineSeparator(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    /** The shortest cycle that was read, in nanoseconds: the first readings are not compiled, others are disturbed. */
    static double best(Path file) throws IOException {
        return Files.readAllLines(file).stream().mapToDouble(Double::parseDouble).min().orElse(Double.NaN);
    }

    private static double nanosPerCycle() {
        long start = System.nanoTime();
        sink = chain(sink);
        return (System.nanoTime() - start) / (double) (STEPS * CYCLES_PER_STEP);
    }

    /** An exclusive or and an addition alternate, so that a compiler cannot combine them. */
    private static int chain(int start) {
        int x = start;
        for (int i = 0; i < STEPS; i++) {
            x = (x ^ i) + 0x9E3779B9;
        }
        return x;
    }
}
