package org.cryptointrinsics.substitution.digest;

import java.security.MessageDigest;

import javax.crypto.Mac;
import javax.crypto.MacSpi;

import org.cryptointrinsics.linkage.HmacMethod;
import org.cryptointrinsics.substitution.CallLimits;
import org.cryptointrinsics.substitution.JdkMembers;
import org.cryptointrinsics.substitution.MethodSubstitution;

import jdk.internal.misc.Unsafe;

/** What is executed before {@code Mac.doFinal(byte[])}, for HMAC (FIPS 198-1). What remains of the key is where it was. */
public final class MacSubstitutions {

    public static final String HMAC_CORE = "com.sun.crypto.provider.HmacCore";

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final JdkMembers MEMBERS = DigestFamily.MEMBERS;

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

    /** {@code Mac.doFinal(byte[])}. */
    @MethodSubstitution("javax.crypto.Mac")
    public static byte[] doFinal(Mac mac, byte[] message) {
        if (message == null || message.length > CallLimits.DIGEST_BYTES) {
            return null;
        }
        Object hmac = fresh(mac);
        Object digest = hmac == null ? null : DigestFields.spi((MessageDigest) U.getReference(hmac, DIGEST));
        return digest == null || DigestFields.bytesProcessed(digest) > 0 ? null : (byte[]) DigestClass.apply(HMAC, digest, hmac, message);
    }

    /** Whether there is a kernel for it. */
    static boolean hasKernel(Mac mac) {
        Object hmac = U.getReference(mac, SPI);
        Object digest = HMAC_CLASS.isInstance(hmac) ? DigestFields.spi((MessageDigest) U.getReference(hmac, DIGEST)) : null;
        DigestClass type = digest == null ? null : DigestClass.of(digest);
        return type != null && type.hmacMethod(digest) != null;
    }

    /**
     * {@code value = HMAC(value); sum ^= value}, several times.
     *
     * @param value as long as the result
     * @param sum as long
     * @param iterations at least 1, at most {@link CallLimits#PBKDF2_ITERATIONS}
     * @return false if nothing was done
     */
    static boolean iterate(Mac mac, byte[] value, byte[] sum, int iterations) {
        Object hmac = fresh(mac);
        Object digest = hmac == null ? null : DigestFields.spi((MessageDigest) U.getReference(hmac, DIGEST));
        DigestClass type = digest == null || DigestFields.bytesProcessed(digest) > 0 ? null : DigestClass.of(digest);
        return type != null && DigestFields.digestLength(digest) == value.length &&
                        hmac(type, digest, hmac, value, value, sum, iterations);
    }

    /** The {@code HmacCore} behind {@code mac}, if it is initialized and was given nothing since the last result; otherwise null. */
    private static Object fresh(Mac mac) {
        Object hmac = U.getReference(mac, SPI);
        return U.getBoolean(mac, INITIALIZED) && HMAC_CLASS.isInstance(hmac) && U.getBoolean(hmac, FIRST) ? hmac : null;
    }

    private static byte[] hmac(DigestClass type, Object digest, Object hmac, byte[] message) {
        byte[] result = new byte[DigestFields.digestLength(digest)];
        return hmac(type, digest, hmac, message, result, null, 1) ? result : null;
    }

    /**
     * @param result as long as the digest
     * @param sum null, or what the results are added to
     */
    private static boolean hmac(DigestClass type, Object digest, Object hmac, byte[] message, byte[] result, byte[] sum, int iterations) {
        HmacMethod kernel = type.hmacMethod(digest);
        byte[] innerKey = (byte[]) U.getReference(hmac, INNER_KEY);
        byte[] outerKey = (byte[]) U.getReference(hmac, OUTER_KEY);
        if (kernel == null || innerKey.length != DigestFields.blockSize(digest) || outerKey.length != innerKey.length || !type.isInWordsOfABlock(result.length, digest)) {
            return false;
        }
        return kernel.hmac(type.initialState(digest), innerKey, outerKey, message, message.length, type.suffix(digest), result, result.length, sum,
                        sum == null ? 0 : Unsafe.ARRAY_BYTE_BASE_OFFSET, iterations);
    }
}
