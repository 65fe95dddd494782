package org.cryptointrinsics.tool;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * What came out when all files were hashed once.
 *
 * @param compiling milliseconds that the JIT spent meanwhile
 * @param allocated bytes allocated in calls of {@code MessageDigest.update}
 * @param updates number of such calls
 * @param bytesByKernels how many bytes the kernels compressed, if counted
 * @param digests in hexadecimal, one for each file
 */
record Measurement(String algorithm, Place memory, long nanos, long compiling, long allocated, long updates, OptionalLong bytesByKernels,
                List<String> digests) {

    private static final String MARK = "measurement";
    /** Part of the time that the JIT may go on. */
    private static final double WARM = 0.2;
    private static final String SEPARATOR = " ";

    /** Where the data lies. */
    enum Place {
        ARRAY("byte[]"), MAPPED("mapped");

        private final String title;

        Place(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** Whether the JIT has nothing to do, so that times will not fall any more. */
    static boolean areWarm(List<Measurement> measurements) {
        long compiling = measurements.stream().mapToLong(Measurement::compiling).sum();
        long nanos = measurements.stream().mapToLong(Measurement::nanos).sum();
        return compiling * 1e6 < WARM * nanos;
    }

    /** A line from which {@link #parse} makes the same again. */
    String toLine() {
        return String.join(SEPARATOR, MARK, algorithm, memory.name(), Long.toString(nanos), Long.toString(compiling), Long.toString(allocated),
                        Long.toString(updates), Long.toString(bytesByKernels.orElse(-1)), String.join(SEPARATOR, digests));
    }

    /** Whether {@code line} is one of {@link #toLine}. */
    static boolean isLine(String line) {
        return line.startsWith(MARK + SEPARATOR);
    }

    static Measurement parse(String line) {
        String[] words = line.split(SEPARATOR);
        long bytes = Long.parseLong(words[7]);
        return new Measurement(words[1], Place.valueOf(words[2]), Long.parseLong(words[3]), Long.parseLong(words[4]), Long.parseLong(words[5]),
                        Long.parseLong(words[6]), bytes < 0 ? OptionalLong.empty() : OptionalLong.of(bytes), Arrays.asList(words).subList(8, words.length));
    }
}
