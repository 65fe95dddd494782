package org.cryptointrinsics.workload;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What Flink tells of what all sinks of a job have received so far.
 *
 * @param remoteBytes from other task managers, so by TLS
 * @param localBytes from their own task manager
 */
record FlinkMetrics(Instant time, double records, double remoteBytes, double localBytes) {

    private static final String RECORDS = "numRecordsIn";
    private static final String REMOTE = "Shuffle.Netty.Input.numBytesInRemote";
    private static final String LOCAL = "Shuffle.Netty.Input.numBytesInLocal";

    /** To be asked for of the subtasks of a vertex. */
    static final String QUERY = "/subtasks/metrics?agg=sum&get=" + String.join(",", List.of(RECORDS, REMOTE, LOCAL));

    static FlinkMetrics of(JsonNode answer) {
        Map<String, Double> sums = new HashMap<>();
        answer.forEach(metric -> sums.put(metric.path("id").asText(), metric.path("sum").asDouble()));
        return new FlinkMetrics(Instant.now(), sums.getOrDefault(RECORDS, 0.0), sums.getOrDefault(REMOTE, 0.0), sums.getOrDefault(LOCAL, 0.0));
    }
}
