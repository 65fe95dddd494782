package org.cryptointrinsics.instruction;

import static java.lang.Integer.rotateLeft;

/** Meaning of the SHA-1 instructions: FIPS 180-4 sections 4.1.1, 4.2.1 and 6.1.2 in the lane order of the Intel SDM, the first word in lane 3. */
final class Sha1Instructions {

    private static final int[] K = {0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6};

    private Sha1Instructions() {
    }

    /** Four rounds; {@code we} holds the message words, to the first of which the variable e is added. */
    static int[] rnds4(int function, int[] abcd, int[] we) {
        int a = abcd[3];
        int b = abcd[2];
        int c = abcd[1];
        int d = abcd[0];
        int e = 0;
        for (int i = 3; i >= 0; i--) {
            int f = switch (function) {
                case 0 -> b & c ^ ~b & d;
                case 2 -> b & c ^ b & d ^ c & d;
                default -> b ^ c ^ d;
            };
            int t = rotateLeft(a, 5) + f + e + K[function] + we[i];
            e = d;
            d = c;
            c = rotateLeft(b, 30);
            b = a;
            a = t;
        }
        return new int[]{d, c, b, a};
    }

    static int[] nexte(int[] abcd, int[] w) {
        return new int[]{w[0], w[1], w[2], w[3] + rotateLeft(abcd[3], 30)};
    }

    static int[] msg1(int[] w, int[] next) {
        return new int[]{next[2] ^ w[0], next[3] ^ w[1], w[0] ^ w[2], w[1] ^ w[3]};
    }

    static int[] msg2(int[] sum, int[] w) {
        int w16 = rotateLeft(sum[3] ^ w[2], 1);
        int w17 = rotateLeft(sum[2] ^ w[1], 1);
        int w18 = rotateLeft(sum[1] ^ w[0], 1);
        return new int[]{rotateLeft(sum[0] ^ w16, 1), w18, w17, w16};
    }
}
