package org.cryptointrinsics.substitution;

import java.io.ByteArrayOutputStream;

import javax.crypto.Cipher;

import jdk.internal.misc.Unsafe;

/** What the substitutions need of the JDK's classes for AES-GCM and what those keep to themselves. */
final class CipherFields {

    static final String GCM = "com.sun.crypto.provider.GaloisCounterMode";
    static final String ENGINE = GCM + "$GCMEngine";
    static final String BLOCK_CIPHER = "com.sun.crypto.provider.SymmetricCipher";
    static final String AES = "com.sun.crypto.provider.AESCrypt";
    static final String BUFFER = "com.sun.crypto.provider.AEADBufferedStream";

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final Class<?> GCM_CLASS = DigestFields.forName(GCM);
    private static final Class<?> ENGINE_CLASS = DigestFields.forName(ENGINE);
    private static final Class<?> AES_CLASS = DigestFields.forName(AES);

    private static final long SPI = U.objectFieldOffset(Cipher.class, "spi");
    private static final long CIPHER_INITIALIZED = U.objectFieldOffset(Cipher.class, "initialized");
    private static final long MODE = U.objectFieldOffset(Cipher.class, "opmode");
    private static final long INITIALIZED = U.objectFieldOffset(GCM_CLASS, "initialized");
    private static final long IS_ENCRYPTION = U.objectFieldOffset(GCM_CLASS, "encryption");
    private static final long IS_TO_BE_INITIALIZED = U.objectFieldOffset(GCM_CLASS, "reInit");
    private static final long TAG_BYTES = U.objectFieldOffset(GCM_CLASS, "tagLenBytes");
    private static final long IV = U.objectFieldOffset(GCM_CLASS, "iv");
    private static final long CIPHER = U.objectFieldOffset(GCM_CLASS, "blockCipher");
    private static final long GCM_ENGINE = U.objectFieldOffset(GCM_CLASS, "engine");
    private static final long AAD_BUFFER = U.objectFieldOffset(ENGINE_CLASS, "aadBuffer");
    private static final long AAD_PROCESSED = U.objectFieldOffset(ENGINE_CLASS, "aadProcessed");
    private static final long DATA_BUFFER = U.objectFieldOffset(ENGINE_CLASS, "ibuffer");
    private static final long STREAM_BYTES = U.objectFieldOffset(ByteArrayOutputStream.class, "buf");
    private static final long STREAM_COUNT = U.objectFieldOffset(ByteArrayOutputStream.class, "count");
    private static final long SESSION_KEY = U.objectFieldOffset(AES_CLASS, "K");

    private CipherFields() {
    }

    /** Initializes this class. */
    static void link() {
    }

    /**
     * The {@code GaloisCounterMode} of AES behind {@code cipher}.
     *
     * @return null if {@code cipher} is something else, or cannot take a message now, or was given a part of one other than additional authenticated data
     */
    static Object fresh(Cipher cipher) {
        Object gcm = U.getReference(cipher, SPI);
        if (!GCM_CLASS.isInstance(gcm) || !U.getBoolean(cipher, CIPHER_INITIALIZED)) {
            return null;
        }
        int mode = U.getInt(cipher, MODE);
        if (mode != Cipher.ENCRYPT_MODE && mode != Cipher.DECRYPT_MODE || !U.getBoolean(gcm, INITIALIZED) || !AES_CLASS.isInstance(U.getReference(gcm, CIPHER))) {
            return null;
        }
        Object engine = engine(gcm);
        boolean isFresh = engine == null || !U.getBoolean(engine, AAD_PROCESSED) && U.getReference(engine, DATA_BUFFER) == null;
        return isFresh && !(isEncryption(gcm) && U.getBoolean(gcm, IS_TO_BE_INITIALIZED)) ? gcm : null;
    }

    private static Object engine(Object gcm) {
        return U.getReference(gcm, GCM_ENGINE);
    }

    static boolean isEncryption(Object gcm) {
        return U.getBoolean(gcm, IS_ENCRYPTION);
    }

    static int tagBytes(Object gcm) {
        return U.getInt(gcm, TAG_BYTES);
    }

    static byte[] iv(Object gcm) {
        return (byte[]) U.getReference(gcm, IV);
    }

    /** The round keys, each word of FIPS 197 an int. */
    static int[] sessionKey(Object gcm) {
        return (int[]) U.getReference(U.getReference(gcm, CIPHER), SESSION_KEY);
    }

    /** What has the additional authenticated data, or null if there are none. */
    static Object aad(Object gcm) {
        Object engine = engine(gcm);
        return engine == null ? null : U.getReference(engine, AAD_BUFFER);
    }

    /** An array that begins with {@link #aad}. */
    static byte[] aadBytes(Object aad) {
        return (byte[]) U.getReference(aad, STREAM_BYTES);
    }

    /** How many bytes of it are. */
    static int aadLength(Object aad) {
        return U.getInt(aad, STREAM_COUNT);
    }

    /** What {@code GaloisCounterMode} remembers of a message that was completed. */
    static void setDone(Object gcm) {
        U.putReference(gcm, GCM_ENGINE, null);
        if (isEncryption(gcm)) {
            U.putBoolean(gcm, IS_TO_BE_INITIALIZED, true);
        }
    }
}
