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
    private static final List<Contender> JDK = List.of(Contender.C2, Contender.GRAAL);

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
            case TLS_HEAP, TLS_DIRECT -> target.faster(1 / 0.6, Contender.C2);
            default -> target.ofCipher(rows);
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
        switch (row.algorithm) {
            case MD5, SHA_1, SHA_256 -> near(1.03, row.algorithm.cyclesOfBlock(), "the limit");
            case SHA_512, SHA3_256 -> near(1.10, row.algorithm.demonstratedCyclesOfBlock(), "what was demonstrated");
        }
        asFastAsBaseline(0.99, rows);
    }

    /** Nothing if those cycles are not known. */
    private void near(double ratio, double cyclesOfBlock, String of) {
        if (!Double.isNaN(cyclesOfBlock)) {
            Sample measured = row.cycles(Contender.PLUGIN, row.blocks() * cyclesOfBlock);
            verdicts.add(String.format(Locale.ROOT, "%.2f of %s: %s", ratio, of, Verdict.atMost(ratio, measured).text));
        }
    }

    private void ofCipher(List<Row> rows) {
        if (row.length <= 64) {
            takes(100);
        } else if (row.length <= 1350) {
            takes(200);
        }
        if (row.length >= LARGE) {
            switch (row.work) {
                case ENCRYPT_HEAP -> faster(row.length > LARGE ? 1.05 : 1.2, row.fastestOf(Contender.JCA));
                case ENCRYPT_DIRECT, ENCRYPT_HEAP_TO_DIRECT, ENCRYPT_DIRECT_TO_HEAP -> faster(4, row.fastestOf(JDK));
            }
            if (row.length == LARGE && !Machine.hasAvx512()) {
                faster(1.8, row.fastestOf(JDK));
            }
            asFastAsBaseline(row.work.isEncryption() ? 0.98 : 0.95, rows);
        }
        allocates(200);
    }

    /** Beside the row that it differs from by where its data lie. */
    private void asFastAsBaseline(double ratio, List<Row> rows) {
        rows.stream().filter(other -> other.work == row.work.baseline() && other.algorithm == row.algorithm && other.length == row.length) //
                        .findAny().ifPresent(other -> add(ratio, "\"" + other.work.title + "\"", row.ratioTo(other)));
    }

    private void ofShortMessage() {
        if (row.length <= TINY) {
            faster(1.3, row.fastestOf(JDK));
        }
        if (row.length <= TINY || row.length <= SMALL && (row.algorithm == Algorithm.SHA_1 || row.algorithm == Algorithm.SHA_256)) {
            faster(1.00, row.fastestOf(List.of(Contender.FFM, Contender.FFM_LOW)));
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

    private void takes(int nanoseconds) {
        verdicts.add(nanoseconds + " ns: " + Verdict.atMost(nanoseconds, row.time(Contender.PLUGIN)).text);
    }

    private void allocates(int bytes) {
        // What JMH itself allocates in an iteration is less than that of an operation.
        verdicts.add(bytes + " B/op: " + Verdict.atMost(bytes + 0.5, row.allocated(Contender.PLUGIN)).text);
    }
}
