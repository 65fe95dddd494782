package org.cryptointrinsics.tool;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns as wide as need be. */
public final class Table {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int leftAligned;

    /**
     * @param leftAligned how many columns are aligned to the left; the others are aligned to the right
     */
    public Table(int leftAligned, String... header) {
        this.leftAligned = leftAligned;
        add(header);
    }

    public void add(String... cells) {
        rows.add(List.of(cells));
    }

    /** With the header. */
    public List<List<String>> rows() {
        return rows;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String padding = " ".repeat(width(column) - row.get(column).length());
                line.append(column < leftAligned ? row.get(column) + padding : padding + row.get(column)).append(GAP);
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElseThrow();
    }
}
