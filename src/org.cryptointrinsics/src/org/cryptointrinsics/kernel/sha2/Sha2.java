package org.cryptointrinsics.kernel.sha2;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.Size;

/** What the digests of SHA-2 have different: FIPS 180-4 sections 4.1.2 and 4.2.2, or 4.1.3 and 4.2.3. Those of one kind differ in their initial hash value only. */
public enum Sha2 {
    /** SHA-224 and SHA-256. */
    SHA_256(Size.DWORD, 64, List.of(2, 13, 22), List.of(6, 11, 25)),
    /** SHA-384, SHA-512 and SHA-512/t. */
    SHA_512(Size.QWORD, 80, List.of(28, 34, 39), List.of(14, 18, 41));

    /** The first 64 bits of the fractional parts of the cube roots of the first 80 primes. SHA-224 and SHA-256 have the first 32 bits of the first 64. */
    private static final long[] K = IntStream.iterate(2, n -> n + 1).filter(Sha2::isPrime).limit(80).mapToLong(Sha2::cubeRootFraction).toArray();

    private final Size word;
    private final int rounds;
    private final List<Integer> upperSigma0;
    private final List<Integer> upperSigma1;

    /**
     * @param upperSigma0 what Sigma0 rotates by, to the right
     * @param upperSigma1 what Sigma1 rotates by
     */
    Sha2(Size word, int rounds, List<Integer> upperSigma0, List<Integer> upperSigma1) {
        this.word = word;
        this.rounds = rounds;
        this.upperSigma0 = upperSigma0;
        this.upperSigma1 = upperSigma1;
    }

    /** The size of a word. */
    public Size word() {
        return word;
    }

    /** How many rounds a block takes, and how many words its message schedule has. */
    public int rounds() {
        return rounds;
    }

    List<Integer> upperSigma0() {
        return upperSigma0;
    }

    List<Integer> upperSigma1() {
        return upperSigma1;
    }

    /**
     * The constants {@code K[t]} of rounds, one after the other in memory.
     *
     * @param t the first round
     * @param count how many rounds, an even number
     */
    long[] constants(int t, int count) {
        return word == Size.QWORD ? Arrays.copyOfRange(K, t, t + count) :
                        IntStream.iterate(t, i -> i < t + count, i -> i + 2).mapToLong(i -> K[i] >>> Integer.SIZE | K[i + 1] >>> Integer.SIZE << Integer.SIZE).toArray();
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
