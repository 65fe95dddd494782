package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Pages;
import org.junit.Test;

/**
 * A mapped file may become shorter while a kernel for digests that Graal has compiled in this process reads it. An {@link InternalError} is thrown then, and the VM does not
 * crash.
 */
public class MappedFileTest {

    @Test
    public void truncationIsAnError() throws Exception {
        Calls.prepare();
        for (DigestIntrinsic intrinsic : Jit.intrinsics().digests()) {
            if (intrinsic.isOn()) {
                for (int pages : new int[]{0, 1, 3}) {
                    assertFails(intrinsic, pages);
                }
            }
        }
    }

    private static void assertFails(DigestIntrinsic intrinsic, int pages) throws Exception {
        CompressMethod kernel = intrinsic.compressMethod.get();
        Object state = intrinsic.algorithm().initialWords();
        Path path = Files.createTempFile(JavaProcess.FOLDER, "truncated", null);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE); Arena arena = Arena.ofConfined()) {
            MemorySegment mapped = file.map(MapMode.READ_WRITE, 0, 4 * Pages.SIZE, arena);
            int blocks = 4 * Pages.SIZE / intrinsic.algorithm().blockBytes();
            assertTrue(kernel.compress(state, null, mapped.address(), blocks, null));
            file.truncate((long) pages * Pages.SIZE);
            int before = kernel.code().callsWithoutCode();
            assertThrows(InternalError.class, () -> kernel.compress(state, null, mapped.address(), blocks, null));
            assertEquals("by a kernel", before, kernel.code().callsWithoutCode());
        } finally {
            Files.delete(path);
        }
    }
}
