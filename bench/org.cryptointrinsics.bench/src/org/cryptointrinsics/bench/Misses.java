package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Why targets are missed. That is told in a file beside the raw results, {@code misses.txt}, in lines of {@code part | algorithm | work | target | sentence}. All but the sentence
 * are regular expressions: names as in options, and the target as in the table. Lines that begin with {@code #} do not count.
 */
final class Misses {

    static final String UNEXPLAINED = "Not explained yet.";

    private static final String FILE = "misses.txt";
    private static final String SEPARATOR = " \\| ";
    private static final int FIELDS = 5;

    private record Reason(Pattern part, Pattern algorithm, Pattern work, Pattern target, String sentence) {
        static Reason of(String line) {
            String[] fields = line.split(SEPARATOR, FIELDS);
            if (fields.length != FIELDS) {
                throw new IllegalArgumentException(FILE + ": " + line);
            }
            return new Reason(Pattern.compile(fields[0]), Pattern.compile(fields[1]), Pattern.compile(fields[2]), Pattern.compile(fields[3]), fields[4]);
        }

        boolean isOf(Row row, String of) {
            return part.matcher(row.work.part.toString()).matches() && algorithm.matcher(row.algorithm.toString()).matches() && work.matcher(row.work.toString()).matches() &&
                            target.matcher(of).matches();
        }
    }

    private final List<Reason> reasons;

    private Misses(List<Reason> reasons) {
        this.reasons = reasons;
    }

    /** Those of a folder. */
    static Misses read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        return new Misses(Files.exists(file) ? Files.readAllLines(file).stream().filter(line -> !line.isBlank() && !line.startsWith("#")).map(Reason::of).toList() : List.of());
    }

    private String sentence(Row row, String target) {
        return reasons.stream().filter(reason -> reason.isOf(row, target)).map(Reason::sentence).findFirst().orElse(UNEXPLAINED);
    }

    /** Paragraphs, each a sentence with the targets that are missed for that reason. */
    List<String> of(List<Row> rows, Contender plugin) {
        Map<String, List<String>> missed = new LinkedHashMap<>();
        for (Row row : rows) {
            for (String target : Target.of(row, plugin, rows).missed()) {
                missed.computeIfAbsent(sentence(row, target), _ -> new ArrayList<>()).add(row + ", " + target);
            }
        }
        return missed.entrySet().stream().map(entry -> "Missed: " + String.join("; ", entry.getValue()) + ". " + entry.getKey()).toList();
    }
}
