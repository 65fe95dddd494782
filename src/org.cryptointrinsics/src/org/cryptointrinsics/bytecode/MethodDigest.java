package org.cryptointrinsics.bytecode;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * What a method is and does: the first half of the SHA-256 (FIPS 180-4) of its name and of what {@link MethodFingerprint} tells of it. Nobody finds two texts with the same. The
 * JDK's own SHA-256 would be counted among an application's digests, and shown to agents that audit these.
 */
public record MethodDigest(long high, long low) {

    /** As it is written, in hexadecimal digits. */
    public static final int DIGITS = 2 * Long.BYTES * 2;

    // FIPS 180-4 sections 4.2.2 and 5.3.3.
    private static final int[] K = {0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
                    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
                    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
                    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
                    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
                    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
                    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
                    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};
    private static final int[] INITIAL = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
    private static final int BLOCK_BYTES = 64;
    private static final int ROUNDS = 64;
    private static final int WORDS = 16;

    /** That of the first {@code length} bytes of what is told. */
    public static MethodDigest of(byte[] told, int length) {
        byte[] padded = Arrays.copyOf(Arrays.copyOf(told, length), (length + Long.BYTES) / BLOCK_BYTES * BLOCK_BYTES + BLOCK_BYTES);
        padded[length] = (byte) 0x80;
        long bits = (long) length * Byte.SIZE;
        for (int i = 1; i <= Long.BYTES; i++, bits >>>= Byte.SIZE) {
            padded[padded.length - i] = (byte) bits;
        }
        int[] state = INITIAL.clone();
        int[] schedule = new int[ROUNDS];
        for (int at = 0; at < padded.length; at += BLOCK_BYTES) {
            compress(state, schedule, padded, at);
        }
        return new MethodDigest((long) state[0] << Integer.SIZE | state[1] & 0xFFFFFFFFL, (long) state[2] << Integer.SIZE | state[3] & 0xFFFFFFFFL);
    }

    /** FIPS 180-4 section 6.2.2. */
    private static void compress(int[] state, int[] w, byte[] block, int from) {
        for (int t = 0, at = from; t < WORDS; t++, at += Integer.BYTES) {
            w[t] = block[at] << 24 | (block[at + 1] & 0xFF) << 16 | (block[at + 2] & 0xFF) << 8 | block[at + 3] & 0xFF;
        }
        for (int t = WORDS; t < ROUNDS; t++) {
            int x = w[t - 15];
            int y = w[t - 2];
            w[t] = (rotate(y, 17) ^ rotate(y, 19) ^ y >>> 10) + w[t - 7] + (rotate(x, 7) ^ rotate(x, 18) ^ x >>> 3) + w[t - 16];
        }
        int a = state[0];
        int b = state[1];
        int c = state[2];
        int d = state[3];
        int e = state[4];
        int f = state[5];
        int g = state[6];
        int h = state[7];
        for (int t = 0; t < ROUNDS; t++) {
            int t1 = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (e & f ^ ~e & g) + K[t] + w[t];
            int t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + (a & b ^ a & c ^ b & c);
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }

    private static int rotate(int value, int count) {
        return value >>> count | value << -count;
    }

    // Those of a record would have to be linked first.
    @Override
    public boolean equals(Object other) {
        return other instanceof MethodDigest same && high == same.high && low == same.low;
    }

    @Override
    public int hashCode() {
        return (int) high;
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
