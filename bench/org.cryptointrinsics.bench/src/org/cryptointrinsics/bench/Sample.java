package org.cryptointrinsics.bench;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.Statistics;

/**
 * A figure measured several times, in order. What is not there, as of no values, is not a number.
 */
public record Sample(List<Double> values) {

    private static final double CONFIDENCE = 0.95;
    private static final double HALF = 50;

    /** Combines the values one by one, as far as there are some of both. */
    public static Sample combine(Sample a, Sample b, DoubleBinaryOperator operator) {
        int n = Math.min(a.values.size(), b.values.size());
        return new Sample(IntStream.range(0, n).mapToObj(i -> operator.applyAsDouble(a.values.get(i), b.values.get(i))).toList());
    }

    public double median() {
        return statistics().getPercentile(HALF);
    }

    public double min() {
        return statistics().getMin();
    }

    public double max() {
        return statistics().getMax();
    }

    /** Whether the values are enough to say what others would be. */
    public boolean hasInterval() {
        return !Double.isNaN(low());
    }

    /** Where the interval begins that the mean of many more values is in with a probability of 95 %, by Student's t distribution: JMH wants three values at least. */
    public double low() {
        return statistics().getConfidenceIntervalAt(CONFIDENCE)[0];
    }

    /** Where the interval of {@link #low} ends. */
    public double high() {
        return statistics().getConfidenceIntervalAt(CONFIDENCE)[1];
    }

    private Statistics statistics() {
        return new ListStatistics(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
