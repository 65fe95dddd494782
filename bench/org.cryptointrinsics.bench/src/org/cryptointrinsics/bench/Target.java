package org.cryptointrinsics.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the plugin must reach.
 */
final class Target {

    private static final int TINY = 16;
    private static final int SMALL = 256;
    private static final int LARGE = 16 * 1024;

    /** Whether a target is reached, and if not whether one round reached it. */
    enum Verdict {
        PASS("pass"),
        NOISE("within noise"),
        FAIL("FAIL");

        final String text;

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

    private final List<String> verdicts = new ArrayList<>();
    private final Row row;

    private Target(Row row) {
        this.row = row;
    }

    /** The targets of a row, with verdicts. */
    static String of(Row row, List<Row> rows) {
        Target target = new Target(row);
        switch (row.work) {
            case HEAP, DIRECT -> target.ofBulk(rows);
            case DIGEST -> target.ofShortMessage();
            case INSTANCE -> {
                target.faster(1.5, Contender.C2);
                target.allocates(row.algorithm.bytesOfResult());
            }
            case UUID -> {
                target.faster(1.6, Contender.C2);
                target.allocates(32);
            }
            case HMAC, PBKDF2 -> target.faster(1.5, Contender.C2);
            case UPDATE -> target.allocates(0);
        }
        return String.join(", ", target.verdicts);
    }

    private void ofBulk(List<Row> rows) {
        if (row.length < LARGE) {
            return;
        }
        switch (row.algorithm) {
            case MD5, SHA_1, SHA_256 -> faster(1.00, row.best());
            case SHA_512 -> faster(1.15, Contender.C2);
            case SHA3_256 -> faster(2.4, Contender.C2);
        }
        if (row.work == Work.DIRECT) {
            rows.stream().filter(other -> other.work == Work.HEAP && other.algorithm == row.algorithm && other.length == row.length) //
                            .findAny().ifPresent(heap -> add(0.99, "heap", row.ratioTo(heap)));
        }
    }

    private void ofShortMessage() {
        if (row.length <= TINY) {
            faster(1.3, row.fastestOf(Contender.C2, Contender.GRAAL));
        }
        if (row.length <= TINY || row.length <= SMALL && (row.algorithm == Algorithm.SHA_1 || row.algorithm == Algorithm.SHA_256)) {
            faster(1.00, row.fastestOf(Contender.FFM, Contender.FFM_LOW));
        }
    }

    /** Nothing if that other was not measured. */
    private void faster(double ratio, Contender other) {
        if (other != null) {
            add(ratio, other.toString(), row.ratioTo(other));
        }
    }

    private void add(double ratio, String of, Sample measured) {
        verdicts.add(String.format(Locale.ROOT, "%.2f of %s: %s", ratio, of, Verdict.atLeast(ratio, measured).text));
    }

    private void allocates(int bytes) {
        verdicts.add(bytes + " B/op: " + Verdict.atMost(bytes, row.allocated(Contender.PLUGIN)).text);
    }
}
