package org.cryptointrinsics.substitution.rsa;

import java.lang.invoke.MethodHandle;
import java.math.BigInteger;
import java.security.interfaces.RSAPrivateCrtKey;
import java.util.Arrays;
import java.util.List;

import org.cryptointrinsics.substitution.JdkMembers;
import org.cryptointrinsics.substitution.MethodSubstitution;

import jdk.internal.misc.Unsafe;

/**
 * RSA with a private key and the Chinese remainder theorem (RFC 8017, 5.1.2), blinded by the JDK. Whatever fails, or is not as keys usually are, is left to the JDK, which says so.
 */
public final class RsaSubstitutions {

    static final String CORE = "sun.security.rsa.RSACore";
    static final String KEY = "sun.security.rsa.RSAPrivateCrtKeyImpl";

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final JdkMembers MEMBERS = RsaFamily.MEMBERS;

    private static final Class<?> KEY_TYPE = MEMBERS.type(KEY);
    private static final Class<?> PAIR_TYPE = MEMBERS.type(CORE + "$BlindingRandomPair");
    private static final long TO_BLIND = MEMBERS.field(PAIR_TYPE, "u", BigInteger.class);
    private static final long TO_UNBLIND = MEMBERS.field(PAIR_TYPE, "v", BigInteger.class);
    private static final MethodHandle BLINDING_PAIR = MEMBERS.method(MEMBERS.type(CORE), "getBlindingRandomPair", PAIR_TYPE, BigInteger.class, BigInteger.class,
                    BigInteger.class);

    private RsaSubstitutions() {
    }

    /** {@code RSACore.crtCrypt}. */
    @MethodSubstitution(CORE)
    public static byte[] crtCrypt(byte[] message, RSAPrivateCrtKey key, boolean isVerified) {
        if (message == null || key == null || key.getClass() != KEY_TYPE) {
            return null;
        }
        BigInteger n = key.getModulus();
        BigInteger p = key.getPrimeP();
        BigInteger q = key.getPrimeQ();
        BigInteger given = new BigInteger(1, message);
        CrtPowers powers = CrtPowers.of(List.of(p, q), List.of(key.getPrimeExponentP(), key.getPrimeExponentQ()));
        if (powers == null || given.compareTo(n) >= 0) {
            return null;
        }
        Object blinding = blindingPair(key.getPublicExponent(), key.getPrivateExponent(), n);
        BigInteger blinded = given.multiply((BigInteger) U.getReference(blinding, TO_BLIND)).mod(n);
        List<BigInteger> results = powers.of(List.of(blinded.mod(p), blinded.mod(q)));
        if (results == null) {
            return null;
        }
        BigInteger h = results.get(0).subtract(results.get(1)).multiply(key.getCrtCoefficient()).mod(p);
        BigInteger result = h.multiply(q).add(results.get(1)).multiply((BigInteger) U.getReference(blinding, TO_UNBLIND)).mod(n);
        if (isVerified && !given.equals(result.modPow(key.getPublicExponent(), n))) {
            return null;
        }
        return bytes(result, (n.bitLength() + Byte.SIZE - 1) / Byte.SIZE);
    }

    private static Object blindingPair(BigInteger e, BigInteger d, BigInteger n) {
        try {
            return (Object) BLINDING_PAIR.invokeExact(e, d, n);
        } catch (RuntimeException | Error exception) {
            throw exception;
        } catch (Throwable exception) {
            throw new IllegalStateException(exception);
        }
    }

    /** In big-endian order. */
    private static byte[] bytes(BigInteger number, int length) {
        byte[] bytes = number.toByteArray();
        byte[] result = new byte[length];
        int count = Math.min(length, bytes.length);
        System.arraycopy(bytes, bytes.length - count, result, length - count, count);
        Arrays.fill(bytes, (byte) 0);
        return result;
    }
}
