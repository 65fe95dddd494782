package org.cryptointrinsics.test;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.util.List;

/**
 * Keys of RSA that need not be looked for: {@code 2^bits - differenceOfP} and {@code 2^bits - differenceOfQ} are primes.
 *
 * @param bits of a prime
 */
public record RsaPrimes(int bits, int differenceOfP, int differenceOfQ) {

    public static final List<RsaPrimes> ALL = List.of(new RsaPrimes(1024, 105, 179), new RsaPrimes(1536, 3453, 4977), new RsaPrimes(2048, 1557, 2543));

    private static final BigInteger E = BigInteger.valueOf(65537);

    public BigInteger p() {
        return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.valueOf(differenceOfP));
    }

    public BigInteger q() {
        return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.valueOf(differenceOfQ));
    }

    public PrivateKey key() throws GeneralSecurityException {
        return key(p(), q(), BigInteger.ZERO);
    }

    /** @return the private exponent that belongs to these factors */
    public static BigInteger exponent(BigInteger p, BigInteger q) {
        return E.modInverse(p.subtract(BigInteger.ONE).multiply(q.subtract(BigInteger.ONE)));
    }

    /**
     * @param mistake what is added to the CRT coefficient
     */
    public static PrivateKey key(BigInteger p, BigInteger q, BigInteger mistake) throws GeneralSecurityException {
        BigInteger d = exponent(p, q);
        return KeyFactory.getInstance("RSA").generatePrivate(new RSAPrivateCrtKeySpec(p.multiply(q), E, d, p, q, d.mod(p.subtract(BigInteger.ONE)),
                        d.mod(q.subtract(BigInteger.ONE)), q.modInverse(p).add(mistake)));
    }
}
