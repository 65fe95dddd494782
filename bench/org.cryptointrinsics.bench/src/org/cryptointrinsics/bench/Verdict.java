package org.cryptointrinsics.bench;

import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;

/**
 * Whether a target is reached: only if the median says so and the whole interval of confidence does.
 */
public enum Verdict {
    PASS("pass"),
    FAIL("FAIL"),
    /** It may be one or the other, or there are too few values to say. */
    UNDECIDED("undecided");

    private final String text;

    Verdict(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }

    public static Verdict atLeast(double target, Sample sample) {
        return of(value -> value >= target, sample);
    }

    public static Verdict atMost(double target, Sample sample) {
        return of(value -> value <= target, sample);
    }

    private static Verdict of(DoublePredicate isReached, Sample sample) {
        if (!sample.hasInterval()) {
            return UNDECIDED;
        }
        DoubleStream figures = DoubleStream.of(sample.low(), sample.median(), sample.high());
        long reached = figures.filter(isReached).count();
        return reached == 3 ? PASS : reached == 0 ? FAIL : UNDECIDED;
    }
}
