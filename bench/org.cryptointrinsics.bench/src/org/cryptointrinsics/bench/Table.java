package org.cryptointrinsics.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The results in Markdown, padded so that they can be read as text too.
 */
final class Table {

    /** Cycles for each byte that a chain of dependent instructions takes at least: 288 a block of MD5, 128 of SHA-256. */
    private static final Map<String, Double> LIMIT = Map.of("MD5", 4.5, "SHA-256", 2.0);

    private static final double COLD_START = 30;
    private static final int SMALL = 64;
    private static final int LARGE = 16 * 1024;

    private final List<List<String>> lines = new ArrayList<>();

    private Table(String... header) {
        lines.add(List.of(header));
    }

    /** Whether a target is reached, and if not whether one round reached it. */
    private enum Verdict {
        PASS("pass"),
        NOISE("within noise"),
        FAIL("FAIL");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        static Verdict atLeast(double target, Sample ratio) {
            return ratio.median() >= target ? PASS : ratio.max() >= target ? NOISE : FAIL;
        }

        static Verdict atMost(double target, Sample value) {
            return value.median() <= target && value.min() <= target ? PASS : value.median() <= target || value.min() <= target ? NOISE : FAIL;
        }
    }

    /**
     * @param rows whole messages
     */
    static String ofMessages(List<Row> rows) {
        Table table = new Table("algorithm", "memory", "bytes", "unit", "C2", "Graal", "plugin", "plugin / better", "direct / heap", "clock GHz", "cycles/B",
                        "above limit", "B/op", "blocks/call", "target");
        for (Row row : rows) {
            boolean small = row.length <= SMALL;
            Row heap = row.work == Row.Work.DIRECT ? onHeap(row, rows) : null;
            Sample cycles = row.cyclesPerByte(Jit.PLUGIN);
            List<String> cells = new ArrayList<>(List.of(row.algorithm, row.work.memory, String.valueOf(row.length), small ? "ns" : "MB/s"));
            for (Jit jit : Jit.values()) {
                cells.add(withSpread(small ? row.time(jit) : row.megabytes(jit), 1));
            }
            cells.add(withSpread(row.ratioToBetter(), 3));
            cells.add(heap == null ? "" : withSpread(row.ratioTo(heap), 3));
            cells.add(number(row.clock(Jit.PLUGIN).median(), 2));
            cells.add(number(cycles.median(), 2));
            cells.add(number(100 * (cycles.median() / LIMIT.get(row.algorithm) - 1), 1) + " %");
            cells.add(number(row.allocated(Jit.PLUGIN).median(), 1));
            cells.add(number(row.blocksPerCall, 1));
            cells.add(String.join(", ", targets(row, heap)));
            table.lines.add(cells);
        }
        return table.toString();
    }

    /** The same work on the heap. */
    private static Row onHeap(Row row, List<Row> rows) {
        return rows.stream().filter(other -> other.work == Row.Work.HEAP && other.algorithm.equals(row.algorithm) && other.length == row.length) //
                        .findAny().orElseThrow();
    }

    private static List<String> targets(Row row, Row heap) {
        List<String> targets = new ArrayList<>();
        if (row.length <= SMALL || row.length >= LARGE && row.work == Row.Work.HEAP) {
            targets.add("1.00 of better: " + Verdict.atLeast(1.00, row.ratioToBetter()).text);
        }
        if (row.length >= LARGE && heap != null) {
            targets.add("0.99 of heap: " + Verdict.atLeast(0.99, row.ratioTo(heap)).text);
        }
        return targets;
    }

    static String ofUpdates(List<Row> rows) {
        Table table = new Table("algorithm", "bytes", "C2 B/op", "Graal B/op", "plugin B/op", "plugin ns", "target");
        for (Row row : rows) {
            List<String> cells = new ArrayList<>(List.of(row.algorithm, String.valueOf(row.length)));
            for (Jit jit : Jit.values()) {
                cells.add(row.has(jit) ? number(row.allocated(jit).median(), 1) : "");
            }
            cells.add(number(row.time(Jit.PLUGIN).median(), 1));
            cells.add("0 B/op: " + Verdict.atMost(0, row.allocated(Jit.PLUGIN)).text);
            table.lines.add(cells);
        }
        return table.toString();
    }

    static String ofColdStart(ColdStart start) {
        Table table = new Table("an empty program, ms", "median", "least", "target");
        for (Jit jit : Jit.values()) {
            table.lines.add(List.of(jit.toString(), number(start.milliseconds(jit).median(), 0), number(start.milliseconds(jit).min(), 0), ""));
        }
        Sample cost = start.cost();
        double least = start.milliseconds(Jit.PLUGIN).min() - start.milliseconds(Jit.GRAAL).min();
        Verdict verdict = Verdict.atMost(COLD_START, new Sample(cost.median(), List.of(least)));
        table.lines.add(List.of("cost of the plugin", number(cost.median(), 0), number(least, 0), "at most 30 ms: " + verdict.text));
        return table.toString();
    }

    private static String number(double value, int decimals) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%." + decimals + "f", value);
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
