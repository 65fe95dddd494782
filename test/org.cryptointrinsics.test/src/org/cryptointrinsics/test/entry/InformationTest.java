package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.tool.Main;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** With the agent, the MXBean, the command {@code status} and flight recordings tell which methods have kernels for every caller. */
public class InformationTest {

    private static final String UPDATE = "java.security.MessageDigest.update(ByteBuffer)";

    @Rule public TemporaryFolder folder = new TemporaryFolder();

    /** Asks when kernels are there. */
    public static final class Asking {

        private Asking() {
        }

        public static void main(String[] arguments) throws Exception {
            long start = System.currentTimeMillis();
            SurroundingsTest.Hash.main(arguments);
            CompositeData[] entries = (CompositeData[]) ManagementFactory.getPlatformMBeanServer().getAttribute(new ObjectName("org.cryptointrinsics:type=CryptoIntrinsics"),
                            "Entries");
            for (CompositeData entry : entries) {
                long since = (long) entry.get("since");
                boolean isNow = since >= start && since <= System.currentTimeMillis();
                System.out.println(entry.get("method") + " " + entry.get("entered") + " " + isNow + " " + entry.get("reason"));
            }
            JavaProcess.Result status = JavaProcess.execute(System.getProperty("java.class.path"), C2.options(), Main.class, "status",
                            String.valueOf(ProcessHandle.current().pid()));
            System.out.println(status.printed());
            System.exit(status.exitCode());
        }
    }

    @Test
    public void entriesAreTold() throws Exception {
        Path recording = folder.getRoot().toPath().resolve("recording.jfr");
        JavaProcess.Result result = C2.run(List.of("-XX:StartFlightRecording:filename=" + recording), Asking.class);
        assertEquals(result.told(), 0, result.exitCode());
        List<String> lines = result.printed().lines().toList();
        assertTrue(result.told(), lines.contains(UPDATE + " true true null"));
        assertTrue(result.told(), lines.stream().anyMatch(line -> line.startsWith(UPDATE) && line.matches("\\S+ +\\d\\d:\\d\\d:\\d\\d.*")));
        assertTrue(result.told(), lines.stream().anyMatch(line -> line.matches("SHA-256 +on .*")));
        List<RecordedEvent> events = RecordingFile.readAllEvents(recording).stream().filter(
                        event -> event.getEventType().getName().equals("org.cryptointrinsics.Entry") && event.getString("method").equals(UPDATE)).toList();
        assertTrue(events.toString(), !events.isEmpty() && events.getLast().getBoolean("entered"));
    }

    @Test
    public void statusTellsEntriesOfItsOwn() throws Exception {
        JavaProcess.Result result = C2.run(List.of(), Main.class, "status");
        assertEquals(result.told(), 0, result.exitCode());
        assertTrue(result.told(), result.printed().lines().anyMatch(line -> line.startsWith(UPDATE + " ")));
    }

    /** As docs/debugging.md says. */
    @Test
    public void graphsAreDumped() throws Exception {
        Path graphs = folder.getRoot().toPath().resolve("graphs");
        JavaProcess.Result result = C2.runWithGraal(List.of("-Djdk.graal.Dump=:1", "-Djdk.graal.DebugStubsAndSnippets=true", "-Djdk.graal.DumpPath=" + graphs),
                        SurroundingsTest.Hash.class);
        assertEquals(result.told(), 0, result.exitCode());
        try (Stream<Path> files = Files.list(graphs)) {
            List<String> names = files.map(file -> file.getFileName().toString()).toList();
            assertTrue(names.toString(), names.stream().anyMatch(name -> name.matches("MethodTemplates\\$.*\\.bgv")));
        }
    }
}
