package org.cryptointrinsics.substitution.digest;

import java.security.InvalidKeyException;
import java.util.Arrays;

import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.ShortBufferException;

import org.cryptointrinsics.substitution.CallLimits;
import org.cryptointrinsics.substitution.MethodSubstitution;

/** What is executed before the JDK's PBKDF2 (RFC 8018, 5.2): most iterations are done by a kernel for HMAC, with the two chaining values of the key in registers and in a frame. */
public final class Pbkdf2Substitutions {

    private Pbkdf2Substitutions() {
    }

    /**
     * {@code PBKDF2KeyImpl.deriveKey}.
     *
     * @param mac a new one
     * @param keyBits the length of the derived key
     */
    @MethodSubstitution("com.sun.crypto.provider.PBKDF2KeyImpl")
    public static byte[] deriveKey(Mac mac, byte[] password, byte[] salt, int iterations, int keyBits) {
        int keyBytes = keyBits / Byte.SIZE;
        if (keyBytes <= 0 || !MacSubstitutions.hasKernel(mac)) {
            return null;
        }
        byte[] key = new byte[keyBytes];
        byte[] block = new byte[mac.getMacLength()];
        byte[] sum = new byte[block.length];
        byte[] index = new byte[Integer.BYTES];
        try {
            mac.init(new Password(mac.getAlgorithm(), password));
            int count = (keyBytes + block.length - 1) / block.length;
            for (int i = 1; i <= count; i++) {
                for (int j = 0; j < index.length; j++) {
                    index[j] = (byte) (i >>> Integer.SIZE - Byte.SIZE * (j + 1));
                }
                mac.update(salt);
                mac.update(index);
                mac.doFinal(block, 0);
                System.arraycopy(block, 0, sum, 0, sum.length);
                iterate(mac, block, sum, iterations - 1);
                int position = (i - 1) * block.length;
                System.arraycopy(sum, 0, key, position, Math.min(sum.length, keyBytes - position));
            }
            return key;
        } catch (InvalidKeyException | ShortBufferException e) {
            // As the JDK's method will find, too.
            Arrays.fill(key, (byte) 0);
            return null;
        } finally {
            Arrays.fill(block, (byte) 0);
            Arrays.fill(sum, (byte) 0);
        }
    }

    /** {@code value = HMAC(value); sum ^= value}, many times, with a safepoint between what the kernel is given at once. */
    private static void iterate(Mac mac, byte[] value, byte[] sum, int iterations) throws ShortBufferException {
        int done = 0;
        while (done < iterations) {
            int atOnce = Math.min(iterations - done, CallLimits.PBKDF2_ITERATIONS);
            if (MacSubstitutions.iterate(mac, value, sum, atOnce)) {
                done += atOnce;
            } else {
                mac.update(value);
                mac.doFinal(value, 0);
                for (int i = 0; i < sum.length; i++) {
                    sum[i] ^= value[i];
                }
                done++;
            }
        }
    }

    /** Unlike {@code SecretKeySpec}, it may be empty. The array is the caller's, who clears it. */
    private record Password(String algorithm, byte[] bytes) implements SecretKey {

        @Override
        public String getAlgorithm() {
            return algorithm;
        }

        @Override
        public String getFormat() {
            return "RAW";
        }

        @Override
        public byte[] getEncoded() {
            return bytes.clone();
        }
    }
}
