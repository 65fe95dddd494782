package org.cryptointrinsics.kernel.sha1;

import java.util.List;

import org.cryptointrinsics.kernel.DigestKernel;

/** The variants of SHA-1, and their constants: the integer parts of {@code 2^30} times the square roots of 2, 3, 5 and 10 (FIPS 180-4 section 4.2.1). */
public final class Sha1 {

    static final int BLOCK_BYTES = 64;

    private static final int[] RADICANDS = {2, 3, 5, 10};

    private Sha1() {
    }

    /** The best one first. */
    public static List<DigestKernel> variants() {
        return List.of(new X86Sha(), new Avx512vl(), new Bmi2(), new Ssse3());
    }

    /** The constant of round {@code t}. */
    static int constant(int t) {
        return (int) (long) (Math.sqrt(RADICANDS[t / 20]) * 0x1p30);
    }
}
