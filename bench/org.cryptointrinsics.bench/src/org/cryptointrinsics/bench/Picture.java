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

    private static final String AXIS = "times C2's speed";
    private static final int KI = 1024;
    private static final int LARGE = 2 * KI;

    /** What the picture of all shows. */
    private enum Chosen {
        RECORDS(Part.TLS, Work.TLS_DIRECT, Algorithm.AES_128_GCM, 16_000, "TLS 1.3, 16,000 B, direct"),
        SHORT_RECORDS(Part.TLS, Work.TLS_DIRECT, Algorithm.AES_128_GCM, KI, "TLS 1.3, 1 KiB, direct"),
        ENCRYPTION(Part.AES_GCM, Work.ENCRYPT_DIRECT, Algorithm.AES_128_GCM, 16 * KI, "AES-128-GCM, 16 KiB, direct"),
        SHA_3(Part.DIGESTS, Work.HEAP, Algorithm.SHA3_256, 16 * KI, "SHA3-256, 16 KiB"),
        MD5(Part.DIGESTS, Work.DIRECT, Algorithm.MD5, 16 * KI, "MD5, 16 KiB, direct"),
        UUID(Part.DIGEST_USES, Work.UUID, Algorithm.MD5, 16, "UUID.nameUUIDFromBytes, 16 B"),
        KEM(Part.POST_QUANTUM, Work.ENCAPSULATE, Algorithm.ML_KEM_768, 1, "ML-KEM-768, both ends"),
        SIGNATURE(Part.POST_QUANTUM, Work.VERIFY, Algorithm.ML_DSA_65, 1, "ML-DSA-65, verify");

        private final Part part;
        private final Work work;
        private final Algorithm algorithm;
        private final int length;
        private final String title;

        Chosen(Part part, Work work, Algorithm algorithm, int length, String title) {
            this.part = part;
            this.work = work;
            this.algorithm = algorithm;
            this.length = length;
            this.title = title;
        }
    }

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
        for (Chosen chosen : Chosen.values()) {
            Optional<RawResults> raw = RawResults.read(folder, chosen.part);
            Optional<Row> found = raw.stream().flatMap(results -> results.rows().stream()).filter(row -> row.work == chosen.work && row.algorithm == chosen.algorithm &&
                            row.length == chosen.length && isComparable(row)).findAny();
            if (found.isPresent()) {
                picture.add(found.get(), chosen.title);
                dates.computeIfAbsent(cpu(raw.get()), _ -> new TreeSet<>()).add(raw.get().date());
            }
        }
        if (!picture.bars.isEmpty()) {
            String caption = dates.entrySet().stream().map(cpu -> cpu.getKey() + "; " + String.join(", ", cpu.getValue())).collect(Collectors.joining(" / "));
            picture.write("The JDK's cryptography", caption, folder.resolve("overview.svg"));
        }
    }

    private static String caption(RawResults raw) {
        return cpu(raw) + "; " + raw.date();
    }

    private static String cpu(RawResults raw) {
        return raw.environment().description().get(Environment.CPU);
    }

    private void add(Row row, String group) {
        Contender plugin = row.has(Contender.C2_PLUGIN) ? Contender.C2_PLUGIN : Contender.PLUGIN;
        double ratio = row.ratio(plugin, Contender.C2).median();
        least = Math.min(least, ratio);
        most = Math.max(most, ratio);
        Stream.of(Contender.C2, plugin).forEach(contender -> add(row, group, contender.toString(), contender, ""));
        Contender best = row.fastestOf(Contender.PEERS);
        if (best != null) {
            add(row, group, "fastest other library", best, ", " + best);
        }
    }

    private void add(Row row, String group, String series, Contender contender, String name) {
        double speed = row.time(Contender.C2).median() / row.time(contender).median();
        boolean isThroughput = row.work.isMessage() && row.length > LARGE;
        String value = isThroughput ? String.format(Locale.ROOT, "%,.0f MB/s", row.megabytes(contender).median()) : String.format(Locale.ROOT, "%,.0f ns",
                        row.time(contender).median());
        bars.add(new Bar(group, series, Bars.colorOf(Contender.JITS.contains(contender) ? contender : Contender.ACCP), speed, value + name));
    }

    private void write(String what, String caption, Path file) throws IOException {
        String finding = String.format(Locale.ROOT, "%s: %.1f to %.1f times C2's speed with the plugin", what, least, most);
        Bars.write(finding, caption, AXIS, bars, file);
    }
}
