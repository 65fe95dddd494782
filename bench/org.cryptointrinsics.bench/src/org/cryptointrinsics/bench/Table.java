package org.cryptointrinsics.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The results in Markdown, padded so that they can be read as text too.
 */
final class Table {

    private static final double COLD_START = 30;
    private static final int SMALL = 2048;
    private static final String LACKING = "-";

    private final List<List<String>> lines = new ArrayList<>();

    private Table(List<String> header) {
        lines.add(header);
    }

    private Table(String... header) {
        this(List.of(header));
    }

    /** The plugin beside the best of the others and the limit of the CPU. */
    static String ofKernels(List<Row> rows) {
        Table table = new Table("algorithm", "work", "length", "best other", "its cycles/B", "plugin cycles/B", "limit", "above limit", "plugin / best", "plugin / C2", "B/op",
                        "clock GHz", "blocks/call", "target");
        for (Row row : rows) {
            Contender best = row.best();
            double cycles = row.cycles(Contender.PLUGIN).median();
            List<String> cells = nameOf(row);
            cells.add(best.toString());
            cells.add(number(row.cycles(best).median(), 3));
            cells.add(number(cycles, 3));
            cells.add(number(row.limit(), 3));
            cells.add(number(100 * (cycles / row.limit() - 1), 1, " %"));
            cells.add(withSpread(row.ratioTo(best), 3));
            cells.add(withSpread(row.ratioTo(Contender.C2), 3));
            // Of so few operations, it is lost in what others allocate.
            cells.add(row.work == Work.PBKDF2 ? "" : number(row.allocated(Contender.PLUGIN).median(), 1));
            cells.add(number(row.clock(Contender.PLUGIN).median(), 2));
            cells.add(number(row.blocksPerCall, 1));
            cells.add(Target.of(row, rows));
            table.lines.add(cells);
        }
        return table.toString();
    }

    /** All that was measured. */
    static String ofContenders(List<Row> rows, List<Contender> contenders) {
        Table table = new Table(Stream.concat(Stream.of("algorithm", "work", "length", "unit"), contenders.stream().map(Contender::toString)).toList());
        for (Row row : rows) {
            boolean throughput = row.work.isMessage() && row.length > SMALL;
            List<String> cells = nameOf(row);
            cells.add(throughput ? "MB/s" : "ns");
            for (Contender contender : contenders) {
                cells.add(!row.has(contender) ? LACKING : withSpread(throughput ? row.megabytes(contender) : row.time(contender), 1));
            }
            table.lines.add(cells);
        }
        return table.toString();
    }

    private static List<String> nameOf(Row row) {
        return new ArrayList<>(List.of(row.algorithm.toString(), row.work.title, row.length + " " + row.work.unit()));
    }

    static String ofUpdates(List<Row> rows) {
        Table table = new Table("algorithm", "bytes", "C2 B/op", "Graal B/op", "plugin B/op", "plugin ns", "target");
        for (Row row : rows) {
            List<String> cells = new ArrayList<>(List.of(row.algorithm.toString(), String.valueOf(row.length)));
            for (Contender jit : Contender.JITS) {
                cells.add(number(row.allocated(jit).median(), 1));
            }
            cells.add(number(row.time(Contender.PLUGIN).median(), 1));
            cells.add(Target.of(row, rows));
            table.lines.add(cells);
        }
        return table.toString();
    }

    static String ofColdStart(ColdStart start) {
        Table table = new Table("an empty program, ms", "median", "least", "target");
        for (Contender jit : Contender.JITS) {
            table.lines.add(List.of(jit.toString(), number(start.milliseconds(jit).median(), 0), number(start.milliseconds(jit).min(), 0), ""));
        }
        Sample cost = start.cost();
        double least = start.milliseconds(Contender.PLUGIN).min() - start.milliseconds(Contender.GRAAL).min();
        Target.Verdict verdict = Target.Verdict.atMost(COLD_START, new Sample(cost.median(), List.of(least)));
        table.lines.add(List.of("cost of the plugin", number(cost.median(), 0), number(least, 0), "at most 30 ms: " + verdict.text));
        return table.toString();
    }

    private static String number(double value, int decimals) {
        return number(value, decimals, "");
    }

    /** Empty if there is none. */
    private static String number(double value, int decimals, String unit) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%." + decimals + "f", value) + unit;
    }

    /** The median, and the least and the greatest value if there is more than one. */
    private static String withSpread(Sample sample, int decimals) {
        return number(sample.median(), decimals) +
                        (sample.values().size() < 2 ? "" : " (" + number(sample.min(), decimals) + "-" + number(sample.max(), decimals) + ")");
    }

    @Override
    public String toString() {
        int columns = lines.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> line : lines) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        List<String> text = new ArrayList<>();
        for (List<String> line : lines) {
            StringBuilder out = new StringBuilder("|");
            for (int i = 0; i < columns; i++) {
                out.append(' ').append(line.get(i)).append(" ".repeat(widths[i] - line.get(i).length())).append(" |");
            }
            text.add(out.toString());
        }
        StringBuilder rule = new StringBuilder("|");
        for (int width : widths) {
            rule.append("-".repeat(width + 2)).append('|');
        }
        text.add(1, rule.toString());
        return text.stream().collect(Collectors.joining("\n", "", "\n"));
    }
}
