package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file of results. A run replaces the sections of what it measured and leaves those of others as they are.
 */
final class Page {

    static final String COLD_START = "Cold start";

    private static final Pattern SECTION = Pattern.compile("(?m)^## ");

    private final Path file;
    /** By title, in order. */
    private final Map<String, String> sections = new LinkedHashMap<>();

    Page(Path file) throws IOException {
        this.file = file;
        Stream.concat(Stream.of(Part.values()).map(part -> part.title), Stream.of(COLD_START)).forEach(title -> sections.put(title, ""));
        if (Files.exists(file)) {
            SECTION.splitAsStream(Files.readString(file)).skip(1).forEach(section -> {
                String[] parts = section.split("\n", 2);
                sections.replace(parts[0], parts[1].strip());
            });
        }
    }

    void put(String title, String text) {
        sections.replace(title, text.strip());
    }

    void write() throws IOException {
        StringBuilder page = new StringBuilder("# Benchmarks\n");
        sections.forEach((title, text) -> page.append(text.isEmpty() ? "" : "\n## " + title + "\n\n" + text + "\n"));
        Files.writeString(file, page);
    }
}
