package org.cryptointrinsics.bench;

import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.labels.CategoryItemLabelGenerator;
import org.jfree.chart.labels.ItemLabelAnchor;
import org.jfree.chart.labels.ItemLabelPosition;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.category.CategoryDataset;
import org.jfree.data.category.DefaultCategoryDataset;

import de.erichseifert.vectorgraphics2d.Processors;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.util.PageSize;

/** A picture of bars in groups, each with its value, to be read on a light and on a dark page. */
public final class Bars {

    /** Okabe and Ito, "Color Universal Design" (2008): told apart by people who are colour-blind. */
    private static final Map<Contender, Color> COLORS = Map.of(Contender.C2, new Color(0x999999), Contender.C2_PLUGIN, new Color(0x0072B2), Contender.GRAAL, new Color(0xE69F00),
                    Contender.PLUGIN, new Color(0x56B4E9), Contender.TCNATIVE, new Color(0xD55E00));
    private static final Color OTHERS = new Color(0x009E73);
    /** Has the same contrast with white as with a dark page. */
    private static final Color TEXT = new Color(0x7D7D7D);
    private static final int WIDTH = 760;
    private static final int BAR_HEIGHT = 13;
    private static final int GROUP_GAP = 10;
    private static final int SURROUNDINGS = 120;
    private static final int TITLE_POINTS = 15;
    private static final int POINTS = 11;
    /** For the values behind the bars. */
    private static final double UPPER_MARGIN = 0.35;
    private static final double GAP = 0.15;

    /**
     * @param label its value, with the unit
     */
    public record Bar(String group, String series, Color color, double length, String label) {
    }

    private Bars() {
    }

    public static Color colorOf(Contender contender) {
        return COLORS.getOrDefault(contender, OTHERS);
    }

    private static Font font(int style, int points) {
        return new Font(Font.SANS_SERIF, style, points);
    }

    private static TextTitle text(String text, Font font) {
        TextTitle title = new TextTitle(text, font);
        title.setPaint(TEXT);
        title.setHorizontalAlignment(HorizontalAlignment.LEFT);
        return title;
    }

    private record Labels(Map<List<Comparable<?>>, String> labels) implements CategoryItemLabelGenerator {
        @Override
        public String generateRowLabel(CategoryDataset data, int row) {
            return data.getRowKey(row).toString();
        }

        @Override
        public String generateColumnLabel(CategoryDataset data, int column) {
            return data.getColumnKey(column).toString();
        }

        @Override
        public String generateLabel(CategoryDataset data, int row, int column) {
            return labels.get(List.of(data.getRowKey(row), data.getColumnKey(column)));
        }
    }

    /**
     * Draws a picture.
     *
     * @param title says what is found
     * @param caption says what it was found on
     * @param axis what the length of bars is
     */
    public static void write(String title, String caption, String axis, List<Bar> bars, Path file) throws IOException {
        DefaultCategoryDataset data = new DefaultCategoryDataset();
        Map<List<Comparable<?>>, String> labels = new HashMap<>();
        BarRenderer renderer = new BarRenderer();
        for (Bar bar : bars) {
            data.addValue(bar.length, bar.series, bar.group);
            labels.put(List.of(bar.series, bar.group), bar.label);
            renderer.setSeriesPaint(data.getRowIndex(bar.series), bar.color);
        }
        renderer.setBarPainter(new StandardBarPainter());
        renderer.setShadowVisible(false);
        renderer.setItemMargin(0);
        renderer.setDefaultItemLabelGenerator(new Labels(labels));
        renderer.setDefaultItemLabelsVisible(true);
        renderer.setDefaultItemLabelFont(font(Font.PLAIN, POINTS - 1));
        renderer.setDefaultItemLabelPaint(TEXT);
        renderer.setDefaultPositiveItemLabelPosition(new ItemLabelPosition(ItemLabelAnchor.OUTSIDE3, TextAnchor.CENTER_LEFT));
        renderer.setDefaultLegendTextPaint(TEXT);
        CategoryAxis groups = new CategoryAxis();
        groups.setTickLabelPaint(TEXT);
        groups.setTickLabelFont(font(Font.PLAIN, POINTS));
        groups.setMaximumCategoryLabelWidthRatio(1);
        groups.setCategoryMargin(GAP);
        groups.setLowerMargin(0);
        groups.setUpperMargin(0);
        NumberAxis length = new NumberAxis(axis);
        length.setLabelPaint(TEXT);
        length.setLabelFont(font(Font.PLAIN, POINTS));
        length.setTickLabelPaint(TEXT);
        length.setTickLabelFont(font(Font.PLAIN, POINTS));
        length.setUpperMargin(UPPER_MARGIN);
        CategoryPlot plot = new CategoryPlot(data, groups, length, renderer);
        plot.setOrientation(PlotOrientation.HORIZONTAL);
        plot.setBackgroundPaint(null);
        plot.setOutlineVisible(false);
        plot.setRangeGridlinePaint(TEXT);
        JFreeChart chart = new JFreeChart(title, font(Font.BOLD, TITLE_POINTS), plot, true);
        chart.getTitle().setPaint(TEXT);
        chart.getTitle().setHorizontalAlignment(HorizontalAlignment.LEFT);
        chart.setBackgroundPaint(null);
        chart.getLegend().setBackgroundPaint(null);
        chart.getLegend().setItemPaint(TEXT);
        chart.getLegend().setItemFont(font(Font.PLAIN, POINTS));
        chart.getLegend().setFrame(BlockBorder.NONE);
        TextTitle below = text(caption, font(Font.PLAIN, POINTS - 1));
        below.setPosition(RectangleEdge.BOTTOM);
        chart.addSubtitle(below);
        int height = SURROUNDINGS + data.getColumnCount() * (data.getRowCount() * BAR_HEIGHT + GROUP_GAP);
        VectorGraphics2D graphics = new VectorGraphics2D();
        chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, height));
        ByteArrayOutputStream svg = new ByteArrayOutputStream();
        Processors.get("svg").getDocument(graphics.getCommands(), new PageSize(WIDTH, height)).writeTo(svg);
        // Where the font is another machine's.
        Files.writeString(file, svg.toString(StandardCharsets.UTF_8).replaceAll("font-family:(&quot;[^&]+&quot;)", "font-family:$1,sans-serif"));
    }
}
