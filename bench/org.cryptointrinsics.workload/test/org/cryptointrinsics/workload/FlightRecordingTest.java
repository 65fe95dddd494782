package org.cryptointrinsics.workload;

import static org.junit.Assert.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

import jdk.jfr.Recording;

/** {@link FlightRecording} estimates what is allocated within a time. */
public class FlightRecordingTest {

    private static final int LENGTH = 100_000;
    private static final int EARLIER = 10_000;
    /** Many of a thread's buffers: nothing tells what is in the last one. */
    private static final int WITHIN = 1000;

    private static byte[] last;

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private static void allocate(int count) {
        for (int i = 0; i < count; i++) {
            last = new byte[LENGTH];
        }
    }

    /** As the sample afterwards, the first of its thread, has the weight of all of it. */
    @Test
    public void whatIsAllocatedBeforeDoesNotCount() throws Exception {
        Path file = folder.getRoot().toPath().resolve("allocations.jfr");
        allocate(EARLIER);
        Instant from;
        try (Recording recording = new Recording(Map.of("jdk.ObjectAllocationSample#enabled", "true", "jdk.ObjectAllocationSample#throttle", "off"))) {
            recording.start();
            from = Instant.now();
            allocate(WITHIN);
            recording.stop();
            recording.dump(file);
        }
        double arrays = FlightRecording.read(file, from, Instant.now(), false).arrays();
        assertTrue(arrays + " B", arrays > 0.9 * WITHIN * LENGTH && arrays < 1.1 * WITHIN * LENGTH);
    }
}
