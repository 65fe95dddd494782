package org.cryptointrinsics.bench;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.util.List;
import java.util.stream.DoubleStream;

import org.junit.Test;

/** When a target is reached, and when that cannot be said. */
public class VerdictTest {

    private static Sample sample(double... values) {
        return new Sample(DoubleStream.of(values).boxed().toList());
    }

    /** Two forks far above the target are no proof: the third may be anything. */
    @Test
    public void fewForksDecideNothing() {
        for (Sample few : List.of(sample(), sample(3), sample(3, 3))) {
            assertFalse(few.hasInterval());
            assertEquals(Verdict.UNDECIDED, Verdict.atLeast(1, few));
            assertEquals(Verdict.UNDECIDED, Verdict.atMost(1, few));
        }
    }

    @Test
    public void intervalDecides() {
        Sample near = sample(1.02, 1.03, 1.04);
        // Student's t of two degrees of freedom, 4.3027, times the standard error, 0.01 / sqrt(3).
        assertEquals(1.03 - 0.02484, near.low(), 1e-5);
        assertEquals(1.03 + 0.02484, near.high(), 1e-5);
        assertEquals(Verdict.PASS, Verdict.atLeast(1.00, near));
        assertEquals(Verdict.UNDECIDED, Verdict.atLeast(1.02, near));
        assertEquals(Verdict.UNDECIDED, Verdict.atLeast(1.04, near));
        assertEquals(Verdict.FAIL, Verdict.atLeast(1.06, near));
        assertEquals(Verdict.PASS, Verdict.atMost(1.06, near));
        assertEquals(Verdict.FAIL, Verdict.atMost(1.00, near));
    }

    /** A fork as good as the target, which was "within noise" once, and a median above it are not enough. */
    @Test
    public void extremesDecideNothing() {
        assertEquals(Verdict.UNDECIDED, Verdict.atLeast(1, sample(0.90, 1.05, 1.06)));
        assertEquals(Verdict.UNDECIDED, Verdict.atMost(1, sample(0.90, 1.05, 1.06)));
    }

    @Test
    public void whatDoesNotVaryIsDecided() {
        assertEquals(Verdict.PASS, Verdict.atMost(0.5, sample(0, 0, 0)));
        assertEquals(Verdict.FAIL, Verdict.atMost(0.5, sample(32, 32, 32)));
    }

    @Test
    public void ratiosAreOfForksThatFollowedEachOther() {
        Sample ratio = Sample.combine(sample(2, 4, 6), sample(1, 2, 3, 7), (a, b) -> a / b);
        assertEquals(sample(2, 2, 2), ratio);
        assertEquals(2, ratio.median(), 0);
    }
}
