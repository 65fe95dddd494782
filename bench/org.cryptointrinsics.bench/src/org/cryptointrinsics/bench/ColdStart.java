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

    private final Map<Jit, List<Double>> milliseconds = new EnumMap<>(Jit.class);

    /** The empty program. */
    public static void main(String[] args) {
    }

    ColdStart() {
        for (Jit jit : Jit.values()) {
            milliseconds.put(jit, new ArrayList<>());
        }
    }

    /** Runs the program with each JIT in turn, once without measuring and then {@code runs} times. */
    void measure(int runs, Path plugin) throws IOException, InterruptedException {
        for (int i = 0; i <= runs; i++) {
            for (Jit jit : Jit.values()) {
                List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
                command.addAll(jit.options(plugin));
                command.addAll(List.of("-cp", System.getProperty("java.class.path"), ColdStart.class.getName()));
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

    Sample milliseconds(Jit jit) {
        return Sample.of(milliseconds.get(jit));
    }

    /** What the plugin adds to Graal. */
    Sample cost() {
        return Sample.combine(milliseconds(Jit.PLUGIN), milliseconds(Jit.GRAAL), (plugin, graal) -> plugin - graal);
    }
}
