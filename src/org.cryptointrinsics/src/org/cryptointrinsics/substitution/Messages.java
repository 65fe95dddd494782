package org.cryptointrinsics.substitution;

import java.security.MessageDigest;
import java.util.UUID;

/** As {@link Digests}, for messages that are hashed in one call. What remembers a message in parts, the digest's buffer and its state, is not used. */
final class Messages {

    /** RFC 1321, 3.3. */
    static final int[] INITIAL_MD5 = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    /** FIPS 180-4, 5.3.1. */
    static final int[] INITIAL_SHA1 = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

    /** FIPS 202, 4. */
    static final long[] INITIAL_SHA3 = new long[25];
    /** The first byte after a message, but for SHA-3. */
    private static final int BIT = 0x80;

    private Messages() {
    }

    /** {@code MessageDigest.digest(byte[])}. Whatever is special, or longer than a kernel may be given at once, is left to the JDK's method. */
    static byte[] digest(MessageDigest messageDigest, byte[] message) {
        if (message != null && message.length <= Digests.CHUNK) {
            Object digest = DigestFields.spi(messageDigest);
            // Otherwise a part of the message was digested before.
            if (digest != null && DigestFields.bytesProcessed(digest) <= 0) {
                byte[] result = hash(digest, message);
                if (result != null) {
                    DigestFields.setInitial(messageDigest);
                    return result;
                }
            }
        }
        messageDigest.update(message);
        return messageDigest.digest();
    }

    /** {@code UUID.nameUUIDFromBytes}. */
    static UUID nameUUIDFromBytes(byte[] name) {
        if (name != null && name.length <= Digests.CHUNK && SunProvider.isUnchanged()) {
            long first = firstHalf(INITIAL_MD5, name, BIT);
            long second = secondHalf(first);
            // RFC 9562, 5.3: version 3. The bytes of MD5 are in little-endian order.
            return new UUID(Long.reverseBytes(first) & 0xFFFF_FFFF_FFFF_0FFFL | 0x3000, Long.reverseBytes(second) & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L);
        }
        SunProvider.leave();
        return UUID.nameUUIDFromBytes(name);
    }

    /** Where this is compiled, the first eight bytes of the MD5 of {@code name}, which is in the frame. It is not executed elsewhere. */
    private static long firstHalf(int[] initialState, byte[] name, int suffix) {
        throw new AssertionError("not compiled");
    }

    /** Where this is compiled, the other eight bytes of that digest. */
    private static long secondHalf(long firstHalf) {
        throw new AssertionError("not compiled");
    }

    /** The digest of {@code message} by the algorithm of {@code digest}; null where this is interpreted or there is no kernel for the digest. */
    static byte[] hash(Object digest, byte[] message) {
        if (Digests.isMD5(digest)) {
            byte[] result = new byte[INITIAL_MD5.length * Integer.BYTES];
            return hashMD5(INITIAL_MD5, message, BIT, result) ? result : null;
        }
        if (Digests.isSHA1(digest)) {
            byte[] result = new byte[INITIAL_SHA1.length * Integer.BYTES];
            return hashSHA1(INITIAL_SHA1, message, BIT, result) ? result : null;
        }
        if (Digests.isSHA2(digest)) {
            byte[] result = new byte[DigestFields.digestLength(digest)];
            return hashSHA2(DigestFields.initialHashesOfSHA2(digest), message, BIT, result) ? result : null;
        }
        if (Digests.isSHA5(digest)) {
            byte[] result = new byte[DigestFields.digestLength(digest)];
            return hashSHA5(DigestFields.initialHashesOfSHA5(digest), message, BIT, result) ? result : null;
        }
        if (Digests.isSHA3(digest)) {
            byte[] result = new byte[DigestFields.digestLength(digest)];
            int suffix = DigestFields.suffixOfSHA3(digest);
            boolean isDone = switch (DigestFields.blockSize(digest)) {
                case 144 -> hashSHA3of144(INITIAL_SHA3, message, suffix, result);
                case 136 -> hashSHA3of136(INITIAL_SHA3, message, suffix, result);
                case 104 -> hashSHA3of104(INITIAL_SHA3, message, suffix, result);
                case 72 -> hashSHA3of72(INITIAL_SHA3, message, suffix, result);
                case 168 -> hashSHA3of168(INITIAL_SHA3, message, suffix, result);
                default -> false;
            };
            // Functions with extendable output have no digest.
            return isDone && result.length != 0 ? result : null;
        }
        return null;
    }

    // Where these are compiled, they are a call of the stub that hashes messages with the kernel. They return false, and have done nothing, where they are
    // interpreted or there is no such stub.

    private static boolean hashMD5(int[] initialState, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA1(int[] initialState, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA2(int[] initialState, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA5(long[] initialState, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA3of144(long[] initialState, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA3of136(long[] initialState, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA3of104(long[] initialState, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA3of72(long[] initialState, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA3of168(long[] initialState, byte[] message, int suffix, byte[] result) {
        return false;
    }
}
