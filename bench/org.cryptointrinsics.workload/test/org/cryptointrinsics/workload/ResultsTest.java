package org.cryptointrinsics.workload;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

import org.cryptointrinsics.bench.BenchCommand;
import org.cryptointrinsics.bench.Contender;
import org.cryptointrinsics.bench.Environment;
import org.cryptointrinsics.bench.Misses;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** What was measured is kept, and pictures are drawn from it. */
public class ResultsTest {

    private static final int MOST_BYTES = 40_000;

    @Rule public final TemporaryFolder folder = new TemporaryFolder();

    @Test
    public void whatIsWrittenIsRead() throws Exception {
        Workload workload = Workloads.workload("content-store");
        Results results = new Results(workload);
        for (int run = 0; run < 3; run++) {
            for (Contender jit : Contender.JITS) {
                double value = 100 + 10 * jit.ordinal() + 0.01 * run;
                results.add(jit, workload.quantities().stream().collect(Collectors.toMap(quantity -> quantity, quantity -> value + quantity.ordinal())));
            }
        }
        Path place = folder.getRoot().toPath();
        RawRuns raw = new RawRuns("2026-11-26", "a command", Map.of(Environment.CPU, "a CPU"), results.runs());
        raw.write(place, workload);
        assertEquals(raw, RawRuns.read(place, workload));
        assertEquals(results.tables(), Results.of(workload, raw.runs()).tables());
        String json = Files.readString(place.resolve("content-store.json"));
        assertTrue(json, json.contains("\"at least 1.00 of C2: pass\"") && json.contains("\"at most 0.08 of Graal: FAIL\""));
        String page = Files.readString(place.resolve("content-store.md")).replaceAll("\\s+", " ");
        assertTrue(page, page.contains("Made on 2026-11-26 by `a command`: medians of 3 runs") && page.contains(" - CPU: a CPU "));
        assertTrue(page, page.contains("Missed: C2 + agent, allocated B/UUID, at most 0.12 of C2; Graal + plugin, ") && page.contains(Misses.UNEXPLAINED));
        Files.writeString(place.resolve("misses.txt"), "content-store | .* | allocated B/UUID | .* | It was made so.\n");
        page = raw.page(place, workload);
        assertTrue(page, page.replaceAll("\\s+", " ").contains(". It was made so. "));
    }

    /** Of docs/benchmarks. */
    @Test
    public void pagesAreUpToDateAndPicturesSmall() throws Exception {
        Path place = BenchCommand.root().resolve("docs/benchmarks");
        for (Workload workload : Workloads.names().stream().map(Workloads::workload).toList()) {
            RawRuns raw = RawRuns.read(place, workload);
            String page = Files.readString(place.resolve(workload.name() + ".md"));
            assertEquals(page, raw.page(place, workload));
            assertFalse(page, page.contains(Misses.UNEXPLAINED));
            raw.write(folder.getRoot().toPath(), workload);
            for (Path drawn : new Path[]{folder.getRoot().toPath(), place}) {
                assertTrue(workload.name(), Files.size(drawn.resolve(workload.name() + ".svg")) < MOST_BYTES);
            }
        }
    }
}
