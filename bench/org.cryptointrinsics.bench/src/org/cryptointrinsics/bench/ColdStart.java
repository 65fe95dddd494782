package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How long programs take that end before much is compiled.
 */
final class ColdStart {

    /** What is run. */
    enum Program {
        EMPTY("an empty program", EmptyProgram.class),
        SHORT(ShortProgram.ROUNDS + " rounds of MD5 and AES-GCM, 1 KiB", ShortProgram.class);

        private final String title;
        private final Class<?> main;

        Program(String title, Class<?> main) {
            this.title = title;
            this.main = main;
        }

        @Override
        public String toString() {
            return title;
        }

        /** The milliseconds that are among the results. */
        Map<Contender, Sample> of(List<JmhResult> results) {
            Map<Contender, Sample> times = new EnumMap<>(Contender.class);
            results.stream().filter(result -> result.benchmark().equals(main.getName())).forEach(result -> times.put(result.contender(), result.time()));
            return times;
        }

        JmhResult newResult(Contender jit) {
            return new JmhResult(main, jit, "ms/op");
        }
    }

    private ColdStart() {
    }

    /** Runs each program with each JIT in turn, once without measuring and then {@code runs} times; returns the milliseconds of each. */
    static List<JmhResult> measure(List<Contender> jits, int runs, Path plugin) throws IOException, InterruptedException {
        return Stream.of(measure(Program.EMPTY, jits, runs, plugin), measure(Program.SHORT, jits, runs, plugin)).flatMap(List::stream).toList();
    }

    private static List<JmhResult> measure(Program program, List<Contender> jits, int runs, Path plugin) throws IOException, InterruptedException {
        List<JmhResult> results = jits.stream().map(program::newResult).toList();
        for (int i = 0; i <= runs; i++) {
            for (JmhResult result : results) {
                List<String> command = result.contender().command(plugin, List.of(), program.main);
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
}
