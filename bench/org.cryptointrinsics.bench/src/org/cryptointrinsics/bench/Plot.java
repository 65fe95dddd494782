package org.cryptointrinsics.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

import de.erichseifert.vectorgraphics2d.Processors;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.util.PageSize;

/** Throughput by length of the message, a panel for each algorithm and memory. */
final class Plot {

    private static final int WIDTH = 520;
    private static final int HEIGHT = 340;
    private static final Color[] COLORS = {new Color(0x888888), new Color(0x1F77B4), new Color(0xD62728)};

    private Plot() {
    }

    static void write(List<Row> rows, Path file) throws IOException {
        List<List<Row>> panels = List.copyOf(rows.stream().collect(Collectors.groupingBy(row -> row.algorithm + ", " + row.work.memory,
                        LinkedHashMap::new, Collectors.toList())).values());
        VectorGraphics2D graphics = new VectorGraphics2D();
        for (int i = 0; i < panels.size(); i++) {
            panel(panels.get(i)).draw(graphics, new Rectangle2D.Double(i % 2 * WIDTH, i / 2 * HEIGHT, WIDTH, HEIGHT));
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            PageSize size = new PageSize(2 * WIDTH, (panels.size() + 1) / 2 * HEIGHT);
            Processors.get("svg").getDocument(graphics.getCommands(), size).writeTo(out);
        }
    }

    private static JFreeChart panel(List<Row> rows) {
        XYSeriesCollection data = new XYSeriesCollection();
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer();
        for (Jit jit : Jit.values()) {
            renderer.setSeriesPaint(data.getSeriesCount(), COLORS[data.getSeriesCount()]);
            renderer.setSeriesStroke(data.getSeriesCount(), new BasicStroke(2));
            XYSeries series = new XYSeries(jit.toString());
            rows.forEach(row -> series.add(row.length, row.megabytes(jit).median()));
            data.addSeries(series);
        }
        LogAxis length = new LogAxis("bytes of a message");
        length.setBase(2);
        length.setNumberFormatOverride(NumberFormat.getIntegerInstance(Locale.ROOT));
        XYPlot plot = new XYPlot(data, length, new NumberAxis("MB/s"), renderer);
        plot.setBackgroundPaint(Color.WHITE);
        plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
        JFreeChart chart = new JFreeChart(rows.getFirst().algorithm + ", " + rows.getFirst().work.memory, plot);
        chart.setBackgroundPaint(Color.WHITE);
        return chart;
    }
}
