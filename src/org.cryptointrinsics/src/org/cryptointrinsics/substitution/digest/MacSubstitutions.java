package org.cryptointrinsics.substitution.digest;

import java.security.MessageDigest;

import javax.crypto.Mac;
import javax.crypto.MacSpi;

import org.cryptointrinsics.linkage.HmacMethod;
import org.cryptointrinsics.substitution.JdkMembers;

import jdk.internal.misc.Unsafe;

/** What is executed in place of {@code Mac.doFinal(byte[])}, for HMAC (FIPS 198-1). What remains of the key is where it was. */
public final class MacSubstitutions {

    public static final String HMAC_CORE = "com.sun.crypto.provider.HmacCore";

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final JdkMembers MEMBERS = DigestFields.MEMBERS;

    private static final long SPI = MEMBERS.field(Mac.class, "spi", MacSpi.class);
    private static final long INITIALIZED = MEMBERS.field(Mac.class, "initialized", boolean.class);
    private static final Class<?> HMAC_CLASS = MEMBERS.type(HMAC_CORE, MacSpi.class);
    private static final long DIGEST = MEMBERS.field(HMAC_CLASS, "md", MessageDigest.class);
    private static final long INNER_KEY = MEMBERS.field(HMAC_CLASS, "k_ipad", byte[].class);
    private static final long OUTER_KEY = MEMBERS.field(HMAC_CLASS, "k_opad", byte[].class);
    private static final long FIRST = MEMBERS.field(HMAC_CLASS, "first", boolean.class);

    private static final DigestClass.Operation<Object, byte[]> HMAC = MacSubstitutions::hmac;

    private MacSubstitutions() {
    }

    /** Initializes this class. */
    public static void link() {
    }

    static byte[] doFinal(Mac mac, byte[] message) {
        if (message != null && message.length <= DigestBaseSubstitutions.CHUNK) {
            Object hmac = fresh(mac);
            Object digest = hmac == null ? null : DigestFields.spi((MessageDigest) U.getReference(hmac, DIGEST));
            if (digest != null && DigestFields.bytesProcessed(digest) <= 0) {
                byte[] result = (byte[]) DigestClass.apply(HMAC, digest, hmac, message);
                if (result != null) {
                    return result;
                }
            }
        }
        mac.update(message);
        return mac.doFinal();
    }

    /** The {@code HmacCore} behind {@code mac}, if it is initialized and was given nothing since the last result; otherwise null. */
    private static Object fresh(Mac mac) {
        Object hmac = U.getReference(mac, SPI);
        return U.getBoolean(mac, INITIALIZED) && HMAC_CLASS.isInstance(hmac) && U.getBoolean(hmac, FIRST) ? hmac : null;
    }

    private static byte[] hmac(DigestClass type, Object digest, Object hmac, byte[] message) {
        HmacMethod kernel = type.hmacMethod(digest);
        byte[] innerKey = (byte[]) U.getReference(hmac, INNER_KEY);
        byte[] outerKey = (byte[]) U.getReference(hmac, OUTER_KEY);
        int length = DigestFields.digestLength(digest);
        if (kernel == null || innerKey.length != DigestFields.blockSize(digest) || outerKey.length != innerKey.length || !type.isInWordsOfABlock(length, digest)) {
            return null;
        }
        byte[] result = new byte[length];
        return kernel.hmac(type.initialState(digest), innerKey, outerKey, message, message.length, type.suffix(digest), result, length, null, 0, 1) ? result : null;
    }
}
