package org.cryptointrinsics.test.cipher;

import java.security.GeneralSecurityException;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.substitution.CallLimits;

/** AES-GCM of the JDK. */
public final class AesGcmReference {

    public static final String ALGORITHM = "AES/GCM/NoPadding";
    public static final String PROVIDER = "SunJCE";
    /** The most bytes that a kernel is given at once. */
    public static final int LONGEST_PART = CallLimits.AES_GCM_BYTES;

    private AesGcmReference() {
    }

    /** A cipher that only waits for its message. */
    public static Cipher cipher(int mode, byte[] key, byte[] iv, byte[] aad, int tagBytes) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(ALGORITHM, PROVIDER);
        init(cipher, mode, key, iv, aad, tagBytes);
        return cipher;
    }

    public static void init(Cipher cipher, int mode, byte[] key, byte[] iv, byte[] aad, int tagBytes) throws GeneralSecurityException {
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(Byte.SIZE * tagBytes, iv));
        if (aad.length != 0) {
            cipher.updateAAD(aad);
        }
    }

    /** The ciphertext and the tag. */
    public static byte[] encrypt(byte[] key, byte[] iv, byte[] aad, byte[] plaintext, int tagBytes) throws GeneralSecurityException {
        return CipherCalls.INTERPRETED.doFinal(cipher(Cipher.ENCRYPT_MODE, key, iv, aad, tagBytes), plaintext);
    }

    /** A block encrypted by AES alone. */
    public static byte[] encryptBlock(byte[] key, byte[] block) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding", "SunJCE");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
        return cipher.doFinal(block);
    }
}
