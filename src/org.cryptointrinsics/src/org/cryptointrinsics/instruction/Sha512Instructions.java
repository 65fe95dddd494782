package org.cryptointrinsics.instruction;

import static java.lang.Long.rotateRight;

/** Meaning of the SHA512 instructions: the functions of FIPS 180-4 section 4.1.3 in the lane order of the Intel SDM. */
final class Sha512Instructions {

    private Sha512Instructions() {
    }

    /** Two rounds; {@code cdgh} and {@code abef} name the variables from lane 3 down, the low half of {@code wk} holds two sums of message word and constant. */
    static long[] rnds2(long[] cdgh, long[] abef, long[] wk) {
        long a = abef[3];
        long b = abef[2];
        long c = cdgh[3];
        long d = cdgh[2];
        long e = abef[1];
        long f = abef[0];
        long g = cdgh[1];
        long h = cdgh[0];
        for (int i = 0; i < 2; i++) {
            long t1 = h + (rotateRight(e, 14) ^ rotateRight(e, 18) ^ rotateRight(e, 41)) + (e & f ^ ~e & g) + wk[i];
            long t2 = (rotateRight(a, 28) ^ rotateRight(a, 34) ^ rotateRight(a, 39)) + (a & b ^ a & c ^ b & c);
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        return new long[]{f, e, b, a};
    }

    static long[] msg1(long[] w, long[] next) {
        return new long[]{w[0] + sigma0(w[1]), w[1] + sigma0(w[2]), w[2] + sigma0(w[3]), w[3] + sigma0(next[0])};
    }

    static long[] msg2(long[] sum, long[] w) {
        long w16 = sum[0] + sigma1(w[2]);
        long w17 = sum[1] + sigma1(w[3]);
        return new long[]{w16, w17, sum[2] + sigma1(w16), sum[3] + sigma1(w17)};
    }

    private static long sigma0(long x) {
        return rotateRight(x, 1) ^ rotateRight(x, 8) ^ x >>> 7;
    }

    private static long sigma1(long x) {
        return rotateRight(x, 19) ^ rotateRight(x, 61) ^ x >>> 6;
    }
}
