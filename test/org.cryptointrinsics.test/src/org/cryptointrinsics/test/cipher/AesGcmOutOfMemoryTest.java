package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assume.assumeTrue;

import java.util.HexFormat;

import javax.crypto.Cipher;

import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** Where there is no memory for the result, a cipher is left as by the JDK's own method, and goes on like that. */
@Category(EveryTier.class)
public class AesGcmOutOfMemoryTest {

    /** More than half of all memory. */
    private static final int LARGE = 400 << 20;
    private static final int TAG_BYTES = 16;
    private static final byte[] KEY = Reference.message(16);
    private static final byte[] IV = Reference.message(12);
    private static final byte[] PLAINTEXT = Reference.message(100);

    @Rule public final Fork fork = new Fork("-Xmx700m");

    @Test
    public void resultDoesNotFit() throws Exception {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        CipherCalls.Compiled.prepare();
        byte[] large = new byte[LARGE];
        for (int mode : new int[]{Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE}) {
            assertEquals(outcome(CipherCalls.INTERPRETED, 0, mode, large), outcome(CipherCalls.COMPILED, 1, mode, large));
        }
    }

    /** What the cipher remembers, and what comes of a message that does fit, by so many calls of kernels. */
    private static String outcome(CipherCalls calls, int kernels, int mode, byte[] large) throws Exception {
        byte[] input = mode == Cipher.ENCRYPT_MODE ? PLAINTEXT : AesGcmReference.encrypt(KEY, IV, IV, PLAINTEXT, TAG_BYTES);
        Cipher cipher = AesGcmReference.cipher(mode, KEY, IV, IV, TAG_BYTES);
        CipherCalls.Compiled.prepare();
        assertThrows(OutOfMemoryError.class, () -> calls.doFinal(cipher, large));
        StringBuilder told = new StringBuilder(CipherState.of(cipher));
        CipherCalls.Compiled.prepare();
        assertEquals(kernels, CipherCalls.work(() -> told.append(HexFormat.of().formatHex(calls.doFinal(cipher, input)))).calls());
        return told + CipherState.of(cipher);
    }
}
