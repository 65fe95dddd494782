package org.cryptointrinsics.bench;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;

import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Ends about when its code would be compiled and there would be kernels. */
final class ShortProgram {

    static final int ROUNDS = 20_000;

    private static final int MESSAGE_BYTES = 1024;
    private static final int KEY_BYTES = 16;
    private static final int IV_BYTES = 12;
    private static final int TAG_BITS = 128;

    private ShortProgram() {
    }

    public static void main(@SuppressWarnings("unused") String[] args) throws GeneralSecurityException {
        MessageDigest digest = MessageDigest.getInstance("MD5");
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        SecretKey key = new SecretKeySpec(new byte[KEY_BYTES], "AES");
        byte[] message = new byte[MESSAGE_BYTES];
        byte[] iv = new byte[IV_BYTES];
        int sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            sum += digest.digest(message)[0];
            ByteBuffer.wrap(iv).putInt(i);
            cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, iv));
            sum += cipher.doFinal(message)[0];
        }
        if (sum == 0) {
            throw new IllegalStateException("the messages were not encrypted");
        }
    }
}
