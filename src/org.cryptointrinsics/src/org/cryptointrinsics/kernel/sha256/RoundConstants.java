package org.cryptointrinsics.kernel.sha256;

import java.math.BigInteger;
import java.util.stream.IntStream;

import org.cryptointrinsics.kernel.Machine;

/** The constants of SHA-224 and SHA-256: the first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4 section 4.2.2). */
final class RoundConstants {

    static final int BLOCK_BYTES = 64;

    private static final int[] K = IntStream.iterate(2, n -> n + 1).filter(RoundConstants::isPrime).limit(64).map(RoundConstants::cubeRootFraction).toArray();

    private RoundConstants() {
    }

    /** The four constants from round {@code t} on. */
    static <V> V vector(Machine<V, ?, ?> machine, int t) {
        return machine.constant(K[t], K[t + 1], K[t + 2], K[t + 3]);
    }

    private static boolean isPrime(int n) {
        return IntStream.range(2, n).noneMatch(divisor -> n % divisor == 0);
    }

    /** The largest {@code r} with {@code r^3 <= n * 2^96}, modulo 2^32, found bit by bit. */
    private static int cubeRootFraction(int n) {
        BigInteger cube = BigInteger.valueOf(n).shiftLeft(96);
        BigInteger root = BigInteger.ZERO;
        for (int bit = 35; bit >= 0; bit--) {
            BigInteger candidate = root.setBit(bit);
            if (candidate.pow(3).compareTo(cube) <= 0) {
                root = candidate;
            }
        }
        return root.intValue();
    }
}
