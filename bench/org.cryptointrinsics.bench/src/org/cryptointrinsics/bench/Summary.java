package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page in front of those of all parts of a folder: for each part the rows that most readers look for, and its picture. */
final class Summary {

    private static final String INTRODUCTION = """
                    # Benchmarks%2$s

                    Parts were measured at different times, and may be of different machines: each says of which. In those of before
                    2026-11-28, the agent compiled its kernels in the process; short calls may take some ns more since. Figures are medians
                    over forks of JMH. "C2 + agent" is the JDK's own JIT with the agent; "Graal + plugin" is Graal as the JIT with the
                    plugin in it. [How to measure, and how to read the tables](%1$s). [Real systems](%1$s#workloads).

                    """;

    /** What the agent alone has to be measured with. */
    private static final List<Contender> COLUMNS = List.of(Contender.C2, Contender.C2_PLUGIN, Contender.PLUGIN);

    /** Measured once, and written by hand. */
    private static final String WITHOUT_SHA = "without-sha.md";

    private Summary() {
    }

    /**
     * @param others the folders of other JDKs
     */
    static String of(Path folder, Path howToMeasure, List<Path> others) throws IOException {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, INTRODUCTION, howToMeasure, title(folder)));
        text.append("![How many times as fast as C2](overview.svg)\n");
        List<String> more = new ArrayList<>();
        for (Part part : Part.values()) {
            Optional<RawResults> raw = RawResults.read(folder, part);
            if (raw.isPresent()) {
                List<Headline> headlines = Headline.of(part).filter(headline -> headline.row(raw.get().rows()).isPresent()).toList();
                if (headlines.isEmpty()) {
                    more.add("- " + link(part.title, part) + "\n");
                } else {
                    text.append(section(part, raw.get(), headlines));
                }
            }
        }
        for (Path other : others) {
            more.add("- [Benchmarks" + title(other) + "](" + other.getFileName() + "/README.md)\n");
        }
        if (!title(folder).isEmpty()) {
            more.add("- [Benchmarks with JDK " + Environment.USUAL_JDK + "](../README.md)\n");
        }
        if (Files.exists(folder.resolve(WITHOUT_SHA))) {
            more.add("- [Digests on a CPU without SHA instructions](" + WITHOUT_SHA + ")\n");
        }
        return text + (more.isEmpty() ? "" : "\n## More\n\n" + String.join("", more));
    }

    /** Which JDK it is, unless that is the usual one. */
    private static String title(Path folder) throws IOException {
        for (Part part : Part.values()) {
            Optional<RawResults> raw = RawResults.read(folder, part);
            if (raw.isPresent() && raw.get().environment().jdk() > Environment.USUAL_JDK) {
                return " with JDK " + raw.get().environment().jdk();
            }
        }
        return "";
    }

    private static String link(String text, Part part) {
        return "[" + text + "](" + part.fileName() + ".md)";
    }

    private static String section(Part part, RawResults raw, List<Headline> headlines) {
        String picture = Picture.isOf(part, raw.rows()) ? "\n![" + part.title + "](" + part.fileName() + ".svg)\n" : "";
        return "\n## " + part.title + "\n\n" + raw.environment().cpu() + ", " + raw.date() + ": " + link("all rows", part) + ".\n\n" + table(raw, headlines) + picture;
    }

    private static String table(RawResults raw, List<Headline> headlines) {
        List<Row> rows = raw.rows();
        List<Contender> columns = COLUMNS.stream().filter(contender -> rows.stream().anyMatch(row -> row.has(contender))).toList();
        boolean hasPeers = rows.stream().anyMatch(row -> row.fastestOf(Contender.PEERS) != null);
        List<String> header = Stream.concat(Stream.of("", "unit"), columns.stream().map(Contender::toString)).collect(Collectors.toCollection(ArrayList::new));
        header.add("agent, of C2's speed");
        if (hasPeers) {
            header.add("fastest other library");
        }
        Markdown table = new Markdown(header);
        for (Headline headline : headlines) {
            Row row = headline.row(rows).orElseThrow();
            Unit unit = Unit.of(row);
            List<String> cells = new ArrayList<>(List.of(headline.title, unit.title));
            columns.forEach(contender -> cells.add(row.has(contender) ? unit.format(row, contender) : ""));
            cells.add(Markdown.number(row.ratio(Contender.C2_PLUGIN, Contender.C2).median(), 2));
            if (hasPeers) {
                Contender best = row.fastestOf(Contender.PEERS);
                cells.add(best == null ? "" : unit.format(row, best) + ", " + raw.environment().nameOf(best));
            }
            table.add(cells);
        }
        return table.toString();
    }
}
