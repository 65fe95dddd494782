package org.cryptointrinsics.bench;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.jfree.chart.JFreeChart;
import org.jfree.chart.plot.Plot;

import de.erichseifert.vectorgraphics2d.Processors;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.util.PageSize;

/** A picture of several charts, two in each line. */
public final class Panels {

    private static final int WIDTH = 520;
    private static final int HEIGHT = 340;
    /** For ten names in two lines. */
    private static final float LEGEND_POINTS = 10;
    private static final Map<Contender, Color> COLORS = Map.of(Contender.C2, new Color(0x888888), Contender.C2_PLUGIN, Color.BLACK,
                    Contender.GRAAL, new Color(0x1F77B4), Contender.PLUGIN, new Color(0xD62728),
                    Contender.ACCP, new Color(0xFF7F0E), Contender.CONSCRYPT, new Color(0x2CA02C), Contender.BC, new Color(0x9467BD),
                    Contender.FFM, new Color(0x17BECF), Contender.FFM_LOW, new Color(0x8C564B), Contender.TCNATIVE, new Color(0xBCBD22));

    private Panels() {
    }

    public static Color colorOf(Contender contender) {
        return COLORS.get(contender);
    }

    public static JFreeChart panel(String title, Plot plot) {
        plot.setBackgroundPaint(Color.WHITE);
        JFreeChart chart = new JFreeChart(title, plot);
        chart.getLegend().setItemFont(chart.getLegend().getItemFont().deriveFont(LEGEND_POINTS));
        chart.setBackgroundPaint(Color.WHITE);
        return chart;
    }

    /** Draws them in an SVG file. */
    public static void write(List<JFreeChart> panels, Path file) throws IOException {
        VectorGraphics2D graphics = new VectorGraphics2D();
        for (int i = 0; i < panels.size(); i++) {
            panels.get(i).draw(graphics, new Rectangle2D.Double(i % 2 * WIDTH, i / 2 * HEIGHT, WIDTH, HEIGHT));
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            PageSize size = new PageSize(Math.min(2, panels.size()) * WIDTH, (panels.size() + 1) / 2 * HEIGHT);
            Processors.get("svg").getDocument(graphics.getCommands(), size).writeTo(out);
        }
    }
}
