package org.cryptointrinsics.kernel.aes;

import org.cryptointrinsics.instruction.Width;

/**
 * What {@link AesGcmFunction}s keep in memory while they work on a message, by offset. The memory is the caller's, of any alignment; it holds the key until
 * {@link AesGcmFunction#CLEAR} or {@link AesGcmFunction#CLEAR_FEW_POWERS}. Of a block whose bytes are in reverse order, the bit that comes first in SP 800-38D is the highest one
 * of 128.
 *
 * @param width of the vectors
 * @param vectors how many make a chunk, which is what is encrypted, or hashed, at once
 */
public record AesContext(Width width, int vectors) {

    /** The size of a block, in bytes. */
    public static final int BLOCK = 16;

    /** So many blocks, and powers of H, take less time than all. */
    public static final int FEW = 8;

    /** Of 256 bits there are 15; with one more, what follows is aligned to vectors. */
    private static final int ROUND_KEYS = 16;

    /** The size of a chunk, in bytes. */
    public int chunkBytes() {
        return vectors * width.bytes();
    }

    /** The size of a vector, in bytes. */
    public int vectorBytes() {
        return width.bytes();
    }

    /** The width of vectors for short messages: with more bits, an instruction takes longer. */
    public Width shortWidth() {
        return width == Width.ZMM ? Width.YMM : width;
    }

    /** The size of the longest {@linkplain ShortMessage short message}. */
    public int shortBytes() {
        return 4 * width.bytes();
    }

    /** So many powers of H are enough for a short message, with a block of additional data before it and the lengths behind it: those of whole vectors. */
    public int shortPowers() {
        int lanes = width.bytes() / BLOCK;
        return Math.ceilDiv(shortBytes() / BLOCK + 2, lanes) * lanes;
    }

    /** Round key {@code i} of FIPS 197, 128 bits. */
    public int roundKey(int i) {
        return i * BLOCK;
    }

    /** The powers of H, the highest first: as many as a chunk has blocks. */
    int powers() {
        return ROUND_KEYS * BLOCK;
    }

    /** {@code H^i}, divided by x, its bytes in reverse order; {@code H^(i - 1)} comes after it. */
    public int power(int i) {
        return powers() + chunkBytes() - i * BLOCK;
    }

    /** How far behind a power there is the XOR of its halves, in both halves. */
    public int foldedPowers() {
        return chunkBytes();
    }

    /** Y, the hash so far, its bytes in reverse order. */
    public int y() {
        return powers() + 2 * chunkBytes();
    }

    /** H, the hash subkey, its bytes in reverse order. */
    public int h() {
        return y() + BLOCK;
    }

    /** CB, the next counter block, its bytes in reverse order. */
    public int cb() {
        return h() + BLOCK;
    }

    /** {@code CIPH_K(J0)}, which makes the hash the tag. */
    public int encryptedJ0() {
        return cb() + BLOCK;
    }

    /** The size of all, a multiple of that of a vector. */
    public int bytes() {
        return (encryptedJ0() + BLOCK + width.bytes() - 1) / width.bytes() * width.bytes();
    }
}
