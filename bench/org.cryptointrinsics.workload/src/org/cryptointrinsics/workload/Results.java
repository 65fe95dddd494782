package org.cryptointrinsics.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

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

    static final String DATE = "date";
    static final String CONDITIONS = "conditions";
    private static final String RUNS = "runs";

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

    /** Empty if it has no target, or if what it is compared with was not run. */
    private String verdict(Quantity quantity, Contender plugin) {
        double target = target(quantity, plugin);
        Contender other = isThroughput(quantity) ? Contender.C2 : plugin.withoutPlugin();
        Sample ratio = ratio(quantity, plugin, other);
        if (Double.isNaN(target) || ratio.values().isEmpty()) {
            return "";
        }
        return isThroughput(quantity) ? atLeast(target, plugin, other) + aheadOfPeers(plugin)
                        : String.format(Locale.ROOT, "at most %.2f of %s: %s", target, other, Verdict.atMost(target, ratio));
    }

    private String aheadOfPeers(Contender plugin) {
        Stream<Contender> peers = values.keySet().stream().filter(contender -> !Contender.JITS.contains(contender));
        return peers.map(peer -> ", " + atLeast(AS_FAST, plugin, peer)).collect(Collectors.joining());
    }

    private String atLeast(double target, Contender plugin, Contender other) {
        return String.format(Locale.ROOT, "at least %.2f of %s: %s", target, other, Verdict.atLeast(target, ratio(quantities.getFirst(), plugin, other)));
    }

    /** All that was measured, and what the plugin makes of each JIT: a line for each quantity. */
    String tables() {
        StringBuilder tables = new StringBuilder(all());
        Contender.PLUGINS.stream().filter(values::containsKey).forEach(plugin -> tables.append('\n').append(ratios(plugin)));
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
            cells.add(verdict(quantity, plugin));
            table.add(cells);
        }
        return table.toString();
    }

    /** What {@link #writeJson} wrote. */
    static Results read(Workload workload, JsonNode raw) {
        Results results = new Results(workload);
        raw.path(RUNS).properties().forEach(entry -> {
            Contender jit = Stream.of(Contender.values()).filter(contender -> contender.toString().equals(entry.getKey())).findAny().orElseThrow();
            Map<Quantity, List<Double>> all = results.values.computeIfAbsent(jit, _ -> new EnumMap<>(Quantity.class));
            for (Quantity quantity : results.quantities) {
                List<Double> list = new ArrayList<>();
                entry.getValue().path(quantity.title).forEach(value -> list.add(value.asDouble()));
                all.put(quantity, list);
            }
        });
        return results;
    }

    /** All values in the order of the runs, and which targets are reached. */
    void writeJson(LocalDate date, Map<String, String> conditions, Path file) throws IOException {
        Map<String, Object> runs = new LinkedHashMap<>();
        values.forEach((jit, all) -> {
            Map<String, List<Double>> named = new LinkedHashMap<>();
            quantities.forEach(quantity -> named.put(quantity.title, all.get(quantity)));
            runs.put(jit.toString(), named);
        });
        Map<String, Object> verdicts = new LinkedHashMap<>();
        Contender.PLUGINS.stream().filter(values::containsKey).forEach(plugin -> {
            Map<String, String> named = new LinkedHashMap<>();
            quantities.stream().filter(quantity -> !verdict(quantity, plugin).isEmpty()).forEach(quantity -> named.put(quantity.title, verdict(quantity, plugin)));
            verdicts.put(plugin.toString(), named);
        });
        Map<String, Object> all = new LinkedHashMap<>();
        all.put(DATE, date.toString());
        all.put(CONDITIONS, conditions);
        all.put(RUNS, runs);
        all.put("verdicts", verdicts);
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), all);
    }

    /**
     * Draws the medians beside the first JIT's.
     *
     * @param caption says where it was run
     */
    void draw(String workload, String caption, Path file) throws IOException {
        Contender first = values.keySet().iterator().next();
        Quantity main = quantities.getFirst();
        String title = workload + values.keySet().stream().filter(jit -> jit != first).map(jit -> ", " + Markdown.number(of(jit, main).median() / of(first, main).median(), 2) +
                        " with " + jit).collect(Collectors.joining("", ": " + main.title + " is, of " + first + "'s", ""));
        List<Bars.Bar> bars = new ArrayList<>();
        for (Quantity quantity : quantities) {
            String group = quantity.title + (quantity.isBetterIfMore ? " (more is better)" : " (less is better)");
            for (Contender jit : values.keySet()) {
                double value = of(jit, quantity).median();
                bars.add(new Bars.Bar(group, jit.toString(), Bars.colorOf(jit), value / of(first, quantity).median(), Markdown.number(value, value < 100 ? 2 : 0)));
            }
        }
        Bars.write(title, caption, "of " + first + "'s", bars, file);
    }
}
