package org.cryptointrinsics.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * What flight recordings tell: how many bytes were allocated, estimated from the weights of samples, and what threads spent their CPU time on.
 *
 * <p>Graal names the place of the last side effect where an object is made, C2 that of the object. So a place that cannot make an array tells no more than in which
 * compiled method it was: there, {@code SSLCipher} makes arrays that seem to be those of {@code Cipher} methods inlined before.
 * With C2, places are taken as they are: those in methods that the agent has changed are not those of class files.
 *
 * <p>The weight of a sample is what its thread has allocated since the one before. So the first sample of each thread does not count: its weight is also of what came
 * before {@code from}, which may be hundreds of times as much.
 *
 * @param allocated bytes of objects of any class
 * @param arrays bytes of {@code byte[]}
 * @param cryptoArrays bytes of {@code byte[]} that the JDK's classes for cryptography allocated, or what replaces them
 * @param samples of the CPU time of threads that may execute Java code, system calls included
 * @param tlsSamples those in TLS
 */
record FlightRecording(double allocated, double arrays, double cryptoArrays, long samples, long tlsSamples) {

    static final FlightRecording NONE = new FlightRecording(0, 0, 0, 0, 0);

    private static final String ALLOCATION = "jdk.ObjectAllocationSample";
    private static final String CPU_TIME = "jdk.CPUTimeSample";

    /** The options that make a VM record it. */
    static final String OPTIONS = "settings=none,+" + ALLOCATION + "#enabled=true,+" + ALLOCATION + "#throttle=1000/s,+" + ALLOCATION + "#stackTrace=true,+" +
                    CPU_TIME + "#enabled=true,+" + CPU_TIME + "#throttle=10ms";

    /** JFR's name of {@code byte[]}. */
    private static final String BYTE_ARRAY = "[B";
    private static final List<String> CRYPTO = List.of("com.sun.crypto.provider.", "sun.security.provider.", "javax.crypto.", "java.security.",
                    "org.cryptointrinsics.substitution.");
    /** Whose methods allocate on behalf of their callers. */
    private static final List<String> HELPERS = List.of("java.lang.", "java.util.", "java.nio.", "java.io.ByteArrayOutputStream");
    private static final List<String> TLS = List.of("javax.net.ssl.", "sun.security.ssl.", "io.netty.handler.ssl.ReferenceCountedOpenSslEngine");

    /** JFR's type of frames of methods that were inlined into that of a frame after them. */
    private static final String INLINED = "Inlined";

    /** Of what happened after {@code from} and before {@code to}, in a VM whose JIT is Graal or C2. */
    static FlightRecording read(Path recording, Instant from, Instant to, boolean isGraal) throws IOException {
        List<RecordedEvent> events = new ArrayList<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getStartTime().isAfter(from) && event.getStartTime().isBefore(to)) {
                    events.add(event);
                }
            }
        }
        events.sort(Comparator.comparing(RecordedEvent::getStartTime));
        Set<Long> allocators = new HashSet<>();
        FlightRecording sum = NONE;
        try (Bytecodes bytecodes = new Bytecodes(Workloads.jar())) {
            for (RecordedEvent event : events) {
                boolean hasEarlierWeight = event.getEventType().getName().equals(ALLOCATION) && allocators.add(event.getThread().getId());
                if (!hasEarlierWeight) {
                    sum = sum.plus(of(event, isGraal ? bytecodes::mayMakeArray : _ -> true));
                }
            }
        }
        return sum;
    }

    private static FlightRecording of(RecordedEvent event, Predicate<RecordedFrame> isPlace) {
        return switch (event.getEventType().getName()) {
            case ALLOCATION -> {
                double weight = event.getLong("weight");
                boolean isArray = event.getClass("objectClass").getName().equals(BYTE_ARRAY);
                yield new FlightRecording(weight, isArray ? weight : 0, isArray && isByCrypto(frames(event), isPlace) ? weight : 0, 0, 0);
            }
            // A stack that could not be walked says nothing.
            case CPU_TIME -> event.getStackTrace() == null ? NONE
                            : new FlightRecording(0, 0, 0, 1, frames(event).stream().anyMatch(frame -> TLS.stream().anyMatch(className(frame)::startsWith)) ? 1 : 0);
            default -> NONE;
        };
    }

    private static boolean isByCrypto(List<RecordedFrame> frames, Predicate<RecordedFrame> isPlace) {
        boolean isKnown = frames.isEmpty() || isPlace.test(frames.getFirst());
        Stream<RecordedFrame> allocators = isKnown ? frames.stream() : frames.stream().dropWhile(frame -> frame.getType().equals(INLINED));
        Predicate<String> isHelper = name -> HELPERS.stream().anyMatch(name::startsWith);
        String allocator = allocators.map(FlightRecording::className).filter(isHelper.negate()).findFirst().orElse("");
        return CRYPTO.stream().anyMatch(allocator::startsWith);
    }

    /** That of the innermost method first. */
    private static List<RecordedFrame> frames(RecordedEvent event) {
        return event.getStackTrace() == null ? List.of() : event.getStackTrace().getFrames();
    }

    private static String className(RecordedFrame frame) {
        return frame.getMethod().getType().getName();
    }

    FlightRecording plus(FlightRecording other) {
        return new FlightRecording(allocated + other.allocated, arrays + other.arrays, cryptoArrays + other.cryptoArrays, samples + other.samples, tlsSamples + other.tlsSamples);
    }
}
