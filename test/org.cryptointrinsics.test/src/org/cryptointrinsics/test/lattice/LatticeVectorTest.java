package org.cryptointrinsics.test.lattice;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import javax.crypto.KEM;

import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Vectors;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import sun.security.provider.ML_DSA;

/** Known answers of ML-KEM and ML-DSA: keys, ciphertexts, secrets, also of wrong ciphertexts, and signatures. */
@Category(EveryTier.class)
public class LatticeVectorTest {

    /** There are a thousand of ML-KEM, a hundred of ML-DSA, for each parameter set. */
    private static final int VECTORS_OF_KEM = 200;
    private static final int VECTORS_OF_DSA = 100;
    private static final int[] DSA_LEVELS = {2, 3, 5};
    private static final int RANDOM_BYTES = 32;

    /** Gives what it is told. */
    @SuppressWarnings("serial")
    private static final class Given extends SecureRandom {

        private final transient ByteBuffer bytes;

        Given(byte[] bytes) {
            this.bytes = ByteBuffer.wrap(bytes);
        }

        @Override
        public void nextBytes(byte[] asked) {
            bytes.get(asked);
        }
    }

    @Before
    public void compile() throws Exception {
        for (String type : List.of("com.sun.crypto.provider.ML_KEM", "sun.security.provider.ML_DSA")) {
            Jit.methods(Class.forName(type), "generateA").forEach(Jit::compile);
        }
        Jit.needKernels();
        Jit.compileKernels();
    }

    /** Lines {@code name = value}, of which a count begins each vector. */
    private static List<Map<String, byte[]>> vectors(String file, int count) throws Exception {
        List<Map<String, byte[]>> vectors = new ArrayList<>();
        for (String line : (Iterable<String>) Vectors.CRYPTOGRAPHY.read("asymmetric/" + file).lines()::iterator) {
            String[] pair = line.split(" = ?", 2);
            if (pair[0].equals("count")) {
                if (vectors.size() == count) {
                    break;
                }
                vectors.add(new HashMap<>());
            } else if (pair.length == 2 && !pair[0].endsWith("len")) {
                vectors.getLast().put(pair[0], HexFormat.of().parseHex(pair[1]));
            }
        }
        assertEquals(count, vectors.size());
        return vectors;
    }

    /** A key's encoding ends with the key. */
    private static void assertEndsWith(byte[] expected, byte[] encoded) {
        assertArrayEquals(expected, Arrays.copyOfRange(encoded, encoded.length - expected.length, encoded.length));
    }

    private static byte[] concatenated(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    @Test
    public void keyEncapsulation() throws Exception {
        for (int set : new int[]{512, 768, 1024}) {
            for (Map<String, byte[]> vector : vectors("MLKEM/kat_MLKEM_" + set + ".rsp", VECTORS_OF_KEM)) {
                KeyPairGenerator generator = KeyPairGenerator.getInstance("ML-KEM-" + set);
                generator.initialize(-1, new Given(concatenated(vector.get("d"), vector.get("z"))));
                KeyPair keys = generator.generateKeyPair();
                assertEndsWith(vector.get("pk"), keys.getPublic().getEncoded());
                assertEndsWith(vector.get("sk"), keys.getPrivate().getEncoded());
                KEM kem = KEM.getInstance("ML-KEM");
                KEM.Encapsulated encapsulated = kem.newEncapsulator(keys.getPublic(), new Given(vector.get("msg"))).encapsulate();
                assertArrayEquals(vector.get("ct"), encapsulated.encapsulation());
                assertArrayEquals(vector.get("ss"), encapsulated.key().getEncoded());
                KEM.Decapsulator decapsulator = kem.newDecapsulator(keys.getPrivate());
                assertArrayEquals(vector.get("ss"), decapsulator.decapsulate(vector.get("ct")).getEncoded());
                assertArrayEquals(vector.get("ss_n"), decapsulator.decapsulate(vector.get("ct_n")).getEncoded());
            }
        }
    }

    /** With a context, which the JDK's {@code Signature} has none of: FIPS 204, algorithms 2 and 7. */
    @Test
    public void signatures() throws Exception {
        String[] sets = {"44", "65", "87"};
        for (int i = 0; i < sets.length; i++) {
            ML_DSA mlDsa = new ML_DSA(DSA_LEVELS[i]);
            for (Map<String, byte[]> vector : vectors("MLDSA/kat_MLDSA_" + sets[i] + "_det_pure.rsp", VECTORS_OF_DSA)) {
                ML_DSA.ML_DSA_KeyPair keys = mlDsa.generateKeyPairInternal(vector.get("xi"));
                assertArrayEquals(vector.get("pk"), mlDsa.pkEncode(keys.publicKey()));
                assertArrayEquals(vector.get("sk"), mlDsa.skEncode(keys.privateKey()));
                byte[] context = vector.get("ctx");
                byte[] message = concatenated(concatenated(new byte[]{0, (byte) context.length}, context), vector.get("msg"));
                byte[] signature = mlDsa.sigEncode(mlDsa.signInternal(message, new byte[RANDOM_BYTES], vector.get("sk")));
                assertArrayEquals(vector.get("sm"), concatenated(signature, vector.get("msg")));
                assertTrue(mlDsa.verifyInternal(vector.get("pk"), message, signature));
            }
        }
    }
}
