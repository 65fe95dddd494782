package org.cryptointrinsics.tool.demo;

import java.util.Arrays;
import java.util.List;

/**
 * What came out when work was done once.
 *
 * @param nanos that the calls under test took
 * @param compiling milliseconds that the JIT spent meanwhile
 * @param allocated bytes allocated in the calls under test
 * @param operations number of such calls, of updates, messages, records or UUIDs
 * @param bytes of data
 * @param bytesByKernels how many bytes kernels worked on
 * @param results as text
 */
record Measurement(WorkItem work, long nanos, long compiling, long allocated, long operations, long bytes, long bytesByKernels, List<String> results) {

    /** Part of the time that the JIT may go on. */
    static final double WARM = 0.2;
    private static final String MARK = "measurement";
    private static final String SEPARATOR = "\t";
    /** How many words of a line come before the results. */
    private static final int RESULTS = 8;

    /** Whether the JIT has nothing to do, so that times will not fall any more. */
    static boolean areWarm(List<Measurement> measurements) {
        long compiling = measurements.stream().mapToLong(Measurement::compiling).sum();
        long nanos = measurements.stream().mapToLong(Measurement::nanos).sum();
        return compiling * 1e6 < WARM * nanos;
    }

    /** The part of the time that the JIT was at work. */
    double compilingPart() {
        return compiling * 1e6 / nanos;
    }

    /** The part of the data that kernels worked on. */
    double byKernels() {
        return (double) bytesByKernels / (bytes * work.kind().kernelBytes());
    }

    /** A line from which {@link #parse} makes the same again. */
    String toLine() {
        return String.join(SEPARATOR, MARK, Integer.toString(WorkItem.ALL.indexOf(work)), Long.toString(nanos), Long.toString(compiling), Long.toString(allocated),
                        Long.toString(operations), Long.toString(bytes), Long.toString(bytesByKernels), String.join(SEPARATOR, results));
    }

    /** Whether {@code line} is one of {@link #toLine}. */
    static boolean isLine(String line) {
        return line.startsWith(MARK + SEPARATOR);
    }

    static Measurement parse(String line) {
        String[] words = line.split(SEPARATOR);
        return new Measurement(WorkItem.ALL.get(Integer.parseInt(words[1])), Long.parseLong(words[2]), Long.parseLong(words[3]), Long.parseLong(words[4]),
                        Long.parseLong(words[5]), Long.parseLong(words[6]), Long.parseLong(words[RESULTS - 1]),
                        Arrays.asList(words).subList(RESULTS, words.length));
    }
}
