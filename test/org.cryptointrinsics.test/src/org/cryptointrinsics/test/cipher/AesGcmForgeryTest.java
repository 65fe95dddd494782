package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;

import javax.crypto.Cipher;

import org.cryptointrinsics.substitution.cipher.AesGcmMessages;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Reference;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** What was decrypted with a wrong tag is gone before the JDK's method, which may fail for another reason, refuses it. */
@Category(EveryTier.class)
public class AesGcmForgeryTest {

    private static final int TAG = 16;
    private static final byte[] KEY = new byte[16];
    private static final byte[] IV = new byte[12];
    private static final byte[] AAD = {1, 2, 3};

    @Test
    public void nothingIsLeft() throws Exception {
        for (int length : new int[]{1, 100, 10_000, AesGcmReference.LONGEST_PART + 100}) {
            byte[] forgery = AesGcmReference.encrypt(KEY, IV, AAD, Reference.message(length), TAG);
            forgery[length] ^= 1;
            byte[] output = new byte[length + 2];
            Arrays.fill(output, (byte) -1);
            byte[] expected = output.clone();
            Arrays.fill(expected, 1, length + 1, (byte) 0);
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            AesGcmReference.init(cipher, Cipher.DECRYPT_MODE, KEY, IV, AAD, TAG);
            Work before = Jit.work(Jit.intrinsics().aesGcm());
            assertEquals("left to the JDK", -1, AesGcmMessages.doFinal(cipher, forgery, 0, forgery.length, output, 1));
            assertTrue(length + " bytes", Jit.work(Jit.intrinsics().aesGcm()).minus(before).calls() > 0);
            assertArrayEquals(length + " bytes", expected, output);
        }
    }
}
