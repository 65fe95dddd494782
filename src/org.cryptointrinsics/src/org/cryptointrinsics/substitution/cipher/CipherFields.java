package org.cryptointrinsics.substitution.cipher;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.substitution.Bytes;
import org.cryptointrinsics.substitution.JdkMembers;

import jdk.internal.misc.Unsafe;

/** What the substitutions need of the JDK's classes for AES-GCM and what those keep to themselves. */
public final class CipherFields {

    public static final String CIPHER_CLASS = "javax.crypto.Cipher";
    public static final String GCM = "com.sun.crypto.provider.GaloisCounterMode";
    public static final String ENGINE = GCM + "$GCMEngine";
    public static final String BLOCK_CIPHER = "com.sun.crypto.provider.SymmetricCipher";
    // JDKs have one of these.
    public static final String AES = "com.sun.crypto.provider.AESCrypt";
    public static final String LATER_AES = "com.sun.crypto.provider.AES_Crypt";
    public static final String BUFFER = "com.sun.crypto.provider.AEADBufferedStream";

    public static final String ENCRYPTION_ENGINE = GCM + "$GCMEncrypt";
    public static final String DECRYPTION_ENGINE = GCM + "$GCMDecrypt";
    public static final String GCTR = "com.sun.crypto.provider.GCTR";
    public static final String GHASH = "com.sun.crypto.provider.GHASH";
    public static final String COUNTER_MODE = "com.sun.crypto.provider.CounterMode";
    public static final String FEEDBACK_CIPHER = "com.sun.crypto.provider.FeedbackCipher";
    public static final String PERMISSION = "javax.crypto.CryptoPermission";
    public static final String ALL_PERMISSION = "javax.crypto.CryptoAllPermission";

    /** How many words the round keys have of a key of 128 bits; for 64 bits more, 8 more. */
    private static final int AES_128 = 44;

    /** How much memory an engine keeps at most for additional authenticated data to come. */
    private static final int MOST_AAD_BYTES_KEPT = 64;

    // How counter blocks end that begin with an IV of 12 bytes: the one that encrypts the tag, and the first that encrypts data.
    private static final int OF_TAG = Integer.reverseBytes(1);
    private static final int OF_DATA = Integer.reverseBytes(2);

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final JdkMembers MEMBERS = AesFamily.MEMBERS;

    private static final Class<?> PERMISSION_CLASS = MEMBERS.type(PERMISSION);
    private static final Class<?> ALL_PERMISSION_CLASS = MEMBERS.type(ALL_PERMISSION, PERMISSION_CLASS);
    private static final long SPI = MEMBERS.field(Cipher.class, "spi", CipherSpi.class);
    private static final long CIPHER_INITIALIZED = MEMBERS.field(Cipher.class, "initialized", boolean.class);
    private static final long MODE = MEMBERS.field(Cipher.class, "opmode", int.class);
    private static final long CIPHER_PERMISSION = MEMBERS.field(Cipher.class, "cryptoPerm", PERMISSION_CLASS);
    private static final Object UNRESTRICTED = MEMBERS.staticField(ALL_PERMISSION_CLASS, "INSTANCE", ALL_PERMISSION_CLASS).get();
    private static final long KEY = MEMBERS.field(SecretKeySpec.class, "key", byte[].class);
    private static final long PARAMETERS_TAG_BITS = MEMBERS.field(GCMParameterSpec.class, "tLen", int.class);
    private static final long PARAMETERS_IV = MEMBERS.field(GCMParameterSpec.class, "iv", byte[].class);

    static final Class<?> BLOCK_CIPHER_CLASS = MEMBERS.type(BLOCK_CIPHER);
    static final Class<?> AES_CLASS = MEMBERS.type(List.of(AES, LATER_AES), BLOCK_CIPHER_CLASS);
    static final long SESSION_KEY = MEMBERS.field(AES_CLASS, List.of("K", "sessionKe"), int[].class);
    private static final long KEY_OF_AES = MEMBERS.field(AES_CLASS, List.of("lastKey", "prevKey"), byte[].class);

    static final Class<?> GCM_CLASS = MEMBERS.type(GCM, CipherSpi.class);
    static final Class<?> ENGINE_CLASS = MEMBERS.type(ENGINE);
    private static final long INITIALIZED = MEMBERS.field(GCM_CLASS, "initialized", boolean.class);
    private static final long IS_ENCRYPTION = MEMBERS.field(GCM_CLASS, "encryption", boolean.class);
    private static final long IS_TO_BE_INITIALIZED = MEMBERS.field(GCM_CLASS, "reInit", boolean.class);
    private static final long TAG_BYTES = MEMBERS.field(GCM_CLASS, "tagLenBytes", int.class);
    private static final long IV = MEMBERS.field(GCM_CLASS, "iv", byte[].class);
    private static final long LAST_IV = MEMBERS.field(GCM_CLASS, "lastIv", byte[].class);
    private static final long LAST_KEY = MEMBERS.field(GCM_CLASS, "lastKey", byte[].class);
    private static final long RANDOM = MEMBERS.field(GCM_CLASS, "random", SecureRandom.class);
    private static final long CIPHER = MEMBERS.field(GCM_CLASS, "blockCipher", BLOCK_CIPHER_CLASS);
    private static final long GCM_ENGINE = MEMBERS.field(GCM_CLASS, "engine", ENGINE_CLASS);

    private static final Class<?> STREAM_CLASS = MEMBERS.type(BUFFER, ByteArrayOutputStream.class);
    static final Class<?> FEEDBACK_CIPHER_CLASS = MEMBERS.type(FEEDBACK_CIPHER);
    static final Class<?> COUNTER_MODE_CLASS = MEMBERS.type(COUNTER_MODE, FEEDBACK_CIPHER_CLASS);
    static final Class<?> GCTR_CLASS = MEMBERS.type(GCTR, COUNTER_MODE_CLASS);
    static final Class<?> GHASH_CLASS = MEMBERS.type(GHASH);
    private static final Class<?> ENCRYPTION_ENGINE_CLASS = MEMBERS.type(ENCRYPTION_ENGINE, ENGINE_CLASS);
    private static final Class<?> DECRYPTION_ENGINE_CLASS = MEMBERS.type(DECRYPTION_ENGINE, ENGINE_CLASS);
    private static final long AAD_BUFFER = MEMBERS.field(ENGINE_CLASS, "aadBuffer", STREAM_CLASS);
    private static final long AAD_SIZE = MEMBERS.field(ENGINE_CLASS, "sizeOfAAD", int.class);
    private static final long AAD_PROCESSED = MEMBERS.field(ENGINE_CLASS, "aadProcessed", boolean.class);
    private static final long DATA_BUFFER = MEMBERS.field(ENGINE_CLASS, "ibuffer", STREAM_CLASS);
    private static final long ORIGINAL_BUFFER = MEMBERS.field(ENGINE_CLASS, "originalDst", ByteBuffer.class);
    private static final long ORIGINAL_ARRAY = MEMBERS.field(ENGINE_CLASS, "originalOut", byte[].class);
    private static final long IS_IN_PLACE = MEMBERS.field(ENGINE_CLASS, "inPlaceArray", boolean.class);
    private static final long BLOCK_OF_TAG = MEMBERS.field(ENGINE_CLASS, "preCounterBlock", byte[].class);
    private static final long ENGINE_GCTR = MEMBERS.field(ENGINE_CLASS, "gctr", GCTR_CLASS);
    private static final long ENGINE_GHASH = MEMBERS.field(ENGINE_CLASS, "ghash", GHASH_CLASS);
    private static final long STREAM_BYTES = MEMBERS.field(ByteArrayOutputStream.class, "buf", byte[].class);
    private static final long STREAM_COUNT = MEMBERS.field(ByteArrayOutputStream.class, "count", int.class);

    private static final long FIRST_COUNTER = MEMBERS.field(FEEDBACK_CIPHER_CLASS, "iv", byte[].class);

    private CipherFields() {
    }

    static {
        // Otherwise, where kernels did all so far, that would be left to whatever the JDK's methods are first needed for: if there is little stack, they could never be used.
        Stream.of(GCTR_CLASS, GHASH_CLASS, ENCRYPTION_ENGINE_CLASS, DECRYPTION_ENGINE_CLASS).filter(Objects::nonNull).forEach(U::ensureClassInitialized);
    }

    /** 0, 1 or 2 for round keys of 128, 192 or 256 bits. */
    public static int keyIndex(int[] sessionKey) {
        return (sessionKey.length - AES_128) / 8;
    }

    /** Whether something else than a {@code GaloisCounterMode} is behind {@code cipher}. Before the first initialization, nothing may be. */
    static boolean isOther(Cipher cipher) {
        Object spi = U.getReference(cipher, SPI);
        return spi != null && !GCM_CLASS.isInstance(spi);
    }

    /** Whether it is a cipher in that mode, to be asked first: others are not to wait for anything else. */
    static boolean isGcm(Cipher cipher) {
        return GCM_CLASS.isInstance(U.getReference(cipher, SPI));
    }

    /**
     * The {@code GaloisCounterMode} of AES behind {@code cipher}.
     *
     * @return null if {@code cipher} is something else, or its last initialization failed
     */
    static Object aesGcm(Cipher cipher) {
        Object gcm = U.getReference(cipher, SPI);
        return GCM_CLASS.isInstance(gcm) && U.getBoolean(cipher, CIPHER_INITIALIZED) && U.getBoolean(gcm, INITIALIZED) && AES_CLASS.isInstance(U.getReference(gcm, CIPHER))
                        ? gcm
                        : null;
    }

    /**
     * As {@link #aesGcm}.
     *
     * @return also null if {@code cipher} cannot take a message now, or was given a part of one other than additional authenticated data
     */
    static Object fresh(Cipher cipher) {
        Object gcm = aesGcm(cipher);
        if (gcm == null) {
            return null;
        }
        int mode = U.getInt(cipher, MODE);
        if (mode != Cipher.ENCRYPT_MODE && mode != Cipher.DECRYPT_MODE) {
            return null;
        }
        Object engine = engine(gcm);
        return (engine == null || isFreshEngine(engine)) && !(isEncryption(gcm) && U.getBoolean(gcm, IS_TO_BE_INITIALIZED)) ? gcm : null;
    }

    /** Neither has it had data, nor does it remember where the output of a call that failed was to be. But for additional authenticated data, it is as a new one. */
    private static boolean isFreshEngine(Object engine) {
        return !U.getBoolean(engine, AAD_PROCESSED) && U.getInt(engine, AAD_SIZE) == 0 && U.getReference(engine, DATA_BUFFER) == null &&
                        U.getReference(engine, ORIGINAL_BUFFER) == null && U.getReference(engine, ORIGINAL_ARRAY) == null && !U.getBoolean(engine, IS_IN_PLACE);
    }

    /** Whether all keys and parameters are allowed, as always but with {@code crypto.policy=limited}. */
    static boolean isUnrestricted(Cipher cipher) {
        return U.getReference(cipher, CIPHER_PERMISSION) == UNRESTRICTED;
    }

    static byte[] bytes(SecretKeySpec key) {
        return (byte[]) U.getReference(key, KEY);
    }

    static byte[] iv(GCMParameterSpec parameters) {
        return (byte[]) U.getReference(parameters, PARAMETERS_IV);
    }

    /** The key of the round keys, or null. */
    static byte[] keyOfAes(Object gcm) {
        return (byte[]) U.getReference(U.getReference(gcm, CIPHER), KEY_OF_AES);
    }

    /** The key of the last encryption, which must not have the same IV again. */
    static byte[] lastKey(Object gcm) {
        return (byte[]) U.getReference(gcm, LAST_KEY);
    }

    /** As {@link #lastKey}. */
    static byte[] lastIv(Object gcm) {
        return (byte[]) U.getReference(gcm, LAST_IV);
    }

    /** Copies 12 bytes to the begin of an array. */
    static void copyIv(byte[] from, int offset, byte[] to) {
        Bytes.putLong(to, 0, Bytes.getLong(from, offset));
        Bytes.putInt(to, Long.BYTES, Bytes.getInt(from, offset + Long.BYTES));
    }

    /**
     * Whether {@code other} is the same IV.
     *
     * @param iv of 12 bytes
     * @param other of any length, or null
     */
    static boolean isIv(byte[] iv, byte[] other) {
        return other != null && other.length == AesGcmMessages.IV_BYTES && (Bytes.getLong(iv, 0) ^ Bytes.getLong(other, 0) |
                        Bytes.getInt(iv, Long.BYTES) ^ Bytes.getInt(other, Long.BYTES)) == 0;
    }

    /** What {@code GCMParameterSpec.init} does. */
    static void initialize(GCMParameterSpec parameters, int tagBits, byte[] iv) {
        U.putInt(parameters, PARAMETERS_TAG_BITS, tagBits);
        U.putReference(parameters, PARAMETERS_IV, iv);
    }

    /**
     * What {@code Cipher.init} and {@code GaloisCounterMode.engineInit} do if the key is that of the last time.
     *
     * @param iv of 12 bytes
     */
    static void initialize(Cipher cipher, Object gcm, int mode, int tagBytes, byte[] iv, SecureRandom random) {
        // As in the JDK: should something fail in the midst, as for want of memory, or of stack in the interpreter, it is not initialized.
        U.putBoolean(cipher, CIPHER_INITIALIZED, false);
        boolean isEncryption = mode == Cipher.ENCRYPT_MODE;
        byte[] own = new byte[AesGcmMessages.IV_BYTES];
        copyIv(iv, 0, own);
        U.putReference(gcm, RANDOM, random);
        U.putReference(gcm, IV, own);
        U.putBoolean(gcm, IS_ENCRYPTION, isEncryption);
        U.putInt(gcm, TAG_BYTES, tagBytes);
        if (isEncryption) {
            U.putReference(gcm, LAST_IV, own);
        }
        U.putBoolean(gcm, IS_TO_BE_INITIALIZED, false);
        Object engine = engine(gcm);
        if (engine != null && isEncryptionEngine(engine) == isEncryption && isFreshEngine(engine)) {
            removeAad(engine);
            setCounterBlock((byte[]) U.getReference(engine, BLOCK_OF_TAG), iv, OF_TAG);
            Object gctr = gctr(engine);
            setCounterBlock((byte[]) U.getReference(gctr, FIRST_COUNTER), iv, OF_DATA);
            setCounterBlock(ModeFields.counter(gctr), iv, OF_DATA);
        } else {
            U.putReference(gcm, GCM_ENGINE, null);
        }
        U.putInt(cipher, MODE, mode);
        U.putBoolean(cipher, CIPHER_INITIALIZED, true);
    }

    private static void setCounterBlock(byte[] block, byte[] iv, int end) {
        copyIv(iv, 0, block);
        Bytes.putInt(block, AesContext.BLOCK - Integer.BYTES, end);
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

    /**
     * An array that begins with the IV of the next message, if that has 12 bytes. As in the JDK, the IV is copied when there is first something to process: until then, it
     * may be in an array of the application.
     */
    static byte[] ivOfMessage(Object gcm) {
        Object engine = engine(gcm);
        return engine == null ? iv(gcm) : (byte[]) U.getReference(engine, BLOCK_OF_TAG);
    }

    /** The round keys, each word of FIPS 197 an int. */
    static int[] sessionKey(Object gcm) {
        return (int[]) U.getReference(U.getReference(gcm, CIPHER), SESSION_KEY);
    }

    /** The round keys of {@code cipher}, if it is AES-GCM and was initialized, or null. */
    public static int[] sessionKeyOfInitialized(Cipher cipher) {
        Object gcm = aesGcm(cipher);
        return gcm == null ? null : sessionKey(gcm);
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

    /** Whether nothing may be encrypted until the next initialization. */
    static void setToBeInitialized(Object gcm, boolean value) {
        U.putBoolean(gcm, IS_TO_BE_INITIALIZED, value);
    }

    /** After a whole message: if there is an engine, it had nothing but additional authenticated data; without those it is as the new one that the JDK would make. */
    static void resetEngine(Object gcm) {
        Object engine = engine(gcm);
        if (engine != null) {
            removeAad(engine);
        }
    }

    /** An empty stream is to the engine as none. */
    private static void removeAad(Object engine) {
        Object aad = U.getReference(engine, AAD_BUFFER);
        if (aad != null && aadBytes(aad).length <= MOST_AAD_BYTES_KEPT) {
            U.putInt(aad, STREAM_COUNT, 0);
        } else {
            U.putReference(engine, AAD_BUFFER, null);
        }
    }

    static boolean isEncryptionEngine(Object engine) {
        return ENCRYPTION_ENGINE_CLASS.isInstance(engine);
    }

    static Object gctr(Object engine) {
        return U.getReference(engine, ENGINE_GCTR);
    }

    static Object ghash(Object engine) {
        return U.getReference(engine, ENGINE_GHASH);
    }
}
