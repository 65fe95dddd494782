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

    @Parameter
    public String name;

    @Parameters(name = "{0}")
    public static Collection<String> names() {
        return Workloads.names();
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
        for (Quantity quantity : workload.quantities()) {
            assertTrue(quantity.title + "\n" + results.table(), results.isReached(quantity) != Boolean.FALSE);
        }
        assertTrue("nothing was measured\n" + results.table(), results.of(Contender.PLUGIN, workload.quantities().getFirst()).median() > 0);
    }
}
