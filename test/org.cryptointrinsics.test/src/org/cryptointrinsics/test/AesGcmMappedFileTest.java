package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import javax.crypto.Cipher;

import org.junit.Before;
import org.junit.Test;

/** AES-GCM of mapped files that another process truncates, which is left to the JDK. */
public class AesGcmMappedFileTest {

    @Before
    public void compile() throws Exception {
        CipherCalls.Compiled.prepare();
    }

    @Test
    public void truncationIsAnError() throws Exception {
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

    private static Cipher newCipher() throws Exception {
        return AesGcmReference.cipher(Cipher.ENCRYPT_MODE, new byte[16], new byte[12], new byte[0], 16);
    }
}
