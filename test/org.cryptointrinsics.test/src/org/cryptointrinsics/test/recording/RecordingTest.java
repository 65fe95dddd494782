package org.cryptointrinsics.test.recording;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.function.Predicate;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.junit.Rule;
import org.junit.Test;

import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Flight recordings tell what is compiled to kernels, what was tested and what is off. Each in a process in which nothing was compiled before. */
public class RecordingTest {

    private static final String NAMES = "org.cryptointrinsics.";
    private static final long LONGEST_NANOS = 120_000_000_000L;
    private static final int TIMES = 1000;

    @Rule public final Fork fork = Fork.hot();

    private static void update(MessageDigest digest, ByteBuffer input) {
        digest.update(input);
    }

    @SuppressWarnings("unused")
    private static byte[] digest(MessageDigest digest, byte[] input) {
        return digest.digest(input);
    }

    /** What {@code recording} has so far. */
    private static List<RecordedEvent> read(Recording recording) throws IOException {
        Path file = Files.createTempFile(JavaProcess.FOLDER, "recording", ".jfr");
        try {
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream().filter(event -> event.getEventType().getName().startsWith(NAMES)).toList();
        } finally {
            Files.delete(file);
        }
    }

    private static RecordedEvent find(String name, List<RecordedEvent> events, Predicate<RecordedEvent> condition) {
        return events.stream().filter(event -> event.getEventType().getName().equals(NAMES + name) && condition.test(event)).findFirst().orElseThrow(
                        () -> new AssertionError(events.toString()));
    }

    @Test
    public void compilationsAreRecorded() throws Exception {
        MessageDigest md5 = MessageDigest.getInstance("MD5");
        List<RecordedEvent> events;
        try (Recording recording = new Recording()) {
            recording.start();
            for (String name : new String[]{"update", "digest"}) {
                Jit.methods(RecordingTest.class, name).forEach(Jit::compile);
            }
            update(md5, ByteBuffer.allocate(1));
            digest(MessageDigest.getInstance("MD5"), new byte[1]);
            recording.stop();
            events = read(recording);
        }
        RecordedEvent update = find("Intrinsic", events, event -> event.getString("caller").contains("RecordingTest.update"));
        assertEquals("java.security.MessageDigest.update(ByteBuffer)", update.getString("method"));
        assertTrue(update.toString(), update.getBoolean("applied"));
        assertTrue(update.toString(), update.getString("intrinsics").contains("MD5"));
        assertNull(update.toString(), update.getString("reason"));
        RecordedEvent test = find("SelfTest", events, event -> event.getString("intrinsic").startsWith("MD5"));
        assertEquals(Jit.intrinsic("MD5").variant().name(), test.getString("variant"));
        assertTrue(test.toString(), test.getBoolean("passed"));
        assertTrue(test.toString(), test.getDuration().isPositive());
    }

    /** By HotSpot's own threads, from the beginning. */
    @Test
    @Fork.Options({"-XX:StartFlightRecording", "-Djdk.graal.CryptoIntrinsics=-SHA-256"})
    public void allOfAProcessIsRecorded() throws Exception {
        MessageDigest md5 = MessageDigest.getInstance("MD5");
        ByteBuffer direct = ByteBuffer.allocateDirect(TIMES);
        long start = JavaProcess.cpuNanos();
        while (!Jit.isCompiled(RecordingTest.class.getDeclaredMethod("update", MessageDigest.class, ByteBuffer.class))) {
            assertTrue("not compiled", JavaProcess.cpuNanos() - start < LONGEST_NANOS);
            for (int i = 0; i < TIMES; i++) {
                update(md5, direct.duplicate());
            }
        }
        List<RecordedEvent> events = read(FlightRecorder.getFlightRecorder().getRecordings().getFirst());
        find("Intrinsic", events, event -> event.getBoolean("applied") && event.getString("caller").contains("RecordingTest.update"));
        find("SelfTest", events, event -> event.getString("intrinsic").startsWith("MD5") && event.getBoolean("passed"));
        assertEquals("by option CryptoIntrinsics", find("Disabled", events, event -> event.getString("intrinsic").equals("SHA-256")).getString("reason"));
    }

    /** A recording that begins after the last compilation. */
    @Test
    @Fork.Options("-Djdk.graal.CryptoIntrinsics=-SHA-256")
    public void whatIsOffIsRecordedLater() throws Exception {
        Jit.methods(RecordingTest.class, "digest").forEach(Jit::compile);
        digest(MessageDigest.getInstance("SHA-256"), new byte[1]);
        assertTrue(Jit.intrinsic("SHA-256").isTurnedOff());
        try (Recording recording = new Recording()) {
            recording.start();
            long start = System.nanoTime();
            List<RecordedEvent> events;
            do {
                assertTrue("not told", System.nanoTime() - start < LONGEST_NANOS);
                events = read(recording);
            } while (events.stream().noneMatch(event -> event.getEventType().getName().equals(NAMES + "Disabled")));
            assertEquals("by option CryptoIntrinsics", find("Disabled", events, event -> event.getString("intrinsic").equals("SHA-256")).getString("reason"));
        }
    }

    /** Also what was done before the recording. */
    @Test
    public void kernelsAreCounted() throws Exception {
        Jit.needKernels();
        Jit.methods(RecordingTest.class, "digest").forEach(Jit::compile);
        for (int i = 0; i < TIMES; i++) {
            digest(MessageDigest.getInstance("MD5"), new byte[1]);
        }
        Work work = Jit.work("MD5");
        assertTrue(work.toString(), work.calls() > 0);
        try (Recording recording = new Recording()) {
            recording.start();
            long start = System.nanoTime();
            List<RecordedEvent> events;
            do {
                assertTrue("not told", System.nanoTime() - start < LONGEST_NANOS);
                events = read(recording);
            } while (events.stream().noneMatch(event -> event.getEventType().getName().equals(NAMES + "Counted")));
            RecordedEvent counted = find("Counted", events, event -> event.getString("intrinsic").equals("MD5"));
            assertEquals(work, new Work(counted.getLong("calls"), counted.getLong("blocks")));
            assertEquals(work.blocks() * DigestAlgorithm.MD5.blockBytes(), counted.getLong("bytes"));
        }
    }
}
