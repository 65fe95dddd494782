package org.cryptointrinsics.bench;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.Test;

/** When a row needs more forks, and of what. */
public class RowTest {

    private static final int LENGTH = 1024 * 1024;
    private static final Environment ENVIRONMENT = new Environment(Map.of(), Microarchitecture.ZEN_5, true, 25);
    private static final JmhResult C2 = result("digestHeap", LENGTH, Contender.C2, 200, 201, 202);
    private static final JmhResult PLUGIN = result("digestHeap", LENGTH, Contender.PLUGIN, 100, 100, 101);

    /** Of MD5, a fork of each time, in nanoseconds. */
    static JmhResult result(String method, int length, Contender contender, double... times) {
        JmhResult result = new JmhResult(DigestBenchmark.class.getName() + "." + method,
                        new TreeMap<>(Map.of("algorithm", "MD5", "length", String.valueOf(length), "contender", contender.name())), "ns/op");
        for (double time : times) {
            result.primaryMetric().add(time);
            result.add(JmhResult.CLOCK, "GHz", 3);
            result.add(JmhResult.ALLOCATED, "B/op", 0);
        }
        return result;
    }

    private static Target target(Environment environment, int row, JmhResult... results) {
        List<Row> rows = Row.of(environment, List.of(results));
        return Target.of(rows.get(row), Contender.PLUGIN, rows);
    }

    @Test
    public void targetsAreThoseOfTheMachineOfTheResults() {
        assertEquals("1.00 of C2: pass, 1.03 of the limit: pass", target(ENVIRONMENT, 0, C2, PLUGIN).toString());
        assertEquals("1.00 of C2: pass", target(new Environment(Map.of(), Microarchitecture.OTHER, true, 25), 0, C2, PLUGIN).toString());
    }

    @Test
    public void targetsAreThoseOfTheJit() {
        JmhResult c2Plugin = result("digestHeap", LENGTH, Contender.C2_PLUGIN, 100, 100, 101);
        List<Row> rows = Row.of(ENVIRONMENT, List.of(C2, PLUGIN, c2Plugin));
        assertEquals("0.98 of Graal + plugin: pass", Target.of(rows.getFirst(), Contender.C2_PLUGIN, rows).toString());
        // What was not measured has no target, and there is none beside it.
        List<Row> alone = Row.of(ENVIRONMENT, List.of(C2, c2Plugin));
        assertEquals("", Target.of(alone.getFirst(), Contender.C2_PLUGIN, alone).toString());
        assertEquals("", Target.of(alone.getFirst(), Contender.PLUGIN, alone).toString());
        assertTrue(Target.of(alone.getFirst(), Contender.PLUGIN, alone).isDecided());
    }

    @Test
    public void targetsAreThoseOfTheJdk() {
        JmhResult c2Plugin = result("digestHeap", LENGTH, Contender.C2_PLUGIN, 203, 204, 205);
        List<Row> rows = Row.of(new Environment(Map.of(), Microarchitecture.ZEN_5, true, 27), List.of(C2, c2Plugin));
        assertEquals("0.98 of C2: pass", Target.of(rows.getFirst(), Contender.C2_PLUGIN, rows).toString());
    }

    @Test
    public void rowIsDecidedByThreeForksThatAgree() {
        assertTrue(target(ENVIRONMENT, 0, C2, PLUGIN).isDecided());
        assertFalse(target(ENVIRONMENT, 0, C2, result("digestHeap", LENGTH, Contender.PLUGIN, 100, 100)).isDecided());
        assertFalse(target(ENVIRONMENT, 0, C2, result("digestHeap", LENGTH, Contender.PLUGIN, 100, 210, 100)).isDecided());
        // As fast as on the heap, or not.
        JmhResult direct = result("digestDirect", LENGTH, Contender.C2, 200, 201, 202);
        assertTrue(target(ENVIRONMENT, 1, C2, PLUGIN, direct, result("digestDirect", LENGTH, Contender.PLUGIN, 100, 100, 101)).isDecided());
        assertFalse(target(ENVIRONMENT, 1, C2, PLUGIN, direct, result("digestDirect", LENGTH, Contender.PLUGIN, 90, 100, 110)).isDecided());
    }

    @Test
    public void twoForksOfPeerFarBehindAreEnough() {
        Row row = Row.of(ENVIRONMENT, List.of(C2, PLUGIN, result("digestHeap", LENGTH, Contender.BC, 300, 301), result("digestHeap", LENGTH, Contender.ACCP, 300),
                        result("digestHeap", LENGTH, Contender.CONSCRYPT, 240, 245), result("digestHeap", LENGTH, Contender.GRAAL, 400, 401))).getFirst();
        assertTrue(row.isFarBehind(Contender.BC));
        assertFalse("one fork", row.isFarBehind(Contender.ACCP));
        assertFalse("less than 1.25 times", row.isFarBehind(Contender.CONSCRYPT));
        assertFalse("no peer", row.isFarBehind(Contender.GRAAL));
        assertFalse("not measured", row.isFarBehind(Contender.FFM));
    }
}
