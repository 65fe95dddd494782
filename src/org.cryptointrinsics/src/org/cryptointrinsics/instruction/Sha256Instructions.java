package org.cryptointrinsics.instruction;

import static java.lang.Integer.rotateRight;

/** Meaning of the SHA-256 instructions: the functions of FIPS 180-4 section 4.1.2 in the lane order of the Intel SDM. */
final class Sha256Instructions {

    private Sha256Instructions() {
    }

    /** Two rounds; {@code cdgh} and {@code abef} name the variables from lane 3 down, {@code wk} holds two sums of message word and constant. */
    static int[] rnds2(int[] cdgh, int[] abef, int[] wk) {
        int a = abef[3];
        int b = abef[2];
        int c = cdgh[3];
        int d = cdgh[2];
        int e = abef[1];
        int f = abef[0];
        int g = cdgh[1];
        int h = cdgh[0];
        for (int i = 0; i < 2; i++) {
            int t1 = h + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + (e & f ^ ~e & g) + wk[i];
            int t2 = (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + (a & b ^ a & c ^ b & c);
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        return new int[]{f, e, b, a};
    }

    static int[] msg1(int[] w, int[] next) {
        return new int[]{w[0] + sigma0(w[1]), w[1] + sigma0(w[2]), w[2] + sigma0(w[3]), w[3] + sigma0(next[0])};
    }

    static int[] msg2(int[] sum, int[] w) {
        int w16 = sum[0] + sigma1(w[2]);
        int w17 = sum[1] + sigma1(w[3]);
        return new int[]{w16, w17, sum[2] + sigma1(w16), sum[3] + sigma1(w17)};
    }

    private static int sigma0(int x) {
        return rotateRight(x, 7) ^ rotateRight(x, 18) ^ x >>> 3;
    }

    private static int sigma1(int x) {
        return rotateRight(x, 17) ^ rotateRight(x, 19) ^ x >>> 10;
    }
}
