package org.cryptointrinsics.bench;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;

/** One picture of what Graal does without and with the plugin, of the tables of a page: its sections may have been measured at different times. */
public final class Overview {

    private static final int LENGTH = 16 * 1024;
    private static final String CPU = "- CPU: ";
    private static final List<Part> PARTS = List.of(Part.DIGESTS, Part.AES_GCM);
    /** As in {@link #BARS}. */
    private static final List<Color> COLORS = List.of(new Color(0x1F77B4), new Color(0xAEC7E8), new Color(0xD62728), new Color(0xFF9896));
    private static final List<Bar> BARS = Stream.of(Contender.GRAAL, Contender.PLUGIN).flatMap(jit -> Stream.of("heap", "direct").map(memory -> new Bar(jit, memory))).toList();

    private record Bar(Contender jit, String memory) {
        @Override
        public String toString() {
            return (jit == Contender.PLUGIN ? "Graal with the plugin, " : "Graal, ") + memory;
        }
    }

    private Overview() {
    }

    /** Writes the picture of {@code args[0]}, a page of benchmarks, to {@code args[1]}. */
    public static void main(String[] args) throws IOException {
        write(Path.of(args[0]), Path.of(args[1]));
    }

    static void write(Path page, Path file) throws IOException {
        List<String> text = Files.readAllLines(page);
        List<JFreeChart> panels = new ArrayList<>();
        for (Part part : PARTS) {
            List<String> section = section(part, text);
            List<List<String>> lines = section.stream().filter(line -> line.startsWith("|")) //
                            .map(line -> Arrays.stream(line.split("\\|")).skip(1).map(String::strip).toList()).toList();
            DefaultCategoryDataset data = new DefaultCategoryDataset();
            for (Bar bar : BARS) {
                add(data, bar, lines);
            }
            if (data.getRowCount() == BARS.size()) {
                panels.add(panel(part.title + ", messages of " + LENGTH / 1024 + " KiB, " + cpu(section), data));
            }
        }
        Panels.write(panels, file);
    }

    private static List<String> section(Part part, List<String> text) {
        return text.stream().dropWhile(line -> !line.equals("## " + part.title)).skip(1).takeWhile(line -> !line.startsWith("## ")).toList();
    }

    /** What a section says of the CPU. */
    private static String cpu(List<String> section) {
        return section.stream().filter(line -> line.startsWith(CPU)).findFirst().orElseThrow().substring(CPU.length());
    }

    private static void add(DefaultCategoryDataset data, Bar bar, List<List<String>> lines) {
        List<String> header = List.of();
        for (List<String> line : lines) {
            if (line.getFirst().equals("algorithm")) {
                header = line;
            } else if (header.contains(bar.jit.toString()) && line.get(1).endsWith(", " + bar.memory) && line.get(2).equals(LENGTH + " B") && line.get(3).equals("MB/s")) {
                Algorithm algorithm = Stream.of(Algorithm.values()).filter(one -> one.toString().equals(line.getFirst())).findAny().orElseThrow();
                if (!line.get(1).startsWith("decrypt")) {
                    double median = Double.parseDouble(line.get(header.indexOf(bar.jit.toString())).replaceFirst(" .*", ""));
                    data.addValue(median, bar.toString(), algorithm.toString());
                }
            }
        }
    }

    private static JFreeChart panel(String title, DefaultCategoryDataset data) {
        BarRenderer renderer = new BarRenderer();
        renderer.setBarPainter(new StandardBarPainter());
        renderer.setShadowVisible(false);
        for (int i = 0; i < BARS.size(); i++) {
            renderer.setSeriesPaint(i, COLORS.get(i));
        }
        CategoryPlot plot = new CategoryPlot(data, new CategoryAxis(), new NumberAxis("MB/s"), renderer);
        plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
        return Panels.panel(title, plot);
    }
}
