package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

import javax.crypto.Cipher;

import org.cryptointrinsics.selection.AesGcmIntrinsic.Part;
import org.cryptointrinsics.test.AesGcmTierTest.BlockMethods;
import org.junit.Test;

/** AES-GCM of mapped files that another process truncates. */
public class AesGcmMappedFileTest {

    /** That is left to the JDK. */
    @Test
    public void truncationIsAnError() throws Exception {
        CipherCalls.Compiled.prepare();
        for (int length : new int[]{50, Pages.SIZE, 8 * Pages.SIZE}) {
            Path path = Files.createTempFile(JavaProcess.FOLDER, "truncated", null);
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE); Arena arena = Arena.ofConfined()) {
                ByteBuffer mapped = file.map(MapMode.READ_WRITE, 0, length, arena).asByteBuffer();
                file.truncate(0);
                ByteBuffer other = ByteBuffer.allocateDirect(length + Pages.SIZE);
                assertEquals(0, CipherCalls.work(() -> {
                    assertThrows(InternalError.class, () -> CipherCalls.COMPILED.doFinal(newCipher(), mapped.duplicate(), other.duplicate()));
                    assertThrows(InternalError.class, () -> CipherCalls.COMPILED.doFinal(newCipher(), other.duplicate().limit(length - 16), mapped.duplicate()));
                }).calls());
            } finally {
                Files.delete(path);
            }
        }
    }

    /** Where a buffer does not tell that it is a file's, kernels are used as long as its pages are there. In a process of its own, which might crash. */
    @Test
    public void truncationBehindAnAddressIsAnError() throws Exception {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        JavaProcess.runLikeThis(List.of(), Main.class);
    }

    private static Cipher newCipher() throws Exception {
        return AesGcmReference.cipher(Cipher.ENCRYPT_MODE, new byte[16], new byte[12], new byte[0], 16);
    }

    /** What is executed in a process of its own. */
    public static final class Main {

        private static final int LENGTH = 8 * Pages.SIZE;
        /** More than kernels are given at once, also half of it. */
        private static final int LONG = 256 * Pages.SIZE;

        private Main() {
        }

        private interface Action {
            void run(ByteBuffer input, ByteBuffer output) throws Exception;
        }

        public static void main(String[] arguments) throws Exception {
            CipherCalls.Compiled.prepare();
            check(() -> {
            }, (input, output) -> CipherCalls.COMPILED.doFinal(newCipher(), input, output));
            checkParts();
            BlockMethods methods = new BlockMethods("GaloisCounterMode$GCMEncrypt.doUpdate", "GaloisCounterMode$EncryptOp.update");
            BlockMethods.reach(Part.BLOCKS, Part.COUNTER, Part.HASH);
            methods.prepare(() -> newCipher().update(ByteBuffer.allocateDirect(LENGTH), ByteBuffer.allocateDirect(LENGTH)));
            check(methods::compile, (input, output) -> newCipher().update(input, output));
        }

        /** What was encrypted of a long message has used counter blocks, which nothing else may be encrypted with. */
        @SuppressWarnings("restricted")
        private static void checkParts() throws Exception {
            CipherCalls.Compiled.prepare();
            Path path = Files.createTempFile(JavaProcess.FOLDER, "truncated", null);
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE); Arena arena = Arena.ofConfined()) {
                MemorySegment mapped = file.map(MapMode.READ_WRITE, 0, LONG, arena);
                ByteBuffer buffer = MemorySegment.ofAddress(mapped.address()).reinterpret(LONG).asByteBuffer();
                ByteBuffer other = ByteBuffer.allocateDirect(LONG + Pages.SIZE);
                file.truncate(LONG / 2);
                Cipher cipher = newCipher();
                assertTrue(CipherCalls.work(() -> assertThrows(InternalError.class, () -> CipherCalls.COMPILED.doFinal(cipher, buffer, other.duplicate()))).calls() > 0);
                assertEquals(ByteBuffer.wrap(newCipher().update(new byte[Pages.SIZE])), other.duplicate().limit(Pages.SIZE));
                assertThrows(IllegalStateException.class, () -> cipher.doFinal(new byte[Pages.SIZE]));
            } finally {
                Files.delete(path);
            }
        }

        /**
         * @param prepare compiles what an error has undone
         */
        @SuppressWarnings("restricted")
        private static void check(Runnable prepare, Action action) throws Exception {
            Path path = Files.createTempFile(JavaProcess.FOLDER, "truncated", null);
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE); Arena arena = Arena.ofConfined()) {
                MemorySegment mapped = file.map(MapMode.READ_WRITE, 0, LENGTH, arena);
                ByteBuffer buffer = MemorySegment.ofAddress(mapped.address()).reinterpret(LENGTH).asByteBuffer();
                ByteBuffer other = ByteBuffer.allocateDirect(LENGTH + Pages.SIZE);
                byte[] expected = newCipher().doFinal(new byte[LENGTH]);
                prepare.run();
                assertTrue(CipherCalls.work(() -> action.run(buffer.duplicate(), other.duplicate())).calls() > 0);
                assertEquals(ByteBuffer.wrap(expected, 0, LENGTH), other.duplicate().limit(LENGTH));
                for (int rest = LENGTH - Pages.SIZE; rest >= 0; rest -= Pages.SIZE) {
                    file.truncate(rest);
                    prepare.run();
                    assertEquals(0, CipherCalls.work(() -> {
                        assertThrows(InternalError.class, () -> action.run(buffer.duplicate(), other.duplicate()));
                        prepare.run();
                        assertThrows(InternalError.class, () -> action.run(other.duplicate().limit(LENGTH - 16), buffer.duplicate()));
                    }).calls());
                }
            } finally {
                Files.delete(path);
            }
        }
    }
}
