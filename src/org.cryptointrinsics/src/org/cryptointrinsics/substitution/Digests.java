package org.cryptointrinsics.substitution;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.Provider;
import java.util.Arrays;
import java.util.UUID;

import javax.crypto.Mac;

import jdk.internal.access.JavaNioAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.misc.Unsafe;

/**
 * What is compiled in place of the JDK's methods for digests. It is ordinary Java: when compiled code of it is deoptimized, the interpreter goes on with it.
 */
final class Digests {

    /**
     * The most bytes that a kernel is given at once. A thread cannot stop at a safepoint while in a kernel; the slowest, SHA-256 without SHA instructions,
     * takes about 70 microseconds for that many at 3.2 GHz, MD5 45.
     */
    static final int CHUNK = 32 * 1024;

    /** Of MD5, SHA-1, SHA-224 and SHA-256, in bytes. */
    static final int BLOCK = 64;
    /** Of SHA-384 and SHA-512. */
    static final int LONG_BLOCK = 128;
    /** Of the chaining value. */
    private static final int MD5_WORDS = 4;
    private static final int SHA1_WORDS = 5;
    private static final int SHA2_WORDS = 8;

    private static final JavaNioAccess NIO = SharedSecrets.getJavaNioAccess();

    private static volatile boolean isLinked;

    private Digests() {
    }

    /** To be called before a method of this class is compiled. Idempotent. */
    static void link() {
        if (isLinked) {
            return;
        }
        // What this class's loader was not asked for yet is unresolved to the compiler, though loaded: compiled code would be thrown away there.
        for (Class<?> used : new Class<?>[]{Arrays.class, ByteBuffer.class, Integer.class, InternalError.class, JavaNioAccess.class, Long.class, Mac.class, Math.class,
                        MessageDigest.class, Provider.class, Reference.class, System.class, Unsafe.class, UUID.class}) {
            DigestFields.forName(used.getName());
        }
        DigestFields.link();
        Buffers.link();
        Messages.hash(null, null, null, null, null);
        HmacFields.link();
        OffHeap.compress(null, 0, 0);
        isLinked = true;
    }

    /**
     * Compresses blocks in an array. Where this is compiled, it is a call of the kernel for the digest's class.
     *
     * @param digest a {@code DigestBase}
     * @param offset of the first block
     * @param limit the largest offset that a block may have, at least {@code offset}
     * @return the offset after the blocks that were compressed, all or a chunk; {@code offset}, and nothing changed, where this is interpreted or there is no
     *         kernel for the digest
     */
    static int compress(Object digest, byte[] data, int offset, int limit) {
        return offset;
    }

    /** Whether this is MD5, and its kernel is on; false where this is interpreted. */
    static boolean isMD5(Object digest) {
        return false;
    }

    /** Whether this is SHA-1, and its kernel is on; false where this is interpreted. */
    static boolean isSHA1(Object digest) {
        return false;
    }

    /** Whether this is SHA-224 or SHA-256, and their kernel is on; false where this is interpreted. */
    static boolean isSHA2(Object digest) {
        return false;
    }

    /** Whether this is SHA-384 or SHA-512, or what is made of it, and their kernel is on; false where this is interpreted. */
    static boolean isSHA5(Object digest) {
        return false;
    }

    /** Whether this is one of SHA-3, or a function with extendable output, and a kernel of these is on; false where this is interpreted. */
    static boolean isSHA3(Object digest) {
        return false;
    }

    /** {@code DigestBase.engineReset}. Graal would clear arrays element by element, and for SHA-2 one, too, that compiled code does not use. */
    static void engineReset(Object digest) throws Throwable {
        if (DigestFields.bytesProcessed(digest) == 0) {
            return;
        }
        byte[] buffer = DigestFields.buffer(digest);
        if (isMD5(digest)) {
            copy(Messages.INITIAL_MD5, DigestFields.stateOfMD5(digest), MD5_WORDS);
            clear(buffer, BLOCK);
        } else if (isSHA1(digest)) {
            DigestFields.clearScheduleOfSHA1(digest);
            copy(Messages.INITIAL_SHA1, DigestFields.stateOfSHA1(digest), SHA1_WORDS);
            clear(buffer, BLOCK);
        } else if (isSHA2(digest)) {
            DigestFields.clearScheduleOfSHA2(digest);
            copy(DigestFields.initialHashesOfSHA2(digest), DigestFields.stateOfSHA2(digest), SHA2_WORDS);
            clear(buffer, BLOCK);
        } else if (isSHA5(digest)) {
            DigestFields.clearScheduleOfSHA5(digest);
            copy(DigestFields.initialHashesOfSHA5(digest), DigestFields.stateOfSHA5(digest), SHA2_WORDS);
            clear(buffer, LONG_BLOCK);
        } else if (isSHA3(digest)) {
            copy(Messages.INITIAL_SHA3, DigestFields.stateOfSHA3(digest), Messages.INITIAL_SHA3.length);
            DigestFields.resetSqueezeOffsetOfSHA3(digest);
            clear(buffer, DigestFields.blockSize(digest));
        } else {
            DigestFields.implReset(digest);
            Arrays.fill(buffer, (byte) 0);
        }
        DigestFields.setBufferOffset(digest, 0);
        DigestFields.setBytesProcessed(digest, 0);
    }

    private static void clear(byte[] buffer, int bytes) {
        for (int i = 0; i < bytes; i += Long.BYTES) {
            DigestFields.putLong(buffer, i, 0);
        }
    }

    /** Copies words by stores that are as wide as the kernel's loads, or wider: those would have to wait until narrower ones have reached the cache. */
    private static void copy(Object initialState, Object state, int words) {
        System.arraycopy(initialState, 0, state, 0, words);
    }

    /**
     * {@code DigestBase.implDigest}. Graal would pad by copying zeros, and check every word of the digest.
     *
     * @param out has room for the digest at {@code offset}, as {@code DigestBase.engineDigest} has checked
     */
    static void implDigest(Object digest, byte[] out, int offset) throws Throwable {
        long processed = DigestFields.bytesProcessed(digest);
        long bits = processed * Byte.SIZE;
        int filled = DigestFields.bufferOffset(digest);
        int block = DigestFields.blockSize(digest);
        if (isSHA3(digest) ? Integer.compareUnsigned(filled, block) >= 0 : filled != ((int) processed & block - 1)) {
            // After an error within an update, or if threads use a digest at once.
            DigestFields.implDigest(digest, out, offset);
        } else if (isMD5(digest)) {
            pad(digest, filled, BLOCK, Long.BYTES, bits);
            int[] state = DigestFields.stateOfMD5(digest);
            for (int i = 0; i < MD5_WORDS; i++) {
                DigestFields.putInt(out, offset + i * Integer.BYTES, state[i]);
            }
        } else if (isSHA1(digest)) {
            pad(digest, filled, BLOCK, Long.BYTES, Long.reverseBytes(bits));
            putBigEndian(DigestFields.stateOfSHA1(digest), SHA1_WORDS, out, offset);
        } else if (isSHA2(digest)) {
            pad(digest, filled, BLOCK, Long.BYTES, Long.reverseBytes(bits));
            int[] state = DigestFields.stateOfSHA2(digest);
            putBigEndian(state, SHA2_WORDS - 1, out, offset);
            // SHA-224 is without the last word.
            if (DigestFields.digestLength(digest) == SHA2_WORDS * Integer.BYTES) {
                DigestFields.putInt(out, offset + (SHA2_WORDS - 1) * Integer.BYTES, Integer.reverseBytes(state[SHA2_WORDS - 1]));
            }
        } else if (isSHA5(digest)) {
            pad(digest, filled, LONG_BLOCK, 2 * Long.BYTES, Long.reverseBytes(bits));
            putBigEndian(DigestFields.stateOfSHA5(digest), out, offset, DigestFields.digestLength(digest));
        } else if (isSHA3(digest) && isInWordsOfABlock(DigestFields.digestLength(digest), digest)) {
            padSHA3(digest, filled, block);
            putLittleEndian(DigestFields.stateOfSHA3(digest), out, offset, DigestFields.digestLength(digest));
        } else {
            DigestFields.implDigest(digest, out, offset);
        }
    }

    private static void putBigEndian(int[] state, int words, byte[] out, int offset) {
        for (int i = 0; i < words; i++) {
            DigestFields.putInt(out, offset + i * Integer.BYTES, Integer.reverseBytes(state[i]));
        }
    }

    private static void putBigEndian(long[] state, byte[] out, int offset, int bytes) {
        int i = 0;
        for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
            DigestFields.putLong(out, offset + i, Long.reverseBytes(state[i / Long.BYTES]));
        }
        if (i < bytes) {
            // Of SHA-512/224.
            DigestFields.putInt(out, offset + i, Integer.reverseBytes((int) (state[i / Long.BYTES] >>> Integer.SIZE)));
        }
    }

    private static void putLittleEndian(long[] state, byte[] out, int offset, int bytes) {
        int i = 0;
        for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
            DigestFields.putLong(out, offset + i, state[i / Long.BYTES]);
        }
        if (i < bytes) {
            // Of SHA3-224.
            DigestFields.putInt(out, offset + i, (int) state[i / Long.BYTES]);
        }
    }

    /** Functions with extendable output have no digest, which the JDK's code says, or one of any length: 114 bytes in Ed448 (RFC 8032, 5.2). */
    static boolean isInWordsOfABlock(int digestLength, Object digest) {
        return digestLength != 0 && digestLength % Integer.BYTES == 0 && digestLength <= DigestFields.blockSize(digest);
    }

    /** Absorbs what remains of the message, with the padding of FIPS 202, B.2. */
    private static void padSHA3(Object digest, int filled, int block) throws Throwable {
        byte[] buffer = DigestFields.buffer(digest);
        int position = filled & -Long.BYTES;
        int dataBits = (filled & Long.BYTES - 1) * Byte.SIZE;
        long data = DigestFields.getLong(buffer, position) & (1L << dataBits) - 1;
        DigestFields.putLong(buffer, position, data | (long) DigestFields.suffixOfSHA3(digest) << dataBits);
        for (position += Long.BYTES; position < block; position += Long.BYTES) {
            DigestFields.putLong(buffer, position, 0);
        }
        DigestFields.putLong(buffer, block - Long.BYTES, DigestFields.getLong(buffer, block - Long.BYTES) | Long.MIN_VALUE);
        compressBuffer(digest, buffer);
    }

    /** {@code SHA3.implCompress0}. */
    static void implCompress0(Object digest, byte[] data, int offset) throws Throwable {
        if (compress(digest, data, offset, offset) == offset) {
            DigestFields.implCompress0OfSHA3(digest, data, offset);
        }
    }

    /**
     * Compresses what remains of the message, with the padding of RFC 1321, 3.1 and 3.2, or of FIPS 180-4, 5.1.1. The digest counts the padding, as in the JDK, which updates
     * it with that: should an error come, as for want of stack in the interpreter, there is something to reset.
     *
     * @param filled how many bytes remain, less than a block
     * @param block the size of a block
     * @param lengthBytes how many bytes at the end of the last block are for the length; all but the last eight are zero
     * @param length the length of the message in bits, in the order of bytes of the algorithm
     */
    private static void pad(Object digest, int filled, int block, int lengthBytes, long length) throws Throwable {
        int end = block - Long.BYTES;
        DigestFields.addBytesProcessed(digest, (filled < block - lengthBytes ? end : end + block) - filled);
        byte[] buffer = DigestFields.buffer(digest);
        int position = filled & -Long.BYTES;
        int dataBits = (filled & Long.BYTES - 1) * Byte.SIZE;
        long data = DigestFields.getLong(buffer, position) & (1L << dataBits) - 1;
        DigestFields.putLong(buffer, position, data | 0x80L << dataBits);
        position += Long.BYTES;
        if (position > block - lengthBytes) {
            for (; position < block; position += Long.BYTES) {
                DigestFields.putLong(buffer, position, 0);
            }
            DigestFields.setBufferOffset(digest, block);
            compressBuffer(digest, buffer);
            position = 0;
        }
        for (; position < end; position += Long.BYTES) {
            DigestFields.putLong(buffer, position, 0);
        }
        DigestFields.putLong(buffer, end, length);
        DigestFields.setBufferOffset(digest, end);
        compressBuffer(digest, buffer);
    }

    private static void compressBuffer(Object digest, byte[] buffer) throws Throwable {
        if (compress(digest, buffer, 0, 0) == 0) {
            DigestFields.implCompress(digest, buffer, 0);
        }
    }

    /** {@code DigestBase.implCompressMultiBlock0}, with a safepoint between chunks. */
    static int implCompressMultiBlock0(Object digest, byte[] data, int offset, int limit) throws Throwable {
        int position = offset;
        while (position <= limit) {
            int next = compress(digest, data, position, limit);
            if (next == position) {
                return compressMultiBlockElsewhere(digest, data, position, limit);
            }
            position = next;
        }
        return position;
    }

    /** {@code DigestBase.implCompressMultiBlock0}, without kernels. Where this is compiled, it is Graal's own code. */
    static int compressMultiBlockElsewhere(Object digest, byte[] data, int offset, int limit) throws Throwable {
        int position = offset;
        for (; position <= limit; position += DigestFields.blockSize(digest)) {
            DigestFields.implCompress(digest, data, position);
        }
        return position;
    }

    /**
     * {@code MessageDigest.update(ByteBuffer)}. A direct buffer is read where it lies; so is a read-only one on the heap, whose array the digest does not give
     * away. Whatever is special, or remains when this goes on in the interpreter, is left to the JDK's method.
     */
    static void update(MessageDigest messageDigest, ByteBuffer input) throws Throwable {
        if (input != null && !input.hasArray() && input.hasRemaining()) {
            Object digest = DigestFields.spi(messageDigest);
            if (digest != null) {
                if (!input.isDirect()) {
                    updateReadOnly(messageDigest, input);
                } else if (hasKernel(digest)) {
                    updateDirect(messageDigest, digest, input);
                }
                if (!input.hasRemaining()) {
                    return;
                }
            }
        }
        messageDigest.update(input);
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

    private static void updateDirect(MessageDigest messageDigest, Object digest, ByteBuffer input) throws Throwable {
        // As above.
        int position = input.position();
        int limit = input.limit();
        if (position >= limit) {
            return;
        }
        // Fails, as reading from the buffer would, if its arena is closed or another thread's.
        NIO.acquireSession(input);
        try {
            if (DigestFields.bytesProcessed(digest) < 0) {
                engineReset(digest);
            }
            boolean isDone = true;
            while (isDone && position < limit) {
                long address = NIO.getBufferAddress(input) + position;
                int bytes = Math.min(limit - position, CHUNK);
                // If a mapped file became shorter, the JDK's method fails where a part of 4 KiB begins. So do chunks.
                int consumed = Buffers.isReadable(null, address, bytes) ? update(digest, null, address, bytes) : 0;
                position += consumed;
                input.position(position);
                isDone = consumed == bytes;
            }
        } finally {
            NIO.releaseSession(input);
            Reference.reachabilityFence(input);
        }
        if (position == limit) {
            DigestFields.setInProgress(messageDigest);
        }
    }

    private static boolean hasKernel(Object digest) {
        return isMD5(digest) || isSHA1(digest) || isSHA2(digest) || isSHA5(digest) || isSHA3(digest);
    }

    /** {@code MessageDigest.update(byte[])}. */
    static void update(MessageDigest messageDigest, byte[] input) throws Throwable {
        if (input == null || DigestFields.spi(messageDigest) == null) {
            messageDigest.update(input);
        } else {
            update(messageDigest, input, 0, input.length);
        }
    }

    /** {@code MessageDigest.update(byte[], int, int)}. */
    static void update(MessageDigest messageDigest, byte[] input, int offset, int length) throws Throwable {
        int consumed = 0;
        if (input != null && offset >= 0 && length > 0 && length <= input.length - offset) {
            Object digest = DigestFields.spi(messageDigest);
            if (digest != null && hasKernel(digest)) {
                if (DigestFields.bytesProcessed(digest) < 0) {
                    engineReset(digest);
                }
                consumed = update(digest, input, offset, length);
                if (consumed == length) {
                    DigestFields.setInProgress(messageDigest);
                    return;
                }
            }
        }
        messageDigest.update(input, offset + consumed, length - consumed);
    }

    /** {@code MessageDigest.digest()}. */
    static byte[] digest(MessageDigest messageDigest) throws Throwable {
        Object digest = DigestFields.spi(messageDigest);
        if (digest == null || !hasKernel(digest)) {
            return messageDigest.digest();
        }
        if (DigestFields.bytesProcessed(digest) < 0) {
            engineReset(digest);
        }
        byte[] result = new byte[DigestFields.digestLength(digest)];
        implDigest(digest, result, 0);
        DigestFields.setBytesProcessed(digest, -1);
        DigestFields.setInitial(messageDigest);
        return result;
    }

    /** {@code MessageDigest.digest(byte[])}, of whatever class. */
    static byte[] digest(MessageDigest messageDigest, byte[] message) {
        return DigestFields.spi(messageDigest) == null ? messageDigest.digest(message) : Messages.digest(messageDigest, message);
    }

    /** Copies memory. If that is a mapped file which became shorter, an error is thrown here, where the session is still acquired. */
    private static void copy(byte[] from, long address, byte[] to, int offset, int bytes) {
        if (from != null) {
            System.arraycopy(from, (int) address, to, offset, bytes);
        } else {
            DigestFields.copy(address, to, offset, bytes);
            poll();
        }
    }

    /** Where this is compiled, a poll for a safepoint, at which HotSpot throws the error for a fault that it went on after. */
    static void poll() {
    }

    /**
     * {@code DigestBase.engineUpdate}. If an error comes, all is counted: without that, a reset would do nothing.
     *
     * @param array what the data are in, or null if they are outside of the heap; the compiler knows which
     * @param address of the data, in {@code array} their index
     * @param length of the data, outside of the heap {@link #CHUNK} at most
     * @return how many bytes were consumed, all if kernels could be used throughout
     */
    private static int update(Object digest, byte[] array, long address, int length) {
        int consumed = 0;
        int filled = DigestFields.bufferOffset(digest);
        int block = DigestFields.blockSize(digest);
        if (Integer.compareUnsigned(filled, block) > 0) {
            // As in implDigest; there is no room in the buffer.
            return 0;
        }
        long before = DigestFields.bytesProcessed(digest);
        DigestFields.setBytesProcessed(digest, before + length);
        if (filled != 0) {
            consumed = Math.min(length, block - filled);
            byte[] buffer = DigestFields.buffer(digest);
            copy(array, address, buffer, filled, consumed);
            filled += consumed;
            if (filled == block) {
                if (compress(digest, buffer, 0, 0) == 0) {
                    DigestFields.setBytesProcessed(digest, before);
                    return 0;
                }
                filled = 0;
            }
            DigestFields.setBufferOffset(digest, filled);
        }
        while (length - consumed >= block) {
            int position = (int) address + consumed;
            int bytes = array != null ? compress(digest, array, position, (int) address + length - block) - position
                            : OffHeap.compress(digest, address + consumed, length - consumed);
            if (bytes == 0) {
                DigestFields.setBytesProcessed(digest, before + consumed);
                return consumed;
            }
            consumed += bytes;
        }
        int rest = length - consumed;
        if (rest != 0) {
            copy(array, address + consumed, DigestFields.buffer(digest), 0, rest);
            DigestFields.setBufferOffset(digest, rest);
        }
        return length;
    }
}
