package org.cryptointrinsics.substitution.cipher;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

import sun.security.jca.JCAUtil;

/**
 * What Graal compiles in place of {@code Cipher.init}, with {@link AesGcmInitialization} in it: a {@code GCMParameterSpec} made for one initialization, as TLS makes one for each
 * record, need not be made, nor its copy of the IV.
 */
public final class AesGcmParameters {

    private AesGcmParameters() {
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

    /** The interpreter goes on from before the call that was replaced; in the code that is compiled then, none is. */
    private static void leave() {
    }

    /** {@code Cipher.init(int, Key, AlgorithmParameterSpec)}. */
    static void init(Cipher cipher, int mode, Key key, AlgorithmParameterSpec parameters) throws GeneralSecurityException {
        init(cipher, mode, key, parameters, JCAUtil.getDefSecureRandom());
    }

    /** {@code Cipher.init(int, Key, AlgorithmParameterSpec, SecureRandom)}. */
    static void init(Cipher cipher, int mode, Key key, AlgorithmParameterSpec parameters, SecureRandom random) throws GeneralSecurityException {
        if (AesGcmInitialization.isOther(cipher, parameters)) {
            leaveOther();
            cipher.init(mode, key, parameters, random);
        } else if (!AesGcmInitialization.init(cipher, mode, key, parameters, random)) {
            cipher.init(mode, key, others((GCMParameterSpec) parameters), random);
        }
    }

    /** For a call that was given nothing but AES-GCM so far, as {@link #leave}. */
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
}
