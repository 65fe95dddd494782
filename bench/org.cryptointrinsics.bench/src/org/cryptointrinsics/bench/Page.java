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

    private static final String INTRODUCTION = """
                    # Benchmarks

                    Sections were made at different times, and may be of different machines: each says of which. In the column `target` is what was set before it was
                    measured, such as "1.30 of C2", which is 1.30 times as fast. It says "pass" if the median is as good, "within noise" if only one of two forks is,
                    and "FAIL" otherwise; ratios are compared before they are rounded. "Of the limit", ns and B/op are what may be taken at most. Ratios are of times: forks
                    may run at different clocks, which cycles/B leave out; `clock GHz` is that of the plugin. Other work on the machine makes forks differ: see the figures
                    in parentheses. "FFM low-level" are the three functions of OpenSSL (init, update, final) that version 3 deprecates. blocks/call are the blocks that a
                    kernel is given in a call, on average.
                    """;

    private static final Pattern SECTION = Pattern.compile("(?m)^## ");

    private final Path file;
    /** By title, in order. */
    private final Map<String, String> sections = new LinkedHashMap<>();

    Page(Path file) throws IOException {
        this.file = file;
        Stream.of(Part.values()).forEach(part -> sections.put(part.title, ""));
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
        StringBuilder page = new StringBuilder(INTRODUCTION);
        sections.forEach((title, text) -> page.append(text.isEmpty() ? "" : "\n## " + title + "\n\n" + text + "\n"));
        Files.writeString(file, page);
    }
}
