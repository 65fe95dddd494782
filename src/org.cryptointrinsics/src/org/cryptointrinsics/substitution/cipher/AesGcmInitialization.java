package org.cryptointrinsics.substitution.cipher;

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
 * What is compiled in place of {@code Cipher.init}, for AES-GCM with the key of the last time and another IV. It copies no key, and makes nothing but an array for the
 * IV: the one that the cipher has may be the application's. Whatever is special, or to fail, is left to the JDK's method.
 *
 * <p>A {@code GCMParameterSpec} made for one initialization, as TLS makes one for each record, need not be made, nor its copy of the IV.
 */
public final class AesGcmInitialization {

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

    /** {@code GCMParameterSpec.init}, which constructors call. That the compiler need not make the array, it must know its length. */
    static void init(GCMParameterSpec parameters, int tagBits, byte[] source, int offset, int length) {
        if (tagBits < 0 || source == null || length != AesGcmMessages.IV_BYTES || offset < 0 || length > source.length - offset) {
            leave();
            CipherFields.initialize(parameters, tagBits, CipherFields.iv(new GCMParameterSpec(tagBits, source, offset, length)));
        } else {
            byte[] iv = new byte[AesGcmMessages.IV_BYTES];
            CipherFields.copyIv(source, offset, iv);
            CipherFields.initialize(parameters, tagBits, iv);
        }
    }

    /** Where this is compiled, the interpreter goes on from before the call that was replaced; in the code that is compiled then, none is. */
    private static void leave() {
    }

    /** {@code Cipher.init(int, Key, AlgorithmParameterSpec)}. */
    static void init(Cipher cipher, int mode, Key key, AlgorithmParameterSpec parameters) throws GeneralSecurityException {
        init(cipher, mode, key, parameters, JCAUtil.getDefSecureRandom());
    }

    /** {@code Cipher.init(int, Key, AlgorithmParameterSpec, SecureRandom)}. */
    static void init(Cipher cipher, int mode, Key key, AlgorithmParameterSpec parameters, SecureRandom random) throws GeneralSecurityException {
        if (parameters == null || parameters.getClass() != GCMParameterSpec.class || CipherFields.isOther(cipher)) {
            leaveOther();
            cipher.init(mode, key, parameters, random);
        } else if (key == null || key.getClass() != SecretKeySpec.class || !initAgain(cipher, mode, (SecretKeySpec) key, (GCMParameterSpec) parameters, random)) {
            cipher.init(mode, key, others((GCMParameterSpec) parameters), random);
        }
    }

    /** Where this is compiled for a call that was given nothing but AES-GCM so far, as {@link #leave}. */
    private static void leaveOther() {
    }

    /**
     * Parameters as those given, for the JDK's method, which takes the IV and the length from them. Given those themselves, the compiler would make them in any case:
     * its escape analysis makes objects before paths meet of which one needs them, though none does afterwards.
     */
    private static GCMParameterSpec others(GCMParameterSpec parameters) {
        byte[] iv = CipherFields.iv(parameters);
        if (iv.length != AesGcmMessages.IV_BYTES) {
            return parameters;
        }
        byte[] copy = new byte[AesGcmMessages.IV_BYTES];
        CipherFields.copyIv(iv, 0, copy);
        return new GCMParameterSpec(parameters.getTLen(), copy);
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
                        isEncryption && (!AesGcmMessages.isEqual(keyBytes, CipherFields.lastKey(gcm)) || CipherFields.isIv(iv, CipherFields.lastIv(gcm)))) {
            return false;
        }
        CipherFields.initialize(cipher, gcm, mode, tagBits / Byte.SIZE, iv, random);
        return true;
    }
}
