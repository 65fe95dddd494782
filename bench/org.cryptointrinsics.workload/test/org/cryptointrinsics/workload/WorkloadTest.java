package org.cryptointrinsics.workload;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

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

    /** Of what Graal allocates without the plugin. Far more than the target: some code is not compiled yet, and one short run differs from another. */
    private static final double MOST_CRYPTO_ARRAYS = 1.25;

    @Parameter
    public String name;

    /** With short bodies, nearly all is what the JDK allocates in {@code Cipher.init} and {@code updateAAD}, as without the plugin. */
    @Parameters(name = "{0}")
    public static Collection<String> names() {
        return Workloads.names().stream().filter(name -> !name.equals("netty-1k")).toList();
    }

    @Test
    public void allocatesLess() throws Exception {
        Workload workload = Workloads.workload(name);
        Path plugin = Path.of(System.getProperty("cryptointrinsics.args"));
        Results results;
        try {
            results = Workloads.run(workload, List.of(Contender.GRAAL, Contender.PLUGIN), true, 1, plugin, Workloads.root(plugin).resolve("src"), _ -> {
            });
        } catch (MissingException e) {
            assertFalse(e.getMessage(), Boolean.parseBoolean(System.getenv("CI")));
            throw new AssumptionViolatedException(e.getMessage(), e);
        }
        if (workload.quantities().contains(Quantity.CRYPTO_ARRAYS)) {
            assertTrue(results.table(), results.ratio(Quantity.CRYPTO_ARRAYS, Contender.GRAAL).median() < MOST_CRYPTO_ARRAYS);
        }
        if (workload.quantities().contains(Quantity.ALLOCATED_PER_UUID)) {
            assertTrue(results.table(), results.isReached(Quantity.ALLOCATED_PER_UUID));
        }
        assertTrue("nothing was measured\n" + results.table(), results.of(Contender.PLUGIN, workload.quantities().getFirst()).median() > 0);
    }
}
