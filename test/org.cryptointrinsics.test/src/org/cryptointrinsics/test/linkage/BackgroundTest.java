package org.cryptointrinsics.test.linkage;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.linkage.Background;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.LittleStack;
import org.junit.Test;

/** What is done in the background, by whom nobody is kept from it. */
public class BackgroundTest {

    /** By threads with hardly any stack left. */
    @Test
    public void stackOverflowLocksNothing() throws Exception {
        // Tests are executed where nothing is done in the background.
        JavaProcess.Result result = JavaProcess.execute(List.of(), Main.class);
        assertEquals(result.told(), 0, result.exitCode());
    }

    /** What fails is not tried again and again. */
    @Test
    public void pausesGrow() throws Exception {
        JavaProcess.Result result = JavaProcess.execute(List.of("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"), Failing.class);
        assertEquals(result.told(), 0, result.exitCode());
    }

    /** An error of the plugin is not one of the application, whose handler may end the program. */
    @Test
    public void errorsAreTheirOwn() throws Exception {
        JavaProcess.Result result = JavaProcess.execute(List.of("--enable-native-access=ALL-UNNAMED"), Erring.class);
        assertEquals(result.told(), 0, result.exitCode());
        List<String> told = List.of("[cryptointrinsics] in thread \"cryptointrinsics\":", "java.lang.AssertionError: of a test");
        assertEquals(result.told(), told, result.printed().lines().limit(told.size()).toList());
    }

    /** A busy application is not to wait for the thread. */
    @Test
    public void stepsBack() throws Exception {
        for (boolean isUrgent : new boolean[]{false, true}) {
            List<String> options = Stream.of("access", "foreign.abi", "foreign.abi.x64").map(name -> "--add-exports=java.base/jdk.internal." + name + "=ALL-UNNAMED").collect(
                            Collectors.toList());
            options.add("-Dorg.cryptointrinsics.urgent=" + isUrgent);
            JavaProcess.Result result = JavaProcess.execute(options, Nice.class);
            assertEquals(result.told(), 0, result.exitCode());
            assertEquals(isUrgent ? "0" : "10", result.printed().strip());
        }
    }

    /** Prints how nice the thread is, as Linux has it, beyond the program. */
    public static final class Nice {

        private static final int NICE = 18;

        private Nice() {
        }

        private static int of(String task) throws IOException {
            String stat = Files.readString(Path.of("/proc", task, "stat"));
            // The name before may have blanks.
            return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[NICE - 2]);
        }

        public static void main(String[] arguments) throws Exception {
            FutureTask<Integer> task = new FutureTask<>(() -> of("thread-self"));
            Background.execute(task);
            System.out.println(task.get() - of("self"));
        }
    }

    /** Has something done that throws an error, and something else. */
    public static final class Erring {

        private Erring() {
        }

        public static void main(String[] arguments) throws Exception {
            Thread.setDefaultUncaughtExceptionHandler((_, _) -> Runtime.getRuntime().halt(2));
            Background.execute(() -> {
                throw new AssertionError("of a test");
            });
            CountDownLatch done = new CountDownLatch(1);
            Background.execute(done::countDown);
            System.exit(done.await(20, TimeUnit.SECONDS) ? 0 : 1);
        }
    }

    /** Asks all the time for something that fails twice. */
    public static final class Failing {

        private static final int FAILURES = 2;
        /** Pauses of one and of two seconds. */
        private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(3);

        private static int attempts;

        private Failing() {
        }

        private static String make() {
            if (attempts++ < FAILURES) {
                throw new OutOfMemoryError("of a test");
            }
            return "made";
        }

        public static void main(String[] arguments) {
            OnDemand<String> made = new OnDemand<>(Failing::make);
            long start = System.nanoTime();
            while (made.get() == null) {
                Thread.onSpinWait();
            }
            long nanos = System.nanoTime() - start;
            System.out.println(attempts + " attempts in " + nanos + " ns");
            System.exit(attempts == FAILURES + 1 && nanos >= LEAST_NANOS ? 0 : 1);
        }
    }

    /** What is executed in a process of its own. */
    public static final class Main {

        private static final int THREADS = 200;
        private static int overflows;

        private Main() {
        }

        public static void main(String[] arguments) throws Exception {
            for (int i = 0; i < THREADS; i++) {
                LittleStack.run(Main::ask);
                awaitBackground();
            }
            System.out.println("stack overflows: " + overflows);
            System.exit(overflows > THREADS ? 0 : 1);
        }

        private static void ask() {
            try {
                Background.execute(Thread::onSpinWait);
            } catch (StackOverflowError e) {
                overflows++;
                throw e;
            }
        }

        /** Ends the VM if nothing is done in the background any more. */
        private static void awaitBackground() throws InterruptedException {
            CountDownLatch done = new CountDownLatch(1);
            Thread.ofPlatform().daemon().start(() -> Background.execute(done::countDown));
            if (!done.await(20, TimeUnit.SECONDS)) {
                System.out.println("nothing is done any more");
                System.exit(1);
            }
        }
    }
}
