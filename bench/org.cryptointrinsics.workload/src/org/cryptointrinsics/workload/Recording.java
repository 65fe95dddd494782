package org.cryptointrinsics.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * What flight recordings tell: how many bytes were allocated, estimated from the weights of samples, and what executed threads were doing.
 *
 * @param allocated bytes of objects of any class
 * @param arrays bytes of {@code byte[]}
 * @param cryptoArrays bytes of {@code byte[]} that the JDK's classes for cryptography allocated, or what replaces them
 * @param samples of threads that executed Java code
 * @param tlsSamples those in TLS
 */
record Recording(double allocated, double arrays, double cryptoArrays, long samples, long tlsSamples) {

    static final Recording NONE = new Recording(0, 0, 0, 0, 0);

    private static final String ALLOCATION = "jdk.ObjectAllocationSample";
    private static final String EXECUTION = "jdk.ExecutionSample";

    /** The options that make a VM record it. */
    static final String OPTIONS = "settings=none,+" + ALLOCATION + "#enabled=true,+" + ALLOCATION + "#throttle=1000/s,+" + ALLOCATION + "#stackTrace=true,+" +
                    EXECUTION + "#enabled=true,+" + EXECUTION + "#period=20ms";

    /** JFR's name of {@code byte[]}. */
    private static final String BYTE_ARRAY = "[B";
    private static final List<String> CRYPTO = List.of("com.sun.crypto.provider.", "sun.security.provider.", "javax.crypto.", "java.security.",
                    "org.cryptointrinsics.substitution.");
    /** Whose methods allocate on behalf of their callers. */
    private static final List<String> HELPERS = List.of("java.lang.", "java.util.", "java.nio.", "java.io.ByteArrayOutputStream");
    private static final String TLS = "sun.security.ssl.";

    /** Of what happened after {@code from} and before {@code to}. */
    static Recording read(Path recording, Instant from, Instant to) throws IOException {
        Recording sum = NONE;
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getStartTime().isAfter(from) && event.getStartTime().isBefore(to)) {
                    sum = sum.plus(of(event));
                }
            }
        }
        return sum;
    }

    private static Recording of(RecordedEvent event) {
        return switch (event.getEventType().getName()) {
            case ALLOCATION -> {
                double weight = event.getLong("weight");
                boolean isArray = event.getClass("objectClass").getName().equals(BYTE_ARRAY);
                yield new Recording(weight, isArray ? weight : 0, isArray && isByCrypto(event) ? weight : 0, 0, 0);
            }
            case EXECUTION -> new Recording(0, 0, 0, 1, frames(event).stream().anyMatch(frame -> frame.startsWith(TLS)) ? 1 : 0);
            default -> NONE;
        };
    }

    private static boolean isByCrypto(RecordedEvent event) {
        Predicate<String> isHelper = frame -> HELPERS.stream().anyMatch(frame::startsWith);
        String allocator = frames(event).stream().filter(isHelper.negate()).findFirst().orElse("");
        return CRYPTO.stream().anyMatch(allocator::startsWith);
    }

    /** The classes of the methods, that of the innermost one first. */
    private static List<String> frames(RecordedEvent event) {
        List<RecordedFrame> frames = event.getStackTrace() == null ? List.of() : event.getStackTrace().getFrames();
        return frames.stream().map(frame -> frame.getMethod().getType().getName()).toList();
    }

    Recording plus(Recording other) {
        return new Recording(allocated + other.allocated, arrays + other.arrays, cryptoArrays + other.cryptoArrays, samples + other.samples, tlsSamples + other.tlsSamples);
    }
}
