package org.cryptointrinsics.substitution.digest;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.HashMethod;
import org.cryptointrinsics.linkage.Safepoints;
import org.cryptointrinsics.substitution.Buffers;
import org.cryptointrinsics.substitution.Bytes;
import org.cryptointrinsics.substitution.CallLimits;
import org.cryptointrinsics.substitution.MethodSubstitution;

import jdk.internal.access.JavaNioAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.foreign.MemorySessionImpl;
import jdk.internal.misc.Unsafe;

/** What is executed before methods of {@code MessageDigest}. Whatever is special is left to those. */
public final class MessageDigestSubstitutions {

    private static final JavaNioAccess NIO = SharedSecrets.getJavaNioAccess();

    /**
     * The most bytes of a mapped file that are copied at once, as by the JDK's method: if the file became shorter, that one has to fail where a part of so many begins. With
     * more, the CPU's first cache loses the copy before the kernel reads it.
     */
    private static final int COPIED_BYTES = 4096;

    private static final DigestClass.Operation<byte[], Object> HASH = (type, digest, message, _) -> hash(type, digest, message);

    private MessageDigestSubstitutions() {
    }

    /**
     * {@code MessageDigest.update(ByteBuffer)}. A direct buffer is read where it lies; so is a read-only one on the heap, whose array the digest does not give
     * away.
     */
    @MethodSubstitution(DigestFields.MESSAGE_DIGEST)
    public static boolean update(MessageDigest messageDigest, ByteBuffer input) {
        if (input == null || input.hasArray() || !input.hasRemaining()) {
            return false;
        }
        Object digest = DigestFields.spi(messageDigest);
        if (digest == null) {
            return false;
        }
        if (!input.isDirect()) {
            updateReadOnly(messageDigest, input);
        } else {
            updateDirect(messageDigest, digest, input);
        }
        // What the JDK's method begins with then is the rest.
        return !input.hasRemaining();
    }

    private static void updateReadOnly(MessageDigest messageDigest, ByteBuffer input) {
        // Asked for once: what is read must be within the buffer also if another thread moves its position.
        int position = input.position();
        int limit = input.limit();
        byte[] array = (byte[]) NIO.getBufferBase(input);
        int offset = (int) (NIO.getBufferAddress(input) - Unsafe.ARRAY_BYTE_BASE_OFFSET);
        messageDigest.update(array, offset + position, limit - position);
        input.position(limit);
    }

    private static void updateDirect(MessageDigest messageDigest, Object digest, ByteBuffer input) {
        CompressMethod kernel = DigestClass.compressMethod(digest);
        // As above.
        int position = input.position();
        int limit = input.limit();
        if (kernel == null || position >= limit || !Buffers.isAccessible(input)) {
            return;
        }
        MemorySessionImpl scope = Buffers.scope(input);
        // A kernel that was not made in this process would crash at a fault.
        boolean isCopied = limit - position >= DigestFields.blockSize(digest) && Buffers.isMapped(input);
        byte[] copy = isCopied ? new byte[Math.min(limit - position, COPIED_BYTES)] : null;
        try {
            resetIfDone(digest);
            boolean isDone = true;
            while (isDone && position < limit) {
                long address = NIO.getBufferAddress(input) + position;
                int bytes = Math.min(limit - position, copy == null ? CallLimits.DIGEST_BYTES : copy.length);
                int consumed = 0;
                if (Buffers.isReadable(null, address, bytes, scope)) {
                    consumed = copy == null ? DigestBaseSubstitutions.engineUpdate(digest, kernel, null, address, bytes, scope) : updateCopied(digest, kernel, address, bytes,
                                    scope, copy);
                }
                position += consumed;
                input.position(position);
                isDone = consumed == bytes;
            }
        } finally {
            Reference.reachabilityFence(input);
        }
        if (position == limit) {
            DigestFields.setInProgress(messageDigest);
        }
    }

    /** Of a mapped file, which may become shorter at any time: HotSpot makes an {@code InternalError} of that where Java code copies it. */
    private static int updateCopied(Object digest, CompressMethod kernel, long address, int bytes, MemorySessionImpl scope, byte[] copy) {
        try {
            Bytes.copyMany(address, scope, copy, bytes);
        } catch (IllegalStateException e) {
            return 0;
        }
        Safepoints.poll();
        return DigestBaseSubstitutions.engineUpdate(digest, kernel, copy, Unsafe.ARRAY_BYTE_BASE_OFFSET, bytes, null);
    }

    /** To be called only if there is a kernel. */
    static void resetIfDone(Object digest) {
        if (DigestFields.bytesProcessed(digest) < 0) {
            DigestBaseSubstitutions.engineReset(digest);
        }
    }

    /**
     * {@code MessageDigest.digest(byte[])}. What remembers a message in parts, the digest's buffer and its state, is not used. What is longer than a kernel may be given at
     * once is left to the JDK's methods.
     */
    @MethodSubstitution(DigestFields.MESSAGE_DIGEST)
    public static byte[] digest(MessageDigest messageDigest, byte[] message) {
        Object digest = DigestFields.spi(messageDigest);
        if (digest == null || message == null || message.length > CallLimits.DIGEST_BYTES || DigestFields.bytesProcessed(digest) > 0) {
            return null;
        }
        byte[] result = (byte[]) DigestClass.apply(HASH, digest, message, null);
        if (result != null) {
            DigestFields.setInitial(messageDigest);
        }
        return result;
    }

    /** {@code MessageDigest.isEqual}, eight bytes at a time; a cipher compares keys and IVs when it is initialized. As in the JDK, the time depends on the lengths alone. */
    @MethodSubstitution(DigestFields.MESSAGE_DIGEST)
    public static int isEqual(byte[] a, byte[] b) {
        if (a == null || b == null || a.length != b.length || a.length < Long.BYTES) {
            return -1;
        }
        int last = a.length - Long.BYTES;
        long differences = Bytes.getLong(a, last) ^ Bytes.getLong(b, last);
        for (int i = 0; i < last; i += Long.BYTES) {
            differences |= Bytes.getLong(a, i) ^ Bytes.getLong(b, i);
        }
        return (int) ((differences | -differences) >>> Long.SIZE - 1) ^ 1;
    }

    private static byte[] hash(DigestClass type, Object digest, byte[] message) {
        HashMethod kernel = type.hashMethod(digest);
        int length = DigestFields.digestLength(digest);
        if (kernel == null || !type.isInWordsOfABlock(length, digest)) {
            return null;
        }
        byte[] result = new byte[length];
        return kernel.hash(type.initialState(digest), message, type.suffix(digest), result, Unsafe.ARRAY_BYTE_BASE_OFFSET, length) ? result : null;
    }
}
