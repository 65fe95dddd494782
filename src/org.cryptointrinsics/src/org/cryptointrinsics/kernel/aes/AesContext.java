package org.cryptointrinsics.kernel.aes;

import org.cryptointrinsics.instruction.Width;

/**
 * What {@link AesGcm} keeps in memory while it works on a message, by offset. The memory is the caller's, of any alignment; it holds the key until
 * {@link AesGcm#clear}.
 *
 * <p>Blocks of GHASH are kept with their bytes in reverse order, which makes the bit that comes first in the standard the highest one of 128.
 *
 * @param width of the vectors
 * @param powers how many powers of the hash subkey there are
 */
public record AesContext(Width width, int powers) {

    /** The size of a block, in bytes. */
    public static final int BLOCK = 16;

    /** Of 256 bits there are 15; with one more, what follows is aligned to vectors. */
    private static final int ROUND_KEYS = 16;

    /** Round key {@code i}, 128 bits. */
    int roundKey(int i) {
        return i * BLOCK;
    }

    /** Where the powers of the hash subkey begin, the highest one first, each multiplied by x. */
    int power() {
        return ROUND_KEYS * BLOCK;
    }

    /** Of each power, where the XOR of its halves is, in both halves. */
    int halves() {
        return power() + powers * BLOCK;
    }

    /** The hash, 128 bits. */
    public int hash() {
        return halves() + powers * BLOCK;
    }

    /** The hash subkey, 128 bits, its bytes in reverse order. */
    public int subkey() {
        return hash() + BLOCK;
    }

    /** The next counter block, 128 bits, its bytes in reverse order. */
    public int counter() {
        return subkey() + BLOCK;
    }

    /** What the hash is encrypted with to make the tag: {@code E(J0)}, 128 bits. */
    int tagMask() {
        return counter() + BLOCK;
    }

    /** The size of all, a multiple of that of a vector. */
    public int bytes() {
        return (tagMask() + BLOCK + width.bytes() - 1) / width.bytes() * width.bytes();
    }
}
