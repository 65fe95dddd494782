package org.cryptointrinsics.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What is measured of messages of one algorithm, memory and length. */
final class Row {

    /** Of one fork: nanoseconds, core cycles and allocated bytes of an operation. */
    record Measurement(double nanos, double cycles, double allocated) {
    }

    final String algorithm;
    final String memory;
    final int length;
    private final Map<String, List<Measurement>> measurements = new LinkedHashMap<>();
    /** Not measured if NaN. */
    double blocksPerCall = Double.NaN;

    Row(String algorithm, String memory, int length) {
        this.algorithm = algorithm;
        this.memory = memory;
        this.length = length;
    }

    void add(String configuration, Measurement measurement) {
        measurements.computeIfAbsent(configuration, _ -> new ArrayList<>()).add(measurement);
    }

    double nanos(String configuration) {
        return median(configuration, Measurement::nanos);
    }

    double megabytesPerSecond(String configuration) {
        return 1e3 * length / nanos(configuration);
    }

    double cyclesPerByte(String configuration) {
        return median(configuration, Measurement::cycles) / length;
    }

    double allocated(String configuration) {
        return median(configuration, Measurement::allocated);
    }

    /** The slowest fork's time divided by the fastest one's. */
    double spread(String configuration) {
        double[] nanos = measurements.get(configuration).stream().mapToDouble(Measurement::nanos).sorted().toArray();
        return nanos[nanos.length - 1] / nanos[0];
    }

    /** How many times faster than the better of C2 and Graal the plugin is. */
    double ratio() {
        return Math.min(nanos("C2"), nanos("Graal")) / nanos("plugin");
    }

    private double median(String configuration, ToDoubleFunction<Measurement> what) {
        double[] sorted = measurements.get(configuration).stream().mapToDouble(what).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
