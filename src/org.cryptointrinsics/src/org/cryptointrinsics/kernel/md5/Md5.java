package org.cryptointrinsics.kernel.md5;

import java.util.List;

import org.cryptointrinsics.kernel.DigestKernel;

/** The variants of MD5, and what they share: the operands of steps 0 to 63 of RFC 1321 section 3.4. */
public final class Md5 {

    static final int STEPS = 64;
    static final int BLOCK_BYTES = 64;

    private static final int[][] SHIFTS = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

    private Md5() {
    }

    /** The best one first. */
    public static List<DigestKernel> variants() {
        return List.of(new Avx512vl(), new Scalar());
    }

    /** {@code s}. */
    static int shift(int step) {
        return SHIFTS[step / 16][step % 4];
    }

    /** {@code T[step + 1]}. */
    static int constant(int step) {
        return (int) (long) (Math.abs(StrictMath.sin(step + 1)) * 0x1p32);
    }

    /** {@code k}, the number of the word of the block. */
    static int word(int step) {
        return switch (step / 16) {
            case 0 -> step;
            case 1 -> (5 * step + 1) % 16;
            case 2 -> (3 * step + 5) % 16;
            default -> 7 * step % 16;
        };
    }
}
