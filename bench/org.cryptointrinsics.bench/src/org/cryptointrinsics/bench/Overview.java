package org.cryptointrinsics.bench;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;

/**
 * One picture of what C2 does without and with the plugin, or Graal where C2 was not measured with it, of the raw results of a folder: those of its parts may have
 * been measured at different times.
 */
final class Overview {

    private static final int LENGTH = 16 * 1024;
    private static final List<Part> PARTS = List.of(Part.DIGESTS, Part.AES_GCM);
    private static final Map<Work, String> MEMORY = Map.of(Work.HEAP, "heap", Work.ENCRYPT_HEAP, "heap", Work.DIRECT, "direct", Work.ENCRYPT_DIRECT, "direct");
    /** As in {@link #bars}. */
    private static final List<Color> COLORS = List.of(new Color(0x1F77B4), new Color(0xAEC7E8), new Color(0xD62728), new Color(0xFF9896));

    private record Bar(Contender jit, String memory) {
        @Override
        public String toString() {
            return jit.withoutPlugin() + (jit.hasPlugin() ? " with the plugin, " : ", ") + memory;
        }
    }

    private static List<Bar> bars(Contender plugin) {
        return Stream.of(plugin.withoutPlugin(), plugin).flatMap(jit -> Stream.of("heap", "direct").map(memory -> new Bar(jit, memory))).toList();
    }

    private Overview() {
    }

    /** Draws it if there is something to draw. */
    static void write(Path folder) throws IOException {
        List<JFreeChart> panels = new ArrayList<>();
        for (Part part : PARTS) {
            Optional<RawResults> raw = RawResults.read(folder, part);
            if (raw.isPresent()) {
                Optional<DefaultCategoryDataset> measured = Contender.PLUGINS.stream().map(plugin -> data(bars(plugin), raw.get().rows())) //
                                .filter(data -> data.getRowCount() == COLORS.size()).findFirst();
                String title = part.title + ", messages of " + LENGTH / 1024 + " KiB, " + raw.get().environment().description().get(Environment.CPU);
                measured.ifPresent(data -> panels.add(panel(title, data)));
            }
        }
        if (!panels.isEmpty()) {
            Panels.write(panels, folder.resolve("overview.svg"));
        }
    }

    private static DefaultCategoryDataset data(List<Bar> bars, List<Row> rows) {
        DefaultCategoryDataset data = new DefaultCategoryDataset();
        for (Bar bar : bars) {
            rows.stream().filter(row -> row.length == LENGTH && bar.memory.equals(MEMORY.get(row.work)) && row.has(bar.jit)) //
                            .forEach(row -> data.addValue(row.megabytes(bar.jit).median(), bar.toString(), row.algorithm.toString()));
        }
        return data;
    }

    private static JFreeChart panel(String title, DefaultCategoryDataset data) {
        BarRenderer renderer = new BarRenderer();
        renderer.setBarPainter(new StandardBarPainter());
        renderer.setShadowVisible(false);
        for (int i = 0; i < COLORS.size(); i++) {
            renderer.setSeriesPaint(i, COLORS.get(i));
        }
        CategoryPlot plot = new CategoryPlot(data, new CategoryAxis(), new NumberAxis("MB/s"), renderer);
        plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
        return Panels.panel(title, plot);
    }
}
