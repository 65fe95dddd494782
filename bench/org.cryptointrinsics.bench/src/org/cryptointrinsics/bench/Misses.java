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
 * are regular expressions: names as in options, and the target as in the table. Of a workload, these are its name, the JIT, the quantity and the target; of a
 * cold start, that, the JIT, the program and the target. Lines that begin with {@code #} do not count.
 */
public final class Misses {

    public static final String UNEXPLAINED = "Not explained yet.";

    private static final String FILE = "misses.txt";
    private static final String SEPARATOR = " \\| ";
    private static final int FIELDS = 5;

    /**
     * A target that is missed.
     *
     * @param where what an explanation calls the row
     */
    public record Missed(String part, String algorithm, String work, String where, String target) {
    }

    private record Reason(Pattern part, Pattern algorithm, Pattern work, Pattern target, String sentence) {
        static Reason of(String line) {
            String[] fields = line.split(SEPARATOR, FIELDS);
            if (fields.length != FIELDS) {
                throw new IllegalArgumentException(FILE + ": " + line);
            }
            return new Reason(Pattern.compile(fields[0]), Pattern.compile(fields[1]), Pattern.compile(fields[2]), Pattern.compile(fields[3]), fields[4]);
        }

        boolean isOf(Missed missed) {
            return part.matcher(missed.part).matches() && algorithm.matcher(missed.algorithm).matches() && work.matcher(missed.work).matches() &&
                            target.matcher(missed.target).matches();
        }
    }

    private final List<Reason> reasons;

    private Misses(List<Reason> reasons) {
        this.reasons = reasons;
    }

    /** Those of a folder. */
    public static Misses read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        return new Misses(Files.exists(file) ? Files.readAllLines(file).stream().filter(line -> !line.isBlank() && !line.startsWith("#")).map(Reason::of).toList() : List.of());
    }

    private String sentence(Missed missed) {
        return reasons.stream().filter(reason -> reason.isOf(missed)).map(Reason::sentence).findFirst().orElse(UNEXPLAINED);
    }

    /** Paragraphs, each a sentence with the targets that are missed for that reason. */
    public List<String> explain(List<Missed> all) {
        Map<String, List<String>> ofSentence = new LinkedHashMap<>();
        all.forEach(missed -> ofSentence.computeIfAbsent(sentence(missed), _ -> new ArrayList<>()).add(missed.where + ", " + missed.target));
        return ofSentence.entrySet().stream().map(entry -> "Missed: " + String.join("; ", entry.getValue()) + ". " + entry.getKey()).toList();
    }
}
