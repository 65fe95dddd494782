package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.bench.Bars.Bar;

/** How fast contenders are beside C2, drawn from raw results: a picture of a part, and one of all. */
final class Picture {

    private static final String AXIS = "times as fast as C2: more is better";
    private static final int KI = 1024;

    private final List<Bar> bars = new ArrayList<>();
    private double least = Double.MAX_VALUE;
    private double most;

    private Picture() {
    }

    /** Rows that are drawn of a part. */
    private static List<Row> rows(Part part, List<Row> rows) {
        Predicate<Row> isDrawn = switch (part) {
            case DIGESTS -> row -> row.length == 16 * KI || row.work == Work.DIGEST && row.length == 64;
            case AES_GCM -> row -> row.work == Work.ENCRYPT_HEAP || row.work == Work.ENCRYPT_DIRECT;
            case TLS, DIGEST_USES -> _ -> true;
            case POST_QUANTUM -> row -> row.algorithm == Algorithm.ML_KEM_768 || row.algorithm == Algorithm.ML_DSA_65;
            default -> _ -> false;
        };
        return rows.stream().filter(isDrawn.and(Picture::isComparable)).toList();
    }

    private static boolean isComparable(Row row) {
        return row.has(Contender.C2) && Contender.PLUGINS.stream().anyMatch(row::has);
    }

    /** Whether there is something to draw of a part. */
    static boolean isOf(Part part, List<Row> rows) {
        return !rows(part, rows).isEmpty();
    }

    static void write(Part part, RawResults raw, Path file) throws IOException {
        Picture picture = new Picture();
        rows(part, raw.rows()).forEach(row -> picture.add(row, row.toString()));
        picture.write(part.title, caption(raw), file);
    }

    /** One of all parts of a folder, if there is something to draw. Those may have been measured at different times. */
    static void writeOverview(Path folder) throws IOException {
        Picture picture = new Picture();
        Map<String, Set<String>> dates = new LinkedHashMap<>();
        for (Headline headline : Stream.of(Headline.values()).filter(one -> one.isInOverview).toList()) {
            Optional<RawResults> raw = RawResults.read(folder, headline.work.part);
            Optional<Row> row = raw.flatMap(results -> headline.row(results.rows())).filter(Picture::isComparable);
            if (row.isPresent()) {
                picture.add(row.get(), headline.title);
                dates.computeIfAbsent(raw.get().environment().cpu(), _ -> new TreeSet<>()).add(raw.get().date());
            }
        }
        if (!picture.bars.isEmpty()) {
            String caption = dates.entrySet().stream().map(cpu -> cpu.getKey() + "; " + String.join(", ", cpu.getValue())).collect(Collectors.joining(" / "));
            picture.write("The JDK's cryptography", caption, folder.resolve("overview.svg"));
        }
    }

    private static String caption(RawResults raw) {
        return raw.environment().cpu() + "; " + raw.date();
    }

    private void add(Row row, String group) {
        Contender plugin = row.has(Contender.C2_PLUGIN) ? Contender.C2_PLUGIN : Contender.PLUGIN;
        double ratio = row.ratio(plugin, Contender.C2).median();
        least = Math.min(least, ratio);
        most = Math.max(most, ratio);
        Stream.of(Contender.C2, plugin).forEach(contender -> add(row, group, contender.toString(), contender, ""));
        Contender best = row.fastestOf(Contender.PEERS);
        if (best != null) {
            add(row, group, "fastest other library", best, ", " + row.environment.nameOf(best));
        }
    }

    private void add(Row row, String group, String series, Contender contender, String name) {
        double speed = row.time(Contender.C2).median() / row.time(contender).median();
        Unit unit = Unit.of(row);
        String value = unit.format(row, contender) + ' ' + unit.title;
        bars.add(new Bar(group, series, Bars.colorOf(Contender.JITS.contains(contender) ? contender : Contender.ACCP), speed, value + name));
    }

    private void write(String what, String caption, Path file) throws IOException {
        String finding = String.format(Locale.ROOT, "%s with the agent: %.1f to %.1f times as fast as with C2 alone", what, least, most);
        Bars.write(finding, caption, AXIS, bars, file);
    }
}
