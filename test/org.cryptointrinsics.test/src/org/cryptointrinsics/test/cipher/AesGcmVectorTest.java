package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.security.InvalidAlgorithmParameterException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;

import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.graalvm.collections.EconomicMap;
import org.cryptointrinsics.test.Vectors;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

import jdk.graal.compiler.util.json.JsonParser;

/** The {@link Vectors} for AES-GCM, on the heap and outside of it, interpreted, compiled by C1 and compiled by Graal. */
@Category(EveryTier.class)
@RunWith(Parameterized.class)
public class AesGcmVectorTest {

    private static final int LEAST_TAG_BYTES = 12;
    private static final int IV_BYTES = 12;
    private static final int INTERPRETED_OF = 50;

    /** @param isValid or else it must not be decrypted, and the plaintext is null */
    private record Vector(String name, byte[] key, byte[] iv, byte[] aad, byte[] plaintext, byte[] ciphertext, byte[] tag, boolean isValid) {

        Cipher cipher(int mode) throws Exception {
            return AesGcmReference.cipher(mode, key, iv, aad, tag.length);
        }

        byte[] ciphertextAndTag() {
            byte[] both = new byte[ciphertext.length + tag.length];
            System.arraycopy(ciphertext, 0, both, 0, ciphertext.length);
            System.arraycopy(tag, 0, both, ciphertext.length, tag.length);
            return both;
        }

        boolean isAllowedByTheJdk() {
            return tag.length >= LEAST_TAG_BYTES && iv.length != 0;
        }
    }

    @FunctionalInterface
    private interface Source {
        List<Vector> read() throws Exception;
    }

    private final Source source;
    private final int count;

    public AesGcmVectorTest(@SuppressWarnings("unused") String file, int count, Source source) {
        this.count = count;
        this.source = source;
    }

    /** File, and how many vectors there are in it. */
    @Parameters(name = "{0}")
    public static Collection<Object[]> files() {
        List<Object[]> files = new ArrayList<>();
        for (int keyBits : new int[]{128, 192, 256}) {
            for (String form : new String[]{"Decrypt", "EncryptExtIV"}) {
                String file = "gcm" + form + keyBits + ".rsp";
                files.add(new Object[]{file, 7875, (Source) () -> cavp(Vectors.CRYPTOGRAPHY.read("ciphers/AES/GCM/" + file))});
            }
        }
        files.add(new Object[]{"aes_gcm_test.json", 316, (Source) () -> wycheproof(Vectors.WYCHEPROOF.read("Cipher/wycheproof/aes_gcm_test.json"))});
        return files;
    }

    private static byte[] bytes(Object hex) {
        return HexFormat.of().parseHex((String) hex);
    }

    /** Lines {@code name = value}, of which a count begins each vector; without a plaintext there is a line {@code FAIL}. */
    private static List<Vector> cavp(String text) {
        List<Vector> vectors = new ArrayList<>();
        for (String part : text.split("Count = ")) {
            Map<String, String> values = new HashMap<>();
            part.lines().skip(1).takeWhile(line -> !line.startsWith("[")).map(line -> line.split(" = ?", 2)).forEach(pair -> values.put(pair[0], pair.length == 1 ? "" : pair[1]));
            if (values.containsKey("Key")) {
                boolean isValid = !values.containsKey("FAIL");
                vectors.add(new Vector("count " + part.lines().findFirst().orElseThrow() + ", key " + values.get("Key"), bytes(values.get("Key")), bytes(values.get("IV")),
                                bytes(values.get("AAD")), isValid ? bytes(values.get("PT")) : null, bytes(values.get("CT")), bytes(values.get("Tag")), isValid));
            }
        }
        return vectors;
    }

    @SuppressWarnings("unchecked")
    private static List<EconomicMap<String, Object>> list(EconomicMap<String, Object> map, String name) {
        return (List<EconomicMap<String, Object>>) map.get(name);
    }

    @SuppressWarnings("unchecked")
    private static List<Vector> wycheproof(String text) throws Exception {
        List<Vector> vectors = new ArrayList<>();
        for (EconomicMap<String, Object> group : list((EconomicMap<String, Object>) new JsonParser(text).parse(), "testGroups")) {
            for (EconomicMap<String, Object> test : list(group, "tests")) {
                boolean isValid = test.get("result").equals("valid");
                vectors.add(new Vector("test " + test.get("tcId"), bytes(test.get("key")), bytes(test.get("iv")), bytes(test.get("aad")),
                                isValid ? bytes(test.get("msg")) : null, bytes(test.get("ct")), bytes(test.get("tag")), isValid));
            }
        }
        return vectors;
    }

    @Test
    public void resultsAreAsPublished() throws Exception {
        List<Vector> vectors = source.read();
        assertEquals(count, vectors.size());
        for (int i = 0; i < vectors.size(); i++) {
            Vector vector = vectors.get(i);
            if (!vector.isAllowedByTheJdk()) {
                assertThrows(vector.name, InvalidAlgorithmParameterException.class, () -> vector.cipher(Cipher.DECRYPT_MODE));
                continue;
            }
            for (CipherForm form : Stream.of(CipherForm.values()).filter(form -> form == CipherForm.ARRAY || form == CipherForm.DIRECT_BUFFERS).toList()) {
                check(vector, form, CipherCalls.COMPILED);
                if (i % INTERPRETED_OF == 0) {
                    check(vector, form, CipherCalls.INTERPRETED);
                    // Has kernels, too, with the agent.
                    if (!CallerTier.TESTED.hasAgent()) {
                        CipherCalls.CompiledByC1.prepare();
                        check(vector, form, CipherCalls.COMPILED_BY_C1);
                    }
                }
            }
        }
    }

    private static void check(Vector vector, CipherForm form, CipherCalls calls) throws Exception {
        CipherCalls.Compiled.prepare();
        boolean isKernel = calls == CipherCalls.COMPILED && vector.iv.length == IV_BYTES && Jit.intrinsics().aesGcm().isOn();
        byte[] both = vector.ciphertextAndTag();
        Cipher decryption = vector.cipher(Cipher.DECRYPT_MODE);
        long kernels = CipherCalls.work(() -> {
            if (vector.isValid) {
                assertArrayEquals(vector.name, vector.plaintext, form.doFinal(calls, decryption, both, vector.plaintext.length));
            } else {
                assertThrows(vector.name, AEADBadTagException.class, () -> form.doFinal(calls, decryption, both, vector.ciphertext.length));
            }
        }).calls();
        // What is wrong is decrypted once more by the JDK.
        assertCalls(vector.name, isKernel, vector.isValid, kernels);
        if (vector.isValid) {
            Cipher encryption = vector.cipher(Cipher.ENCRYPT_MODE);
            kernels = CipherCalls.work(() -> assertArrayEquals(vector.name, both, form.doFinal(calls, encryption, vector.plaintext, both.length))).calls();
            assertCalls(vector.name, isKernel, true, kernels);
        }
    }

    private static void assertCalls(String told, boolean isKernel, boolean isValid, long kernels) {
        if (isKernel && isValid) {
            assertEquals(told, 1, kernels);
        } else {
            CipherCalls.assertCalls(told, isKernel ? 1 : 0, kernels);
        }
    }
}
