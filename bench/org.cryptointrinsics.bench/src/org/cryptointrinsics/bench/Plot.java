package org.cryptointrinsics.bench;

import java.awt.BasicStroke;
import java.awt.Stroke;
import java.io.IOException;
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

/** Throughput by length of the message, reused digests, a panel for each algorithm and memory. */
final class Plot {

    private static final Stroke LINE = new BasicStroke(2);
    /** On top of that of Graal with the plugin, which is near. */
    private static final Stroke DASHED = new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, new float[]{6, 6}, 0);

    private Plot() {
    }

    /** Whether there is something to draw. */
    static boolean isOf(List<Row> rows) {
        return rows.stream().anyMatch(row -> memory(row.work) != null);
    }

    static void write(List<Row> rows, Path file) throws IOException {
        Map<String, List<Row>> panels = rows.stream().filter(row -> memory(row.work) != null) //
                        .sorted(Comparator.comparing(row -> row.algorithm)) //
                        .collect(Collectors.groupingBy(row -> row.algorithm + ", " + memory(row.work), LinkedHashMap::new,
                                        Collectors.toList()));
        Panels.write(panels.entrySet().stream().map(entry -> panel(entry.getKey(), entry.getValue())).toList(), file);
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
                renderer.setSeriesPaint(data.getSeriesCount(), Panels.colorOf(contender));
                renderer.setSeriesStroke(data.getSeriesCount(), contender == Contender.C2_PLUGIN ? DASHED : LINE);
                data.addSeries(series);
            }
        }
        LogAxis length = new LogAxis("bytes of a message");
        length.setBase(2);
        length.setNumberFormatOverride(NumberFormat.getIntegerInstance(Locale.ROOT));
        XYPlot plot = new XYPlot(data, length, new NumberAxis("MB/s"), renderer);
        return Panels.panel(title, plot);
    }
}
