package org.cryptointrinsics.test.cipher;

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

import org.cryptointrinsics.substitution.cipher.AesGcmMessages;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Pages;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** AES-GCM of mapped files that another process truncates. */
@Category(EveryTier.class)
public class AesGcmMappedFileTest {

    /** That is left to the JDK. */
    @Test
    public void truncationIsAnError() throws Exception {
        CipherCalls.Compiled.prepare();
        for (int length : new int[]{50, Pages.SIZE, 8 * Pages.SIZE}) {
            map(length, (file, mapped, other) -> {
                ByteBuffer buffer = mapped.asByteBuffer();
                file.truncate(0);
                CipherCalls.assertCalls("mapped", 0, CipherCalls.work(() -> {
                    assertThrows(InternalError.class, () -> CipherCalls.COMPILED.doFinal(newCipher(), buffer.duplicate(), other.duplicate()));
                    assertThrows(InternalError.class, () -> CipherCalls.COMPILED.doFinal(newCipher(), other.duplicate().limit(length - 16), buffer.duplicate()));
                }).calls());
            });
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

    private interface FileAction {
        void run(FileChannel file, MemorySegment mapped, ByteBuffer other) throws Exception;
    }

    /** Maps a file of that length, and gives direct memory for it and a tag, too. */
    private static void map(int length, FileAction action) throws Exception {
        Path path = Files.createTempFile(JavaProcess.FOLDER, "truncated", null);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE); Arena arena = Arena.ofConfined()) {
            action.run(file, file.map(MapMode.READ_WRITE, 0, length, arena), ByteBuffer.allocateDirect(length + Pages.SIZE));
        } finally {
            Files.delete(path);
        }
    }

    /** What is executed in a process of its own. */
    public static final class Main {

        private static final int MOST_BYTES = 8 * Pages.SIZE;
        /** More than kernels are given at once, also half of it. */
        private static final int LONG = 256 * Pages.SIZE;

        private Main() {
        }

        private interface Action {
            void run(ByteBuffer input, ByteBuffer output) throws Exception;
        }

        public static void main(String[] arguments) throws Exception {
            CipherCalls.Compiled.prepare();
            check(CipherCalls.Compiled::prepare, (input, output) -> CipherCalls.COMPILED.doFinal(newCipher(), input, output));
            CipherCalls.Compiled.prepare();
            checkParts();
            checkDecryptedParts();
            BlockMethods methods = new BlockMethods("GaloisCounterMode$GCMEncrypt.doUpdate", "GaloisCounterMode$EncryptOp.update");
            methods.prepare(() -> newCipher().update(ByteBuffer.allocateDirect(MOST_BYTES), ByteBuffer.allocateDirect(MOST_BYTES)));
            check(methods::compile, (input, output) -> newCipher().update(input, output));
        }

        /** The memory, which does not tell that it is a file's. */
        @SuppressWarnings("restricted")
        private static ByteBuffer untold(MemorySegment mapped) {
            return MemorySegment.ofAddress(mapped.address()).reinterpret(mapped.byteSize()).asByteBuffer();
        }

        /**
         * Truncates files by every page, the last one of which has an even number, or an odd one.
         *
         * @param prepare compiles what an error has undone
         */
        private static void check(Jit.Action prepare, Action action) throws Exception {
            map(MOST_BYTES, (file, mapped, other) -> {
                for (int length : new int[]{MOST_BYTES - Pages.SIZE, MOST_BYTES}) {
                    // As long as it was, and zeros.
                    file.write(ByteBuffer.allocate(1), MOST_BYTES - 1);
                    check(file, untold(mapped.asSlice(0, length)), other, prepare, action);
                }
            });
        }

        private static void check(FileChannel file, ByteBuffer buffer, ByteBuffer other, Jit.Action prepare, Action action) throws Exception {
            int length = buffer.capacity();
            byte[] expected = newCipher().doFinal(new byte[length]);
            prepare.run();
            assertTrue(CipherCalls.work(() -> action.run(buffer.duplicate(), other.duplicate())).calls() > 0);
            assertEquals(ByteBuffer.wrap(expected, 0, length), other.duplicate().limit(length));
            for (int rest = length - Pages.SIZE; rest >= 0; rest -= Pages.SIZE) {
                file.truncate(rest);
                prepare.run();
                CipherCalls.assertCalls("input", 0,
                                CipherCalls.work(() -> assertThrows(InternalError.class, () -> action.run(buffer.duplicate(), other.duplicate()))).calls());
                prepare.run();
                CipherCalls.assertCalls("output", 0, CipherCalls.work(
                                () -> assertThrows(InternalError.class, () -> action.run(other.duplicate().limit(length - 16), buffer.duplicate()))).calls());
            }
        }

        /** Kernels encrypt what is there of a long message, and the JDK begins again: with what it leaves, nothing else is encrypted with the same counter blocks. */
        private static void checkParts() throws Exception {
            map(LONG, (file, mapped, other) -> {
                ByteBuffer buffer = untold(mapped);
                ByteBuffer expectedBuffer = untold(mapped);
                file.truncate(LONG / 2);
                Cipher cipher = newCipher();
                Cipher expected = newCipher();
                assertTrue(CipherCalls.work(() -> assertThrows(InternalError.class, () -> CipherCalls.COMPILED.doFinal(cipher, buffer, other.duplicate()))).calls() > 0);
                assertThrows(InternalError.class, () -> CipherCalls.INTERPRETED.doFinal(expected, expectedBuffer, other.duplicate()));
                assertEquals(expectedBuffer.position(), buffer.position());
                assertEquals(CipherState.of(expected), CipherState.of(cipher));
                assertEquals(ByteBuffer.wrap(newCipher().update(new byte[Pages.SIZE])), other.duplicate().limit(Pages.SIZE));
            });
        }

        /** Of what is there of a long message, nothing is left that was decrypted. */
        private static void checkDecryptedParts() throws Exception {
            map(LONG, (file, mapped, other) -> {
                file.truncate(LONG / 2);
                Cipher cipher = AesGcmReference.cipher(Cipher.DECRYPT_MODE, new byte[16], new byte[12], new byte[0], 16);
                for (int i = 0; i < LONG; i++) {
                    other.put(i, (byte) 1);
                }
                assertTrue(CipherCalls.work(() -> assertEquals(-1, AesGcmMessages.doFinal(cipher, untold(mapped), other.duplicate()))).calls() > 0);
                ByteBuffer expected = ByteBuffer.allocate(LONG);
                for (int i = 0; i < LONG; i++) {
                    expected.put(i, (byte) (i < LONG / 2 ? 0 : 1));
                }
                assertEquals(expected, other.duplicate().limit(LONG));
            });
        }
    }
}
