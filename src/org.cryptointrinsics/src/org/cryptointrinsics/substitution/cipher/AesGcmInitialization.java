package org.cryptointrinsics.substitution.cipher;

import java.security.Key;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.substitution.MethodSubstitution;
import org.cryptointrinsics.substitution.digest.MessageDigestSubstitutions;

import sun.security.util.Debug;

/**
 * What is executed before {@code Cipher.init}, for AES-GCM with the key of the last time and another IV. It copies no key, and makes nothing but an array for the IV: the one that
 * the cipher has may be the application's. Whatever is special, or to fail, is left to the JDK's method.
 */
public final class AesGcmInitialization {

    private static final String ALGORITHM = "AES";
    private static final int FEWEST_TAG_BITS = 96;
    private static final int MOST_TAG_BITS = 128;

    /** Whether the JDK prints every initialization: {@code -Djava.security.debug=provider}. */
    private static final boolean IS_PRINTED = Debug.isOn("provider");

    private AesGcmInitialization() {
    }

    /** Whether something else than AES-GCM is to be initialized. */
    static boolean isOther(Cipher cipher, AlgorithmParameterSpec parameters) {
        return parameters == null || parameters.getClass() != GCMParameterSpec.class || CipherFields.isOther(cipher);
    }

    /** {@code Cipher.init(int, Key, AlgorithmParameterSpec, SecureRandom)}. */
    @MethodSubstitution(CipherFields.CIPHER_CLASS)
    public static boolean init(Cipher cipher, int mode, Key key, AlgorithmParameterSpec parameters, SecureRandom random) {
        return !isOther(cipher, parameters) && key != null && key.getClass() == SecretKeySpec.class &&
                        initAgain(cipher, mode, (SecretKeySpec) key, (GCMParameterSpec) parameters, random);
    }

    /** Returns false, and has done nothing, if it is left to the JDK's method. */
    private static boolean initAgain(Cipher cipher, int mode, SecretKeySpec key, GCMParameterSpec parameters, SecureRandom random) {
        Object gcm = IS_PRINTED ? null : CipherFields.aesGcm(cipher);
        boolean isEncryption = mode == Cipher.ENCRYPT_MODE;
        int tagBits = parameters.getTLen();
        byte[] iv = CipherFields.iv(parameters);
        if (gcm == null || !CipherFields.isUnrestricted(cipher) || !isEncryption && mode != Cipher.DECRYPT_MODE || iv.length != AesGcmMessages.IV_BYTES ||
                        tagBits < FEWEST_TAG_BITS || tagBits > MOST_TAG_BITS || tagBits % Byte.SIZE != 0 || !ALGORITHM.equals(key.getAlgorithm())) {
            return false;
        }
        byte[] keyBytes = CipherFields.bytes(key);
        // That AES has the key tells that it is as long as the cipher wants it.
        if (!isEqual(keyBytes, CipherFields.keyOfAes(gcm)) ||
                        isEncryption && (!isEqual(keyBytes, CipherFields.lastKey(gcm)) || CipherFields.isIv(iv, CipherFields.lastIv(gcm)))) {
            return false;
        }
        CipherFields.initialize(cipher, gcm, mode, tagBits / Byte.SIZE, iv, random);
        return true;
    }

    private static boolean isEqual(byte[] key, byte[] other) {
        return MessageDigestSubstitutions.isEqual(key, other) == 1;
    }
}
