package org.cryptointrinsics.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** In which contenders are compared. */
enum Unit {
    TIME("ns", Row::time),
    LONG_TIME("us", (row, contender) -> new Sample(row.time(contender).values().stream().map(time -> time / 1000).toList())),
    THROUGHPUT("MB/s", Row::megabytes),
    RATE("1/s", Row::rate),
    ALLOCATED("B/op", Row::allocated);

    /** Messages up to that length are compared by their time. */
    private static final int SMALL = 2048;
    /** Nanoseconds, with C2. */
    private static final double LONG = 100_000;

    final String title;
    private final BiFunction<Row, Contender, Sample> of;

    Unit(String title, BiFunction<Row, Contender, Sample> of) {
        this.title = title;
        this.of = of;
    }

    /** That which says most of the row. */
    static Unit of(Row row) {
        if (row.work.part == Part.HANDSHAKES) {
            return RATE;
        }
        boolean isThroughput = row.work.isMessage() && row.length > SMALL;
        return isThroughput ? THROUGHPUT : row.time(Contender.C2).median() > LONG ? LONG_TIME : TIME;
    }

    /** All that are told of the row. */
    static List<Unit> allOf(Row row) {
        return row.work.part == Part.TLS ? List.of(TIME, THROUGHPUT, ALLOCATED) : List.of(of(row));
    }

    Sample of(Row row, Contender contender) {
        return of.apply(row, contender);
    }

    /** The median, without decimals, and without the unit. */
    String format(Row row, Contender contender) {
        return String.format(Locale.ROOT, "%,.0f", of(row, contender).median());
    }
}
