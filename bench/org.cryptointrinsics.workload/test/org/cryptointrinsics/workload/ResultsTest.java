package org.cryptointrinsics.workload;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import java.util.stream.Collectors;

import org.cryptointrinsics.bench.BenchCommand;
import org.cryptointrinsics.bench.Contender;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** What was measured is kept, and pictures are drawn from it. */
public class ResultsTest {

    private static final int MOST_BYTES = 40_000;

    @Rule public final TemporaryFolder folder = new TemporaryFolder();

    private static JsonNode parse(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

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
        Path file = folder.newFile("results.json").toPath();
        results.writeJson(LocalDate.of(2026, 11, 26), Map.of("CPU", "a CPU"), file);
        JsonNode raw = parse(file);
        assertEquals(results.tables(), Results.read(workload, raw).tables());
        assertEquals("2026-11-26", raw.path(Results.DATE).asText());
        assertTrue(raw.toString(), raw.path("verdicts").path(Contender.PLUGIN.toString()).path(Quantity.MEGABYTES.title).asText().contains("pass"));
    }

    /** Each of docs/benchmarks. */
    @Test
    public void picturesAreSmall() throws Exception {
        int found = 0;
        for (String name : Workloads.names()) {
            for (String place : new String[]{"docs/benchmarks", "docs/benchmarks/c2"}) {
                Path file = BenchCommand.root().resolve(place).resolve(name + ".json");
                if (Files.exists(file)) {
                    found++;
                    Path picture = folder.getRoot().toPath().resolve("picture.svg");
                    Results.read(Workloads.workload(name), parse(file)).draw(name, "here", picture);
                    assertTrue(file.toString(), Files.size(picture) < MOST_BYTES);
                    assertTrue(file.toString(), Files.size(file.resolveSibling(name + ".svg")) < MOST_BYTES);
                }
            }
        }
        assertTrue("nothing is found", found > 0);
    }
}
