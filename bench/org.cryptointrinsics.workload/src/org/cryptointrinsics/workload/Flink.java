package org.cryptointrinsics.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.flink.core.execution.JobClient;

/** Apache Flink gives records to task managers by their keys, over TLS, as the job in the report of JDK-8253821 did. */
final class Flink implements Workload {

    private static final int TASK_MANAGERS = 2;
    /** How many GB go over TLS at least before it is measured. */
    private static final double WARM_UP = 8;
    private static final double SHORT_WARM_UP = 1;
    /** How long that takes at least. Graal was seen to compile for 80 s in each process, itself first. */
    private static final Duration WARM_UP_TIME = Duration.ofSeconds(120);
    private static final double MEASURED = 40;
    private static final double SHORT_MEASURED = 0.5;
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final double MEGA = 1e6;
    private static final double GIGA = 1e9;
    private static final double PERCENT = 100;

    @Override
    public String name() {
        return "flink";
    }

    @Override
    public String description() {
        return "Apache Flink makes records of a key and " + FlinkJob.PAYLOAD + " bytes, gives them to sinks by `keyBy`, and discards them. A job manager " +
                        "and two task managers, each of which has a source and a sink, are processes of their own. The half of the records whose keys " +
                        "belong to the other task manager goes over " + FlinkCluster.PROTOCOL + " with " + FlinkCluster.CIPHER_SUITE +
                        " (`security.ssl.internal.enabled`, the JDK's engine). MB and GB are of these only; records/s, CPU time and allocation are of all.";
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(Quantity.RECORDS, Quantity.MEGABYTES, Quantity.REMOTE, Quantity.TLS, Quantity.CPU, Quantity.CRYPTO_ARRAYS, Quantity.ARRAYS,
                        Quantity.ARRAYS_PER_MINUTE, Quantity.ALLOCATED);
    }

    @Override
    public double target() {
        return 1.18;
    }

    @Override
    public void prepare(Lab lab) throws Exception {
        Keys.in(lab.shared());
    }

    @Override
    public Map<Quantity, Double> run(Lab lab) throws Exception {
        FlinkCluster cluster = FlinkCluster.in(lab);
        try (Vm _ = cluster.startJobManager(); Vm _ = cluster.startTaskManager("task-manager-1"); Vm _ = cluster.startTaskManager("task-manager-2")) {
            cluster.awaitSlots(TASK_MANAGERS);
            JobClient job = FlinkJob.submit(FlinkCluster.HOST, cluster.port(), TASK_MANAGERS);
            String sink = cluster.awaitSink(job.getJobID());
            Instant warm = Instant.now().plus(lab.isShort() ? Duration.ZERO : WARM_UP_TIME);
            FlinkMetrics begin = cluster.awaitRemoteBytes(sink, GIGA * (lab.isShort() ? SHORT_WARM_UP : WARM_UP), warm);
            Duration cpu = cluster.cpu();
            FlinkMetrics end = cluster.awaitRemoteBytes(sink, begin.remoteBytes() + GIGA * (lab.isShort() ? SHORT_MEASURED : MEASURED), warm);
            cpu = cluster.cpu().minus(cpu);
            job.cancel().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            return results(begin, end, cpu, cluster.recording(begin.time(), end.time()));
        }
    }

    private static Map<Quantity, Double> results(FlinkMetrics begin, FlinkMetrics end, Duration cpu, FlightRecording recording) {
        double seconds = Duration.between(begin.time(), end.time()).toNanos() / GIGA;
        double remote = end.remoteBytes() - begin.remoteBytes();
        double local = end.localBytes() - begin.localBytes();
        double gigabytes = remote / GIGA;
        Map<Quantity, Double> result = new EnumMap<>(Quantity.class);
        result.put(Quantity.RECORDS, (end.records() - begin.records()) / seconds);
        result.put(Quantity.MEGABYTES, remote / MEGA / seconds);
        result.put(Quantity.REMOTE, PERCENT * remote / (remote + local));
        result.put(Quantity.TLS, PERCENT * recording.tlsSamples() / recording.samples());
        result.put(Quantity.CPU, cpu.toNanos() / GIGA / gigabytes);
        result.put(Quantity.CRYPTO_ARRAYS, recording.cryptoArrays() / MEGA / gigabytes);
        result.put(Quantity.ARRAYS, recording.arrays() / MEGA / gigabytes);
        result.put(Quantity.ARRAYS_PER_MINUTE, recording.arrays() / GIGA / seconds * TimeUnit.MINUTES.toSeconds(1));
        result.put(Quantity.ALLOCATED, recording.allocated() / MEGA / gigabytes);
        return result;
    }
}
