package org.cryptointrinsics.substitution.cipher;

import static org.cryptointrinsics.substitution.cipher.CipherFields.AES_CLASS;
import static org.cryptointrinsics.substitution.cipher.CipherFields.BLOCK_CIPHER_CLASS;
import static org.cryptointrinsics.substitution.cipher.CipherFields.COUNTER_MODE_CLASS;
import static org.cryptointrinsics.substitution.cipher.CipherFields.ENGINE_CLASS;
import static org.cryptointrinsics.substitution.cipher.CipherFields.FEEDBACK_CIPHER_CLASS;
import static org.cryptointrinsics.substitution.cipher.CipherFields.GCTR_CLASS;
import static org.cryptointrinsics.substitution.cipher.CipherFields.GHASH_CLASS;
import static org.cryptointrinsics.substitution.cipher.CipherFields.SESSION_KEY;

import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;

import org.cryptointrinsics.substitution.JdkMembers;

import jdk.internal.misc.Unsafe;

/** What the substitutions use of {@code CounterMode}, {@code GCTR} and {@code GHASH}, and of what calls these. */
public final class ModeFields {

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final JdkMembers MEMBERS = AesFamily.MEMBERS;

    private static final long EMBEDDED_CIPHER = MEMBERS.field(FEEDBACK_CIPHER_CLASS, "embeddedCipher", BLOCK_CIPHER_CLASS);
    private static final long COUNTER = MEMBERS.field(COUNTER_MODE_CLASS, "counter", byte[].class);
    private static final long USED = MEMBERS.field(COUNTER_MODE_CLASS, "used", int.class);
    private static final long SUBKEY = MEMBERS.field(GHASH_CLASS, "subkeyHtbl", long[].class);
    private static final long STATE = MEMBERS.field(GHASH_CLASS, "state", long[].class);

    private static final MethodHandle CRYPT_COUNTER = MEMBERS.method(COUNTER_MODE_CLASS, "crypt", int.class, byte[].class, int.class, int.class, byte[].class, int.class);
    private static final MethodHandle UPDATE_COUNTER_BUFFERS = MEMBERS.method(GCTR_CLASS, "update", int.class, ByteBuffer.class, ByteBuffer.class);
    private static final MethodHandle UPDATE_COUNTER_BUFFER = MEMBERS.method(GCTR_CLASS, "update", int.class, byte[].class, int.class, int.class, ByteBuffer.class);
    private static final MethodHandle UPDATE_HASH_ARRAY = MEMBERS.method(GHASH_CLASS, "update", int.class, byte[].class, int.class, int.class);
    private static final MethodHandle UPDATE_HASH_BUFFER = MEMBERS.method(GHASH_CLASS, "update", int.class, ByteBuffer.class, int.class);
    private static final MethodHandle CRYPT_BUFFERS = MEMBERS.method(ENGINE_CLASS, "implGCMCrypt", int.class, ByteBuffer.class, ByteBuffer.class);

    private ModeFields() {
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
}
