package org.cryptointrinsics.substitution.digest;

import java.security.MessageDigest;

import org.cryptointrinsics.linkage.CompressMethod;

import jdk.internal.misc.Unsafe;

/** What is executed in place of methods of {@code MessageDigest} that are not final, where the receiver may be of a class that overrides them. */
public final class VirtualMessageDigestSubstitutions {

    private VirtualMessageDigestSubstitutions() {
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
            CompressMethod kernel = digest == null ? null : DigestClass.compressMethod(digest);
            if (kernel != null) {
                MessageDigestSubstitutions.resetIfDone(digest);
                consumed = DigestBaseSubstitutions.engineUpdate(digest, kernel, input, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset, length, null);
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
        if (digest == null || DigestClass.compressMethod(digest) == null) {
            return messageDigest.digest();
        }
        MessageDigestSubstitutions.resetIfDone(digest);
        byte[] result = new byte[DigestFields.digestLength(digest)];
        if (!DigestBaseSubstitutions.implDigest(digest, result, 0)) {
            return messageDigest.digest();
        }
        DigestFields.setBytesProcessed(digest, -1);
        DigestFields.setInitial(messageDigest);
        return result;
    }

    /** {@code MessageDigest.digest(byte[])}. */
    static byte[] digest(MessageDigest messageDigest, byte[] message) {
        byte[] result = MessageDigestSubstitutions.digest(messageDigest, message);
        return result == null ? messageDigest.digest(message) : result;
    }
}
