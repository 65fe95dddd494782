package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of a folder, and its pictures, drawn from the raw results that are beside it. */
final class Page {

    private static final String INTRODUCTION = """
                    # Benchmarks

                    Sections were made at different times, and may be of different machines: each says of which. A section is drawn from
                    its raw results, a JSON file beside this page in the form of JMH's, by `bin/cryptointrinsics bench --draw`.

                    In the column `target` is what was set before it was measured, such as "1.30 of C2", which is 1.30 times as fast;
                    "of the limit", ns and B/op are what may be taken at most. Figures are medians over forks. A ratio is followed by the
                    interval that has the mean of many more forks in it with a probability of 95 %, by Student's t as JMH computes it, of
                    the ratios of forks that followed each other; other figures by the least and the greatest. A target is reached,
                    "pass", if the median is as good and so is the whole interval, of ns and B/op as well; it is missed, "FAIL", if
                    neither is. Otherwise it is "undecided", and so it is where there are fewer than three forks. Ratios are compared
                    before they are rounded. Why a target is missed is said below its table.

                    "C2 + plugin" is the JDK's own JIT with the agent, `--jit c2`; "Graal + plugin" is Graal as the JIT with the plugin
                    in it. What is measured with them is measured when their kernels are there.

                    Ratios are of times: forks may run at different clocks, which cycles/B leave out; `clock GHz` is that of the plugin.
                    For what has no length, such as a handshake, the columns cycles/B have cycles per operation.
                    "FFM low-level" are the three functions of OpenSSL (init, update, final) that version 3 deprecates. blocks/call are
                    the blocks that a kernel is given in a call, on average.
                    """;

    final Path folder;
    private final Path file;

    Page(Path folder) {
        this.folder = folder;
        this.file = folder.resolve("README.md");
    }

    /** All of its text. */
    String text() throws IOException {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        for (Part part : Part.values()) {
            section(part).ifPresent(text -> page.append("\n## ").append(part.title).append("\n\n").append(text).append('\n'));
        }
        List<String> others = Page.below(folder).map(other -> "- [" + other.folder.getFileName() + "](" + folder.relativize(other.file) + ")\n").toList();
        return page + (others.isEmpty() ? "" : "\n## Other JDKs\n\n" + String.join("", others));
    }

    /** Those of other JDKs, in folders of their own. */
    static Stream<Page> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Page::new).filter(page -> Files.exists(page.file)).sorted(Comparator.comparing(page -> page.folder)).toList().stream();
        }
    }

    /** What is drawn from raw results, if there are some. */
    Optional<String> section(Part part) throws IOException {
        Misses misses = Misses.read(folder);
        return RawResults.read(folder, part).map(raw -> section(part, raw, misses));
    }

    private static String section(Part part, RawResults raw, Misses misses) {
        StringBuilder text = new StringBuilder(Markdown.paragraph("Made on " + raw.date() + " by `" + raw.command() + "`. " + raw.procedure() + "."));
        raw.environment().description().forEach((key, value) -> text.append("- ").append(key).append(": ").append(value).append('\n'));
        text.append('\n').append(tables(part, raw, misses));
        if (Picture.isOf(part, raw.rows())) {
            text.append("\n![Speed beside C2](").append(part.fileName()).append(".svg)\n");
        }
        return text.toString().strip();
    }

    private static String tables(Part part, RawResults raw, Misses misses) {
        if (part == Part.COLD_START) {
            return Tables.ofColdStart(raw.results()) + '\n' + explained(misses, ColdStart.missed(raw.results()));
        }
        List<Row> rows = raw.rows();
        if (part == Part.UPDATES) {
            return Markdown.paragraph("`update(direct ByteBuffer)` alone.") + Tables.ofUpdates(rows);
        }
        List<Contender> contenders = Stream.of(Contender.values()).filter(contender -> rows.stream().anyMatch(row -> row.has(contender))).toList();
        StringBuilder text = new StringBuilder(part.limit.isEmpty() ? "" : Markdown.paragraph(part.limit));
        for (Contender plugin : Contender.PLUGINS) {
            if (contenders.contains(plugin)) {
                text.append(Markdown.paragraph("### " + plugin.withoutPlugin() + " with the plugin, beside the fastest without")) //
                                .append(Tables.ofKernels(rows, plugin)).append('\n');
                text.append(explained(misses, missed(rows, plugin)));
            }
        }
        text.append(Markdown.paragraph("### All of them"));
        if (!Contender.JITS.containsAll(contenders)) {
            text.append(Markdown.paragraph("C2 and Graal, without the plugin and with it, run the JDK's own providers; ACCP, Conscrypt and BC-LTS are the first provider. " +
                            part.foreignCalls + "\"-\": there is no such thing."));
        }
        return text + Tables.ofContenders(rows, contenders);
    }

    private static String explained(Misses misses, List<Misses.Missed> missed) {
        return misses.explain(missed).stream().map(Markdown::paragraph).collect(Collectors.joining());
    }

    private static List<Misses.Missed> missed(List<Row> rows, Contender plugin) {
        return rows.stream().flatMap(row -> Target.of(row, plugin, rows).missed().stream().map(target -> missed(row, target))).toList();
    }

    private static Misses.Missed missed(Row row, String target) {
        return new Misses.Missed(row.work.part.toString(), row.algorithm.toString(), row.work.toString(), row.toString(), target);
    }

    /** Writes the text and draws the pictures. */
    void write() throws IOException {
        Files.writeString(file, text());
        for (Part part : Part.values()) {
            Optional<RawResults> raw = RawResults.read(folder, part);
            if (raw.isPresent() && Picture.isOf(part, raw.get().rows())) {
                Picture.write(part, raw.get(), folder.resolve(part.fileName() + ".svg"));
            }
        }
        Picture.writeOverview(folder);
    }
}
