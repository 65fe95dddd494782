package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.test.Quick;
import org.graalvm.collections.EconomicMap;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import jdk.graal.compiler.util.json.JsonParser;

/** Figures in tables of README and of the page that compares libraries are those of the benchmarks: the medians over forks, each by its fastest iteration. */
@Category(Quick.class)
public class FiguresTest {

    private static final Path ROOT = Path.of(System.getProperty("cryptointrinsics.root"));

    /** What is in the rows of a title. */
    private static final Map<String, Measured> MEASURED = Map.ofEntries( //
                    Map.entry("TLS 1.3, 16,000 B sent and received, direct", new Measured("tls", "wrapAndUnwrapDirect", "AES-128-GCM", 16_000)),
                    Map.entry("TLS 1.3, 16,000 B sent and received, arrays", new Measured("tls", "wrapAndUnwrapHeap", "AES-128-GCM", 16_000)),
                    Map.entry("TLS 1.3, 1024 B sent and received, direct", new Measured("tls", "wrapAndUnwrapDirect", "AES-128-GCM", 1024)),
                    Map.entry("TLS 1.3 with RSA-3072, new connections", new Measured("handshakes", "shakeHandsAnew", "TLSv1.3", 1)),
                    Map.entry("TLS 1.3 with RSA-3072, resumed connections", new Measured("handshakes", "resume", "TLSv1.3", 1)),
                    Map.entry("AES-128-GCM, 16 KiB, direct buffers", new Measured("aes-gcm", "encryptDirect", "AES-128-GCM", 16_384)),
                    Map.entry("AES-128-GCM, 16 KiB, arrays", new Measured("aes-gcm", "encryptHeap", "AES-128-GCM", 16_384)),
                    Map.entry("AES-128-GCM, 64 B, direct buffers", new Measured("aes-gcm", "encryptDirect", "AES-128-GCM", 64)),
                    Map.entry("SHA3-256, 16 KiB, arrays", new Measured("digests", "digestHeap", "SHA3-256", 16_384)),
                    Map.entry("SHA-256, 16 KiB, arrays", new Measured("digests", "digestHeap", "SHA-256", 16_384)),
                    Map.entry("SHA-256, 64 B, arrays", new Measured("digests", "digest", "SHA-256", 64)),
                    Map.entry("ML-KEM-768, make keys", new Measured("post-quantum", "makeKeys", "ML-KEM-768", 1)),
                    Map.entry("`UUID.nameUUIDFromBytes`, 16 B", new Measured("digest-uses", "nameUUIDFromBytes", "MD5", 16)));

    /** The contenders of columns. */
    private static final Map<String, String> CONTENDERS = Map.of("C2", "C2", "this agent", "C2_PLUGIN", "C2 + agent", "C2_PLUGIN", "ACCP", "ACCP", "Conscrypt", "CONSCRYPT",
                    "netty-tcnative", "TCNATIVE", "BC-LTS", "BC", "OpenSSL", "FFM", "OpenSSL by FFM", "FFM");
    /** As results of workloads name it. */
    private static final String AGENT = "C2 + agent";
    private static final String BEST = "fastest other library";
    private static final List<String> LIBRARIES = List.of("ACCP", "Conscrypt", "BC-LTS", "netty-tcnative", "OpenSSL");
    private static final String NOTHING_IS_GAINED = "Nothing is gained: ";

    /** In a file of results. */
    private record Measured(String part, String benchmark, String algorithm, int length) {

        /** By contender. */
        private Map<String, Double> figures(String unit) throws IOException {
            Map<String, Double> figures = new HashMap<>();
            for (Object element : list(JsonParser.parseDict(Files.readString(ROOT.resolve("docs/benchmarks/" + part + ".json"))).get("results"))) {
                EconomicMap<String, Object> result = map(element);
                EconomicMap<String, Object> parameters = map(result.get("params"));
                if (((String) result.get("benchmark")).endsWith("." + benchmark) && algorithm.equals(parameters.get("algorithm")) &&
                                String.valueOf(length).equals(parameters.get("length"))) {
                    Object metric = unit.equals("B allocated") ? map(result.get("secondaryMetrics")).get("gc.alloc.rate.norm") : result.get("primaryMetric");
                    figures.put((String) parameters.get("contender"), median(unit, map(metric)));
                }
            }
            return figures;
        }

        private double in(String unit, double figure) {
            return switch (unit) {
                case "MB/s" -> length * 1000 / figure;
                case "per second" -> 1e9 / figure;
                case "us" -> figure / 1000;
                case "ns", "B allocated" -> figure;
                default -> throw new AssertionError(unit);
            };
        }

        private double median(String unit, EconomicMap<String, Object> metric) {
            double[] forks = list(metric.get("rawData")).stream().mapToDouble(
                            fork -> in(unit, list(fork).stream().mapToDouble(score -> ((Number) score).doubleValue()).min().orElseThrow())).sorted().toArray();
            return (forks[(forks.length - 1) / 2] + forks[forks.length / 2]) / 2;
        }
    }

    @SuppressWarnings("unchecked")
    private static EconomicMap<String, Object> map(Object json) {
        return (EconomicMap<String, Object>) json;
    }

    private static List<?> list(Object json) {
        return (List<?>) json;
    }

    private static List<String> cells(String line) {
        return Stream.of(line.substring(1).split("\\|", -1)).map(String::strip).toList();
    }

    private static BigDecimal number(String cell) {
        return new BigDecimal(cell.replace("*", "").replace(",", ""));
    }

    private static void assertIs(String told, String cell, double expected) {
        BigDecimal number = number(cell);
        assertEquals(told, number, BigDecimal.valueOf(expected).setScale(number.scale(), RoundingMode.HALF_UP));
    }

    /** @param hasAll whether a cell is empty only where nothing was measured */
    private static void check(String page, String header, boolean hasAll) throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve(page));
        List<String> columns = cells(header);
        int row = lines.indexOf(header) + 2;
        assertTrue(page + " has no " + header, row >= 2);
        int rows = 0;
        for (; lines.get(row).startsWith("|"); row++, rows++) {
            List<String> cells = cells(lines.get(row));
            int unitBegin = cells.getFirst().lastIndexOf(", ");
            boolean hasUnit = columns.contains("unit");
            String unit = hasUnit ? cells.get(columns.indexOf("unit")) : cells.getFirst().substring(unitBegin + 2);
            String title = (hasUnit ? cells.getFirst() : cells.getFirst().substring(0, unitBegin)).replace(NOTHING_IS_GAINED, "");
            assertTrue(lines.get(row), MEASURED.containsKey(title));
            Map<String, Double> figures = MEASURED.get(title).figures(unit);
            for (int i = 1; i < columns.size(); i++) {
                String contender = CONTENDERS.get(columns.get(i));
                String cell = cells.get(i);
                String told = page + ", " + cells.getFirst() + ", " + columns.get(i);
                if (contender != null && (hasAll || !cell.isEmpty())) {
                    assertEquals(told, figures.containsKey(contender), !cell.isEmpty());
                    if (!cell.isEmpty()) {
                        assertIs(told, cell, figures.get(contender));
                    }
                } else if (columns.get(i).equals(BEST) && !cell.isEmpty()) {
                    boolean isMost = unit.equals("MB/s") || unit.equals("per second");
                    Comparator<String> order = Comparator.comparing(name -> figures.getOrDefault(CONTENDERS.get(name), isMost ? 0 : Double.MAX_VALUE));
                    String best = LIBRARIES.stream().min(isMost ? order.reversed() : order).orElseThrow();
                    assertEquals(told, best, cell.substring(cell.lastIndexOf(' ') + 1));
                    assertIs(told, cell.substring(0, cell.lastIndexOf(',')), figures.get(CONTENDERS.get(best)));
                }
            }
        }
        assertTrue("rows of " + page, rows >= 2);
    }

    @Test
    public void ofReadme() throws IOException {
        check("README.md", "| | unit | C2 | C2 + agent | fastest other library |", false);
    }

    @Test
    public void ofOtherLibraries() throws IOException {
        check("docs/which-one.md", "| | C2 | this agent | ACCP | Conscrypt | netty-tcnative | BC-LTS | OpenSSL by FFM |", true);
    }

    /** The ratios of runs of a workload that followed each other. */
    private record Ratios(double[] sorted) {

        static Ratios of(String workload, String quantity, String contender, String other) throws IOException {
            EconomicMap<String, Object> runs = map(JsonParser.parseDict(Files.readString(ROOT.resolve("docs/benchmarks/" + workload + ".json"))).get("runs"));
            List<?> values = list(map(runs.get(contender)).get(quantity));
            List<?> others = list(map(runs.get(other)).get(quantity));
            return new Ratios(IntStream.range(0, values.size()).mapToDouble(
                            i -> ((Number) values.get(i)).doubleValue() / ((Number) others.get(i)).doubleValue()).sorted().toArray());
        }

        static Ratios ofC2(String workload, String quantity) throws IOException {
            return of(workload, quantity, AGENT, "C2");
        }

        double median() {
            return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        }

        String told() {
            return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median(), sorted[0], sorted[sorted.length - 1]);
        }
    }

    @Test
    public void ofWorkloads() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("docs/measuring.md"));
        Map<String, String> throughput = Map.of("flink", "records/s", "netty-1k", "requests/s", "netty-16k", "requests/s", "kafka", "MB/s", "content-store", "MB/s");
        Map<String, String> titles = Map.of("flink", "Flink", "netty-1k", "Netty, 1 KiB", "netty-16k", "Netty, 16 KiB", "kafka", "Kafka", "content-store",
                        "content store: files; UUIDs");
        for (String workload : titles.keySet()) {
            String first = Ratios.ofC2(workload, throughput.get(workload)).told();
            String all = workload.equals("content-store") ? first + "; " + Ratios.ofC2(workload, "UUID/s").told() : first;
            String cpu = String.format(Locale.ROOT, "%.2f", Ratios.ofC2(workload, "CPU s/GB").median());
            String peer = workload.startsWith("netty") ? " " + Ratios.of(workload, throughput.get(workload), AGENT, "netty-tcnative").told() : "";
            String line = "| " + titles.get(workload) + " | " + all + " | " + cpu + " |" + peer + " |";
            assertTrue(line, lines.contains(line));
            String graal = Ratios.of(workload, throughput.get(workload), "Graal + plugin", "C2").told();
            String uuids = workload.equals("content-store") ? "; " + Ratios.of(workload, "UUID/s", "Graal + plugin", "C2").told() : "";
            String lineOfGraal = "| " + titles.get(workload) + " | " + graal + uuids + " |";
            assertTrue(lineOfGraal, lines.contains(lineOfGraal));
        }
    }

    /** The times of forks, each by its fastest iteration. */
    private static double[] times(Measured measured, String contender) throws IOException {
        for (Object element : list(JsonParser.parseDict(Files.readString(ROOT.resolve("docs/benchmarks/" + measured.part + ".json"))).get("results"))) {
            EconomicMap<String, Object> result = map(element);
            EconomicMap<String, Object> parameters = map(result.get("params"));
            if (((String) result.get("benchmark")).endsWith("." + measured.benchmark) && measured.algorithm.equals(parameters.get("algorithm")) &&
                            String.valueOf(measured.length).equals(parameters.get("length")) && contender.equals(parameters.get("contender"))) {
                return list(map(result.get("primaryMetric")).get("rawData")).stream().mapToDouble(
                                fork -> list(fork).stream().mapToDouble(score -> ((Number) score).doubleValue()).min().orElseThrow()).toArray();
            }
        }
        throw new AssertionError(measured + ", " + contender);
    }

    /** Of a JDK that has faster code of its own: medians of ratios of forks that followed each other, in the order of the table. */
    @Test
    public void ofAnotherJdk() throws IOException {
        List<Measured> measured = new ArrayList<>();
        measured.add(new Measured("jdk-27/digests", "digestHeap", "SHA3-256", 16_384));
        measured.add(new Measured("jdk-27/digests", "digest", "SHA3-256", 64));
        measured.add(new Measured("jdk-27/post-quantum", "makeKeys", "ML-KEM-768", 1));
        measured.add(new Measured("jdk-27/post-quantum", "encapsulate", "ML-KEM-768", 1));
        Stream.of("makeKeys", "sign", "verify").forEach(benchmark -> measured.add(new Measured("jdk-27/post-quantum", benchmark, "ML-DSA-65", 1)));
        Stream.of("SHA-256", "SHA-1").forEach(digest -> IntStream.of(16, 64).forEach(length -> measured.add(new Measured("jdk-27/digests", "digest", digest, length))));
        Stream.of("encryptDirect", "encryptHeap").forEach(
                        benchmark -> IntStream.of(64, 1350, 16_384).forEach(length -> measured.add(new Measured("jdk-27/aes-gcm", benchmark, "AES-128-GCM", length))));
        IntStream.of(100, 1024, 16_000).forEach(length -> measured.add(new Measured("jdk-27/tls", "wrapAndUnwrapDirect", "AES-128-GCM", length)));
        measured.add(new Measured("jdk-27/digests", "digestHeap", "SHA-512", 16_384));
        measured.add(new Measured("jdk-27/digest-uses", "nameUUIDFromBytes", "MD5", 16));
        List<String> lines = Files.readAllLines(ROOT.resolve("docs/compatibility.md"));
        List<BigDecimal> told = lines.subList(lines.indexOf("| | 27.0.1 |") + 2, lines.size()).stream().takeWhile(line -> line.startsWith("|")).flatMap(
                        line -> Stream.of(cells(line).get(1).split("[,;] "))).map(BigDecimal::new).toList();
        assertEquals(measured.size(), told.size());
        for (int i = 0; i < told.size(); i++) {
            double[] ofC2 = times(measured.get(i), "C2");
            double[] own = times(measured.get(i), "C2_PLUGIN");
            double[] ratios = IntStream.range(0, Math.min(ofC2.length, own.length)).mapToDouble(fork -> ofC2[fork] / own[fork]).sorted().toArray();
            double median = (ratios[(ratios.length - 1) / 2] + ratios[ratios.length / 2]) / 2;
            assertEquals(measured.get(i).toString(), median, told.get(i).doubleValue(), 0.501 * Math.pow(10, -told.get(i).scale()));
        }
    }

    private static String ratioToC2(String folder, String title) throws IOException {
        Measured measured = MEASURED.get(title);
        Map<String, Double> figures = new Measured(folder + measured.part, measured.benchmark, measured.algorithm, measured.length).figures("ns");
        return String.format(Locale.ROOT, "%.1f", figures.get("C2") / figures.get("C2_PLUGIN"));
    }

    /** README's sentences below its table. */
    @Test
    public void ofSentences() throws IOException {
        String readme = String.join(" ", Files.readAllLines(ROOT.resolve("README.md")));
        for (String sentence : List.of(
                        "as C2 copies less: " + ratioToC2("", "TLS 1.3, 16,000 B sent and received, arrays") + " times for these records, " +
                                        ratioToC2("", "AES-128-GCM, 16 KiB, arrays") + " for AES-GCM.",
                        "SHA-3 gains " + ratioToC2("jdk-27/", "SHA3-256, 16 KiB, arrays") + " times on JDK 27.",
                        String.format(Locale.ROOT, "Flink over TLS has %.2f times the throughput, Netty with 1 KiB %.2f times; Netty with 16 KiB and Kafka have the same, " +
                                        "with %.0f and %.0f %% less CPU time.", Ratios.ofC2("flink", "records/s").median(), Ratios.ofC2("netty-1k", "requests/s").median(),
                                        100 * (1 - Ratios.ofC2("netty-16k", "CPU s/GB").median()), 100 * (1 - Ratios.ofC2("kafka", "CPU s/GB").median())))) {
            assertTrue(sentence, readme.contains(sentence));
        }
    }

    private static String shareOfTls(String workload) throws IOException {
        EconomicMap<String, Object> runs = map(JsonParser.parseDict(Files.readString(ROOT.resolve("docs/benchmarks/" + workload + ".json"))).get("runs"));
        List<Double> medians = new ArrayList<>();
        for (String contender : List.of("C2", AGENT)) {
            double[] sorted = list(map(runs.get(contender)).get("TLS, %")).stream().mapToDouble(share -> ((Number) share).doubleValue()).sorted().toArray();
            medians.add((sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2);
        }
        return String.format(Locale.ROOT, "from %.0f to %.0f %%", medians.getFirst(), medians.getLast());
    }

    @Test
    public void ofShares() throws IOException {
        String page = String.join(" ", Files.readAllLines(ROOT.resolve("docs/which-one.md"))).replaceAll(" +", " ");
        String sentence = "the agent took the share of TLS " + shareOfTls("netty-1k") + " (Netty, 1 KiB), " + shareOfTls("netty-16k") + " (Netty, 16 KiB), " +
                        shareOfTls("flink") + " (Flink) and " + shareOfTls("kafka") + " (Kafka)";
        assertTrue(sentence, page.contains(sentence));
    }

    /** The fastest is in bold type, unless the next one is as fast. */
    @Test
    public void boldFiguresAreTheBest() throws IOException {
        for (String line : Files.readAllLines(ROOT.resolve("docs/which-one.md"))) {
            List<String> cells = cells(line + " ");
            int bold = IntStream.range(1, cells.size()).filter(i -> cells.get(i).matches("\\*\\*[\\d,.]+\\*\\*")).findFirst().orElse(-1);
            if (bold > 0) {
                boolean isMost = cells.getFirst().endsWith("MB/s") || cells.getFirst().endsWith("per second");
                for (String cell : cells.subList(1, cells.size())) {
                    int order = cell.isEmpty() ? 0 : number(cell).compareTo(number(cells.get(bold)));
                    assertTrue(line, isMost ? order <= 0 : order >= 0);
                }
            }
        }
    }
}
