package org.cryptointrinsics.substitution;

import java.security.MessageDigest;

import javax.crypto.Mac;

import jdk.internal.misc.Unsafe;

/** What the substitutions need of the JDK's classes for HMAC and what those keep to themselves. */
final class HmacFields {

    static final String HMAC_CORE = "com.sun.crypto.provider.HmacCore";

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final Class<?> HMAC_CLASS = DigestFields.forName(HMAC_CORE);

    private static final long SPI = U.objectFieldOffset(Mac.class, "spi");
    private static final long INITIALIZED = U.objectFieldOffset(Mac.class, "initialized");
    private static final long DIGEST = U.objectFieldOffset(HMAC_CLASS, "md");
    private static final long INNER_KEY = U.objectFieldOffset(HMAC_CLASS, "k_ipad");
    private static final long OUTER_KEY = U.objectFieldOffset(HMAC_CLASS, "k_opad");
    private static final long FIRST = U.objectFieldOffset(HMAC_CLASS, "first");

    private HmacFields() {
    }

    /** Initializes this class. */
    static void link() {
    }

    /**
     * @return the {@code HmacCore} behind {@code mac}, if it is initialized and was given nothing since the last result; otherwise null
     */
    static Object fresh(Mac mac) {
        Object hmac = U.getReference(mac, SPI);
        return U.getBoolean(mac, INITIALIZED) && HMAC_CLASS.isInstance(hmac) && U.getBoolean(hmac, FIRST) ? hmac : null;
    }

    static MessageDigest digest(Object hmac) {
        return (MessageDigest) U.getReference(hmac, DIGEST);
    }

    /** The key, a block long, with the inner pad. */
    static byte[] innerKey(Object hmac) {
        return (byte[]) U.getReference(hmac, INNER_KEY);
    }

    /** The key, a block long, with the outer pad. */
    static byte[] outerKey(Object hmac) {
        return (byte[]) U.getReference(hmac, OUTER_KEY);
    }
}
