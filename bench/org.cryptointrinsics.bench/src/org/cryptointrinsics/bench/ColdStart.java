package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Stream;

/**
 * How long programs take that end before much is compiled.
 */
final class ColdStart {

    /** What is run. */
    enum Program {
        EMPTY("an empty program", EmptyProgram.class, "-", (with, without) -> with - without, 30, "at most 30 ms"),
        SHORT(ShortProgram.ROUNDS + " rounds of MD5 and AES-GCM, 1 KiB", ShortProgram.class, "/", (with, without) -> with / without, 1.1, "at most 1.1");

        private final String title;
        private final Class<?> main;
        private final String sign;
        private final DoubleBinaryOperator cost;
        private final double most;
        private final String target;

        Program(String title, Class<?> main, String sign, DoubleBinaryOperator cost, double most, String target) {
            this.title = title;
            this.main = main;
            this.sign = sign;
            this.cost = cost;
            this.most = most;
            this.target = target;
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

        /** What the plugin costs it, as far as that is among the times. */
        List<Cost> costs(Map<Contender, Sample> times) {
            return Contender.PLUGINS.stream().filter(plugin -> times.containsKey(plugin) && times.containsKey(plugin.withoutPlugin())).map(
                            plugin -> new Cost(this, plugin, Sample.combine(times.get(plugin), times.get(plugin.withoutPlugin()), cost))).toList();
        }

        JmhResult newResult(Contender jit) {
            return new JmhResult(main, jit, "ms/op");
        }
    }

    /** What the plugin costs a program: the difference of times, or their ratio. */
    record Cost(Program program, Contender plugin, Sample sample) {
        @Override
        public String toString() {
            return plugin + " " + program.sign + " " + plugin.withoutPlugin();
        }

        /** With Graal as the JIT, nobody runs such programs for their speed. */
        private boolean hasTarget() {
            return program == Program.EMPTY || plugin == Contender.C2_PLUGIN;
        }

        private Verdict verdict() {
            return Verdict.atMost(program.most, sample);
        }

        /** With the verdict, or empty. */
        String target() {
            return hasTarget() ? program.target + ": " + verdict() : "";
        }

        /** What is missed, if it is. */
        Stream<Misses.Missed> missed() {
            return hasTarget() && verdict() == Verdict.FAIL ? Stream.of(new Misses.Missed(Part.COLD_START.toString(), plugin.toString(), program.name().toLowerCase(Locale.ROOT),
                            toString() + " with " + program, program.target)) : Stream.empty();
        }
    }

    private ColdStart() {
    }

    static List<Misses.Missed> missed(List<JmhResult> results) {
        return Stream.of(Program.values()).flatMap(program -> program.costs(program.of(results)).stream()).flatMap(Cost::missed).toList();
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
