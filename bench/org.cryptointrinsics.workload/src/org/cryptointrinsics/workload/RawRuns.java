package org.cryptointrinsics.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.cryptointrinsics.bench.BenchCommand;
import org.cryptointrinsics.bench.Environment;
import org.cryptointrinsics.bench.Markdown;
import org.cryptointrinsics.bench.Misses;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/**
 * What the runs of a workload came to, and how, when and where: a JSON file, which is all that its page and its picture are drawn from.
 *
 * @param date the day they were written
 * @param command what ran it
 * @param conditions where it was run
 * @param runs see {@link Results#runs}
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record RawRuns(String date, String command, Map<String, String> conditions, Map<String, Map<String, List<Double>>> runs) {

    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** What is written beside the figures, for those who read the file. */
    private record WithVerdicts(@JsonUnwrapped RawRuns raw, Map<String, Map<String, List<String>>> verdicts) {
    }

    private static Path file(Path folder, Workload workload, String extension) {
        return folder.resolve(workload.name() + extension);
    }

    /** Those in a folder. */
    static RawRuns read(Path folder, Workload workload) throws IOException, MissingException {
        Path file = file(folder, workload, ".json");
        if (!Files.exists(file)) {
            throw new MissingException(file + " is not there; it is written where the workload is run, or --output names another folder.");
        }
        return MAPPER.readValue(file.toFile(), RawRuns.class);
    }

    /** Writes them, with which targets are reached, and draws the page and the picture. */
    void write(Path folder, Workload workload) throws IOException {
        Results results = Results.of(workload, runs);
        Map<String, Map<String, List<String>>> verdicts = new LinkedHashMap<>();
        results.plugins().forEach(plugin -> verdicts.put(plugin.toString(), results.targets(plugin).stream() //
                        .collect(Collectors.groupingBy(target -> target.quantity().title, LinkedHashMap::new, Collectors.mapping(Results.Target::toString, Collectors.toList())))));
        MAPPER.writeValue(file(folder, workload, ".json").toFile(), new WithVerdicts(this, verdicts));
        Files.writeString(file(folder, workload, ".md"), page(folder, workload));
        results.draw(workload.name(), Environment.cpu(conditions) + "; " + date, file(folder, workload, ".svg"));
    }

    /** Its text. */
    String page(Path folder, Workload workload) throws IOException {
        Results results = Results.of(workload, runs);
        int rounds = runs.values().iterator().next().values().iterator().next().size();
        StringBuilder page = new StringBuilder("# " + workload.name() + "\n\n");
        page.append(Markdown.paragraph(workload.description()));
        page.append(Markdown.paragraph("Made on " + date + " by `" + command + "`: medians of " + rounds + " runs, with the least and the greatest in parentheses; " +
                        "each by turns. A ratio is the median of those of each round. Whether a target is reached is decided as for [benchmarks](" + howToRead(folder) +
                        "). What is allocated is estimated by flight recordings; where one names a bytecode that cannot make an array, the compiled method counts."));
        page.append(Environment.list(conditions)).append('\n').append(results.tables()).append('\n');
        Misses.read(folder).explain(missed(workload, results)).forEach(explanation -> page.append(Markdown.paragraph(explanation)));
        return page.append("![All of it](").append(workload.name()).append(".svg)\n").toString();
    }

    private static List<Misses.Missed> missed(Workload workload, Results results) {
        return results.plugins().stream().flatMap(plugin -> results.targets(plugin).stream().filter(Results.Target::isMissed) //
                        .map(target -> missed(workload, plugin.toString(), target))).toList();
    }

    private static Misses.Missed missed(Workload workload, String plugin, Results.Target target) {
        return new Misses.Missed(workload.name(), plugin, target.quantity().title, plugin + ", " + target.quantity().title, target.text());
    }

    /** The page that says how, as a link from a page in a folder. */
    private static String howToRead(Path folder) {
        return folder.toAbsolutePath().relativize(BenchCommand.root().resolve("docs/measuring.md")) + "#how-to-read-the-tables";
    }
}
