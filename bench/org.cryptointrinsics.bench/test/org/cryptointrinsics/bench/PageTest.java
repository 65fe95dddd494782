package org.cryptointrinsics.bench;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;

/** Raw results are kept, and pages and pictures are drawn from them. */
public class PageTest {

    private static final Path DOCS = Path.of(System.getProperty("cryptointrinsics.args")).toAbsolutePath().getParent().resolveSibling("docs").resolve("benchmarks");
    private static final int LENGTH = 16 * 1024;
    private static final Environment ENVIRONMENT = new Environment(Map.of("CPU", "A CPU"), Microarchitecture.ZEN_5, true, 25);

    @Rule public final TemporaryFolder temporary = new TemporaryFolder();

    private Path folder;

    @Before
    public void setFolder() {
        folder = temporary.getRoot().toPath();
    }

    /** Of MD5, in three forks of each JIT, 100 MB/s without the plugin, and faster by that ratio with it. */
    private static RawResults results(double ratio) {
        List<JmhResult> results = new ArrayList<>();
        for (String method : List.of("digestHeap", "digestDirect")) {
            for (Contender jit : Contender.JITS) {
                double time = 10.0 * LENGTH / (jit.hasPlugin() ? ratio : 1);
                results.add(RowTest.result(method, LENGTH, jit, time, 1.01 * time, 1.02 * time));
            }
        }
        return new RawResults("2026-11-24", "a command", "A procedure", ENVIRONMENT, results);
    }

    private String page(String part) throws IOException {
        return Files.readString(folder.resolve(part + ".md"));
    }

    private String page() throws IOException {
        return page("digests");
    }

    private String summary() throws IOException {
        return page("README");
    }

    @Test
    public void fileHoldsAll() throws IOException {
        RawResults results = results(2);
        results.write(folder, Part.DIGESTS);
        assertEquals(results, RawResults.read(folder, Part.DIGESTS).orElseThrow());
        try (Stream<String> lines = Files.lines(folder.resolve("digests.json"))) {
            assertEquals(8, lines.filter(line -> line.startsWith("    {\"benchmark\":\"org.cryptointrinsics.bench.DigestBenchmark.digest")).count());
        }
    }

    @Test
    public void pageIsDrawnFromRawResults() throws IOException {
        results(2).write(folder, Part.DIGESTS);
        new Page(folder).write();
        String first = page();
        assertTrue(first, first.contains("# Digests\n\n[All benchmarks](README.md). [How to read the tables]("));
        assertTrue(first, first.contains("#how-to-read-the-tables).\n\nMade on 2026-11-24 by `a command`. A procedure.\n\n- CPU: A CPU\n"));
        assertTrue(first, first.contains("| 99.0 (98.0-100.0) | 198.0 (196.1-200.0) |"));
        assertTrue(first, first.contains("1.00 of C2: pass"));
        // The limit of that CPU, not of this one: 288 cycles of a block.
        assertTrue(first, first.contains("| 4.518 |"));
        assertTrue(Files.readString(folder.resolve("digests.svg")).length() > 1000);
        assertTrue(Files.readString(folder.resolve("overview.svg")).length() > 1000);

        // What was written counts for nothing.
        Files.writeString(folder.resolve("digests.md"), first.replace("| 99.0 (98.0-100.0) |", "| 77.0 (77.0-77.0)  |").replace(": pass", ": FAIL"));
        Files.delete(folder.resolve("overview.svg"));
        new Page(folder).write();
        assertEquals(first, page());
        assertTrue(Files.exists(folder.resolve("overview.svg")));

        results(0.5).write(folder, Part.DIGESTS);
        new Page(folder).write();
        assertTrue(page(), page().contains("1.00 of C2: FAIL"));
        String row = "Missed: MD5, 16384 B, update + digest, heap, 1.00 of C2;";
        assertTrue(page(), onOneLine(page()).contains(row) && onOneLine(page()).contains(Misses.UNEXPLAINED));
        Files.writeString(folder.resolve("misses.txt"), "# Reasons\ndigests | MD5|SHA-1 | heap|direct | .* | It was made so.\n");
        new Page(folder).write();
        assertTrue(page(), onOneLine(page()).contains(row) && onOneLine(page()).contains(". It was made so.") && !onOneLine(page()).contains(Misses.UNEXPLAINED));
    }

    private static String onOneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    /** The figures of the rows that most readers look for, with the machine. */
    @Test
    public void summaryIsDrawn() throws IOException {
        results(2).write(folder, Part.DIGESTS);
        new Page(folder).write();
        assertTrue(summary(), summary().contains("\n## Digests\n\nA CPU, 2026-11-24: [all rows](digests.md).\n\n"));
        assertTrue(summary(), summary().contains("| MD5, 16 KiB, direct | MB/s | 99 | 198        | 198            | 2.00"));
    }

    @Test
    public void pagesOfOtherJdksAreNamed() throws IOException {
        results(2).write(folder, Part.DIGESTS);
        new Page(folder).write();
        assertFalse(summary(), summary().contains("jdk-27"));
        Path other = Files.createDirectory(folder.resolve("jdk-27"));
        RawResults later = results(2);
        new RawResults(later.date(), later.command(), later.procedure(), new Environment(Map.of("CPU", "A CPU"), Microarchitecture.ZEN_5, true, 27), later.results()).write(other,
                        Part.DIGESTS);
        new Page(other).write();
        new Page(folder).write();
        assertTrue(summary(), summary().endsWith("\n\n## More\n\n- [Benchmarks with JDK 27](jdk-27/README.md)\n"));
        assertTrue(Files.readString(other.resolve("README.md")).startsWith("# Benchmarks with JDK 27\n"));
    }

    /** Clouds do not tell the name of a CPU, and a library's version matters. */
    @Test
    public void namesAreThoseOfMachineAndLibrary() {
        Map<String, String> description = Map.of("CPU", "AMD EPYC, cpu family 26, model 2, stepping 1", "FFM, on C2", "OpenSSL 3.5.8 25 Aug 2026",
                        "FFM low-level, on C2", "OpenSSL 3.5.8 25 Aug 2026");
        Environment environment = new Environment(description, Microarchitecture.ZEN_5, true, 25);
        assertEquals("AMD EPYC 9005 (Turin, Zen 5)", environment.cpu());
        assertEquals("OpenSSL 3.5.8", environment.nameOf(Contender.FFM));
        assertEquals("OpenSSL 3.5.8, low-level", environment.nameOf(Contender.FFM_LOW));
        assertEquals("ACCP", environment.nameOf(Contender.ACCP));
        assertEquals("A CPU", ENVIRONMENT.cpu());
    }

    @Test
    public void coldStartIsDrawn() throws IOException {
        Map<Contender, Integer> costs = Map.of(Contender.C2_PLUGIN, 20, Contender.PLUGIN, 40);
        List<JmhResult> results = Stream.of(ColdStart.Program.values()).flatMap(program -> Contender.JITS.stream().map(program::newResult)).toList();
        for (JmhResult result : results) {
            for (double time : List.of(700.0, 702.0, 701.0)) {
                result.primaryMetric().add(time + costs.getOrDefault(result.contender(), 0));
            }
        }
        new RawResults("2026-11-24", "a command", "each JIT by turns", ENVIRONMENT, results).write(folder, Part.COLD_START);
        new Page(folder).write();
        assertTrue(page("cold-start"), page("cold-start").contains("| C2 + agent - C2        | 20     | 20 to 20   | at most 30 ms: pass |"));
        assertTrue(page("cold-start"), page("cold-start").contains("| Graal + plugin - Graal | 40     | 40 to 40   | at most 30 ms: FAIL |"));
        assertTrue(page("cold-start"), page("cold-start").contains("Missed: Graal + plugin - Graal with an empty program, at most 30 ms. " + Misses.UNEXPLAINED));
        assertTrue(page("cold-start"), page("cold-start").contains("| C2 + agent / C2                            | 1.03   | 1.03 to 1.03 | at most 1.1: pass |"));
    }

    /** What is in the repository is what its raw results come to. */
    @Test
    public void pagesAreUpToDate() throws IOException {
        for (Path docs : folders()) {
            for (Map.Entry<Path, String> text : new Page(docs).texts().entrySet()) {
                assertEquals(text.getValue(), Files.readString(docs.resolve(text.getKey())));
            }
        }
        assertTrue(RawResults.read(DOCS, Part.DIGESTS).orElseThrow().rows().size() > 0);
    }

    @Test
    public void missesAreExplained() throws IOException {
        for (Path docs : folders()) {
            assertFalse(docs.toString(), onOneLine(String.join("", new Page(docs).texts().values())).contains(Misses.UNEXPLAINED));
        }
    }

    private static List<Path> folders() throws IOException {
        return Stream.concat(Stream.of(DOCS), Page.below(DOCS).map(page -> page.folder)).toList();
    }

    private static IterationResult iteration(double nanoseconds, double clock, Double allocated) {
        long operations = 1_000_000;
        IterationResult iteration = new IterationResult(null, null, new IterationResultMetaData(operations, operations));
        iteration.addResult(new AverageTimeResult(ResultRole.PRIMARY, "time", operations, (long) (nanoseconds * operations), TimeUnit.NANOSECONDS));
        iteration.addResult(new ScalarResult(JmhResult.CLOCK, clock, "GHz", AggregationPolicy.AVG));
        if (allocated != null) {
            iteration.addResult(new ScalarResult(JmhResult.ALLOCATED, allocated, "B/op", AggregationPolicy.AVG));
        }
        return iteration;
    }

    private static void add(JmhResult result, IterationResult... iterations) {
        result.add(new RunResult(null, List.of(new BenchmarkResult(null, List.of(iterations), new BenchmarkResultMetaData(0, 0, 0, 0, 0)))));
    }

    @Test
    public void fastestIterationOfForkIsKept() {
        JmhResult result = new JmhResult("benchmark", Map.of(), "ns/op");
        add(result, iteration(200, 3.1, 32.0), iteration(100.1234567, 3.2, 48.0), iteration(300, 3.3, 40.0));
        // JMH tells nothing of what is not allocated, and what others allocate is little for an operation.
        add(result, iteration(150, 3.4, null), iteration(160, 3.5, 0.01));
        assertEquals(List.of(List.of(100.123), List.of(150.0)), result.primaryMetric().rawData());
        assertEquals(List.of(3.2, 3.4), result.secondary(JmhResult.CLOCK).values());
        assertEquals(List.of(32.0, 0.0), result.secondary(JmhResult.ALLOCATED).values());
    }
}
