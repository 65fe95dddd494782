package org.cryptointrinsics.tool.know;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import com.github.difflib.text.DiffRow;
import com.github.difflib.text.DiffRowGenerator;

/** What two texts have different, line by line. */
final class Difference {

    /** Lines around those that differ. */
    private static final int CONTEXT = 3;
    private static final int WIDTH = 78;

    private final List<DiffRow> rows;

    Difference(List<String> before, List<String> after) {
        // Lines are not for HTML.
        rows = DiffRowGenerator.create().lineNormalizer(Function.identity()).build().generateDiffRows(before, after);
    }

    private static boolean isSame(DiffRow row) {
        return row.getTag() == DiffRow.Tag.EQUAL;
    }

    /** How many lines differ. */
    long count() {
        return rows.stream().filter(row -> !isSame(row)).count();
    }

    /** Side by side, those that differ and some around them. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        boolean isLeftOut = false;
        for (int i = 0; i < rows.size(); i++) {
            DiffRow row = rows.get(i);
            boolean isNear = rows.subList(Math.max(0, i - CONTEXT), Math.min(rows.size(), i + CONTEXT + 1)).stream().anyMatch(each -> !isSame(each));
            if (isNear) {
                String mark = switch (row.getTag()) {
                    case EQUAL -> " ";
                    case INSERT -> ">";
                    case DELETE -> "<";
                    case CHANGE -> "|";
                };
                String before = row.getOldLine();
                String after = row.getNewLine();
                for (int from = 0; from == 0 || from < Math.max(before.length(), after.length()); from += WIDTH) {
                    String left = part(before, from);
                    lines.add((left + " ".repeat(WIDTH - left.length()) + " " + mark + " " + part(after, from)).stripTrailing());
                }
            } else if (!isLeftOut) {
                lines.add("    ...");
            }
            isLeftOut = !isNear;
        }
        return lines;
    }

    /** The part of a line that fits beside another. */
    private static String part(String line, int from) {
        return line.substring(Math.min(from, line.length()), Math.min(from + WIDTH, line.length()));
    }
}
