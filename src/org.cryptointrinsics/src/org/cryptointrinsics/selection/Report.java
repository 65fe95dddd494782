package org.cryptointrinsics.selection;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import org.cryptointrinsics.linkage.Counters;
import org.cryptointrinsics.recording.Recording;
import org.cryptointrinsics.selection.Options.Setting;

/** Where the plugin says what it does: to those who asked for a report, and to flight recordings. Thread-safe. */
public final class Report {

    /** A system property of a VM in which the plugin is off: why. The agent sets it, too. */
    public static final String OFF_PROPERTY = "org.cryptointrinsics.off";

    private static final String PREFIX = "[cryptointrinsics] ";
    /** Ends the name of a file that gets an object of JSON in each line. */
    private static final String JSON = ".json";
    /** So many are remembered; what comes later may be said again. */
    private static final int MOST_LINES = 10_000;

    private final PrintStream out;
    private final boolean isJson;
    /** What was said: a call site is compiled again wherever its method is inlined. */
    private final Set<String> lines = ConcurrentHashMap.newKeySet();
    private volatile Runnable onChange = () -> {
    };

    /** Where a method is called. */
    public record Site(String method, String caller, int bytecodeIndex) {

        @Override
        public String toString() {
            return method + " in " + caller + " at bci " + bytecodeIndex;
        }
    }

    private Report(PrintStream out, boolean isJson) {
        this.out = out;
        this.isJson = isJson;
    }

    /**
     * @param option as of {@link Options#report}
     * @throws OptionException if the file cannot be written
     */
    public static Report open(Setting option) {
        try {
            String value = option.value();
            return switch (value) {
                case "true" -> new Report(System.err, false);
                case "false" -> new Report(null, false);
                default -> new Report(open(Path.of(value)), value.endsWith(JSON));
            };
        } catch (IOException | InvalidPathException e) {
            throw new OptionException("cannot write the file '" + option.value() + "' of option " + option.name() + ": " + e);
        }
    }

    /** Empties the file, but writes to its end: a child process may have the same option, and empties it then. */
    private static PrintStream open(Path file) throws IOException {
        if (!Files.exists(file) || Files.isRegularFile(file)) {
            Files.newOutputStream(file).close();
        }
        return new PrintStream(Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND), true, StandardCharsets.UTF_8);
    }

    public boolean isOn() {
        return out != null;
    }

    /** A call was replaced by one that may lead to kernels of {@code intrinsics}. */
    public void applied(Collection<? extends Intrinsic<?>> intrinsics, Site site) {
        add("applied: " + site, "event", "applied", "method", site.method, "caller", site.caller, "bytecodeIndex", site.bytecodeIndex);
        Recording.intrinsic(() -> described(intrinsics), site.method, site.caller, site.bytecodeIndex, null);
    }

    /** A call was not replaced. */
    public void notApplied(Collection<? extends Intrinsic<?>> intrinsics, Site site, String reason) {
        add("not applied: " + site + ", " + reason, "event", "not applied", "method", site.method, "caller", site.caller, "bytecodeIndex", site.bytecodeIndex, "reason", reason);
        Recording.intrinsic(() -> described(intrinsics), site.method, site.caller, site.bytecodeIndex, reason);
    }

    /**
     * A method of the JDK has kernels from now on, whoever calls it, or has none any more.
     *
     * @param reason why it has none, or null
     */
    public void entered(String method, String reason) {
        String event = reason == null ? "entered" : "not entered";
        print(event + ": " + method + (reason == null ? "" : ", " + reason), "event", event, "method", method, "reason", reason);
        Recording.begin();
    }

    /** A method of the JDK has kernels although it stands for others that nobody has read, as somebody chose. */
    void untested(String method, String reason) {
        add("untested: " + method + ", " + reason, "event", "untested", "method", method, "reason", reason);
    }

    /** Has {@code task} done whenever an intrinsic, or one of its kernels, is off, or on again. */
    public void onChange(Runnable task) {
        onChange = task;
    }

    void changed() {
        onChange.run();
    }

    private static String described(Collection<? extends Intrinsic<?>> intrinsics) {
        return intrinsics.stream().map(Intrinsic::described).collect(Collectors.joining(", "));
    }

    /**
     * An intrinsic is on.
     *
     * @param refused variants that would have been better, and why they are not used, each after a comma
     */
    void on(String intrinsic, String variant, String refused) {
        add(intrinsic + ": on, variant " + variant + refused, "event", "on", "intrinsic", intrinsic, "variant", variant, "refused", refused.replaceFirst("^, ", ""));
        Recording.begin();
    }

    /** An intrinsic is off. */
    void off(String intrinsic, String reason) {
        add(intrinsic + ": off, " + reason, "event", "off", "intrinsic", intrinsic, "reason", reason);
        Recording.begin();
    }

    /** HotSpot has thrown the code of a kernel away, which is compiled again. */
    void lost(String intrinsic, int times) {
        print(intrinsic + ": a kernel is compiled again, HotSpot has thrown its code away (" + times + ")", "event", "lost", "intrinsic", intrinsic, "times", times);
        Recording.lost(intrinsic, times);
    }

    /** What kernels have done. */
    void counted(String intrinsic, Counters counters) {
        long calls = counters.calls();
        long blocks = counters.blocks();
        add(intrinsic + ": " + calls + " calls, " + blocks + " blocks", "event", "counted", "intrinsic", intrinsic, "calls", calls, "blocks", blocks);
    }

    /** Says something that everybody must know, in a line. */
    public void warn(String line) {
        add(line, "event", "warning", "message", line);
        if (out != System.err) {
            warnWithoutReport(line);
        }
    }

    /** All intrinsics are off, as somebody chose. */
    public void allOff(String reason) {
        add("off: " + reason, "event", "off", "reason", reason);
        setOff(reason);
    }

    /** Says that the whole plugin is off. */
    public static void tellOff(String reason) {
        warnWithoutReport("off: " + reason);
        setOff(reason);
    }

    private static void setOff(String reason) {
        try {
            System.setProperty(OFF_PROPERTY, reason);
        } catch (RuntimeException e) {
            // Of properties of an application's own class. It was told.
            return;
        }
    }

    /** As {@link #warn}, while there is no report yet. */
    public static void warnWithoutReport(String line) {
        System.err.println(PREFIX + line);
    }

    /** Says something, once, to those who asked for a report. */
    private void add(String line, Object... namesAndValues) {
        if (out != null && (lines.size() < MOST_LINES ? lines.add(line) : !lines.contains(line))) {
            print(line, namesAndValues);
        }
    }

    private void print(String line, Object... namesAndValues) {
        if (out != null) {
            out.println(isJson ? json(namesAndValues) : PREFIX + line);
        }
    }

    private static String json(Object... namesAndValues) {
        StringJoiner object = new StringJoiner(",", "{", "}");
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Object value = namesAndValues[i + 1];
            if (value != null) {
                object.add(quoted((String) namesAndValues[i]) + ":" + (value instanceof String string ? quoted(string) : value.toString()));
            }
        }
        return object.toString();
    }

    /** RFC 8259, 7. */
    private static String quoted(String string) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : string.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
