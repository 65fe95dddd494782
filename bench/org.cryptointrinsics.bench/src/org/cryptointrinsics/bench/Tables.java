package org.cryptointrinsics.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tables of the results.
 */
final class Tables {

    private static final double COLD_START = 30;
    private static final int SMALL = 2048;
    private static final String LACKING = "-";

    private Tables() {
    }

    /** The plugin beside the best of the others and the limit of the CPU. */
    static String ofKernels(List<Row> rows) {
        Markdown table = new Markdown(List.of("algorithm", "work", "length", "best other", "its cycles/B", "plugin cycles/B", "limit", "above limit", "plugin / best",
                        "plugin / C2", "B/op", "clock GHz", "blocks/call", "target"));
        for (Row row : rows) {
            Contender best = row.best();
            double cycles = row.cycles(Contender.PLUGIN).median();
            List<String> cells = nameOf(row);
            cells.add(best.toString());
            cells.add(Markdown.number(row.cycles(best).median(), 3));
            cells.add(Markdown.number(cycles, 3));
            cells.add(Markdown.number(row.limit(), 3));
            cells.add(Markdown.number(100 * (cycles / row.limit() - 1), 1, " %"));
            cells.add(Markdown.withInterval(row.ratioTo(best), 3));
            cells.add(Markdown.withInterval(row.ratioTo(Contender.C2), 3));
            // Of so few operations, it is lost in what others allocate.
            cells.add(row.work == Work.PBKDF2 ? "" : Markdown.number(row.allocated(Contender.PLUGIN).median(), 1));
            cells.add(Markdown.number(row.clock(Contender.PLUGIN).median(), 2));
            cells.add(Markdown.number(row.blocksPerCall().median(), 1));
            cells.add(Target.of(row, rows).toString());
            table.add(cells);
        }
        return table.toString();
    }

    /** All that was measured. */
    static String ofContenders(List<Row> rows, List<Contender> contenders) {
        Markdown table = new Markdown(Stream.concat(Stream.of("algorithm", "work", "length", "unit"), contenders.stream().map(Contender::toString)).toList());
        for (Row row : rows) {
            boolean throughput = row.work.isMessage() && row.length > SMALL;
            List<String> cells = nameOf(row);
            cells.add(throughput ? "MB/s" : "ns");
            for (Contender contender : contenders) {
                cells.add(!row.has(contender) ? LACKING : Markdown.withSpread(throughput ? row.megabytes(contender) : row.time(contender), 1));
            }
            table.add(cells);
        }
        return table.toString();
    }

    private static List<String> nameOf(Row row) {
        return new ArrayList<>(List.of(row.algorithm.toString(), row.work.title, row.length + " " + row.work.unit()));
    }

    static String ofUpdates(List<Row> rows) {
        Markdown table = new Markdown(List.of("algorithm", "bytes", "C2 B/op", "Graal B/op", "plugin B/op", "plugin ns", "target"));
        for (Row row : rows) {
            List<String> cells = new ArrayList<>(List.of(row.algorithm.toString(), String.valueOf(row.length)));
            for (Contender jit : Contender.JITS) {
                cells.add(Markdown.number(row.allocated(jit).median(), 1));
            }
            cells.add(Markdown.number(row.time(Contender.PLUGIN).median(), 1));
            cells.add(Target.of(row, rows).toString());
            table.add(cells);
        }
        return table.toString();
    }

    /**
     * @param results one of each JIT
     */
    static String ofColdStart(List<JmhResult> results) {
        Markdown table = new Markdown(List.of("an empty program, ms", "median", "95 %", "target"));
        for (JmhResult result : results) {
            addColdStart(table, result.contender().toString(), result.time(), "");
        }
        Sample cost = Sample.combine(ColdStart.of(Contender.PLUGIN, results), ColdStart.of(Contender.GRAAL, results), (plugin, graal) -> plugin - graal);
        addColdStart(table, "cost of the plugin", cost, "at most 30 ms: " + Verdict.atMost(COLD_START, cost));
        return table.toString();
    }

    private static void addColdStart(Markdown table, String what, Sample milliseconds, String target) {
        String interval = milliseconds.hasInterval() ? Markdown.number(milliseconds.low(), 0) + " to " + Markdown.number(milliseconds.high(), 0) : "";
        table.add(List.of(what, Markdown.number(milliseconds.median(), 0), interval, target));
    }
}
