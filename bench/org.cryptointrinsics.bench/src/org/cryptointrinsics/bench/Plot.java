package org.cryptointrinsics.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

/** Throughput by length of the message, reused digests, a panel for each algorithm and memory. */
final class Plot {

    private static final int WIDTH = 520;
    private static final int HEIGHT = 340;
    private static final Map<Contender, Color> COLORS = Map.of(Contender.C2, new Color(0x888888), Contender.GRAAL, new Color(0x1F77B4), Contender.PLUGIN, new Color(0xD62728),
                    Contender.ACCP, new Color(0xFF7F0E), Contender.CONSCRYPT, new Color(0x2CA02C), Contender.BC, new Color(0x9467BD),
                    Contender.FFM, new Color(0x17BECF), Contender.FFM_LOW, new Color(0x8C564B));

    private Plot() {
    }

    /** Returns whether there was something to draw. */
    static boolean write(List<Row> rows, Path file) throws IOException {
        Map<String, List<Row>> panels = rows.stream().filter(row -> memory(row.work) != null) //
                        .sorted(Comparator.comparing(row -> row.algorithm)) //
                        .collect(Collectors.groupingBy(row -> row.algorithm + ", " + memory(row.work), LinkedHashMap::new,
                                        Collectors.toList()));
        if (panels.isEmpty()) {
            return false;
        }
        VectorGraphics2D graphics = new VectorGraphics2D();
        int i = 0;
        for (Map.Entry<String, List<Row>> entry : panels.entrySet()) {
            panel(entry.getKey(), entry.getValue()).draw(graphics, new Rectangle2D.Double(i % 2 * WIDTH, i / 2 * HEIGHT, WIDTH, HEIGHT));
            i++;
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            PageSize size = new PageSize(2 * WIDTH, (panels.size() + 1) / 2 * HEIGHT);
            Processors.get("svg").getDocument(graphics.getCommands(), size).writeTo(out);
        }
        return true;
    }

    /** Where the messages of a panel lie, or null if the work is in none. */
    private static String memory(Work work) {
        return switch (work) {
            case HEAP, DIGEST, ENCRYPT_HEAP -> "heap";
            case DIRECT, ENCRYPT_DIRECT -> "direct";
            default -> null;
        };
    }

    private static JFreeChart panel(String title, List<Row> rows) {
        XYSeriesCollection data = new XYSeriesCollection();
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer();
        for (Contender contender : Contender.values()) {
            XYSeries series = new XYSeries(contender.toString());
            rows.stream().filter(row -> row.has(contender)).forEach(row -> series.add(row.length, row.megabytes(contender).median()));
            if (!series.isEmpty()) {
                renderer.setSeriesPaint(data.getSeriesCount(), COLORS.get(contender));
                renderer.setSeriesStroke(data.getSeriesCount(), new BasicStroke(2));
                data.addSeries(series);
            }
        }
        LogAxis length = new LogAxis("bytes of a message");
        length.setBase(2);
        length.setNumberFormatOverride(NumberFormat.getIntegerInstance(Locale.ROOT));
        XYPlot plot = new XYPlot(data, length, new NumberAxis("MB/s"), renderer);
        plot.setBackgroundPaint(Color.WHITE);
        plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
        JFreeChart chart = new JFreeChart(title, plot);
        chart.setBackgroundPaint(Color.WHITE);
        return chart;
    }
}
