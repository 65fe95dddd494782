package org.cryptointrinsics.tool.demo;

import java.util.List;
import java.util.Locale;

/** Bars of the figures of some rows, with their values, as SVG to stand in a {@link DemoPage}. */
final class BarPlot {

    // Lengths in the units of the picture, which is as wide as the page.
    private static final int WIDTH = 800;
    private static final int LEFT = 230;
    private static final int LONGEST = 440;
    private static final int BAR = 18;
    private static final int GAP = 14;
    private static final int SPACE = 6;
    private static final double BASELINE = 0.75;

    private final List<JvmConfig> contenders;
    private final List<ResultRow> rows;
    private final double most;

    /**
     * @param rows of one unit
     */
    BarPlot(List<JvmConfig> contenders, List<ResultRow> rows) {
        this.contenders = contenders;
        this.rows = rows;
        most = rows.stream().flatMap(row -> contenders.stream().map(row::rate)).mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    /**
     * @param title for those who do not see it
     */
    String svg(String title) {
        StringBuilder svg = new StringBuilder();
        int height = rows.size() * (contenders.size() * BAR + GAP);
        svg.append("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n".formatted(WIDTH, height, DemoPage.escape(title)));
        int top = GAP / 2;
        for (ResultRow row : rows) {
            svg.append("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n".formatted(LEFT - SPACE, top + baseline(contenders.size() * BAR), //
                            DemoPage.escape(row.work().toString())));
            for (JvmConfig contender : contenders) {
                append(svg, row, contender, top);
                top += BAR;
            }
            top += GAP;
        }
        return svg.append("</svg>").toString();
    }

    private void append(StringBuilder svg, ResultRow row, JvmConfig contender, int top) {
        double length = LONGEST * row.rate(contender) / most;
        String value = DemoReport.rate(row, contender) + " " + row.work().kind().unit();
        svg.append(String.format(Locale.ROOT, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"><title>%s: %s</title></rect>%n",
                        LEFT, top, length, BAR, contender.color(), contender, value));
        svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%d\">%s</text>%n", LEFT + length + SPACE, top + baseline(BAR), value));
    }

    /** Of text in the middle of so much height. */
    private static int baseline(int height) {
        return height / 2 + (int) (BAR * (BASELINE - 0.5));
    }
}
