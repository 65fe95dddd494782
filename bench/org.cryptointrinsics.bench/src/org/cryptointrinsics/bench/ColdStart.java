package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How long an empty program takes.
 */
public final class ColdStart {

    private final Map<Contender, List<Double>> milliseconds = new EnumMap<>(Contender.class);

    /** The empty program. */
    public static void main(String[] args) {
    }

    ColdStart() {
        for (Contender jit : Contender.JITS) {
            milliseconds.put(jit, new ArrayList<>());
        }
    }

    /** Runs the program with each JIT in turn, once without measuring and then {@code runs} times. */
    void measure(int runs, Path plugin) throws IOException, InterruptedException {
        for (int i = 0; i <= runs; i++) {
            for (Contender jit : Contender.JITS) {
                List<String> command = jit.command(plugin, List.of(), ColdStart.class);
                long start = System.nanoTime();
                int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
                double time = (System.nanoTime() - start) / 1e6;
                if (exit != 0) {
                    throw new IOException("exit code " + exit + " of " + command);
                }
                if (i > 0) {
                    milliseconds.get(jit).add(time);
                }
            }
        }
    }

    Sample milliseconds(Contender jit) {
        return Sample.of(milliseconds.get(jit));
    }

    /** What the plugin adds to Graal. */
    Sample cost() {
        return Sample.combine(milliseconds(Contender.PLUGIN), milliseconds(Contender.GRAAL), (plugin, graal) -> plugin - graal);
    }
}
