package org.cryptointrinsics.tool.demo;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The measurements of a line of the table. */
final class ResultRow {

    private final WorkItem work;
    private final Map<JvmConfig, List<Measurement>> measurements = new EnumMap<>(JvmConfig.class);

    ResultRow(WorkItem work) {
        this.work = work;
    }

    WorkItem work() {
        return work;
    }

    void add(JvmConfig contender, Measurement measurement) {
        measurements.computeIfAbsent(contender, _ -> new ArrayList<>()).add(measurement);
    }

    /** How often each contender has done the work. */
    int passes() {
        return measurements.get(JvmConfig.C2).size();
    }

    /** The median, in the unit of the work. */
    double rate(JvmConfig contender) {
        return median(contender, work.kind()::rate);
    }

    /** The median of bytes allocated in an operation. */
    double allocated(JvmConfig contender) {
        return median(contender, measurement -> (double) measurement.allocated() / measurement.operations());
    }

    /** The part of the data that kernels worked on. */
    double byKernels(JvmConfig contender) {
        return measurements.get(contender).stream().mapToDouble(Measurement::byKernels).average().orElse(0);
    }

    /** Whether the JIT had nothing to do while the medians were measured. */
    boolean isWarm() {
        return measurements.keySet().stream().allMatch(contender -> median(contender, Measurement::compilingPart) < Measurement.WARM);
    }

    private double median(JvmConfig contender, ToDoubleFunction<Measurement> value) {
        double[] sorted = measurements.get(contender).stream().mapToDouble(value).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
