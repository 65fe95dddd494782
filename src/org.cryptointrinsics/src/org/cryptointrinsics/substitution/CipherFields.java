package org.cryptointrinsics.substitution;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;

import javax.crypto.Cipher;

import jdk.internal.misc.Unsafe;

/** What the substitutions need of the JDK's classes for AES-GCM and what those keep to themselves. */
final class CipherFields {

    static final String GCM = "com.sun.crypto.provider.GaloisCounterMode";
    static final String ENGINE = GCM + "$GCMEngine";
    static final String BLOCK_CIPHER = "com.sun.crypto.provider.SymmetricCipher";
    static final String AES = "com.sun.crypto.provider.AESCrypt";
    static final String BUFFER = "com.sun.crypto.provider.AEADBufferedStream";

    static final String ENCRYPTION_ENGINE = GCM + "$GCMEncrypt";
    static final String GCTR = "com.sun.crypto.provider.GCTR";
    static final String GHASH = "com.sun.crypto.provider.GHASH";
    static final String COUNTER_MODE = "com.sun.crypto.provider.CounterMode";
    static final String FEEDBACK_CIPHER = "com.sun.crypto.provider.FeedbackCipher";

    // How many words the round keys have.
    static final int AES_128 = 44;
    static final int AES_192 = 52;
    static final int AES_256 = 60;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final Class<?> GCM_CLASS = DigestFields.forName(GCM);
    private static final Class<?> ENGINE_CLASS = DigestFields.forName(ENGINE);
    private static final Class<?> AES_CLASS = DigestFields.forName(AES);

    private static final Class<?> ENCRYPTION_ENGINE_CLASS = DigestFields.forName(ENCRYPTION_ENGINE);
    private static final Class<?> COUNTER_MODE_CLASS = DigestFields.forName(COUNTER_MODE);
    private static final Class<?> GCTR_CLASS = DigestFields.forName(GCTR);
    private static final Class<?> GHASH_CLASS = DigestFields.forName(GHASH);

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
    private static final long ORIGINAL_BUFFER = U.objectFieldOffset(ENGINE_CLASS, "originalDst");
    private static final long ORIGINAL_ARRAY = U.objectFieldOffset(ENGINE_CLASS, "originalOut");
    private static final long IS_IN_PLACE = U.objectFieldOffset(ENGINE_CLASS, "inPlaceArray");
    private static final long STREAM_BYTES = U.objectFieldOffset(ByteArrayOutputStream.class, "buf");
    private static final long STREAM_COUNT = U.objectFieldOffset(ByteArrayOutputStream.class, "count");
    private static final long SESSION_KEY = U.objectFieldOffset(AES_CLASS, "K");

    private static final long ENGINE_GCTR = U.objectFieldOffset(ENGINE_CLASS, "gctr");
    private static final long ENGINE_GHASH = U.objectFieldOffset(ENGINE_CLASS, "ghash");
    private static final long EMBEDDED_CIPHER = U.objectFieldOffset(DigestFields.forName(FEEDBACK_CIPHER), "embeddedCipher");
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
        return (engine == null || isFreshEngine(engine)) && !(isEncryption(gcm) && U.getBoolean(gcm, IS_TO_BE_INITIALIZED)) ? gcm : null;
    }

    /** Neither has it had data, nor does it remember where the output of a call that failed was to be. */
    private static boolean isFreshEngine(Object engine) {
        return !U.getBoolean(engine, AAD_PROCESSED) && U.getReference(engine, DATA_BUFFER) == null && U.getReference(engine, ORIGINAL_BUFFER) == null &&
                        U.getReference(engine, ORIGINAL_ARRAY) == null && !U.getBoolean(engine, IS_IN_PLACE);
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
    static void setDone(Object gcm, boolean isEncryption) {
        U.putReference(gcm, GCM_ENGINE, null);
        if (isEncryption) {
            U.putBoolean(gcm, IS_TO_BE_INITIALIZED, true);
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
