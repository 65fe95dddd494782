package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Future;

import org.cryptointrinsics.test.JavaProcess;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** With the agent, every call has kernels, whatever it is executed by and whatever the collector, and comes to what it comes to without. */
@RunWith(Parameterized.class)
public class EveryCallTest {

    private static Future<String> expected;

    private final List<String> options;

    public EveryCallTest(@SuppressWarnings("unused") String name, List<String> options) {
        this.options = options;
    }

    /** What executes the program. */
    @Parameters(name = "{0}")
    public static Collection<Object[]> tiers() {
        List<Object[]> all = new ArrayList<>();
        List<String> interpreter = new ArrayList<>(List.of("-XX:CompileCommand=quiet"));
        for (String excluded : List.of("org.cryptointrinsics.test.entry", "org.cryptointrinsics.substitution", "org.cryptointrinsics.entry", "javax.crypto", "java.security",
                        "sun.security.provider", "com.sun.crypto.provider")) {
            interpreter.add("-XX:CompileCommand=exclude," + excluded + ".*::*");
        }
        all.add(new Object[]{"interpreter", interpreter});
        all.add(new Object[]{"C1", List.of("-XX:TieredStopAtLevel=1")});
        all.add(new Object[]{"C2", List.of("-XX:-TieredCompilation", "-XX:CompileThreshold=200")});
        all.add(new Object[]{"tiered, Serial", List.of("-XX:+UseSerialGC")});
        all.add(new Object[]{"tiered, Parallel", List.of("-XX:+UseParallelGC", "-XX:-UseCompressedOops")});
        all.add(new Object[]{"tiered, G1", List.of("-XX:+UseG1GC", "-XX:+UseCompactObjectHeaders")});
        all.add(new Object[]{"tiered, ZGC", List.of("-XX:+UseZGC")});
        return all;
    }

    private static synchronized String expected() throws Exception {
        if (expected == null) {
            expected = JavaProcess.begin(() -> JavaProcess.runPlain(List.of("--enable-native-access=ALL-UNNAMED"), EveryCall.class));
        }
        return expected.get();
    }

    @Test
    public void kernelsDoAll() throws Exception {
        JavaProcess.Result result = C2.run(options, EveryCall.class, "counted");
        assertEquals(result.told(), 0, result.exitCode());
        assertTrue(result.told(), result.printed().contains(EveryCall.END));
        assertEquals(List.of(), result.printed().lines().filter(line -> line.startsWith(EveryCall.MISSED)).toList());
        assertEquals(expected(), result.printed());
    }
}
