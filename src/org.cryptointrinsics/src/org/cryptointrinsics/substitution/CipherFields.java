package org.cryptointrinsics.substitution;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.kernel.aes.AesContext;

import jdk.internal.misc.Unsafe;

/** What the substitutions need of the JDK's classes for AES-GCM and what those keep to themselves. */
final class CipherFields {

    static final String GCM = "com.sun.crypto.provider.GaloisCounterMode";
    static final String ENGINE = GCM + "$GCMEngine";
    static final String BLOCK_CIPHER = "com.sun.crypto.provider.SymmetricCipher";
    static final String AES = "com.sun.crypto.provider.AESCrypt";
    static final String BUFFER = "com.sun.crypto.provider.AEADBufferedStream";

    static final String ENCRYPTION_ENGINE = GCM + "$GCMEncrypt";
    static final String DECRYPTION_ENGINE = GCM + "$GCMDecrypt";
    static final String GCTR = "com.sun.crypto.provider.GCTR";
    static final String GHASH = "com.sun.crypto.provider.GHASH";
    static final String COUNTER_MODE = "com.sun.crypto.provider.CounterMode";
    static final String FEEDBACK_CIPHER = "com.sun.crypto.provider.FeedbackCipher";
    static final String PERMISSION = "javax.crypto.CryptoPermission";
    static final String ALL_PERMISSION = "javax.crypto.CryptoAllPermission";

    // How many words the round keys have.
    static final int AES_128 = 44;
    static final int AES_192 = 52;
    static final int AES_256 = 60;

    /** How much memory an engine keeps at most for additional authenticated data to come. */
    private static final int MOST_AAD_BYTES_KEPT = 64;

    // How counter blocks end that begin with an IV of 12 bytes: the one that encrypts the tag, and the first that encrypts data.
    private static final int OF_TAG = Integer.reverseBytes(1);
    private static final int OF_DATA = Integer.reverseBytes(2);

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final Class<?> GCM_CLASS = DigestFields.forName(GCM);
    private static final Class<?> ENGINE_CLASS = DigestFields.forName(ENGINE);
    private static final Class<?> AES_CLASS = DigestFields.forName(AES);

    private static final Class<?> ENCRYPTION_ENGINE_CLASS = DigestFields.forName(ENCRYPTION_ENGINE);
    private static final Class<?> COUNTER_MODE_CLASS = DigestFields.forName(COUNTER_MODE);
    private static final Class<?> GCTR_CLASS = DigestFields.forName(GCTR);
    private static final Class<?> GHASH_CLASS = DigestFields.forName(GHASH);
    private static final Class<?> FEEDBACK_CIPHER_CLASS = DigestFields.forName(FEEDBACK_CIPHER);

    private static final long SPI = U.objectFieldOffset(Cipher.class, "spi");
    private static final long CIPHER_INITIALIZED = U.objectFieldOffset(Cipher.class, "initialized");
    private static final long MODE = U.objectFieldOffset(Cipher.class, "opmode");
    private static final long CIPHER_PERMISSION = U.objectFieldOffset(Cipher.class, "cryptoPerm");
    private static final Object UNRESTRICTED = staticField(ALL_PERMISSION, "INSTANCE");
    private static final long KEY = U.objectFieldOffset(SecretKeySpec.class, "key");
    private static final long PARAMETERS_TAG_BITS = U.objectFieldOffset(GCMParameterSpec.class, "tLen");
    private static final long PARAMETERS_IV = U.objectFieldOffset(GCMParameterSpec.class, "iv");
    private static final long INITIALIZED = U.objectFieldOffset(GCM_CLASS, "initialized");
    private static final long IS_ENCRYPTION = U.objectFieldOffset(GCM_CLASS, "encryption");
    private static final long IS_TO_BE_INITIALIZED = U.objectFieldOffset(GCM_CLASS, "reInit");
    private static final long TAG_BYTES = U.objectFieldOffset(GCM_CLASS, "tagLenBytes");
    private static final long IV = U.objectFieldOffset(GCM_CLASS, "iv");
    private static final long LAST_IV = U.objectFieldOffset(GCM_CLASS, "lastIv");
    private static final long LAST_KEY = U.objectFieldOffset(GCM_CLASS, "lastKey");
    private static final long RANDOM = U.objectFieldOffset(GCM_CLASS, "random");
    private static final long CIPHER = U.objectFieldOffset(GCM_CLASS, "blockCipher");
    private static final long GCM_ENGINE = U.objectFieldOffset(GCM_CLASS, "engine");
    private static final long AAD_BUFFER = U.objectFieldOffset(ENGINE_CLASS, "aadBuffer");
    private static final long AAD_SIZE = U.objectFieldOffset(ENGINE_CLASS, "sizeOfAAD");
    private static final long AAD_PROCESSED = U.objectFieldOffset(ENGINE_CLASS, "aadProcessed");
    private static final long DATA_BUFFER = U.objectFieldOffset(ENGINE_CLASS, "ibuffer");
    private static final long ORIGINAL_BUFFER = U.objectFieldOffset(ENGINE_CLASS, "originalDst");
    private static final long ORIGINAL_ARRAY = U.objectFieldOffset(ENGINE_CLASS, "originalOut");
    private static final long IS_IN_PLACE = U.objectFieldOffset(ENGINE_CLASS, "inPlaceArray");
    private static final long STREAM_BYTES = U.objectFieldOffset(ByteArrayOutputStream.class, "buf");
    private static final long STREAM_COUNT = U.objectFieldOffset(ByteArrayOutputStream.class, "count");
    private static final long SESSION_KEY = U.objectFieldOffset(AES_CLASS, "K");
    private static final long KEY_OF_AES = U.objectFieldOffset(AES_CLASS, "lastKey");

    private static final long BLOCK_OF_TAG = U.objectFieldOffset(ENGINE_CLASS, "preCounterBlock");
    private static final long ENGINE_GCTR = U.objectFieldOffset(ENGINE_CLASS, "gctr");
    private static final long ENGINE_GHASH = U.objectFieldOffset(ENGINE_CLASS, "ghash");
    private static final long EMBEDDED_CIPHER = U.objectFieldOffset(FEEDBACK_CIPHER_CLASS, "embeddedCipher");
    private static final long FIRST_COUNTER = U.objectFieldOffset(FEEDBACK_CIPHER_CLASS, "iv");
    private static final long COUNTER = U.objectFieldOffset(COUNTER_MODE_CLASS, "counter");
    private static final long USED = U.objectFieldOffset(COUNTER_MODE_CLASS, "used");
    private static final long SUBKEY = U.objectFieldOffset(GHASH_CLASS, "subkeyHtbl");
    private static final long STATE = U.objectFieldOffset(GHASH_CLASS, "state");

    private static final MethodHandle CRYPT_ARRAYS = method(GCM_CLASS, "implGCMCrypt", byte[].class, int.class, int.class, byte[].class, int.class, byte[].class, int.class,
                    GCTR_CLASS, GHASH_CLASS);
    private static final MethodHandle CRYPT_COUNTER = method(COUNTER_MODE_CLASS, "crypt", byte[].class, int.class, int.class, byte[].class, int.class);
    private static final MethodHandle UPDATE_COUNTER_BUFFERS = method(GCTR_CLASS, "update", ByteBuffer.class, ByteBuffer.class);
    private static final MethodHandle UPDATE_COUNTER_BUFFER = method(GCTR_CLASS, "update", byte[].class, int.class, int.class, ByteBuffer.class);
    private static final MethodHandle UPDATE_HASH_ARRAY = method(GHASH_CLASS, "update", byte[].class, int.class, int.class);
    private static final MethodHandle UPDATE_HASH_BUFFER = method(GHASH_CLASS, "update", ByteBuffer.class, int.class);
    private static final MethodHandle CRYPT_BUFFERS = method(ENGINE_CLASS, "implGCMCrypt", ByteBuffer.class, ByteBuffer.class);

    private CipherFields() {
    }

    /** As {@link DigestFields#link}. */
    static void link() {
        link(() -> implGCMCrypt(null, 0, 1, null, 0, null, 0, null, null));
        link(() -> implGCMCrypt(null, null, null));
        link(() -> crypt(null, null, 0, 0, null, 0));
        link(() -> updateCounter(null, null, null));
        link(() -> updateCounter(null, null, 0, 0, null));
        link(() -> updateHash(null, null, 0, 0));
        link(() -> updateHash(null, null, 0));
    }

    private interface Call {
        int call() throws Throwable;
    }

    private static void link(Call ofNoObject) {
        try {
            ofNoObject.call();
            throw new AssertionError("a method was called of no object");
        } catch (NullPointerException expected) {
            // Resolved.
        } catch (Error e) {
            throw e;
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    /** Whether something else than a {@code GaloisCounterMode} is behind {@code cipher}. Before the first initialization, nothing may be. */
    static boolean isOther(Cipher cipher) {
        Object spi = U.getReference(cipher, SPI);
        return spi != null && !GCM_CLASS.isInstance(spi);
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
        DigestFields.putLong(to, 0, DigestFields.getLong(from, offset));
        DigestFields.putInt(to, Long.BYTES, DigestFields.getInt(from, offset + Long.BYTES));
    }

    /**
     * Whether {@code other} is the same IV.
     *
     * @param iv of 12 bytes
     * @param other of any length, or null
     */
    static boolean isIv(byte[] iv, byte[] other) {
        return other != null && other.length == AesGcmMessages.IV_BYTES && (DigestFields.getLong(iv, 0) ^ DigestFields.getLong(other, 0) |
                        DigestFields.getInt(iv, Long.BYTES) ^ DigestFields.getInt(other, Long.BYTES)) == 0;
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
            setCounterBlock(counter(gctr), iv, OF_DATA);
        } else {
            U.putReference(gcm, GCM_ENGINE, null);
        }
        U.putInt(cipher, MODE, mode);
        U.putBoolean(cipher, CIPHER_INITIALIZED, true);
    }

    private static void setCounterBlock(byte[] block, byte[] iv, int end) {
        copyIv(iv, 0, block);
        DigestFields.putInt(block, AesContext.BLOCK - Integer.BYTES, end);
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

    /** The round keys of a {@code CounterMode}, or null if its cipher is not AES. */
    static int[] sessionKeyOfMode(Object mode) {
        Object cipher = U.getReference(mode, EMBEDDED_CIPHER);
        return AES_CLASS.isInstance(cipher) ? (int[]) U.getReference(cipher, SESSION_KEY) : null;
    }

    /** The next counter block of a {@code CounterMode}. */
    static byte[] counter(Object mode) {
        return (byte[]) U.getReference(mode, COUNTER);
    }

    /** How many bytes were used of the block that was encrypted last; if less than all, the others come next. */
    static int used(Object mode) {
        return U.getInt(mode, USED);
    }

    /** An array that begins with the hash subkey, the high half first. */
    static long[] subkey(Object ghash) {
        return (long[]) U.getReference(ghash, SUBKEY);
    }

    /** The hash, the high half first. */
    static long[] state(Object ghash) {
        return (long[]) U.getReference(ghash, STATE);
    }

    /** {@code GaloisCounterMode.implGCMCrypt}. */
    static int implGCMCrypt(byte[] input, int inputOffset, int inputLength, byte[] ciphertext, int ciphertextOffset, byte[] output, int outputOffset, Object gctr,
                    Object ghash) throws Throwable {
        return (int) CRYPT_ARRAYS.invokeExact(input, inputOffset, inputLength, ciphertext, ciphertextOffset, output, outputOffset, gctr, ghash);
    }

    /** {@code GCMEngine.implGCMCrypt}. */
    static int implGCMCrypt(Object engine, ByteBuffer input, ByteBuffer output) throws Throwable {
        return (int) CRYPT_BUFFERS.invokeExact(engine, input, output);
    }

    /** {@code CounterMode.crypt}. */
    static int crypt(Object mode, byte[] input, int inputOffset, int length, byte[] output, int outputOffset) throws Throwable {
        return (int) CRYPT_COUNTER.invokeExact(mode, input, inputOffset, length, output, outputOffset);
    }

    /** {@code GCTR.update}. */
    static int updateCounter(Object gctr, ByteBuffer input, ByteBuffer output) throws Throwable {
        return (int) UPDATE_COUNTER_BUFFERS.invokeExact(gctr, input, output);
    }

    /** {@code GCTR.update}. */
    static int updateCounter(Object gctr, byte[] input, int inputOffset, int length, ByteBuffer output) throws Throwable {
        return (int) UPDATE_COUNTER_BUFFER.invokeExact(gctr, input, inputOffset, length, output);
    }

    /** {@code GHASH.update}. */
    static int updateHash(Object ghash, byte[] input, int offset, int length) throws Throwable {
        return (int) UPDATE_HASH_ARRAY.invokeExact(ghash, input, offset, length);
    }

    /** {@code GHASH.update}. */
    static int updateHash(Object ghash, ByteBuffer input, int length) throws Throwable {
        return (int) UPDATE_HASH_BUFFER.invokeExact(ghash, input, length);
    }

    private static Object staticField(String className, String name) {
        try {
            Class<?> type = DigestFields.forName(className);
            U.ensureClassInitialized(type);
            Field field = type.getDeclaredField(name);
            return U.getReference(U.staticFieldBase(field), U.staticFieldOffset(field));
        } catch (NoSuchFieldException e) {
            throw new NoSuchFieldError(e.getMessage());
        }
    }

    /** A method of which the objects of the JDK's own classes are any objects. */
    private static MethodHandle method(Class<?> type, String name, Class<?>... parameters) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            MethodType signature = MethodType.methodType(int.class, parameters);
            MethodHandle method = Modifier.isStatic(type.getDeclaredMethod(name, parameters).getModifiers()) ? lookup.findStatic(type, name, signature)
                            : lookup.findVirtual(type, name, signature);
            MethodType erased = method.type();
            for (int i = 0; i < erased.parameterCount(); i++) {
                if (!erased.parameterType(i).isPrimitive() && erased.parameterType(i).getPackageName().equals(type.getPackageName())) {
                    erased = erased.changeParameterType(i, Object.class);
                }
            }
            return method.asType(erased);
        } catch (ReflectiveOperationException e) {
            throw new NoSuchMethodError(e.getMessage());
        }
    }
}
