package org.cryptointrinsics.kernel.sha3;

import java.util.Arrays;

/**
 * What FIPS 202 computes of KECCAK-p[1600, 24] before there is any message. The lane {@code (x, y)} of section 3.1.2 is the 64-bit word {@code 5 y + x} of the
 * state, in which bit {@code z} counts from the least significant one (section B.1): that is the {@code state} of the JDK's {@code SHA3}.
 */
final class Keccak {

    static final int ROUNDS = 24;
    /** Lanes in a row, and rows. */
    static final int DIMENSION = 5;
    static final int LANES = DIMENSION * DIMENSION;

    private static final int[] OFFSETS = offsets();

    private Keccak() {
    }

    /** The number of lane {@code (x, y)}. */
    static int lane(int x, int y) {
        return DIMENSION * y + x;
    }

    /** The {@code x} of the lane that pi moves to {@code (x, y)}, section 3.2.3. */
    static int piX(int x, int y) {
        return (x + 3 * y) % DIMENSION;
    }

    /** The {@code y} of that lane, which is the same for all {@code (x, y)} of one column. */
    static int piY(int x) {
        return x;
    }

    /** What rho rotates lane {@code (x, y)} to the left by, 0 to 63. */
    static int offset(int x, int y) {
        return OFFSETS[lane(x, y)];
    }

    /** Section 3.2.2. */
    private static int[] offsets() {
        int[] offsets = new int[LANES];
        int x = 1;
        int y = 0;
        for (int t = 0; t < ROUNDS; t++) {
            offsets[lane(x, y)] = (t + 1) * (t + 2) / 2 % Long.SIZE;
            int nextY = (2 * x + 3 * y) % DIMENSION;
            x = y;
            y = nextY;
        }
        return offsets;
    }

    /**
     * {@code RC} of iota for each round, section 3.2.5.
     *
     * @param states how often each is there
     */
    static long[] roundConstants(int states) {
        long[] constants = new long[ROUNDS * states];
        int register = 1;
        for (int round = 0; round < ROUNDS; round++) {
            long constant = 0;
            for (int j = 0; j <= 6; j++) {
                // rc(j + 7 round) is what the register gives out, x^t modulo x^8 + x^6 + x^5 + x^4 + 1.
                constant |= (register & 1L) << (1 << j) - 1;
                register = register << 1 ^ (register >> 7) * 0x171;
            }
            Arrays.fill(constants, round * states, (round + 1) * states, constant);
        }
        return constants;
    }
}
