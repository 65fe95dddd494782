package org.cryptointrinsics.substitution;

import java.security.MessageDigest;
import java.util.UUID;

import javax.crypto.Mac;

/** As {@link Digests}, for messages that are hashed in one call. What remembers a message in parts, the digest's buffer and its state, is not used. */
final class Messages {

    /** RFC 1321, 3.3. */
    static final int[] INITIAL_MD5 = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    /** FIPS 180-4, 5.3.1. */
    static final int[] INITIAL_SHA1 = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

    /** FIPS 202, 4. */
    static final long[] INITIAL_SHA3 = new long[25];
    /** The first byte after a message, but for SHA-3. */
    static final int BIT = 0x80;

    private Messages() {
    }

    /** {@code MessageDigest.digest(byte[])}. Whatever is special, or longer than a kernel may be given at once, is left to the JDK's method. */
    static byte[] digest(MessageDigest messageDigest, byte[] message) {
        if (message != null && message.length <= Digests.CHUNK) {
            Object digest = fresh(messageDigest);
            if (digest != null) {
                byte[] result = new byte[DigestFields.digestLength(digest)];
                if (hash(digest, null, null, message, result)) {
                    DigestFields.setInitial(messageDigest);
                    return result;
                }
            }
        }
        messageDigest.update(message);
        return messageDigest.digest();
    }

    /** {@code Mac.doFinal(byte[])}, for HMAC (FIPS 198-1). What remains of the key is where it was. */
    static byte[] doFinal(Mac mac, byte[] message) {
        if (message != null && message.length <= Digests.CHUNK) {
            Object hmac = HmacFields.fresh(mac);
            Object digest = hmac == null ? null : fresh(HmacFields.digest(hmac));
            if (digest != null) {
                byte[] innerKey = HmacFields.innerKey(hmac);
                byte[] outerKey = HmacFields.outerKey(hmac);
                byte[] result = new byte[DigestFields.digestLength(digest)];
                if (innerKey.length == DigestFields.blockSize(digest) && outerKey.length == innerKey.length &&
                                hash(digest, innerKey, outerKey, message, result)) {
                    return result;
                }
            }
        }
        mac.update(message);
        return mac.doFinal();
    }

    /** The digest of the JDK behind {@code messageDigest}, unless a part of a message was digested; otherwise null. */
    private static Object fresh(MessageDigest messageDigest) {
        Object digest = DigestFields.spi(messageDigest);
        return digest == null || DigestFields.bytesProcessed(digest) > 0 ? null : digest;
    }

    /** {@code UUID.nameUUIDFromBytes}. Where none is longer than a kernel may be given at once, an identifier need not be made if only its bits are used. */
    static UUID nameUUIDFromBytes(byte[] name) {
        if (!SunProvider.isUnchanged()) {
            SunProvider.leave();
        } else if (name != null && name.length <= Digests.CHUNK) {
            long first = firstHalf(INITIAL_MD5, name, BIT);
            long second = secondHalf(first);
            // RFC 9562, 5.3: version 3. The bytes of MD5 are in little-endian order.
            return new UUID(Long.reverseBytes(first) & 0xFFFF_FFFF_FFFF_0FFFL | 0x3000, Long.reverseBytes(second) & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L);
        } else {
            SunProvider.leaveExpected();
        }
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

    /**
     * Writes the digest of a message by the algorithm of {@code digest}, or the HMAC with that.
     *
     * @param innerKey the key with the inner pad, a block, or null, of which the compiler knows that
     * @param outerKey the key with the outer pad, a block, or null
     * @param result as long as the digest
     * @return whether that was done; false where this is interpreted or there is no kernel for the digest
     */
    static boolean hash(Object digest, byte[] innerKey, byte[] outerKey, byte[] message, byte[] result) {
        if (Digests.isMD5(digest)) {
            return hashMD5(INITIAL_MD5, innerKey, outerKey, message, BIT, result);
        }
        if (Digests.isSHA1(digest)) {
            return hashSHA1(INITIAL_SHA1, innerKey, outerKey, message, BIT, result);
        }
        if (Digests.isSHA2(digest)) {
            return hashSHA2(DigestFields.initialHashesOfSHA2(digest), innerKey, outerKey, message, BIT, result);
        }
        if (Digests.isSHA5(digest)) {
            return hashSHA5(DigestFields.initialHashesOfSHA5(digest), innerKey, outerKey, message, BIT, result);
        }
        if (Digests.isSHA3(digest) && Digests.isInWordsOfABlock(result.length, digest)) {
            int suffix = DigestFields.suffixOfSHA3(digest);
            return switch (DigestFields.blockSize(digest)) {
                case 144 -> hashSHA3of144(INITIAL_SHA3, innerKey, outerKey, message, suffix, result);
                case 136 -> hashSHA3of136(INITIAL_SHA3, innerKey, outerKey, message, suffix, result);
                case 104 -> hashSHA3of104(INITIAL_SHA3, innerKey, outerKey, message, suffix, result);
                case 72 -> hashSHA3of72(INITIAL_SHA3, innerKey, outerKey, message, suffix, result);
                case 168 -> hashSHA3of168(INITIAL_SHA3, innerKey, outerKey, message, suffix, result);
                default -> false;
            };
        }
        return false;
    }

    // Where these are compiled, they are a call of a stub for whole messages with the kernel. They return false, and have done nothing, where they are
    // interpreted or there is no such stub.

    private static boolean hashMD5(int[] initialState, byte[] innerKey, byte[] outerKey, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA1(int[] initialState, byte[] innerKey, byte[] outerKey, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA2(int[] initialState, byte[] innerKey, byte[] outerKey, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA5(long[] initialState, byte[] innerKey, byte[] outerKey, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA3of144(long[] initialState, byte[] innerKey, byte[] outerKey, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA3of136(long[] initialState, byte[] innerKey, byte[] outerKey, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA3of104(long[] initialState, byte[] innerKey, byte[] outerKey, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA3of72(long[] initialState, byte[] innerKey, byte[] outerKey, byte[] message, int suffix, byte[] result) {
        return false;
    }

    private static boolean hashSHA3of168(long[] initialState, byte[] innerKey, byte[] outerKey, byte[] message, int suffix, byte[] result) {
        return false;
    }
}
