package org.cryptointrinsics.kernel.aes;

import org.cryptointrinsics.instruction.AesInstructions;

/** The key schedule of AES (FIPS 197, 5.2), for known answers: that of a cipher is the JDK's. */
public final class KeyExpansion {

    private KeyExpansion() {
    }

    /**
     * @param key 16, 24 or 32 bytes
     * @return the words of all round keys
     */
    public static int[] expand(byte[] key) {
        int words = key.length / Integer.BYTES;
        int[] w = new int[4 * (rounds(key) + 1)];
        int roundConstant = 1;
        for (int i = 0; i < w.length; i++) {
            if (i < words) {
                w[i] = key[4 * i] << 24 | (key[4 * i + 1] & 0xFF) << 16 | (key[4 * i + 2] & 0xFF) << 8 | key[4 * i + 3] & 0xFF;
                continue;
            }
            int word = w[i - 1];
            if (i % words == 0) {
                word = substitute(Integer.rotateLeft(word, 8)) ^ roundConstant << 24;
                roundConstant = roundConstant << 1 ^ (roundConstant >> 7) * 0x11B;
            } else if (words > 6 && i % words == 4) {
                word = substitute(word);
            }
            w[i] = w[i - words] ^ word;
        }
        return w;
    }

    /** The number of rounds for a key. */
    public static int rounds(byte[] key) {
        return key.length / Integer.BYTES + 6;
    }

    /** The S-box of each byte: what the last round of AES does to the four equal columns of a state. */
    private static int substitute(int word) {
        byte[] state = new byte[AesContext.BLOCK];
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) (word >>> 8 * (i % 4));
        }
        byte[] result = AesInstructions.lastRound(state, new byte[AesContext.BLOCK]);
        return result[3] << 24 | (result[2] & 0xFF) << 16 | (result[1] & 0xFF) << 8 | result[0] & 0xFF;
    }
}
