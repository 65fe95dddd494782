package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;

import org.junit.Before;
import org.junit.Test;

/** A mapped file may become shorter while it is digested. The JDK then throws an {@link InternalError}, and so it does with kernels; the VM does not crash. */
public class MappedFileTest {

    @Before
    public void compile() throws Exception {
        Calls.prepare();
    }

    @Test
    public void truncationIsAnError() throws Exception {
        for (String algorithm : Reference.ONE_OF_EACH) {
            // Less than a block, a few of them, and more than a kernel is given at once.
            for (int length : new int[]{50, Pages.SIZE, 64 * Pages.SIZE}) {
                assertFails(algorithm, length, 0);
                assertFails(algorithm, length + 3 * Pages.SIZE, Pages.SIZE);
                assertWorks(algorithm);
            }
        }
    }

    private static void assertFails(String algorithm, int length, int truncated) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        Path path = Files.createTempFile(JavaProcess.FOLDER, "truncated", null);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE); Arena arena = Arena.ofConfined()) {
            // The arena can be closed afterwards.
            ByteBuffer mapped = file.map(MapMode.READ_WRITE, 0, length, arena).asByteBuffer();
            file.truncate(truncated);
            long before = Jit.work(algorithm).blocks();
            assertThrows(InternalError.class, () -> {
                Calls.update(digest, mapped);
                // It may come as late as here.
                Calls.digest(digest);
            });
            assertTrue("by a kernel", Jit.work(algorithm).blocks() > before || !Jit.intrinsic(algorithm).isOn() || length < Jit.intrinsic(algorithm).algorithm().blockBytes());
        } finally {
            Files.delete(path);
        }
    }

    private static void assertWorks(String algorithm) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        Calls.update(digest, ByteBuffer.allocateDirect(Reference.SMALL).put(Reference.message(Reference.SMALL)).flip());
        assertEquals(Reference.digest(algorithm, Reference.SMALL), HexFormat.of().formatHex(Calls.digest(digest)));
    }
}
