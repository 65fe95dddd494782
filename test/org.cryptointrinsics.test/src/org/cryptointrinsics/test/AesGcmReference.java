package org.cryptointrinsics.test;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.GeneralSecurityException;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.instruction.VectorInstruction;

/** AES-GCM of the JDK, and what it keeps of a key. */
final class AesGcmReference {

    private static final int BLOCK = 16;

    private AesGcmReference() {
    }

    /** The ciphertext and the tag. */
    static byte[] encrypt(byte[] key, byte[] iv, byte[] aad, byte[] plaintext, int tagBytes) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding", "SunJCE");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(Byte.SIZE * tagBytes, iv));
        cipher.updateAAD(aad);
        return cipher.doFinal(plaintext);
    }

    /** The key schedule of FIPS 197, 5.2, each word an int. */
    static MemorySegment expand(byte[] key) throws Exception {
        int words = key.length / 4;
        int[] w = new int[4 * (words + 7)];
        MemorySegment bytes = MemorySegment.ofArray(key);
        int roundConstant = 1;
        for (int i = 0; i < w.length; i++) {
            if (i < words) {
                w[i] = Integer.reverseBytes(bytes.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * i));
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
        return MemorySegment.ofArray(w);
    }

    /** The S-box of each byte: what AES's last round does to the four equal columns of a state. */
    private static int substitute(int word) {
        byte[] state = new byte[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            state[i] = (byte) (word >>> 8 * (i % 4));
        }
        byte[] result = VectorInstruction.AESENCLAST.apply(0, state, new byte[BLOCK]);
        return MemorySegment.ofArray(result).get(ValueLayout.JAVA_INT_UNALIGNED, 0);
    }
}
