package org.cryptointrinsics.workload;

import java.util.List;
import java.util.Map;

import org.cryptointrinsics.bench.Contender;

/**
 * A real system with real work. It ends by itself, and all of its connections are on the loopback interface.
 */
interface Workload {

    /** The name of its command and of its files. */
    String name();

    /** What is done, in one sentence, for the report. */
    String description();

    /** What {@link #run} measures, the throughput first. */
    List<Quantity> quantities();

    /** What its throughput with the plugin and C2 should be at least, as a multiple of C2's. */
    double target();

    /** What else may have a turn, besides the JITs with the JDK's own cryptography. */
    default List<Contender> peers() {
        return List.of();
    }

    /**
     * Makes what all runs need, such as keys and files, in {@link Lab#shared}.
     *
     * @throws MissingException if something has to be installed first
     */
    void prepare(Lab lab) throws Exception;

    /** Runs it once, with the JIT of {@code lab}, or that peer, in all of its VMs, and ends them. */
    Map<Quantity, Double> run(Lab lab) throws Exception;
}
