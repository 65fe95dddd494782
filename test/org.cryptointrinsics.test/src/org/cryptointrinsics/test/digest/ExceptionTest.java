package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Snapshot;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** What is wrong fails just as it does in HotSpot's interpreter without the plugin: the exception, what is remembered, and what can be digested afterwards. */
@Category(EveryTier.class)
public class ExceptionTest {

    /** Prints what goes wrong, a line each. */
    public static final class Main {
        private Main() {
        }

        public static void main(String[] arguments) throws Exception {
            failures(() -> {
            }).forEach(System.out::println);
        }
    }

    @FunctionalInterface
    private interface Call {
        void make(MessageDigest digest) throws Exception;
    }

    private record Failure(String name, Call call) {
    }

    private static final String NOTHING = "nothing thrown";
    private static final int LENGTH = 200;
    /** Has a kernel on every CPU. */
    private static final String WITH_KERNEL = "MD5";

    @Test
    public void exceptionsAreThoseOfTheInterpreter() throws Exception {
        String expected = JavaProcess.runPlain(List.of("-Xint"), Main.class);
        assertTrue(expected, expected.lines().count() > 100);
        assertFalse(expected, expected.contains(NOTHING));
        String[] actual = new String[1];
        // An exception may make HotSpot throw compiled code away.
        Work work = Jit.work(WITH_KERNEL, () -> actual[0] = String.join("\n", failures(Calls::prepare)) + "\n");
        assertEquals(expected, actual[0]);
        assertTrue("by kernels: " + work, work.blocks() > 0 || !Jit.intrinsic(WITH_KERNEL).isOn());
    }

    /** Describes what happens in each case, and what comes of right calls afterwards; {@code prepare} is run before each and before those. */
    private static List<String> failures(Jit.Action prepare) throws Exception {
        List<String> lines = new ArrayList<>();
        ByteBuffer closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(LENGTH).asByteBuffer().position(3);
        }
        ByteBuffer closedShared;
        try (Arena arena = Arena.ofShared()) {
            closedShared = arena.allocate(LENGTH).asByteBuffer().asReadOnlyBuffer().position(3);
        }
        try (Arena arena = Arena.ofConfined()) {
            ByteBuffer confined = arena.allocate(LENGTH).asByteBuffer().position(3);
            byte[] four = new byte[4];
            byte[] hundred = new byte[100];
            List<Failure> failures = List.of(//
                            new Failure("null buffer", digest -> Calls.update(digest, (ByteBuffer) null)), //
                            new Failure("closed arena", digest -> Calls.update(digest, closed)), //
                            new Failure("closed shared arena", digest -> Calls.update(digest, closedShared)), //
                            new Failure("another thread's arena", digest -> inAnotherThread(() -> Calls.update(digest, confined))), //
                            new Failure("null array", digest -> Calls.update(digest, (byte[]) null)), //
                            new Failure("null array with bounds", digest -> Calls.update(digest, null, 0, 1)), //
                            new Failure("end beyond the end", digest -> Calls.update(digest, four, 2, 3)), //
                            new Failure("beginning beyond the end", digest -> Calls.update(digest, four, 5, 0)), //
                            new Failure("negative offset", digest -> Calls.update(digest, four, -1, 2)), //
                            new Failure("negative length", digest -> Calls.update(digest, four, 1, -1)), //
                            new Failure("overflow", digest -> Calls.update(digest, four, Integer.MAX_VALUE, Integer.MAX_VALUE)), //
                            new Failure("null message", digest -> Calls.digest(digest, null)), //
                            new Failure("null output", digest -> Calls.digest(digest, null, 0, 100)), //
                            new Failure("short output", digest -> Calls.digest(digest, hundred, 0, 15)), //
                            new Failure("short array for output", digest -> Calls.digest(digest, four, 0, 100)), //
                            new Failure("negative offset of output", digest -> Calls.digest(digest, hundred, -1, 100)));
            for (String algorithm : Reference.DIGESTS) {
                // Within and at the end of a block, and where the digest is to be reset first.
                for (int before : new int[]{0, 64, 100, -1}) {
                    for (Failure failure : failures) {
                        prepare.run();
                        MessageDigest digest = MessageDigest.getInstance(algorithm);
                        digest.update(Reference.message(), 0, Math.max(0, before));
                        if (before < 0) {
                            digest.digest();
                        }
                        String thrown = NOTHING;
                        try {
                            failure.call.make(digest);
                        } catch (Exception e) {
                            thrown = e.toString();
                        }
                        Snapshot snapshot = Snapshot.of(digest);
                        prepare.run();
                        MessageDigest copy = (MessageDigest) Calls.copy(digest);
                        Calls.update(digest, Reference.message(), 0, LENGTH);
                        lines.add(algorithm + " after " + before + ", " + failure.name + ": " + thrown + ", positions " + closed.position() + " " +
                                        closedShared.position() + " " + confined.position() + ", " + snapshot + ", then " +
                                        HexFormat.of().formatHex(Calls.digest(digest)) + ", or at once " +
                                        HexFormat.of().formatHex(Calls.digest(copy, Reference.message(LENGTH))));
                    }
                }
            }
        }
        return lines;
    }

    private static void inAnotherThread(Jit.Action action) throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> {
            action.run();
            return null;
        });
        Thread.ofPlatform().name("another").start(task);
        try {
            task.get();
        } catch (ExecutionException e) {
            throw (Exception) e.getCause();
        }
    }
}
