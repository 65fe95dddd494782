package org.cryptointrinsics.kernel.sha2;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.Size;

/**
 * The constants of SHA-2: the first 64 bits of the fractional parts of the cube roots of the first 80 primes (FIPS 180-4 section 4.2.3). Those of SHA-224 and
 * SHA-256 are the first 32 bits of the first 64 (section 4.2.2).
 */
public final class RoundConstants {

    private static final long[] K = IntStream.iterate(2, n -> n + 1).filter(RoundConstants::isPrime).limit(80).mapToLong(RoundConstants::cubeRootFraction).toArray();

    private RoundConstants() {
    }

    /** The constant of round {@code t} of SHA-224 and SHA-256. */
    public static int word32(int t) {
        return (int) (K[t] >>> Integer.SIZE);
    }

    /** The constant of round {@code t} of SHA-384 and SHA-512. */
    public static long word64(int t) {
        return K[t];
    }

    /** The constants of all rounds, one after the other in memory. */
    static long[] table(Size word, int rounds) {
        return word == Size.QWORD ? Arrays.copyOf(K, rounds) :
                        IntStream.range(0, rounds / 2).mapToLong(i -> Integer.toUnsignedLong(word32(2 * i)) | (long) word32(2 * i + 1) << Integer.SIZE).toArray();
    }

    private static boolean isPrime(int n) {
        return IntStream.range(2, n).noneMatch(divisor -> n % divisor == 0);
    }

    /** The largest {@code r} with {@code r^3 <= n * 2^192}, modulo 2^64, found bit by bit. */
    private static long cubeRootFraction(int n) {
        BigInteger cube = BigInteger.valueOf(n).shiftLeft(192);
        BigInteger root = BigInteger.ZERO;
        for (int bit = 67; bit >= 0; bit--) {
            BigInteger candidate = root.setBit(bit);
            if (candidate.pow(3).compareTo(cube) <= 0) {
                root = candidate;
            }
        }
        return root.longValue();
    }
}
