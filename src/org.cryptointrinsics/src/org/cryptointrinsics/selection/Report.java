package org.cryptointrinsics.selection;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Where the plugin says what it does. Thread-safe. */
public final class Report {

    private static final String PREFIX = "[cryptointrinsics] ";

    private final PrintStream out;
    /** What was said: a call site is compiled again wherever its method is inlined. */
    private final Set<String> lines = ConcurrentHashMap.newKeySet();

    private Report(PrintStream out) {
        this.out = out;
    }

    /**
     * @param option the value of {@link CryptoIntrinsicsOptions#CryptoIntrinsicsReport}
     * @throws IllegalArgumentException if the file cannot be written
     */
    public static Report open(String option) {
        try {
            return new Report(switch (option) {
                case "true" -> System.err;
                case "false" -> null;
                default -> new PrintStream(Files.newOutputStream(Path.of(option)), true, StandardCharsets.UTF_8);
            });
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException("cannot write the file '" + option + "' of option CryptoIntrinsicsReport: " + e);
        }
    }

    public boolean isOn() {
        return out != null;
    }

    /** Says something, once, to those who asked for a report. */
    public void add(String line) {
        if (out != null && lines.add(line)) {
            out.println(PREFIX + line);
        }
    }

    /** Says something that everybody must know, in a line. */
    public void warn(String line) {
        add(line);
        if (out != System.err) {
            warnWithoutReport(line);
        }
    }

    /** As {@link #warn}, while there is no report yet. */
    public static void warnWithoutReport(String line) {
        System.err.println(PREFIX + line);
    }
}
