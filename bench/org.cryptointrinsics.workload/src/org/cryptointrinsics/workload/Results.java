package org.cryptointrinsics.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.bench.Bars;
import org.cryptointrinsics.bench.Contender;
import org.cryptointrinsics.bench.Markdown;
import org.cryptointrinsics.bench.Sample;
import org.cryptointrinsics.bench.Verdict;

/** What the runs of a workload came to. */
final class Results {

    /** Of {@code byte[]} by cryptography, what the plugin may allocate, of what the JIT does without it. */
    private static final double ARRAYS_LEFT = 0.02;
    /** The UUID alone, 32 bytes of about 440 with Graal. */
    private static final double UUID_LEFT = 0.08;
    /** 32 bytes of about 300. */
    private static final double UUID_LEFT_WITH_C2 = 0.12;
    /** With Graal, throughput to that of C2 where TLS is more than {@link #TLS_MATTERS}, and elsewhere. */
    private static final double FASTER = 1.15;
    private static final double AS_FAST = 1.00;
    /** In percent. */
    private static final double TLS_MATTERS = 25;

    private final List<Quantity> quantities;
    private final double targetWithC2;
    private final Map<Contender, Map<Quantity, List<Double>>> values = new EnumMap<>(Contender.class);

    Results(Workload workload) {
        this.quantities = workload.quantities();
        this.targetWithC2 = workload.target();
    }

    void add(Contender jit, Map<Quantity, Double> run) {
        Map<Quantity, List<Double>> all = values.computeIfAbsent(jit, _ -> new EnumMap<>(Quantity.class));
        for (Quantity quantity : quantities) {
            all.computeIfAbsent(quantity, _ -> new ArrayList<>()).add(run.get(quantity));
        }
    }

    Sample of(Contender jit, Quantity quantity) {
        return values.containsKey(jit) ? new Sample(values.get(jit).get(quantity)) : new Sample(List.of());
    }

    /** Of what one has to what another has, by runs that followed each other. */
    Sample ratio(Quantity quantity, Contender jit, Contender other) {
        return Sample.combine(of(jit, quantity), of(other, quantity), (value, others) -> value / others);
    }

    private boolean isThroughput(Quantity quantity) {
        return quantity == quantities.getFirst();
    }

    private double target(Quantity quantity, Contender plugin) {
        if (isThroughput(quantity)) {
            return plugin == Contender.C2_PLUGIN ? targetWithC2 : quantities.contains(Quantity.TLS) && of(Contender.C2, Quantity.TLS).median() > TLS_MATTERS ? FASTER : AS_FAST;
        }
        return switch (quantity) {
            case CRYPTO_ARRAYS -> ARRAYS_LEFT;
            case ALLOCATED_PER_UUID -> plugin == Contender.C2_PLUGIN ? UUID_LEFT_WITH_C2 : UUID_LEFT;
            default -> Double.NaN;
        };
    }

    /**
     * What was to be reached.
     *
     * @param text as in the table
     */
    record Target(Quantity quantity, String text, Verdict verdict) {
        boolean isMissed() {
            return verdict == Verdict.FAIL;
        }

        @Override
        public String toString() {
            return text + ": " + verdict;
        }
    }

    /** Those of all quantities with a JIT. */
    List<Target> targets(Contender plugin) {
        return quantities.stream().flatMap(quantity -> targets(quantity, plugin).stream()).toList();
    }

    /** None if what it is compared with was not run. */
    private List<Target> targets(Quantity quantity, Contender plugin) {
        double target = target(quantity, plugin);
        Contender other = isThroughput(quantity) ? Contender.C2 : plugin.withoutPlugin();
        Sample ratio = ratio(quantity, plugin, other);
        if (Double.isNaN(target) || ratio.values().isEmpty()) {
            return List.of();
        }
        if (!isThroughput(quantity)) {
            return List.of(new Target(quantity, String.format(Locale.ROOT, "at most %.2f of %s", target, other), Verdict.atMost(target, ratio)));
        }
        Stream<Contender> peers = values.keySet().stream().filter(contender -> !Contender.JITS.contains(contender));
        return Stream.concat(Stream.of(atLeast(target, plugin, other)), peers.map(peer -> atLeast(AS_FAST, plugin, peer))).toList();
    }

    private Target atLeast(double target, Contender plugin, Contender other) {
        Quantity throughput = quantities.getFirst();
        return new Target(throughput, String.format(Locale.ROOT, "at least %.2f of %s", target, other), Verdict.atLeast(target, ratio(throughput, plugin, other)));
    }

    /** With which the plugin was run. */
    List<Contender> plugins() {
        return Contender.PLUGINS.stream().filter(values::containsKey).toList();
    }

    /** All that was measured, and what the plugin makes of each JIT: a line for each quantity. */
    String tables() {
        StringBuilder tables = new StringBuilder(all());
        plugins().forEach(plugin -> tables.append('\n').append(ratios(plugin)));
        return tables.toString();
    }

    private String all() {
        List<String> header = new ArrayList<>(List.of(""));
        values.keySet().forEach(jit -> header.add(jit.toString()));
        Markdown table = new Markdown(header);
        for (Quantity quantity : quantities) {
            List<String> cells = new ArrayList<>(List.of(quantity.title));
            values.keySet().forEach(jit -> cells.add(Markdown.withSpread(of(jit, quantity), quantity.decimals)));
            table.add(cells);
        }
        return table.toString();
    }

    private String ratios(Contender plugin) {
        List<Contender> others = values.keySet().stream().filter(jit -> jit != plugin).toList();
        List<String> header = new ArrayList<>(List.of(plugin + ", of others"));
        others.forEach(other -> header.add("/ " + other));
        header.add("target");
        Markdown table = new Markdown(header);
        for (Quantity quantity : quantities) {
            List<String> cells = new ArrayList<>(List.of(quantity.title));
            others.forEach(other -> cells.add(Markdown.withSpread(ratio(quantity, plugin, other), 3)));
            cells.add(targets(quantity, plugin).stream().map(Target::toString).collect(Collectors.joining(", ")));
            table.add(cells);
        }
        return table.toString();
    }

    /** By the names of contenders and quantities, all values in the order of the runs. */
    Map<String, Map<String, List<Double>>> runs() {
        Map<String, Map<String, List<Double>>> runs = new LinkedHashMap<>();
        values.forEach((contender, all) -> {
            Map<String, List<Double>> named = new LinkedHashMap<>();
            quantities.forEach(quantity -> named.put(quantity.title, all.get(quantity)));
            runs.put(contender.toString(), named);
        });
        return runs;
    }

    /** What had those {@link #runs}. */
    static Results of(Workload workload, Map<String, Map<String, List<Double>>> runs) {
        Results results = new Results(workload);
        runs.forEach((name, named) -> {
            Contender contender = Stream.of(Contender.values()).filter(one -> one.toString().equals(name)).findAny().orElseThrow();
            Map<Quantity, List<Double>> all = new EnumMap<>(Quantity.class);
            results.quantities.forEach(quantity -> all.put(quantity, named.getOrDefault(quantity.title, List.of())));
            results.values.put(contender, all);
        });
        return results;
    }

    private String finding(Contender plugin, Contender first) {
        Quantity main = quantities.getFirst();
        return String.format(Locale.ROOT, ": %.2f times %s's %s with the %s, by the ratios of paired runs", ratio(main, plugin, first).median(), first, main.title,
                        plugin == Contender.PLUGIN ? "plugin" : "agent");
    }

    /**
     * Draws the median of what each had, as a multiple of what the first had.
     *
     * @param caption says where it was run
     */
    void draw(String workload, String caption, Path file) throws IOException {
        Contender first = values.keySet().iterator().next();
        String finding = plugins().stream().findFirst().map(plugin -> finding(plugin, first)).orElse("");
        List<Bars.Bar> bars = new ArrayList<>();
        for (Quantity quantity : quantities.stream().filter(Quantity::tells).toList()) {
            String group = quantity.title + (quantity.isBetterIfMore ? " (more is better)" : " (less is better)");
            for (Contender jit : values.keySet()) {
                double value = of(jit, quantity).median();
                String label = String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
                bars.add(new Bars.Bar(group, jit.toString(), Bars.colorOf(jit), value / of(first, quantity).median(), label));
            }
        }
        Bars.write(workload + finding, caption, "beside " + first + "'s: a ratio of medians", bars, file);
    }
}
