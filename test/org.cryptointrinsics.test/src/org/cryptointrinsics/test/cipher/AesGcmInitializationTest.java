package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.Key;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.Differential.Call;
import org.cryptointrinsics.test.Differential.Pair;
import org.cryptointrinsics.test.Differential.Tier;
import org.cryptointrinsics.test.Differential;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Snapshot;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** Compiled calls of {@code Cipher.init} leave what the JDK's own method leaves, in all fields. */
@Category(EveryTier.class)
public class AesGcmInitializationTest {

    private static final int TAG_BITS = 128;
    private static final int TAG_BYTES = TAG_BITS / Byte.SIZE;
    private static final int IV_BYTES = 12;
    private static final int LENGTH = 100;
    private static final int[] MODES = {Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE};
    private static final SecureRandom NOT_RANDOM = new NotRandom();
    private static final int STEPS = 30_000;
    private static final int INITIALIZATIONS_AND_MESSAGES = 1000;

    /** Not a class that is known. */
    @SuppressWarnings("serial")
    private record OtherKey(byte[] bytes) implements SecretKey {

        @Override
        public String getAlgorithm() {
            return "AES";
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

    /** They are not those that the fields have. */
    private static final class OtherParameters extends GCMParameterSpec {

        OtherParameters(byte[] iv) {
            super(TAG_BITS, iv);
        }

        @Override
        public byte[] getIV() {
            byte[] iv = super.getIV();
            iv[0]++;
            return iv;
        }
    }

    private final Random random = new Random(STEPS);

    private static byte[] iv(int length, int value) {
        byte[] iv = new byte[length];
        Arrays.fill(iv, (byte) value);
        return iv;
    }

    private static GCMParameterSpec parameters(int value) {
        return new GCMParameterSpec(TAG_BITS, iv(IV_BYTES, value));
    }

    private static SecretKeySpec key(int length, int value) {
        return new SecretKeySpec(iv(length, value), "AES");
    }

    private static Cipher cipher() throws GeneralSecurityException {
        return Cipher.getInstance(AesGcmReference.ALGORITHM, AesGcmReference.PROVIDER);
    }

    /** A cipher that was initialized by the JDK's own method. */
    private static Cipher initialized(int mode) throws GeneralSecurityException {
        Cipher cipher = cipher();
        CipherCalls.INTERPRETED.init(cipher, mode, key(16, 0), parameters(0));
        return cipher;
    }

    /** The array of the key of the last encryption, of which the JDK's own method makes a new one each time. */
    private static Object lastKey(Cipher cipher) {
        return Snapshot.get(CipherState.gcm(cipher), "lastKey");
    }

    /** Which the JDK's own method drops. */
    private static Object engine(Cipher cipher) {
        return Snapshot.get(CipherState.gcm(cipher), "engine");
    }

    /** But for the IV, nothing that the JDK's objects have is made anew. */
    @Test
    public void sameKey() throws Exception {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        CipherCalls.Compiled.prepare();
        for (int keyBytes : new int[]{16, 24, 32}) {
            for (int mode : MODES) {
                Cipher cipher = cipher();
                CipherCalls.INTERPRETED.init(cipher, mode, key(keyBytes, 0), parameters(0));
                Object lastKey = lastKey(cipher);
                cipher.updateAAD(new byte[1]);
                Object engine = engine(cipher);
                for (int i = 1; i < 4; i++) {
                    byte[] iv = iv(IV_BYTES, i);
                    byte[] aad = {(byte) i};
                    byte[] plaintext = Reference.message(LENGTH + i);
                    byte[] ciphertext = AesGcmReference.encrypt(iv(keyBytes, 0), iv, aad, plaintext, TAG_BYTES);
                    boolean isEncryption = mode == Cipher.ENCRYPT_MODE;
                    CipherCalls.COMPILED.init(cipher, mode, key(keyBytes, 0), new GCMParameterSpec(TAG_BITS, iv));
                    cipher.updateAAD(aad);
                    assertEquals(isEncryption ? ciphertext.length : plaintext.length, cipher.getOutputSize(isEncryption ? plaintext.length : ciphertext.length));
                    assertEquals(1, CipherCalls.work(() -> assertArrayEquals(isEncryption ? ciphertext : plaintext,
                                    CipherCalls.COMPILED.doFinal(cipher, isEncryption ? plaintext : ciphertext))).calls());
                    assertSame(engine, engine(cipher));
                    assertSame(lastKey, lastKey(cipher));
                    assertArrayEquals(iv, cipher.getIV());
                }
            }
        }
    }

    /** What was given out, or taken, is not overwritten by what comes later. */
    @Test
    public void ivIsNobodyElses() throws Exception {
        for (int mode : MODES) {
            Cipher cipher = initialized(mode);
            CipherCalls.Compiled.prepare();
            byte[] given = iv(IV_BYTES, 1);
            GCMParameterSpec parameters = new GCMParameterSpec(TAG_BITS, given);
            CipherCalls.COMPILED.init(cipher, mode, key(16, 0), parameters);
            byte[] taken = cipher.getIV();
            GCMParameterSpec ofCipher = cipher.getParameters().getParameterSpec(GCMParameterSpec.class);
            CipherCalls.COMPILED.init(cipher, mode, key(16, 0), parameters(2));
            assertArrayEquals(iv(IV_BYTES, 2), cipher.getIV());
            for (byte[] iv : List.of(given, parameters.getIV(), taken, ofCipher.getIV())) {
                assertArrayEquals(iv(IV_BYTES, 1), iv);
            }
        }
    }

    private static String parameters(CipherCalls calls, int tagBits, byte[] source, int offset, int length) {
        try {
            GCMParameterSpec parameters = calls.parameters(tagBits, source, offset, length);
            return parameters.getTLen() + " " + HexFormat.of().formatHex(parameters.getIV());
        } catch (IllegalArgumentException e) {
            return e.toString();
        }
    }

    /** Whatever they are made of, and what comes after that. */
    @Test
    public void parametersAreMadeAsByTheJdk() throws Exception {
        byte[] source = Reference.message(40);
        String valid = parameters(CipherCalls.INTERPRETED, TAG_BITS, source, 3, IV_BYTES);
        for (int tagBits : new int[]{TAG_BITS, 0, -1}) {
            for (byte[] from : new byte[][]{source, null}) {
                for (int offset : new int[]{0, 1, 28, 29, 41, -1, Integer.MAX_VALUE}) {
                    for (int length : new int[]{IV_BYTES, 0, 16, -1}) {
                        CipherCalls calls = CipherCalls.Sites.copy();
                        Jit.methods(calls.getClass(), "parameters").forEach(Jit::compile);
                        assertEquals(valid, parameters(calls, TAG_BITS, source, 3, IV_BYTES));
                        String expected = parameters(CipherCalls.INTERPRETED, tagBits, from, offset, length);
                        assertEquals(expected, parameters(calls, tagBits, from, offset, length));
                        Jit.methods(calls.getClass(), "parameters").forEach(Jit::compile);
                        assertEquals(expected, parameters(calls, tagBits, from, offset, length));
                        assertEquals(valid, parameters(calls, TAG_BITS, source, 3, IV_BYTES));
                    }
                }
            }
        }
    }

    /** The last IV of an encryption is remembered while the cipher decrypts. */
    @Test
    public void noIvTwice() throws Exception {
        CipherCalls.Compiled.prepare();
        Cipher cipher = initialized(Cipher.ENCRYPT_MODE);
        CipherCalls.COMPILED.init(cipher, Cipher.ENCRYPT_MODE, key(16, 0), parameters(1));
        for (int value : new int[]{2, 3}) {
            CipherCalls.COMPILED.init(cipher, Cipher.DECRYPT_MODE, key(16, 0), parameters(value));
        }
        Exception failed = assertThrows(InvalidAlgorithmParameterException.class, () -> CipherCalls.COMPILED.init(cipher, Cipher.ENCRYPT_MODE, key(16, 0), parameters(1)));
        assertTrue(failed.getMessage(), failed.getMessage().startsWith("Cannot reuse iv for GCM encryption"));
    }

    /** Large ones would be kept as long as the cipher. */
    @Test
    public void longAdditionalDataAreNotKept() throws Exception {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        for (int length : new int[]{13, 64, 65, 1000}) {
            CipherCalls.Compiled.prepare();
            Cipher cipher = initialized(Cipher.ENCRYPT_MODE);
            cipher.updateAAD(new byte[length]);
            CipherCalls.COMPILED.doFinal(cipher, new byte[LENGTH]);
            assertEquals(length <= 64, Snapshot.get(engine(cipher), "aadBuffer") != null);
        }
    }

    /** Random calls of two ciphers. */
    private static final class RandomCalls extends Pair<CipherCalls, Cipher> {

        private static final byte[] NONE = new byte[0];

        private int initialized;
        private int replaced;

        RandomCalls(String algorithm) throws GeneralSecurityException {
            super(Jit.intrinsics().aesGcm(), new Random(1), Cipher.getInstance(algorithm, AesGcmReference.PROVIDER), Cipher.getInstance(algorithm, AesGcmReference.PROVIDER));
        }

        @Override
        protected void choose(Tier<CipherCalls> tier) throws GeneralSecurityException {
            if (random.nextInt(3) == 0) {
                init();
            } else {
                use();
            }
        }

        @Override
        protected Object state(Cipher cipher) {
            return CipherState.of(cipher);
        }

        /** Adds a call that may fail. */
        private void call(String told, Call<CipherCalls, Cipher> call) {
            add(told, 0, (calls, cipher) -> {
                try {
                    return call.make(calls, cipher);
                } catch (Exception e) {
                    return e + ", cause " + e.getCause();
                }
            });
        }

        /** Mostly what may be replaced. */
        private void init() {
            int mode = random.nextInt(20) == 0 ? random.nextInt(7) : MODES[random.nextInt(2)];
            Key key = anyKey();
            AlgorithmParameterSpec parameters = anyParameters();
            SecureRandom source = random.nextBoolean() ? NOT_RANDOM : null;
            boolean isShort = parameters != null && random.nextBoolean();
            initialized++;
            call("mode " + mode + ", " + key + ", " + parameters, (calls, cipher) -> {
                Object engine = engine(cipher);
                Object lastKey = lastKey(cipher);
                if (isShort) {
                    calls.init(cipher, mode, key, parameters);
                } else {
                    calls.init(cipher, mode, key, parameters, source == null && parameters == null ? NOT_RANDOM : source);
                }
                boolean isReplaced = engine != null && engine(cipher) == engine || mode == Cipher.ENCRYPT_MODE && lastKey(cipher) == lastKey;
                assertTrue("replaced", !isReplaced || calls == CipherCalls.COMPILED);
                replaced += isReplaced ? 1 : 0;
                return cipher.getIV();
            });
        }

        private Key anyKey() {
            return switch (random.nextInt(40)) {
                case 0 -> null;
                case 1 -> key(17, 0);
                case 2 -> new OtherKey(iv(16, 0));
                case 3 -> new SecretKeySpec(iv(16, 0), "Rijndael");
                case 4 -> new SecretKeySpec(iv(16, 0), "aes");
                case 5 -> new SecretKeySpec(iv(16, 0), "DESede");
                case 6 -> key(16, 1);
                case 7 -> key(24, 0);
                case 8 -> key(32, 0);
                default -> key(16, 0);
            };
        }

        private AlgorithmParameterSpec anyParameters() {
            byte[] iv = iv(IV_BYTES, random.nextInt(4));
            iv[random.nextInt(IV_BYTES)] ^= (byte) random.nextInt(2);
            return switch (random.nextInt(40)) {
                case 0 -> null;
                case 1 -> new IvParameterSpec(iv);
                case 2 -> new OtherParameters(iv);
                case 3 -> new GCMParameterSpec(TAG_BITS, NONE);
                case 4, 5 -> new GCMParameterSpec(TAG_BITS, iv(1 + random.nextInt(40), 1));
                case 6 -> new GCMParameterSpec(random.nextInt(150), iv);
                case 7, 8, 9 -> new GCMParameterSpec(96 + Byte.SIZE * random.nextInt(5), iv);
                default -> new GCMParameterSpec(TAG_BITS, iv);
            };
        }

        private void use() throws GeneralSecurityException {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> {
                    byte[] aad = bytes(random.nextInt(random.nextInt(5) == 0 ? 200 : 20));
                    boolean isBuffer = random.nextInt(3) == 0;
                    call("additional data", (_, cipher) -> {
                        if (isBuffer) {
                            cipher.updateAAD(ByteBuffer.wrap(aad));
                        } else {
                            cipher.updateAAD(aad);
                        }
                        return null;
                    });
                }
                case 3 -> {
                    int length = random.nextInt(4) == 0 ? Integer.MAX_VALUE - random.nextInt(40) : random.nextInt(200);
                    call("output size", (_, cipher) -> cipher.getOutputSize(length));
                }
                case 4 -> call("parameters", (_, cipher) -> cipher.getParameters().getEncoded());
                case 5 -> {
                    byte[] part = bytes(random.nextInt(40));
                    call("part", (_, cipher) -> cipher.update(part));
                }
                case 6 -> call("wrap", (_, cipher) -> cipher.wrap(key(16, 3)));
                case 7 -> {
                    byte[] input = bytes(random.nextInt(40));
                    call("without room", (calls, cipher) -> calls.doFinal(cipher, input, 0, input.length, new byte[input.length / 2], 0));
                }
                default -> message();
            }
        }

        /** The last part, or all, of a message with the right tag, unless by chance. */
        private void message() throws GeneralSecurityException {
            byte[] plaintext = bytes(random.nextInt(300));
            byte[] input = plaintext;
            boolean isDecryption = (boolean) Snapshot.get(expected(), "initialized") && (int) Snapshot.get(expected(), "opmode") == Cipher.DECRYPT_MODE;
            if (isDecryption && random.nextInt(5) != 0) {
                Object gcm = CipherState.gcm(expected());
                Object engine = Snapshot.get(gcm, "engine");
                byte[] aad = engine != null && Snapshot.get(engine, "aadBuffer") instanceof ByteArrayOutputStream stream ? stream.toByteArray() : NONE;
                byte[] key = (byte[]) Snapshot.getFirst(Snapshot.get(gcm, "blockCipher"), "lastKey", "prevKey");
                input = AesGcmReference.encrypt(key, (byte[]) Snapshot.get(gcm, "iv"), aad, plaintext, (int) Snapshot.get(gcm, "tagLenBytes"));
            }
            byte[] last = input;
            boolean isBuffer = random.nextInt(3) == 0;
            call("message", (calls, cipher) -> {
                if (!isBuffer) {
                    return calls.doFinal(cipher, last);
                }
                ByteBuffer output = ByteBuffer.allocate(last.length + 2 * TAG_BYTES + 100);
                calls.doFinal(cipher, ByteBuffer.wrap(last), output);
                return output.array();
            });
        }
    }

    /** Of one cipher, calls are made by the interpreter, of the other most of them are compiled. */
    @Test
    public void sameAsByTheJdk() throws Exception {
        Tier<CipherCalls> interpreter = () -> CipherCalls.INTERPRETED;
        Tier<CipherCalls> compiler = () -> {
            CipherCalls.Compiled.prepare();
            return CipherCalls.COMPILED;
        };
        for (String algorithm : List.of(AesGcmReference.ALGORITHM, "AES_128/GCM/NoPadding")) {
            RandomCalls calls = new RandomCalls(algorithm);
            Differential<CipherCalls> differential = new Differential<>(interpreter);
            for (int i = 0; i < STEPS; i++) {
                differential.play(List.of(calls), List.of(random.nextInt(4) == 0 ? interpreter : compiler));
            }
            long kernels = differential.compiled().calls();
            String told = calls.initialized + " initializations, " + calls.replaced + " replaced, " + kernels + " calls of kernels";
            if (Jit.intrinsics().aesGcm().isOn()) {
                assertTrue(told, calls.replaced > INITIALIZATIONS_AND_MESSAGES && kernels > INITIALIZATIONS_AND_MESSAGES);
            }
        }
    }
}
