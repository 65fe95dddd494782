package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The pages of a folder, and their pictures, drawn from the raw results that are beside them. */
final class Page {

    private static final Path README = Path.of("README.md");
    private static final Path HOW_TO_MEASURE = Path.of("docs", "measuring.md");

    final Path folder;

    Page(Path folder) {
        this.folder = folder;
    }

    /** The texts of all pages, by the names of their files: one of each part, and one in front of them. */
    Map<Path, String> texts() throws IOException {
        Path howToMeasure = folder.toAbsolutePath().relativize(BenchCommand.root().resolve(HOW_TO_MEASURE));
        Map<Path, String> texts = new LinkedHashMap<>();
        texts.put(README, Summary.of(folder, howToMeasure, Page.below(folder).map(other -> other.folder).toList()));
        for (Part part : Part.values()) {
            section(part).ifPresent(text -> texts.put(Path.of(part.fileName() + ".md"), "# " + part.title + "\n\n" + //
                            "[All benchmarks](README.md). [How to read the tables](" + howToMeasure + "#how-to-read-the-tables).\n\n" + text + '\n'));
        }
        return texts;
    }

    /** Those of other JDKs, in folders of their own. */
    static Stream<Page> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> Files.exists(file.resolve(README))).sorted().toList().stream().map(Page::new);
        }
    }

    /** What is drawn from raw results, if there are some. */
    Optional<String> section(Part part) throws IOException {
        Misses misses = Misses.read(folder);
        return RawResults.read(folder, part).map(raw -> section(part, raw, misses));
    }

    private static String section(Part part, RawResults raw, Misses misses) {
        StringBuilder text = new StringBuilder(Markdown.paragraph("Made on " + raw.date() + " by `" + raw.command() + "`. " + raw.procedure() + "."));
        Map<String, String> description = new LinkedHashMap<>(raw.environment().description());
        if (raw.results().stream().noneMatch(result -> result.contender().isGraal())) {
            description.remove(Environment.GRAAL);
        }
        text.append(Environment.list(description)).append('\n').append(tables(part, raw, misses));
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
                text.append(Markdown.paragraph("## " + plugin + ", beside the fastest without")) //
                                .append(Tables.ofKernels(rows, plugin, raw.environment())).append('\n');
                text.append(explained(misses, missed(rows, plugin)));
            }
        }
        text.append(Markdown.paragraph("## All of them"));
        if (!Contender.JITS.containsAll(contenders)) {
            text.append(Markdown.paragraph("C2 and Graal, with and without agent or plugin, run the JDK's own providers; ACCP, Conscrypt and BC-LTS are the first provider. " +
                            part.foreignCalls + "\"-\": there is no such thing."));
        }
        return text + Tables.ofContenders(rows, contenders, raw.environment());
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

    /** Writes the texts and draws the pictures. */
    void write() throws IOException {
        for (Map.Entry<Path, String> text : texts().entrySet()) {
            Files.writeString(folder.resolve(text.getKey()), text.getValue());
        }
        for (Part part : Part.values()) {
            Optional<RawResults> raw = RawResults.read(folder, part);
            if (raw.isPresent() && Picture.isOf(part, raw.get().rows())) {
                Picture.write(part, raw.get(), folder.resolve(part.fileName() + ".svg"));
            }
        }
        Picture.writeOverview(folder);
    }
}
