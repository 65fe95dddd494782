package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.cryptointrinsics.test.JavaProcess;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * A profiler that interrupts kernels each millisecond finds the method that has called them, and ends no VM. The system property {@code cryptointrinsics.profiler.seconds} chooses
 * for how long.
 */
public class ProfilerTest {

    private static final String SECONDS = System.getProperty("cryptointrinsics.profiler.seconds", "4");
    /** The rest is Java code around them, which is slow until it is compiled. */
    private static final double LEAST_SHARE = 0.25;
    /** Timers of Linux may be as coarse as 4 ms, and others use the processors. */
    private static final int MOST_MILLIS = 8;

    @Rule public final TemporaryFolder folder = new TemporaryFolder();

    private Path expected;

    @Before
    public void makeWithoutKernels() throws Exception {
        expected = Files.writeString(folder.getRoot().toPath().resolve("expected.txt"), JavaProcess.runPlain(List.of(), Profiled.Plain.class));
    }

    private JavaProcess.Result run(List<String> options, String... profiler) throws Exception {
        String[] arguments = profiler.length == 0 ? new String[]{expected.toString(), SECONDS} : new String[]{expected.toString(), SECONDS, profiler[0]};
        JavaProcess.Result result = C2.run(options, Profiled.class, arguments);
        assertEquals(result.told(), 0, result.exitCode());
        return result;
    }

    /** For how many milliseconds the threads have worked. */
    private static long worked(JavaProcess.Result result) {
        return Long.parseLong(lines(result, Profiled.WORKED).getFirst());
    }

    private static List<String> lines(JavaProcess.Result result, String prefix) {
        return result.printed().lines().filter(line -> line.startsWith(prefix)).map(line -> line.substring(prefix.length())).toList();
    }

    /** How often stacks were seen that have such frames. */
    private static long samples(JavaProcess.Result result, String regex) {
        return lines(result, Profiled.STACK).stream().filter(line -> line.matches(regex)).mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))).sum();
    }

    private static void tell(String what, long samples, JavaProcess.Result result) {
        System.out.println(what + ": " + samples + " samples in " + worked(result) + " ms");
    }

    /** Frames of kernels have no name, and lie above the method that calls them. */
    private void assertKernelsAreSeen(String mode) throws Exception {
        JavaProcess.Result result = run(List.of(), "start,event=" + mode + ",interval=1ms,threads");
        for (String thread : Profiled.THREADS) {
            long all = samples(result, "\\[" + thread + " .*");
            long kernels = samples(result, "\\[" + thread + " .*;org/cryptointrinsics/precompiled/PrecompiledMethods\\$\\w+\\.execute;.*;\\[unknown\\] \\d+");
            tell(mode + ", " + thread + ", " + kernels + " in kernels", all, result);
            assertTrue(result.told(), all >= worked(result) / Profiled.THREADS.size() / MOST_MILLIS);
            assertTrue(result.told(), kernels >= LEAST_SHARE * all);
        }
    }

    /** By performance counters, or where the system does not permit these, by timers. */
    @Test
    public void asyncProfilerOfProcessors() throws Exception {
        assertKernelsAreSeen("cpu");
    }

    @Test
    public void asyncProfilerOfTimers() throws Exception {
        assertKernelsAreSeen("ctimer");
    }

    @Test
    public void asyncProfilerOfTime() throws Exception {
        assertKernelsAreSeen("wall");
    }

    /** Kernels allocate nothing. */
    @Test
    public void asyncProfilerOfMemory() throws Exception {
        JavaProcess.Result result = run(List.of(), "start,alloc=1k,threads");
        long all = samples(result, "\\[(" + String.join("|", Profiled.THREADS) + ") .*");
        tell("alloc", all, result);
        assertTrue(result.told(), all > 0);
        assertEquals(result.told(), 0, samples(result, ".*;org/cryptointrinsics/precompiled/.*"));
    }

    /** The stack is that of the next poll for a safepoint, in what has called the kernel. */
    @Test
    public void flightRecorder() throws Exception {
        Path recording = folder.getRoot().toPath().resolve("recording.jfr");
        JavaProcess.Result result = run(List.of("-XX:StartFlightRecording:settings=none,+jdk.ExecutionSample#enabled=true,+jdk.ExecutionSample#period=1ms," +
                        "+jdk.NativeMethodSample#enabled=true,+jdk.NativeMethodSample#period=1ms,filename=" + recording));
        List<RecordedEvent> events = RecordingFile.readAllEvents(recording).stream().filter(ProfilerTest::isOfThread).toList();
        long all = count(events, "jdk.ExecutionSample", "");
        tell("JFR", all, result);
        assertTrue(result.told(), all >= worked(result) / MOST_MILLIS);
        assertTrue(result.told(), count(events, "jdk.ExecutionSample", Profiled.class.getName()) >= LEAST_SHARE * all);
        assertEquals("for HotSpot, a thread in a kernel is in Java code", 0, count(events, "jdk.NativeMethodSample", "org.cryptointrinsics.precompiled."));
    }

    /** How many events have a method of such a class in their stack. */
    private static long count(List<RecordedEvent> events, String type, String className) {
        return events.stream().filter(event -> event.getEventType().getName().equals(type) && event.getStackTrace().getFrames().stream().map(RecordedFrame::getMethod).anyMatch(
                        method -> method.getType().getName().startsWith(className))).count();
    }

    private static boolean isOfThread(RecordedEvent event) {
        return event.hasField("sampledThread") && Profiled.THREADS.contains(event.getThread("sampledThread").getJavaName());
    }
}
