package org.cryptointrinsics.workload;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.cryptointrinsics.bench.BenchCommand;
import org.cryptointrinsics.bench.Contender;
import org.junit.AssumptionViolatedException;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameter;
import org.junit.runners.Parameterized.Parameters;

/** Each workload runs, in short, and with the plugin it allocates as little as it should. */
@RunWith(Parameterized.class)
public class WorkloadTest {

    /**
     * Megabytes of arrays by cryptography for a gigabyte of traffic, a quarter of those without the plugin: 80 with kafka, 240 with flink, 80 with netty-16k and
     * 1000 with netty-1k. With it there are up to 4, 0.5, 0.2 and 0.8 in short runs, and more where other work keeps the JIT from compiling.
     */
    private static final Map<String, Double> MOST_CRYPTO_ARRAYS = Map.of("kafka", 20.0, "flink", 60.0, "netty-16k", 20.0, "netty-1k", 250.0);

    /** Run with Graal as the JIT, and with peers, too. */
    private static final Set<String> WITH_GRAAL = Set.of("netty-16k");

    /** 32 are the UUID. */
    private static final double MOST_ALLOCATED_PER_UUID = 40;

    @Parameter
    public String name;

    @Parameters(name = "{0}")
    public static Collection<String> names() {
        return Workloads.names();
    }

    @Test
    public void allocatesLess() throws Exception {
        Workload workload = Workloads.workload(name);
        List<Contender> jits = WITH_GRAAL.contains(name) ? Contender.PLUGINS : List.of(Contender.C2_PLUGIN);
        List<Contender> contenders = new ArrayList<>(jits);
        contenders.addAll(WITH_GRAAL.contains(name) ? workload.peers() : List.of());
        Path plugin = Workloads.plugin();
        Results results;
        try {
            results = Workloads.run(workload, contenders, true, 1, plugin, BenchCommand.root().resolve("src"), _ -> {
            });
        } catch (MissingException e) {
            assertFalse(e.getMessage(), Boolean.parseBoolean(System.getenv("CI")));
            throw new AssumptionViolatedException(e.getMessage(), e);
        }
        System.out.println(name + System.lineSeparator() + results.tables());
        for (Contender jit : jits) {
            String told = jit + System.lineSeparator() + results.tables();
            if (workload.quantities().contains(Quantity.CRYPTO_ARRAYS)) {
                assertTrue(told, results.of(jit, Quantity.CRYPTO_ARRAYS).median() < MOST_CRYPTO_ARRAYS.get(name));
                // What was recorded is not nothing.
                assertTrue(told, results.of(jit, Quantity.ARRAYS).median() > 0);
                assertTrue(told, results.of(jit, Quantity.TLS).median() > 0);
            }
            if (workload.quantities().contains(Quantity.ALLOCATED_PER_UUID)) {
                assertTrue(told, results.of(jit, Quantity.ALLOCATED_PER_UUID).median() < MOST_ALLOCATED_PER_UUID);
            }
        }
        for (Contender contender : contenders) {
            assertTrue("nothing was measured, " + results.tables(), results.of(contender, workload.quantities().getFirst()).median() > 0);
        }
    }
}
