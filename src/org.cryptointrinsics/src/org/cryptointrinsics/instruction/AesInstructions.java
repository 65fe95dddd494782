package org.cryptointrinsics.instruction;

/** Meaning of the AES instructions: the transformations of FIPS 197 section 5.1, byte {@code 4 c + r} being row r of column c. */
public final class AesInstructions {

    /** The S-box of FIPS 197 section 5.1.1: the inverse in GF(2^8), then the affine map. */
    private static final byte[] S_BOX = new byte[256];

    static {
        // 3 generates all bytes but 0.
        int[] powers = new int[255];
        for (int i = 0, power = 1; i < powers.length; i++, power = multiply(power, 3)) {
            powers[i] = power;
        }
        S_BOX[0] = affine(0);
        for (int i = 0; i < powers.length; i++) {
            S_BOX[powers[i]] = affine(powers[(powers.length - i) % powers.length]);
        }
    }

    private AesInstructions() {
    }

    private static byte affine(int inverse) {
        int result = 0x63;
        for (int i = 0; i < 5; i++) {
            result ^= inverse << i | inverse >> 8 - i;
        }
        return (byte) result;
    }

    /** Product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1. */
    private static int multiply(int a, int b) {
        int product = 0;
        for (int i = 0; i < 8; i++) {
            product ^= (b >> i & 1) != 0 ? a << i : 0;
        }
        for (int i = 14; i >= 8; i--) {
            product ^= (product >> i & 1) != 0 ? 0x11B << i - 8 : 0;
        }
        return product;
    }

    /** The last round (FIPS 197, 5.1): SubBytes, ShiftRows and AddRoundKey of 16 bytes. */
    public static byte[] lastRound(byte[] state, byte[] key) {
        return xor(substituteAndShiftRows(state), key);
    }

    static byte[] round(byte[] state, byte[] key) {
        byte[] s = substituteAndShiftRows(state);
        byte[] mixed = new byte[16];
        for (int c = 0; c < 16; c += 4) {
            for (int r = 0; r < 4; r++) {
                mixed[c + r] = (byte) (multiply(s[c + r] & 0xFF, 2) ^ multiply(s[c + (r + 1) % 4] & 0xFF, 3) ^ s[c + (r + 2) % 4] ^ s[c + (r + 3) % 4]);
            }
        }
        return xor(mixed, key);
    }

    private static byte[] substituteAndShiftRows(byte[] state) {
        byte[] result = new byte[16];
        for (int c = 0; c < 4; c++) {
            for (int r = 0; r < 4; r++) {
                result[4 * c + r] = S_BOX[state[4 * ((c + r) % 4) + r] & 0xFF];
            }
        }
        return result;
    }

    private static byte[] xor(byte[] a, byte[] b) {
        byte[] result = new byte[16];
        for (int i = 0; i < 16; i++) {
            result[i] = (byte) (a[i] ^ b[i]);
        }
        return result;
    }
}
