package org.cryptointrinsics.substitution.lattice;

import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.substitution.Bytes;

/** Polynomials of ML-KEM as bytes (FIPS 203, 4.2.1). Eight coefficients of so many bits are as many bytes. */
final class MlKemCoding {

    private static final int MODULUS = MlKem.Q;
    /** How many coefficients are taken at once: half of them fit into a word. */
    private static final int AT_ONCE = Byte.SIZE;
    /** The inverse of the modulus in fixed point, for products of at most {@code 2^11} and less than {@code q}: as exact as 11 bits need it. */
    private static final long INVERSE = 161271;
    private static final int INVERSE_BITS = 29;
    /** A bit of a message, decompressed: {@code q / 2}, rounded up. */
    private static final int ONE = (MODULUS + 1) / 2;

    private MlKemCoding() {
    }

    /** ByteDecode, algorithm 6, of 4, 5, 10, 11 or 12 bits; numbers of 12 bits are not reduced. */
    static void decode(int bits, byte[] from, int at, short[] to) {
        // So that the compiler has code for each.
        switch (bits) {
            case 4 -> decodeAll(4, from, at, to);
            case 5 -> decodeAll(5, from, at, to);
            case 10 -> decodeAll(10, from, at, to);
            case 11 -> decodeAll(11, from, at, to);
            default -> decodeAll(12, from, at, to);
        }
    }

    private static void decodeAll(int bits, byte[] from, int at, short[] to) {
        int mask = (1 << bits) - 1;
        for (int i = 0, next = at; i < to.length; i += AT_ONCE, next += bits) {
            long low = bits < Long.BYTES ? Bytes.getInt(from, next) & 0xFFFF_FFFFL | (bits == 5 ? (from[next + 4] & 0xFFL) << 32 : 0) : Bytes.getLong(from, next);
            long high = low >>> 4 * bits;
            if (bits > Long.BYTES) {
                // The last four bytes.
                high |= (Bytes.getInt(from, next + bits - Integer.BYTES) & 0xFFFF_FFFFL) << 4 * bits - Integer.SIZE;
            }
            to[i] = (short) (low & mask);
            to[i + 1] = (short) (low >>> bits & mask);
            to[i + 2] = (short) (low >>> 2 * bits & mask);
            to[i + 3] = (short) (low >>> 3 * bits & mask);
            to[i + 4] = (short) (high & mask);
            to[i + 5] = (short) (high >>> bits & mask);
            to[i + 6] = (short) (high >>> 2 * bits & mask);
            to[i + 7] = (short) (high >>> 3 * bits & mask);
        }
    }

    /** {@link #decode}, and Decompress (4.8). */
    static void decompress(int bits, byte[] from, int at, short[] to) {
        decode(bits, from, at, to);
        for (int i = 0; i < to.length; i++) {
            to[i] = (short) (MODULUS * to[i] + (1 << bits - 1) >> bits);
        }
    }

    /**
     * Compress (4.7), and {@link #encode}.
     *
     * @param polynomial reduced; its coefficients are compressed there
     */
    static void compress(int bits, short[] polynomial, byte[] to, int at) {
        int mask = (1 << bits) - 1;
        for (int i = 0; i < polynomial.length; i++) {
            polynomial[i] = (short) ((((long) polynomial[i] << bits) + MODULUS / 2) * INVERSE >>> INVERSE_BITS & mask);
        }
        encode(bits, polynomial, to, at);
    }

    /** ByteEncode, algorithm 5, of what has 4, 5, 10, 11 or 12 bits. */
    static void encode(int bits, short[] polynomial, byte[] to, int at) {
        switch (bits) {
            case 4 -> encodeAll(4, polynomial, to, at);
            case 5 -> encodeAll(5, polynomial, to, at);
            case 10 -> encodeAll(10, polynomial, to, at);
            case 11 -> encodeAll(11, polynomial, to, at);
            default -> encodeAll(12, polynomial, to, at);
        }
    }

    private static void encodeAll(int bits, short[] polynomial, byte[] to, int at) {
        for (int i = 0, next = at; i < polynomial.length; i += AT_ONCE, next += bits) {
            long low = polynomial[i] | (long) polynomial[i + 1] << bits | (long) polynomial[i + 2] << 2 * bits | (long) polynomial[i + 3] << 3 * bits;
            long high = polynomial[i + 4] | (long) polynomial[i + 5] << bits | (long) polynomial[i + 6] << 2 * bits | (long) polynomial[i + 7] << 3 * bits;
            long both = low | high << 4 * bits;
            if (bits > Long.BYTES) {
                Bytes.putLong(to, next, both);
                // The last four bytes.
                Bytes.putInt(to, next + bits - Integer.BYTES, (int) (high >>> 4 * bits - Integer.SIZE));
            } else {
                Bytes.putInt(to, next, (int) both);
                if (bits == 5) {
                    to[next + 4] = (byte) (both >>> 32);
                }
            }
        }
    }

    /** Decompresses a message: each bit. */
    static void decompressMessage(byte[] message, short[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = (short) (-(message[i / Byte.SIZE] >> i % Byte.SIZE & 1) & ONE);
        }
    }

    /**
     * Compresses a polynomial to a message: each coefficient to a bit, which is 1 where it is nearer to {@code q / 2} than to 0.
     *
     * @param polynomial reduced
     */
    static byte[] compressToMessage(short[] polynomial) {
        byte[] message = new byte[polynomial.length / Byte.SIZE];
        for (int i = 0; i < message.length; i++) {
            int bits = 0;
            for (int j = 0; j < Byte.SIZE; j++) {
                int coefficient = polynomial[i * Byte.SIZE + j];
                bits |= (MODULUS / 4 - coefficient & coefficient - (MODULUS - MODULUS / 4)) >>> Integer.SIZE - 1 << j;
            }
            message[i] = (byte) bits;
        }
        return message;
    }
}
