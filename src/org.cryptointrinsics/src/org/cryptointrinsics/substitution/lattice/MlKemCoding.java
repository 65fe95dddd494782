package org.cryptointrinsics.substitution.lattice;

import org.cryptointrinsics.substitution.Bytes;

/** Polynomials of ML-KEM as bytes (FIPS 203, 4.2.1). Eight coefficients of so many bits are as many bytes. */
final class MlKemCoding {

    private static final int MODULUS = 3329;
    /** How many coefficients are taken at once: half of them fit into a word. */
    private static final int AT_ONCE = Byte.SIZE;
    /** The inverse of the modulus in fixed point, for products of less than {@code 2^11} and {@code q}: as exact as 11 bits need it. */
    private static final long INVERSE = 161271;
    private static final int INVERSE_BITS = 29;
    /** A bit of a message, decompressed: {@code q / 2}, rounded up. */
    private static final int ONE = (MODULUS + 1) / 2;

    private MlKemCoding() {
    }

    /** ByteDecode, algorithm 6; numbers of 12 bits are not reduced. */
    static void decode(int bits, byte[] from, int at, short[] to) {
        int mask = (1 << bits) - 1;
        for (int i = 0, next = at; i < to.length; i += AT_ONCE, next += bits) {
            long low = low(bits, from, next);
            long high = high(bits, from, next, low);
            for (int j = 0; j < AT_ONCE / 2; j++) {
                to[i + j] = (short) (low >>> j * bits & mask);
                to[i + AT_ONCE / 2 + j] = (short) (high >>> j * bits & mask);
            }
        }
    }

    /** The first of {@code bits} bytes, as many as are in a word. */
    private static long low(int bits, byte[] from, int at) {
        if (bits >= Long.BYTES) {
            return Bytes.getLong(from, at);
        }
        long low = Bytes.getInt(from, at) & 0xFFFF_FFFFL;
        return bits == Integer.BYTES ? low : low | (from[at + Integer.BYTES] & 0xFFL) << Integer.SIZE;
    }

    /** The last four numbers. */
    private static long high(int bits, byte[] from, int at, long low) {
        long high = low >>> bits * (AT_ONCE / 2);
        for (int i = Long.BYTES; i < bits; i++) {
            high |= (from[at + i] & 0xFFL) << i * Byte.SIZE - bits * (AT_ONCE / 2);
        }
        return high;
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

    /** ByteEncode, algorithm 5, of what has so many bits. */
    static void encode(int bits, short[] polynomial, byte[] to, int at) {
        for (int i = 0, next = at; i < polynomial.length; i += AT_ONCE, next += bits) {
            long low = 0;
            long high = 0;
            for (int j = 0; j < AT_ONCE / 2; j++) {
                low |= (long) polynomial[i + j] << j * bits;
                high |= (long) polynomial[i + AT_ONCE / 2 + j] << j * bits;
            }
            put(bits, low | high << bits * (AT_ONCE / 2), high, to, next);
        }
    }

    private static void put(int bits, long low, long high, byte[] to, int at) {
        int i = 0;
        if (bits >= Long.BYTES) {
            Bytes.putLong(to, at, low);
            i = Long.BYTES;
        } else {
            Bytes.putInt(to, at, (int) low);
            i = Integer.BYTES;
        }
        for (; i < bits; i++) {
            to[at + i] = (byte) (i < Long.BYTES ? low >>> i * Byte.SIZE : high >>> i * Byte.SIZE - bits * (AT_ONCE / 2));
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
