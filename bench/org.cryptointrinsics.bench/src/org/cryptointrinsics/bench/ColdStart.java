package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * How long an empty program takes.
 */
public final class ColdStart {

    private ColdStart() {
    }

    /** The empty program. */
    public static void main(String[] args) {
    }

    /** Runs the program with each JIT in turn, once without measuring and then {@code runs} times; returns the milliseconds of each JIT. */
    static List<JmhResult> measure(int runs, Path plugin) throws IOException, InterruptedException {
        List<JmhResult> results = Contender.JITS.stream().map(jit -> new JmhResult(ColdStart.class, jit, "ms/op")).toList();
        for (int i = 0; i <= runs; i++) {
            for (JmhResult result : results) {
                List<String> command = result.contender().command(plugin, List.of(), ColdStart.class);
                long start = System.nanoTime();
                int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
                double time = (System.nanoTime() - start) / 1e6;
                if (exit != 0) {
                    throw new IOException("exit code " + exit + " of " + command);
                }
                if (i > 0) {
                    result.primaryMetric().add(time);
                }
            }
        }
        return results;
    }

    static Sample of(Contender jit, List<JmhResult> results) {
        return results.stream().filter(result -> result.contender() == jit).findAny().orElseThrow().time();
    }
}
