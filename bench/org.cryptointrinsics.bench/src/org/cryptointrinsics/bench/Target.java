package org.cryptointrinsics.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the plugin must reach with a JIT.
 */
final class Target {

    private static final int TINY = 16;
    private static final int SMALL = 256;
    private static final int LARGE = 16 * 1024;
    private static final int UUID_BYTES = 32;
    private static final int SHORT_RECORD = 100;
    private static final int LONG_RECORD = 16_000;
    private static final List<Contender> JDK = List.of(Contender.C2, Contender.GRAAL);

    private final List<String> texts = new ArrayList<>();
    private final List<Verdict> verdicts = new ArrayList<>();
    private final List<String> missed = new ArrayList<>();
    private final Row row;
    private final Contender plugin;

    private Target(Row row, Contender plugin) {
        this.row = row;
        this.plugin = plugin;
    }

    /** The targets of a row for the plugin with a JIT, with verdicts; none if that was not measured. */
    static Target of(Row row, Contender plugin, List<Row> rows) {
        Target target = new Target(row, plugin);
        if (row.has(plugin)) {
            if (plugin == Contender.C2_PLUGIN) {
                target.withC2();
            } else {
                target.withGraal(rows);
            }
        }
        return target;
    }

    private void withGraal(List<Row> rows) {
        switch (row.work) {
            case HEAP, DIRECT -> ofBulk(rows);
            case DIGEST -> ofShortMessage();
            case INSTANCE -> {
                faster(1.5, Contender.C2);
                allocates(row.algorithm.bytesOfResult());
            }
            case UUID -> {
                faster(1.6, Contender.C2);
                allocates(UUID_BYTES);
            }
            case HMAC, PBKDF2 -> faster(1.5, Contender.C2);
            case UPDATE -> allocates(0);
            case TLS_HEAP, TLS_DIRECT -> ofRecords();
            case MAKE_PAIR, AGREE -> faster(2.5, Contender.C2);
            case MAKE_KEYS, ENCAPSULATE, SIGN, VERIFY -> faster(1.3, Contender.C2);
            case OPERATE, HANDSHAKE, RESUMPTION, FROM_INTERPRETER, FROM_C1 -> {
                // None.
            }
            default -> ofCipher(rows);
        }
    }

    private void withC2() {
        switch (row.work) {
            case HEAP, DIRECT -> {
                ofBulkWithC2();
                if (row.environment.hasSha3ByC2()) {
                    faster(row.algorithm == Algorithm.SHA3_256 ? 1.3 : 0.98, Contender.C2);
                }
            }
            case DIGEST, INSTANCE, HMAC, PBKDF2, FROM_INTERPRETER, FROM_C1 -> faster(1.00, Contender.C2);
            case UUID -> {
                faster(1.4, Contender.C2);
                allocates(UUID_BYTES);
            }
            case UPDATE -> allocates(0);
            case TLS_HEAP, TLS_DIRECT -> {
                faster(1 / 1.10, Contender.PLUGIN);
                ofRecords();
            }
            case MAKE_PAIR, AGREE -> {
                faster(2.5, Contender.C2);
                faster(0.9, Contender.FFM);
            }
            case MAKE_KEYS, ENCAPSULATE, SIGN, VERIFY -> faster(row.environment.hasSha3ByC2() ? besideCodeOfC2() : 1.3, Contender.C2);
            case HANDSHAKE, RESUMPTION -> {
                // None.
            }
            // Code that is the same takes longer in one of two forks.
            case OPERATE -> faster(0.98, Contender.C2);
            default -> {
                if (row.length < LARGE) {
                    faster(1 / 1.15, Contender.PLUGIN);
                    faster(1.00, row.best());
                } else {
                    ofBulkWithC2();
                }
            }
        }
    }

    /** Of ML-KEM and ML-DSA, where C2 has vector code of its own. */
    private double besideCodeOfC2() {
        return !row.environment.avx512() ? 1.00 : row.algorithm.isKem() ? 1.15 : row.work == Work.SIGN ? 1.25 : 1.00;
    }

    /** Of what netty-tcnative takes, and C2; at other lengths it is to be ahead. */
    private void ofRecords() {
        boolean isDirect = row.work == Work.TLS_DIRECT;
        double time = switch (row.length) {
            case SHORT_RECORD -> isDirect ? 0.80 : 0.55;
            case 1024 -> isDirect ? 0.75 : 0.52;
            case LONG_RECORD -> isDirect ? 0.72 : 0.45;
            default -> 1.00;
        };
        faster(1 / time, Contender.TCNATIVE);
        if (isDirect && row.length == LONG_RECORD) {
            faster(1 / 0.33, Contender.C2);
        }
        // Each record is sent and received by a kernel.
        allocates(100 * Math.toIntExact(row.work.calls(row.algorithm, row.length)));
    }

    private void ofBulkWithC2() {
        if (row.length >= LARGE) {
            faster(0.98, Contender.PLUGIN);
        }
    }

    /** Whether more forks would tell no more. */
    boolean isDecided() {
        return !verdicts.contains(Verdict.UNDECIDED);
    }

    /** Those that are missed. */
    List<String> missed() {
        return missed;
    }

    @Override
    public String toString() {
        return String.join(", ", texts);
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
            case MD5, SHA_1, SHA_256 -> near(1.03, row.algorithm.cyclesOfBlock(row.environment.microarchitecture()), "the limit");
            case SHA_512, SHA3_256 -> near(1.10, row.algorithm.demonstratedCyclesOfBlock(row.environment.microarchitecture()), "what was demonstrated");
        }
        asFastAsBaseline(0.99, rows);
    }

    /** Nothing if those cycles are not known. */
    private void near(double ratio, double cyclesOfBlock, String of) {
        if (!Double.isNaN(cyclesOfBlock)) {
            Sample measured = row.cycles(plugin, row.blocks() * cyclesOfBlock);
            add(String.format(Locale.ROOT, "%.2f of %s", ratio, of), Verdict.atMost(ratio, measured));
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
            if (row.length == LARGE && !row.environment.avx512()) {
                faster(1.8, row.fastestOf(JDK));
            }
            asFastAsBaseline(row.work.isEncryption() ? 0.98 : 0.95, rows);
        }
        allocates(200);
    }

    /** Beside the row that it differs from by where its data lie. */
    private void asFastAsBaseline(double ratio, List<Row> rows) {
        row.baseline(rows).ifPresent(other -> addRatio(ratio, "\"" + other.work.title + "\"", row.ratio(plugin, other)));
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
        if (other != null && row.has(other)) {
            addRatio(ratio, other.toString(), row.ratio(plugin, other));
        }
    }

    private void addRatio(double ratio, String of, Sample measured) {
        add(String.format(Locale.ROOT, "%.2f of %s", ratio, of), Verdict.atLeast(ratio, measured));
    }

    private void takes(int nanoseconds) {
        add(nanoseconds + " ns", Verdict.atMost(nanoseconds, row.time(plugin)));
    }

    private void allocates(int bytes) {
        // What JMH itself allocates in an iteration is less than that of an operation.
        add(bytes + " B/op", Verdict.atMost(bytes + 0.5, row.allocated(plugin)));
    }

    private void add(String target, Verdict verdict) {
        texts.add(target + ": " + verdict);
        verdicts.add(verdict);
        if (verdict == Verdict.FAIL) {
            missed.add(target);
        }
    }
}
