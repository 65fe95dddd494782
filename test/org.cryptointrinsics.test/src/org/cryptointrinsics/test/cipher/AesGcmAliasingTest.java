package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assume.assumeTrue;

import java.security.SecureRandom;
import java.util.Arrays;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Snapshot;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/**
 * The IV of a cipher that the JDK's own method initialized may lie in an array of the application: that of parameters of another class, or one that a source of random
 * numbers has filled. It is not written, and what the application writes there has the effect that it has in the JDK.
 */
@Category(EveryTier.class)
public class AesGcmAliasingTest {

    private static final int TAG_BITS = 128;
    private static final int IV_BYTES = 12;
    private static final SecretKeySpec KEY = new SecretKeySpec(new byte[16], "AES");
    private static final byte[] PLAINTEXT = Reference.message(100);
    private static final int[] MODES = {Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE};

    /** They give their array away. */
    private static class OpenParameters extends GCMParameterSpec {

        private final byte[] own;

        OpenParameters(byte[] own) {
            super(TAG_BITS, own);
            this.own = own;
        }

        @Override
        public byte[] getIV() {
            return own;
        }
    }

    /** Keeps the array that it filled last. */
    @SuppressWarnings("serial")
    private static final class KeepingRandom extends SecureRandom {

        private byte[] filled;

        @Override
        public void nextBytes(byte[] bytes) {
            filled = bytes;
            Arrays.fill(bytes, (byte) 7);
        }
    }

    @Before
    public void prepare() throws Exception {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        CipherCalls.Compiled.prepare();
    }

    private static byte[] iv(int value) {
        byte[] iv = new byte[IV_BYTES];
        Arrays.fill(iv, (byte) value);
        return iv;
    }

    private static GCMParameterSpec parameters(int value) {
        return new GCMParameterSpec(TAG_BITS, iv(value));
    }

    private static Cipher cipher() throws Exception {
        return Cipher.getInstance(AesGcmReference.ALGORITHM, AesGcmReference.PROVIDER);
    }

    /** A cipher with its IV in {@code own}. */
    private static Cipher over(byte[] own, int mode) throws Exception {
        Cipher cipher = cipher();
        cipher.init(mode, KEY, new OpenParameters(own));
        assertSame(own, Snapshot.get(CipherState.gcm(cipher), "iv"));
        return cipher;
    }

    @Test
    public void arrayOfParametersIsNotWritten() throws Exception {
        for (int first : MODES) {
            for (int second : MODES) {
                byte[] own = iv(1);
                Cipher cipher = over(own, first);
                CipherCalls.COMPILED.init(cipher, second, KEY, parameters(2));
                assertArrayEquals(iv(1), own);
                assertArrayEquals(iv(2), cipher.getIV());
            }
        }
    }

    @Test
    public void arrayOfRandomNumbersIsNotWritten() throws Exception {
        KeepingRandom random = new KeepingRandom();
        Cipher cipher = cipher();
        cipher.init(Cipher.ENCRYPT_MODE, KEY, random);
        byte[] filled = random.filled;
        assertSame(filled, Snapshot.get(CipherState.gcm(cipher), "iv"));
        CipherCalls.COMPILED.init(cipher, Cipher.ENCRYPT_MODE, KEY, parameters(2));
        assertArrayEquals(iv(7), filled);
    }

    /** Nor is the application's array the cipher's any more: the ciphertext is that of the IV of the last initialization. */
    @Test
    public void arrayOfParametersIsFilledAgain() throws Exception {
        byte[] own = iv(1);
        Cipher cipher = over(own, Cipher.ENCRYPT_MODE);
        CipherCalls.COMPILED.doFinal(cipher, PLAINTEXT);
        for (int i = 2; i < 10; i++) {
            GCMParameterSpec next = parameters(i);
            CipherCalls.COMPILED.init(cipher, Cipher.ENCRYPT_MODE, KEY, next);
            // What comes next.
            Arrays.fill(own, (byte) (i + 1));
            byte[] expected = AesGcmReference.encrypt(KEY.getEncoded(), next.getIV(), new byte[0], PLAINTEXT, TAG_BITS / Byte.SIZE);
            byte[][] actual = new byte[1][];
            assertEquals(1, CipherCalls.work(() -> actual[0] = CipherCalls.COMPILED.doFinal(cipher, PLAINTEXT)).calls());
            assertArrayEquals(expected, actual[0]);
        }
    }

    /** The JDK computes the first counter block with the first additional data, or with the message. */
    @Test
    public void arrayOfParametersIsFilledInAMessage() throws Exception {
        for (int mode : MODES) {
            for (boolean isEarly : new boolean[]{false, true}) {
                byte[] own = iv(1);
                Cipher cipher = over(own, mode);
                byte[] aad = isEarly ? new byte[1] : new byte[0];
                if (isEarly) {
                    cipher.updateAAD(aad);
                }
                Arrays.fill(own, (byte) 2);
                byte[] ciphertext = AesGcmReference.encrypt(KEY.getEncoded(), iv(isEarly ? 1 : 2), aad, PLAINTEXT, TAG_BITS / Byte.SIZE);
                boolean isEncryption = mode == Cipher.ENCRYPT_MODE;
                byte[][] actual = new byte[1][];
                assertEquals(1, CipherCalls.work(() -> actual[0] = CipherCalls.COMPILED.doFinal(cipher, isEncryption ? PLAINTEXT : ciphertext)).calls());
                assertArrayEquals(isEncryption ? ciphertext : PLAINTEXT, actual[0]);
            }
        }
    }

    /** The shortest result, a tag of 96 bits, may be written where the IV lies. If a tag is wrong, the JDK asks for the IV after that. */
    @Test
    public void resultIsWrittenToTheIv() throws Exception {
        byte[] message = {1, 2, 3};
        GCMParameterSpec shortTag = new GCMParameterSpec(96, iv(1));
        for (int mode : MODES) {
            for (int wrong = 0; wrong < 2; wrong++) {
                Cipher reference = cipher();
                reference.init(Cipher.ENCRYPT_MODE, KEY, shortTag);
                byte[] input = mode == Cipher.ENCRYPT_MODE ? new byte[0] : reference.doFinal(message);
                if (input.length != 0) {
                    input[0] ^= (byte) wrong;
                }
                assertEquals(outcome(CipherCalls.INTERPRETED, mode, input), outcome(CipherCalls.COMPILED, mode, input));
                CipherCalls.Compiled.prepare();
            }
        }
    }

    private static String outcome(CipherCalls calls, int mode, byte[] input) throws Exception {
        byte[] own = iv(1);
        Cipher cipher = cipher();
        cipher.init(mode, KEY, new OpenParameters(own) {
            @Override
            public int getTLen() {
                return 96;
            }
        });
        String told;
        try {
            told = "length " + calls.doFinal(cipher, input, 0, input.length, own);
        } catch (Exception e) {
            told = e.toString();
        }
        return told + ", " + Arrays.toString(own) + ", " + CipherState.of(cipher);
    }
}
