package org.cryptointrinsics.tool.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.cryptointrinsics.tool.Table;

/**
 * What the demo tells.
 *
 * @param facts of the files and of the machine, by names
 * @param contenders the one without the plugin first
 * @param digests how many were compared
 * @param seconds about how long it took
 */
record DemoReport(Map<String, String> facts, List<JvmConfig> contenders, List<ResultRow> rows, long digests, int seconds) {

    /** How many columns are text. */
    static final int TEXTS = 3;

    /** With the plugin: what the columns at the end compare with C2. */
    private JvmConfig compared() {
        return contenders.get(1);
    }

    Table table() {
        List<String> header = new ArrayList<>(List.of("Work", "Data", "Unit"));
        contenders.forEach(contender -> header.add(contender.toString()));
        header.addAll(List.of("Ratio", "B/op without", "B/op with"));
        Table table = new Table(TEXTS, header.toArray(String[]::new));
        for (ResultRow row : rows) {
            WorkItem work = row.work();
            List<String> cells = new ArrayList<>(List.of(work.name(), work.data(), work.kind().unit()));
            contenders.forEach(contender -> cells.add(rate(row, contender)));
            cells.add(format(2, row.rate(compared()) / row.rate(JvmConfig.C2)));
            cells.add(format(1, row.allocated(JvmConfig.C2)));
            cells.add(format(1, row.allocated(compared())));
            table.add(cells.toArray(String[]::new));
        }
        return table;
    }

    /** In the unit of the work. */
    static String rate(ResultRow row, JvmConfig contender) {
        return format(row.work().kind().decimals(), row.rate(contender));
    }

    private static String format(int decimals, double value) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** Sentences that explain the table. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add(String.format(Locale.ROOT, "All %,d digests are those that the JDK computes without the agent, and so are all ciphertexts, TLS records and UUIDs.", digests));
        notes.add("Medians of " + rows.getFirst().passes() + " passes. Ratio: " + compared() + " to C2. B/op: bytes allocated in an operation, by C2 and by " + compared() + ".");
        notes.add("Operations: an update by 64 KiB, a message encrypted, a record sent and received, a UUID made.");
        if (!rows.stream().allMatch(ResultRow::isWarm)) {
            notes.add("The JIT was still compiling, since the machine is slow or busy: the figures are too low. Try --seconds " + 2 * seconds + ".");
        }
        return notes;
    }
}
