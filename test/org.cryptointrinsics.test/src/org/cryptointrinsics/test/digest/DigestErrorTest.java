package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

import org.cryptointrinsics.substitution.digest.DigestBaseSubstitutions;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Snapshot;
import org.junit.Before;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** What is left of a digest after an error is what the JDK leaves, and a reset begins a new message. */
@Category(EveryTier.class)
@RunWith(Parameterized.class)
public class DigestErrorTest {

    private static final int MOST_PAGES = 20;
    /** What kernels are given at once, in pages. */
    private static final int CHUNK = 8;
    private static final int OFFSET = 5;
    private static final int FRAMES = 2000;
    private static final long STACK_BYTES = 256 << 10;

    /**
     * What the JDK reads is read by the interpreter: in compiled code, which HotSpot may have made for another test, it may digest what it could not read, and throw the
     * error after that.
     */
    @ClassRule @Rule public static final Fork FORK = new Fork("-XX:CompileCommand=quiet", "-XX:CompileCommand=exclude,java.security.MessageDigestSpi::engineUpdate",
                    "-XX:CompileCommand=exclude,java.nio.ByteBuffer::get*", "-XX:CompileCommand=exclude,jdk.internal.misc.ScopedMemoryAccess::copyMemory*");

    private final String algorithm;

    @Parameters(name = "{0}")
    public static List<String> algorithms() {
        return Reference.ONE_OF_EACH;
    }

    public DigestErrorTest(String algorithm) {
        this.algorithm = algorithm;
    }

    @Before
    public void compile() throws Exception {
        assumeTrue("no kernel", Jit.intrinsic(algorithm).isOn());
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        for (int i = 0; i < 2; i++) {
            Jit.compile(DigestErrorTest.class.getDeclaredMethod("update", MessageDigest.class, ByteBuffer.class));
            update(digest, ByteBuffer.allocateDirect(CHUNK * Pages.SIZE));
        }
    }

    private static void update(MessageDigest digest, ByteBuffer input) {
        digest.update(input);
    }

    /** A file is truncated to each number of pages. */
    @Test
    public void truncatedFile() throws Exception {
        byte[] message = Reference.message(MOST_PAGES * Pages.SIZE);
        for (int before : new int[]{0, 1, 100}) {
            Path path = Files.createTempFile(JavaProcess.FOLDER, "truncated", null);
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE); Arena arena = Arena.ofConfined()) {
                file.write(ByteBuffer.wrap(message));
                ByteBuffer mapped = file.map(MapMode.READ_WRITE, 0, message.length, arena).asByteBuffer();
                for (int pages = MOST_PAGES - 1; pages >= 0; pages--) {
                    file.truncate((long) pages * Pages.SIZE);
                    assertFails(message, before, mapped.duplicate().position(OFFSET), pages);
                }
            } finally {
                Files.delete(path);
            }
        }
    }

    private void assertFails(byte[] message, int before, ByteBuffer input, int pages) throws Exception {
        compile();
        String told = algorithm + ", " + before + " bytes and " + pages + " pages";
        // The JDK takes 4 KiB at once.
        int consumed = Math.max(pages - 1, 0) * Pages.SIZE;
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        digest.update(message, 0, before);
        MessageDigest expected = MessageDigest.getInstance(algorithm);
        expected.update(message, 0, before);
        expected.update(message, OFFSET, consumed);
        long blocks = Jit.work(algorithm).blocks();
        assertThrows(told, InternalError.class, () -> update(digest, input));
        assertTrue(told, pages <= CHUNK || Jit.work(algorithm).blocks() > blocks);
        assertEquals(told, OFFSET + consumed, input.position());
        MessageDigest copy = (MessageDigest) digest.clone();
        assertEquals(told, hex(expected.digest()), hex(digest.digest()));
        copy.reset();
        assertEquals(told, hex(MessageDigest.getInstance(algorithm).digest(message)), hex(copy.digest(message)));
    }

    /** While kernels are at work, too. */
    @Test
    public void fileIsTruncatedMeanwhile() throws Exception {
        byte[] message = Reference.message(MOST_PAGES * Pages.SIZE);
        String empty = hex(MessageDigest.getInstance(algorithm).digest());
        Path path = Files.createTempFile(JavaProcess.FOLDER, "truncated", null);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE); Arena arena = Arena.ofConfined()) {
            for (int i = 0; i < 20; i++) {
                file.write(ByteBuffer.wrap(message), 0);
                ByteBuffer mapped = file.map(MapMode.READ_WRITE, 0, message.length, arena).asByteBuffer();
                compile();
                MessageDigest digest = MessageDigest.getInstance(algorithm);
                Thread other = Thread.ofPlatform().start(() -> truncate(file));
                assertThrows(InternalError.class, () -> {
                    while (true) {
                        digest.reset();
                        update(digest, mapped.duplicate());
                    }
                });
                other.join();
                digest.reset();
                assertEquals(empty, hex(digest.digest()));
            }
        } finally {
            Files.delete(path);
        }
    }

    private static void truncate(FileChannel file) {
        try {
            Thread.sleep(1);
            file.truncate(Pages.SIZE);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** The padding of an empty message, in the interpreter, to which compiled code may return there. */
    @Test
    public void noStackForPadding() throws Exception {
        assumeTrue("the JDK cannot reset SHA-3 then", !algorithm.startsWith("SHA3") && !algorithm.startsWith("SHAKE"));
        Attempt[] attempts = new Attempt[FRAMES];
        for (int i = 0; i < attempts.length; i++) {
            attempts[i] = new Attempt(MessageDigest.getInstance(algorithm));
        }
        // Resolves what it needs.
        new Attempt(MessageDigest.getInstance(algorithm)).run();
        Thread thread = new Thread(null, () -> descend(attempts, new int[1]), "little stack", STACK_BYTES);
        thread.start();
        thread.join();
        int failed = 0;
        byte[] message = Reference.message(100);
        String expected = hex(MessageDigest.getInstance(algorithm).digest(message));
        for (Attempt attempt : attempts) {
            failed += attempt.isFailed ? 1 : 0;
            attempt.digest.reset();
            if (attempt.isFailed) {
                assertEquals(expected, hex(attempt.digest.digest(message)));
            }
        }
        assertTrue("too deep", failed > 1);
    }

    private static final class Attempt {

        private final MessageDigest digest;
        private final Object spi;
        private final byte[] out;
        private boolean isFailed;

        Attempt(MessageDigest digest) {
            this.digest = digest;
            this.spi = Snapshot.get(digest, "digestSpi");
            this.out = new byte[digest.getDigestLength()];
        }

        void run() {
            isFailed = true;
            try {
                isFailed = !DigestBaseSubstitutions.implDigest(spi, out, 0);
            } catch (StackOverflowError expected) {
                // To be reset.
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }

    /** As deep as it gets, and on the way back an attempt in each frame. */
    private static void descend(Attempt[] attempts, int[] next) {
        try {
            descend(attempts, next);
        } catch (StackOverflowError expected) {
            // As deep as it gets.
        }
        if (next[0] < attempts.length) {
            try {
                attempts[next[0]].run();
                next[0]++;
            } catch (StackOverflowError expected) {
                next[0]++;
            }
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
