package org.cryptointrinsics.substitution.digest;

import java.nio.ByteOrder;
import java.util.Arrays;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.Safepoints;
import org.cryptointrinsics.substitution.Bytes;
import org.cryptointrinsics.substitution.CallLimits;
import org.cryptointrinsics.substitution.MethodSubstitution;

import jdk.internal.foreign.MemorySessionImpl;
import jdk.internal.misc.Unsafe;

/**
 * What is executed before methods of {@code DigestBase} and of the classes that extend it. It is ordinary Java, in which kernels are called as methods; what it leaves in a
 * digest is at any time what the JDK's methods can go on with.
 */
public final class DigestBaseSubstitutions {

    private DigestBaseSubstitutions() {
    }

    /** {@code DigestBase.engineReset}. Graal would clear arrays element by element, and for SHA-2 one, too, that kernels do not use. */
    @MethodSubstitution(DigestFields.DIGEST_BASE)
    public static boolean engineReset(Object digest) {
        if (DigestFields.bytesProcessed(digest) == 0) {
            return true;
        }
        if (DigestClass.compressMethod(digest) == null) {
            return false;
        }
        DigestClass.of(digest).reset(digest);
        Arrays.fill(DigestFields.buffer(digest), (byte) 0);
        DigestFields.setBufferOffset(digest, 0);
        DigestFields.setBytesProcessed(digest, 0);
        return true;
    }

    /**
     * {@code DigestBase.implDigest}. Graal would pad by copying zeros, and check every word of the digest.
     *
     * @param out has room for the digest at {@code offset}, as {@code DigestBase.engineDigest} has checked
     */
    @MethodSubstitution(DigestFields.DIGEST_BASE)
    public static boolean implDigest(Object digest, byte[] out, int offset) throws Throwable {
        CompressMethod kernel = DigestClass.compressMethod(digest);
        DigestClass type = DigestClass.of(digest);
        int filled = DigestFields.bufferOffset(digest);
        int block = DigestFields.blockSize(digest);
        if (kernel == null || !type.isInWordsOfABlock(DigestFields.digestLength(digest), digest)) {
            return false;
        }
        if (type.isSponge() ? Integer.compareUnsigned(filled, block) >= 0 : filled != ((int) DigestFields.bytesProcessed(digest) & block - 1)) {
            // After an error within an update, or if threads use a digest at once.
            return false;
        }
        if (type.isSponge()) {
            padSHA3(digest, kernel, type, filled, block);
        } else {
            pad(digest, kernel, type, filled, block);
        }
        type.writeDigest(digest, out, offset);
        return true;
    }

    /** Absorbs what remains of the message, with the padding of FIPS 202, B.2. */
    private static void padSHA3(Object digest, CompressMethod kernel, DigestClass type, int filled, int block) throws Throwable {
        byte[] buffer = DigestFields.buffer(digest);
        for (int position = endData(buffer, filled, type.suffix(digest)); position < block; position += Long.BYTES) {
            Bytes.putLong(buffer, position, 0);
        }
        Bytes.putLong(buffer, block - Long.BYTES, Bytes.getLong(buffer, block - Long.BYTES) | Long.MIN_VALUE);
        compressBuffer(digest, kernel, type, buffer);
    }

    /** Puts the first byte after a message, and zeros up to a multiple of eight bytes; returns that. */
    private static int endData(byte[] buffer, int filled, int suffix) {
        int position = filled & -Long.BYTES;
        int dataBits = (filled & Long.BYTES - 1) * Byte.SIZE;
        long data = Bytes.getLong(buffer, position) & (1L << dataBits) - 1;
        Bytes.putLong(buffer, position, data | (long) suffix << dataBits);
        return position + Long.BYTES;
    }

    /**
     * Compresses what remains of the message, with the padding of RFC 1321, 3.1 and 3.2, or of FIPS 180-4, 5.1. The digest counts the padding, as in the JDK, which updates
     * it with that: should an error come, as for want of stack in the interpreter, there is something to reset.
     *
     * @param filled how many bytes remain, less than a block
     */
    private static void pad(Object digest, CompressMethod kernel, DigestClass type, int filled, int block) throws Throwable {
        DigestAlgorithm algorithm = type.algorithm();
        long processed = DigestFields.bytesProcessed(digest);
        long bits = processed * Byte.SIZE;
        // All but the last eight bytes of the length are zero.
        int end = block - Long.BYTES;
        int beforeLength = block - algorithm.lengthBytes();
        DigestFields.setBytesProcessed(digest, processed + (filled < beforeLength ? end : end + block) - filled);
        byte[] buffer = DigestFields.buffer(digest);
        int position = endData(buffer, filled, algorithm.suffix());
        if (position > beforeLength) {
            for (; position < block; position += Long.BYTES) {
                Bytes.putLong(buffer, position, 0);
            }
            DigestFields.setBufferOffset(digest, block);
            compressBuffer(digest, kernel, type, buffer);
            position = 0;
        }
        for (; position < end; position += Long.BYTES) {
            Bytes.putLong(buffer, position, 0);
        }
        Bytes.putLong(buffer, end, algorithm.order() == ByteOrder.LITTLE_ENDIAN ? bits : Long.reverseBytes(bits));
        DigestFields.setBufferOffset(digest, end);
        compressBuffer(digest, kernel, type, buffer);
    }

    private static void compressBuffer(Object digest, CompressMethod kernel, DigestClass type, byte[] buffer) throws Throwable {
        if (!kernel.compress(type.state(digest), buffer, Unsafe.ARRAY_BYTE_BASE_OFFSET, 1, null)) {
            DigestFields.implCompress(digest, buffer, 0);
        }
    }

    /** {@code DigestBase.implCompress}: one block. */
    @MethodSubstitution(DigestFields.DIGEST_BASE)
    public static boolean implCompress(Object digest, byte[] data, int offset) {
        CompressMethod kernel = DigestClass.compressMethod(digest);
        return kernel != null && data != null && offset >= 0 && offset <= data.length - DigestFields.blockSize(digest) &&
                        kernel.compress(DigestClass.of(digest).state(digest), data, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset, 1, null);
    }

    /**
     * {@code DigestBase.implCompressMultiBlock}, with a safepoint between two calls of the kernel.
     *
     * @param limit where a block may begin at most
     */
    @MethodSubstitution(DigestFields.DIGEST_BASE)
    public static int implCompressMultiBlock(Object digest, byte[] data, int offset, int limit) throws Throwable {
        CompressMethod kernel = DigestClass.compressMethod(digest);
        int block = DigestFields.blockSize(digest);
        if (kernel == null || data == null || offset < 0 || offset > limit || limit > data.length - block) {
            return -1;
        }
        int position = offset + compress(digest, kernel, data, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset, limit + block - offset, null);
        if (position == offset) {
            return -1;
        }
        return position <= limit ? DigestFields.implCompressMultiBlock(digest, data, position, limit) : position;
    }

    /**
     * Compresses blocks, with a safepoint between two calls of the kernel; returns how many bytes they have, all but what is no whole block unless a kernel was lost, or the scope
     * closed.
     */
    private static int compress(Object digest, CompressMethod kernel, Object base, long address, int length, MemorySessionImpl scope) {
        Object state = DigestClass.of(digest).state(digest);
        int block = DigestFields.blockSize(digest);
        int done = 0;
        while (length - done >= block) {
            int blocks = Math.min(length - done, CallLimits.DIGEST_BYTES) / block;
            if (!kernel.compress(state, base, address + done, blocks, scope)) {
                break;
            }
            done += blocks * block;
        }
        return done;
    }

    /**
     * {@code DigestBase.engineUpdate}, of data within their bounds, by kernels. If an error comes, all is counted: without that, a reset would do nothing.
     *
     * @param base what the data are in, or null if they are outside of the heap
     * @param address of the data, as those of {@code Unsafe}
     * @param length of the data, outside of the heap {@link CallLimits#DIGEST_BYTES} at most
     * @param scope that of the data's memory, or null
     * @return how many bytes were consumed: all, unless a kernel was lost, or the scope closed
     */
    static int engineUpdate(Object digest, CompressMethod kernel, byte[] base, long address, int length, MemorySessionImpl scope) {
        int filled = DigestFields.bufferOffset(digest);
        int block = DigestFields.blockSize(digest);
        if (Integer.compareUnsigned(filled, block) > 0) {
            // As in implDigest; there is no room in the buffer.
            return 0;
        }
        long before = DigestFields.bytesProcessed(digest);
        DigestFields.setBytesProcessed(digest, before + length);
        int consumed = 0;
        if (filled != 0) {
            consumed = Math.min(length, block - filled);
            byte[] buffer = DigestFields.buffer(digest);
            if (!copy(base, address, scope, buffer, filled, consumed)) {
                DigestFields.setBytesProcessed(digest, before);
                return 0;
            }
            filled += consumed;
            if (filled == block) {
                if (!kernel.compress(DigestClass.of(digest).state(digest), buffer, Unsafe.ARRAY_BYTE_BASE_OFFSET, 1, null)) {
                    DigestFields.setBytesProcessed(digest, before);
                    return 0;
                }
                filled = 0;
            }
            DigestFields.setBufferOffset(digest, filled);
        }
        consumed += compress(digest, kernel, base, address + consumed, length - consumed, scope);
        int rest = length - consumed;
        if (rest >= block || rest != 0 && !copy(base, address + consumed, scope, DigestFields.buffer(digest), 0, rest)) {
            DigestFields.setBytesProcessed(digest, before + consumed);
        } else if (rest != 0) {
            DigestFields.setBufferOffset(digest, rest);
            consumed = length;
        }
        return consumed;
    }

    /** Copies memory; returns false if its scope is closed. If that is a mapped file which became shorter, an error is thrown here, where all is counted. */
    private static boolean copy(byte[] base, long address, MemorySessionImpl scope, byte[] to, int offset, int bytes) {
        if (base != null) {
            System.arraycopy(base, (int) (address - Unsafe.ARRAY_BYTE_BASE_OFFSET), to, offset, bytes);
        } else {
            try {
                Bytes.copy(address, scope, to, offset, bytes);
            } catch (IllegalStateException e) {
                return false;
            }
            Safepoints.poll();
        }
        return true;
    }
}
