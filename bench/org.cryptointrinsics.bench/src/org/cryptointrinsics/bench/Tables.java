package org.cryptointrinsics.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables of the results.
 */
final class Tables {

    private static final String LACKING = "-";

    private Tables() {
    }

    /** The plugin with a JIT beside the best of the others, the plugin with the other JIT, and the limit of the CPU. */
    static String ofKernels(List<Row> rows, Contender plugin, Environment environment) {
        Contender twin = plugin == Contender.PLUGIN ? Contender.C2_PLUGIN : Contender.PLUGIN;
        String own = plugin == Contender.PLUGIN ? "plugin" : "agent";
        Markdown table = new Markdown(List.of("algorithm", "work", "length", "best other", "its cycles/B", own + " cycles/B", "limit", "above limit", own + " / best",
                        own + " / C2", own + " / " + twin, "B/op", "clock GHz", "blocks/call", "target"));
        for (Row row : rows) {
            Contender best = row.best();
            double cycles = row.cycles(plugin).median();
            List<String> cells = nameOf(row);
            cells.add(environment.nameOf(best));
            cells.add(Markdown.number(row.cycles(best).median(), 3));
            cells.add(Markdown.number(cycles, 3));
            cells.add(Markdown.number(row.limit(), 3));
            cells.add(Markdown.number(100 * (cycles / row.limit() - 1), 1, " %"));
            cells.add(Markdown.withInterval(row.ratio(plugin, best), 3));
            cells.add(Markdown.withInterval(row.ratio(plugin, Contender.C2), 3));
            cells.add(Markdown.withInterval(row.ratio(plugin, twin), 3));
            // Of so few operations, it is lost in what others allocate.
            cells.add(row.work == Work.PBKDF2 ? "" : Markdown.number(row.allocated(plugin).median(), 1));
            cells.add(Markdown.number(row.clock(plugin).median(), 2));
            cells.add(Markdown.number(row.blocksPerCall(plugin).median(), 1));
            cells.add(Target.of(row, plugin, rows).toString());
            table.add(cells);
        }
        return table.toString();
    }

    /** All that was measured. */
    static String ofContenders(List<Row> rows, List<Contender> contenders, Environment environment) {
        Markdown table = new Markdown(Stream.concat(Stream.of("algorithm", "work", "length", "unit"), contenders.stream().map(environment::nameOf)).toList());
        for (Row row : rows) {
            for (Unit unit : Unit.allOf(row)) {
                List<String> cells = nameOf(row);
                cells.add(unit.title);
                for (Contender contender : contenders) {
                    cells.add(!row.has(contender) ? LACKING : Markdown.withSpread(unit.of(row, contender), 1));
                }
                table.add(cells);
            }
        }
        return table.toString();
    }

    private static List<String> nameOf(Row row) {
        return new ArrayList<>(List.of(row.algorithm.toString(), row.work.title, row.length + " " + row.work.unit()));
    }

    static String ofUpdates(List<Row> rows) {
        List<String> header = new ArrayList<>(List.of("algorithm", "bytes"));
        Contender.JITS.forEach(jit -> header.addAll(List.of(jit + " ns", "B/op")));
        Contender.PLUGINS.forEach(plugin -> header.add("target of " + plugin));
        Markdown table = new Markdown(header);
        for (Row row : rows) {
            List<String> cells = new ArrayList<>(List.of(row.algorithm.toString(), String.valueOf(row.length)));
            for (Contender jit : Contender.JITS) {
                cells.add(Markdown.number(row.time(jit).median(), 1));
                cells.add(Markdown.number(row.allocated(jit).median(), 1));
            }
            Contender.PLUGINS.forEach(plugin -> cells.add(Target.of(row, plugin, rows).toString()));
            table.add(cells);
        }
        return table.toString();
    }

    /** What each JIT takes for each program, and what the plugin costs. */
    static String ofColdStart(List<JmhResult> results) {
        return Stream.of(ColdStart.Program.values()).map(program -> ofColdStart(program, program.of(results))).collect(Collectors.joining("\n"));
    }

    private static String ofColdStart(ColdStart.Program program, Map<Contender, Sample> times) {
        Markdown table = new Markdown(List.of(program + ", ms", "median", "95 %", "target"));
        times.forEach((jit, time) -> addColdStart(table, jit.toString(), time, 0, ""));
        program.costs(times).forEach(cost -> addColdStart(table, cost.toString(), cost.sample(), program == ColdStart.Program.EMPTY ? 0 : 2, cost.target()));
        return table.toString();
    }

    private static void addColdStart(Markdown table, String what, Sample sample, int decimals, String target) {
        String interval = sample.hasInterval() ? Markdown.number(sample.low(), decimals) + " to " + Markdown.number(sample.high(), decimals) : "";
        table.add(List.of(what, Markdown.number(sample.median(), decimals), interval, target));
    }
}
