package org.cryptointrinsics.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A table in Markdown, padded so that it can be read as text too.
 */
public final class Markdown {

    private static final Pattern LINE = Pattern.compile("(.{1,120})( |$)");

    private final List<List<String>> lines = new ArrayList<>();

    public Markdown(List<String> header) {
        lines.add(header);
    }

    /** Adds a line with as many cells as the header. */
    public void add(List<String> cells) {
        lines.add(cells);
    }

    /** In lines that are not too long, and the empty line that ends it. */
    public static String paragraph(String text) {
        return LINE.matcher(text).replaceAll("$1\n") + '\n';
    }

    /** A cell with that many decimals, empty if {@code value} is none, or a multiple of nothing. */
    public static String number(double value, int decimals) {
        return number(value, decimals, "");
    }

    static String number(double value, int decimals, String unit) {
        return !Double.isFinite(value) ? "" : String.format(Locale.ROOT, "%." + decimals + "f", value) + unit;
    }

    /** A cell with the median, and with the least and the greatest value if there is more than one. */
    public static String withSpread(Sample sample, int decimals) {
        return number(sample.median(), decimals) +
                        (sample.values().size() < 2 || !Double.isFinite(sample.max()) ? "" : " (" + number(sample.min(), decimals) + "-" + number(sample.max(), decimals) + ")");
    }

    /** A cell with the median, and with the interval of confidence if there is one. */
    static String withInterval(Sample sample, int decimals) {
        return number(sample.median(), decimals) + (sample.hasInterval() ? " (" + number(sample.low(), decimals) + "-" + number(sample.high(), decimals) + ")" : "");
    }

    @Override
    public String toString() {
        int columns = lines.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> line : lines) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        List<String> text = new ArrayList<>();
        for (List<String> line : lines) {
            StringBuilder out = new StringBuilder("|");
            for (int i = 0; i < columns; i++) {
                out.append(' ').append(line.get(i)).append(" ".repeat(widths[i] - line.get(i).length())).append(" |");
            }
            text.add(out.toString());
        }
        StringBuilder rule = new StringBuilder("|");
        for (int width : widths) {
            rule.append("-".repeat(width + 2)).append('|');
        }
        text.add(1, rule.toString());
        return text.stream().collect(Collectors.joining("\n", "", "\n"));
    }
}
