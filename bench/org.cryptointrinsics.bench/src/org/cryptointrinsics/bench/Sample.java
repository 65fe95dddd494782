package org.cryptointrinsics.bench;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

/**
 * A figure measured several times, in order.
 */
public record Sample(double median, List<Double> values) {

    public static Sample of(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int n = sorted.length;
        return new Sample(n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2, values);
    }

    /** Combines the medians, and the values one by one. */
    public static Sample combine(Sample a, Sample b, DoubleBinaryOperator operator) {
        int n = Math.min(a.values.size(), b.values.size());
        List<Double> values = IntStream.range(0, n).mapToObj(i -> operator.applyAsDouble(a.values.get(i), b.values.get(i))).toList();
        return new Sample(operator.applyAsDouble(a.median, b.median), values);
    }

    public double min() {
        return values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
    }

    public double max() {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }
}
