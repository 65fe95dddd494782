package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What was measured of a part, and how, when and where: a JSON file, which is all that pages and pictures are drawn from.
 *
 * @param date the day they were written
 * @param command what measured them
 * @param procedure how often it measured each, and what counts
 * @param environment where it was run
 * @param results those of JMH
 */
record RawResults(String date, String command, String procedure, Environment environment, List<JmhResult> results) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static Path file(Path folder, Part part) {
        return folder.resolve(part.fileName() + ".json");
    }

    /** Those of a part, if there are some in the folder. */
    static Optional<RawResults> read(Path folder, Part part) throws IOException {
        Path file = file(folder, part);
        return Files.exists(file) ? Optional.of(MAPPER.readValue(file.toFile(), RawResults.class)) : Optional.empty();
    }

    /** Replaces those of a part. Each result is in a line of its own. */
    void write(Path folder, Part part) throws IOException {
        ObjectNode others = MAPPER.valueToTree(this);
        others.remove("results");
        String text = others.toPrettyString();
        StringBuilder json = new StringBuilder(text.substring(0, text.lastIndexOf("\n}"))).append(",\n  \"results\" : [");
        String separator = "\n    ";
        for (JmhResult result : results) {
            json.append(separator).append(MAPPER.writeValueAsString(result));
            separator = ",\n    ";
        }
        Files.writeString(file(folder, part), json.append("\n  ]\n}\n"));
    }

    /** Those of benchmarks. */
    List<Row> rows() {
        return Row.of(environment, results.stream().filter(JmhResult::isOfMessage).toList());
    }
}
