package org.cryptointrinsics.test;

import java.security.GeneralSecurityException;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** AES-GCM of the JDK. */
final class AesGcmReference {

    private AesGcmReference() {
    }

    /** The ciphertext and the tag. */
    static byte[] encrypt(byte[] key, byte[] iv, byte[] aad, byte[] plaintext, int tagBytes) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding", "SunJCE");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(Byte.SIZE * tagBytes, iv));
        cipher.updateAAD(aad);
        return cipher.doFinal(plaintext);
    }

    /** A block encrypted by AES alone. */
    static byte[] encryptBlock(byte[] key, byte[] block) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding", "SunJCE");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
        return cipher.doFinal(block);
    }
}
