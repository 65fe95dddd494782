package org.cryptointrinsics.substitution.digest;

import java.lang.invoke.MethodHandle;
import java.security.MessageDigest;
import java.security.MessageDigestSpi;

import org.cryptointrinsics.substitution.JdkMembers;

import jdk.internal.misc.Unsafe;

/** What the substitutions use of {@code MessageDigest}, its {@code Delegate} and {@code DigestBase}. */
public final class DigestFields {

    private static final JdkMembers MEMBERS = DigestFamily.MEMBERS;

    public static final String DIGEST_BASE = "sun.security.provider.DigestBase";
    public static final String MESSAGE_DIGEST = "java.security.MessageDigest";
    public static final String DELEGATE = MESSAGE_DIGEST + "$Delegate";

    private static final Unsafe U = Unsafe.getUnsafe();

    public static final Class<?> BASE = MEMBERS.type(DIGEST_BASE, MessageDigestSpi.class);
    private static final long BUFFER = MEMBERS.field(BASE, "buffer", byte[].class);
    private static final long BUFFER_OFFSET = MEMBERS.field(BASE, "bufOfs", int.class);
    private static final long DIGEST_LENGTH = MEMBERS.field(BASE, "digestLength", int.class);
    private static final long BLOCK_SIZE = MEMBERS.field(BASE, "blockSize", int.class);
    private static final long BYTES_PROCESSED = MEMBERS.field(BASE, "bytesProcessed", long.class);
    private static final MethodHandle IMPL_COMPRESS = MEMBERS.method(BASE, "implCompress", void.class, byte[].class, int.class);
    private static final MethodHandle IMPL_COMPRESS_MULTI_BLOCK = MEMBERS.method(BASE, "implCompressMultiBlock", int.class, byte[].class, int.class, int.class);

    private static final Class<?> DELEGATE_CLASS = MEMBERS.type(DELEGATE, MessageDigest.class);
    private static final long SPI = MEMBERS.field(DELEGATE_CLASS, "digestSpi", MessageDigestSpi.class);

    private static final long STATE = MEMBERS.field(MessageDigest.class, "state", int.class);
    private static final int INITIAL = 0;
    private static final int IN_PROGRESS = 1;

    private DigestFields() {
    }

    /** The {@code DigestBase} behind {@code digest}, or null if it is something else, such as another provider's. */
    static Object spi(MessageDigest digest) {
        Object spi = DELEGATE_CLASS.isInstance(digest) ? U.getReference(digest, SPI) : null;
        return BASE.isInstance(spi) ? spi : null;
    }

    /** {@code DigestBase.implCompress}. */
    static void implCompress(Object digest, byte[] data, int offset) throws Throwable {
        IMPL_COMPRESS.invokeExact(digest, data, offset);
    }

    /** {@code DigestBase.implCompressMultiBlock}. */
    static int implCompressMultiBlock(Object digest, byte[] data, int offset, int limit) throws Throwable {
        return (int) IMPL_COMPRESS_MULTI_BLOCK.invokeExact(digest, data, offset, limit);
    }

    /** Marks that something was digested since the last reset. */
    static void setInProgress(MessageDigest digest) {
        U.putInt(digest, STATE, IN_PROGRESS);
    }

    static void setInitial(MessageDigest digest) {
        U.putInt(digest, STATE, INITIAL);
    }

    /** The incomplete block. */
    static byte[] buffer(Object digest) {
        return (byte[]) U.getReference(digest, BUFFER);
    }

    /** Bytes in the incomplete block. */
    static int bufferOffset(Object digest) {
        return U.getInt(digest, BUFFER_OFFSET);
    }

    static void setBufferOffset(Object digest, int value) {
        U.putInt(digest, BUFFER_OFFSET, value);
    }

    static int digestLength(Object digest) {
        return U.getInt(digest, DIGEST_LENGTH);
    }

    static int blockSize(Object digest) {
        return U.getInt(digest, BLOCK_SIZE);
    }

    /** Negative if the digest is to be reset first. */
    static long bytesProcessed(Object digest) {
        return U.getLong(digest, BYTES_PROCESSED);
    }

    static void setBytesProcessed(Object digest, long value) {
        U.putLong(digest, BYTES_PROCESSED, value);
    }
}
