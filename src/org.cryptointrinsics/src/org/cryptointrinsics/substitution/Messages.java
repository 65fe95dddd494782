package org.cryptointrinsics.substitution;

import java.security.MessageDigest;

/** As {@link Digests}, for messages that are hashed in one call. What remembers a message in parts, the digest's buffer and its state, is not used. */
final class Messages {

    /** RFC 1321, 3.3. */
    static final int[] INITIAL_MD5 = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    /** FIPS 180-4, 5.3.1. */
    static final int[] INITIAL_SHA1 = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

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

    /** The digest of {@code message} by the algorithm of {@code digest}; null where this is interpreted or there is no kernel for the digest. */
    static byte[] hash(Object digest, byte[] message) {
        if (Digests.isMD5(digest)) {
            byte[] result = new byte[INITIAL_MD5.length * Integer.BYTES];
            return hashMD5(INITIAL_MD5, message, result) ? result : null;
        }
        if (Digests.isSHA1(digest)) {
            byte[] result = new byte[INITIAL_SHA1.length * Integer.BYTES];
            return hashSHA1(INITIAL_SHA1, message, result) ? result : null;
        }
        if (Digests.isSHA2(digest)) {
            byte[] result = new byte[DigestFields.digestLength(digest)];
            return hashSHA2(DigestFields.initialHashesOfSHA2(digest), message, result) ? result : null;
        }
        if (Digests.isSHA5(digest)) {
            byte[] result = new byte[DigestFields.digestLength(digest)];
            return hashSHA5(DigestFields.initialHashesOfSHA5(digest), message, result) ? result : null;
        }
        return null;
    }

    // Where these are compiled, they are a call of the stub that hashes messages with the kernel. They return false, and have done nothing, where they are
    // interpreted or there is no such stub.

    private static boolean hashMD5(int[] initialState, byte[] message, byte[] result) {
        return false;
    }

    private static boolean hashSHA1(int[] initialState, byte[] message, byte[] result) {
        return false;
    }

    private static boolean hashSHA2(int[] initialState, byte[] message, byte[] result) {
        return false;
    }

    private static boolean hashSHA5(long[] initialState, byte[] message, byte[] result) {
        return false;
    }
}
