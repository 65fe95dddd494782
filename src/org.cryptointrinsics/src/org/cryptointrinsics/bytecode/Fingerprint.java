package org.cryptointrinsics.bytecode;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The first half of a SHA-256 digest of what a method does, or of what a class declares. */
record Fingerprint(long high, long low) {

    // That of a record would have to be linked first.
    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint same && high == same.high && low == same.low;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high);
    }

    /** Ends the digest. */
    static Fingerprint of(MessageDigest sha256) {
        return read(ByteBuffer.wrap(sha256.digest()));
    }

    static Fingerprint read(ByteBuffer bytes) {
        return new Fingerprint(bytes.getLong(), bytes.getLong());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
