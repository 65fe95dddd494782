package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;

import org.junit.Test;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Flight recordings tell what is compiled to kernels, what was tested and what is off. Each in a process in which nothing was compiled before. */
public class RecordingTest {

    private static final String NAMES = "org.cryptointrinsics.";

    @Test
    public void compilationsAreRecorded() throws Exception {
        JavaProcess.runLikeThis(List.of(), Main.class, "compilations");
    }

    /** By HotSpot's own threads, from the beginning. */
    @Test
    public void allOfAProcessIsRecorded() throws Exception {
        Path file = Files.createTempFile(JavaProcess.FOLDER, "recording", ".jfr");
        try {
            JavaProcess.runHot(List.of("-XX:StartFlightRecording:filename=" + file, "-Djdk.graal.CryptoIntrinsics=-SHA-256"), Main.class, "hotCode");
            List<RecordedEvent> events = read(file);
            assertTrue(events.toString(), of("Intrinsic", events).stream().anyMatch(event -> event.getBoolean("applied") && event.getString("caller").contains("Main.update")));
            assertTrue(events.toString(), of("SelfTest", events).stream().anyMatch(event -> event.getString("intrinsic").startsWith("MD5") && event.getBoolean("passed")));
            RecordedEvent disabled = of("Disabled", events).getFirst();
            assertEquals("SHA-256", disabled.getString("intrinsic"));
            assertEquals("by option CryptoIntrinsics", disabled.getString("reason"));
        } finally {
            Files.delete(file);
        }
    }

    private static List<RecordedEvent> read(Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream().filter(event -> event.getEventType().getName().startsWith(NAMES)).toList();
    }

    private static List<RecordedEvent> of(String name, List<RecordedEvent> events) {
        return events.stream().filter(event -> event.getEventType().getName().equals(NAMES + name)).toList();
    }

    /** What is executed in a process of its own: the method that is named. */
    public static final class Main {

        private static final long LONGEST_NANOS = 60_000_000_000L;
        private static final int TIMES = 1000;

        private Main() {
        }

        public static void main(String[] scenario) throws Exception {
            Main.class.getDeclaredMethod(scenario[0]).invoke(null);
        }

        static void update(MessageDigest digest, ByteBuffer input) {
            digest.update(input);
        }

        static byte[] digest(MessageDigest digest, byte[] input) {
            return digest.digest(input);
        }

        private static List<RecordedEvent> recorded(Jit.Action action) throws Exception {
            Path file = Files.createTempFile(JavaProcess.FOLDER, "recording", ".jfr");
            try (Recording recording = new Recording()) {
                recording.start();
                action.run();
                recording.stop();
                recording.dump(file);
                return read(file);
            } finally {
                Files.delete(file);
            }
        }

        static void compilations() throws Exception {
            MessageDigest md5 = MessageDigest.getInstance("MD5");
            List<RecordedEvent> events = recorded(() -> {
                for (String name : new String[]{"update", "digest"}) {
                    Jit.methods(Main.class, name).forEach(Jit::compile);
                }
                update(md5, ByteBuffer.allocate(1));
                digest(md5, new byte[1]);
            });
            RecordedEvent update = of("Intrinsic", events).stream().filter(event -> event.getString("caller").contains("Main.update")).findFirst().orElseThrow();
            assertEquals("java.security.MessageDigest.update(ByteBuffer)", update.getString("method"));
            assertTrue(update.toString(), update.getBoolean("applied"));
            assertTrue(update.toString(), update.getString("intrinsics").contains("MD5"));
            assertNull(update.toString(), update.getString("reason"));
            RecordedEvent test = of("SelfTest", events).stream().filter(event -> event.getString("intrinsic").startsWith("MD5")).findFirst().orElseThrow();
            assertEquals(Jit.intrinsic("MD5").variant().name(), test.getString("variant"));
            assertTrue(test.toString(), test.getBoolean("passed"));
            assertTrue(test.toString(), test.getDuration().isPositive());
        }

        static void hotCode() throws Exception {
            MessageDigest md5 = MessageDigest.getInstance("MD5");
            ByteBuffer direct = ByteBuffer.allocateDirect(TIMES);
            long start = System.nanoTime();
            while (!Jit.isCompiled(Main.class.getDeclaredMethod("update", MessageDigest.class, ByteBuffer.class))) {
                assertTrue("not compiled", System.nanoTime() - start < LONGEST_NANOS);
                for (int i = 0; i < TIMES; i++) {
                    update(md5, direct.duplicate());
                }
            }
        }
    }
}
