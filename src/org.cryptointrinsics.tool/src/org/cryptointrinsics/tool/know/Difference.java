package org.cryptointrinsics.tool.know;

import java.util.ArrayList;
import java.util.List;

/** What two texts have different, line by line, by a longest common subsequence. */
final class Difference {

    /** Lines around those that differ. */
    private static final int CONTEXT = 3;
    private static final int WIDTH = 78;

    private final List<Row> rows = new ArrayList<>();

    /** A line of both, or of one, where the other is null. */
    private record Row(String before, String after) {

        boolean isSame() {
            return before != null && before.equals(after);
        }
    }

    Difference(List<String> before, List<String> after) {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j)) ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                rows.add(new Row(before.get(i++), after.get(j++)));
            } else if (j == after.size() || i < before.size() && common[i + 1][j] >= common[i][j + 1]) {
                rows.add(new Row(before.get(i++), null));
            } else {
                rows.add(new Row(null, after.get(j++)));
            }
        }
        pair();
    }

    /** Puts a line that was taken away beside one that was added in its place. */
    private void pair() {
        for (int at = 0; at < rows.size(); at++) {
            if (rows.get(at).after == null) {
                int added = at;
                while (added < rows.size() && rows.get(added).after == null) {
                    added++;
                }
                if (added < rows.size() && rows.get(added).before == null) {
                    rows.set(at, new Row(rows.get(at).before, rows.remove(added).after));
                }
            }
        }
    }

    /** How many lines differ. */
    long count() {
        return rows.stream().filter(row -> !row.isSame()).count();
    }

    /** Side by side, those that differ and some around them. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        boolean isLeftOut = false;
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            boolean isNear = rows.subList(Math.max(0, i - CONTEXT), Math.min(rows.size(), i + CONTEXT + 1)).stream().anyMatch(each -> !each.isSame());
            if (isNear) {
                String mark = row.isSame() ? " " : row.before == null ? ">" : row.after == null ? "<" : "|";
                String before = row.before == null ? "" : row.before;
                String after = row.after == null ? "" : row.after;
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
