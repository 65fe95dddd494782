package org.cryptointrinsics.substitution.digest;

import java.security.MessageDigest;

/** What Graal compiles in place of methods of {@code MessageDigest} that are not final, where these themselves are called: a class that overrides one may do so. */
public final class SpecialMessageDigestSubstitutions {

    private SpecialMessageDigestSubstitutions() {
    }

    /** {@code MessageDigest.digest(byte[])}. */
    static byte[] digest(MessageDigest messageDigest, byte[] message) {
        byte[] result = MessageDigestSubstitutions.digest(messageDigest, message);
        if (result != null) {
            return result;
        }
        messageDigest.update(message);
        return messageDigest.digest();
    }
}
