package org.cryptointrinsics.substitution;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import sun.security.jca.JCAUtil;
import sun.security.util.Debug;

/**
 * What is compiled in place of {@code Cipher.init}, for AES-GCM with the key of the last time and another IV. It copies no key, and makes nothing but the cipher's
 * own array of the IV: were that written again, a thread that shares the cipher might encrypt with a mixture of two. Whatever is special, or to fail, is left to the
 * JDK's method.
 */
final class AesGcmInitialization {

    private static final String ALGORITHM = "AES";
    private static final int FEWEST_TAG_BITS = 96;
    private static final int MOST_TAG_BITS = 128;

    /** Whether the JDK prints every initialization: {@code -Djava.security.debug=provider}. */
    private static final boolean IS_PRINTED = Debug.isOn("provider");

    private AesGcmInitialization() {
    }

    /** Initializes this class. */
    static void link() {
    }

    /** {@code Cipher.init(int, Key, AlgorithmParameterSpec)}. */
    static void init(Cipher cipher, int mode, Key key, AlgorithmParameterSpec parameters) throws GeneralSecurityException {
        init(cipher, mode, key, parameters, JCAUtil.getDefSecureRandom());
    }

    /** {@code Cipher.init(int, Key, AlgorithmParameterSpec, SecureRandom)}. */
    static void init(Cipher cipher, int mode, Key key, AlgorithmParameterSpec parameters, SecureRandom random) throws GeneralSecurityException {
        if (key == null || key.getClass() != SecretKeySpec.class || parameters == null || parameters.getClass() != GCMParameterSpec.class ||
                        !initAgain(cipher, mode, (SecretKeySpec) key, (GCMParameterSpec) parameters, random)) {
            cipher.init(mode, key, parameters, random);
        }
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
        if (!AesGcmMessages.isEqual(keyBytes, CipherFields.keyOfAes(gcm)) ||
                        isEncryption && (!AesGcmMessages.isEqual(keyBytes, CipherFields.lastKey(gcm)) || AesGcmMessages.isEqual(iv, CipherFields.lastIv(gcm)))) {
            return false;
        }
        CipherFields.initialize(cipher, gcm, mode, tagBits / Byte.SIZE, iv, random);
        return true;
    }
}
