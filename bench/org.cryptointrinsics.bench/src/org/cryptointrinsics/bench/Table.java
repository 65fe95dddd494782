package org.cryptointrinsics.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tables of the results.
 */
final class Table {

    private static final double COLD_START = 30;
    private static final int SMALL = 2048;
    private static final String LACKING = "-";

    private Table() {
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
            cells.add(Markdown.withSpread(row.ratioTo(best), 3));
            cells.add(Markdown.withSpread(row.ratioTo(Contender.C2), 3));
            // Of so few operations, it is lost in what others allocate.
            cells.add(row.work == Work.PBKDF2 ? "" : Markdown.number(row.allocated(Contender.PLUGIN).median(), 1));
            cells.add(Markdown.number(row.clock(Contender.PLUGIN).median(), 2));
            cells.add(Markdown.number(row.blocksPerCall, 1));
            cells.add(Target.of(row, rows));
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
            cells.add(Target.of(row, rows));
            table.add(cells);
        }
        return table.toString();
    }

    static String ofColdStart(ColdStart start) {
        Markdown table = new Markdown(List.of("an empty program, ms", "median", "least", "target"));
        for (Contender jit : Contender.JITS) {
            table.add(List.of(jit.toString(), Markdown.number(start.milliseconds(jit).median(), 0), Markdown.number(start.milliseconds(jit).min(), 0), ""));
        }
        Sample cost = start.cost();
        double least = start.milliseconds(Contender.PLUGIN).min() - start.milliseconds(Contender.GRAAL).min();
        Target.Verdict verdict = Target.Verdict.atMost(COLD_START, new Sample(cost.median(), List.of(least)));
        table.add(List.of("cost of the plugin", Markdown.number(cost.median(), 0), Markdown.number(least, 0), "at most 30 ms: " + verdict.text));
        return table.toString();
    }
}
