package org.cryptointrinsics.test.lattice;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.nio.ByteBuffer;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.SignatureException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import javax.crypto.KEM;

import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Vectors;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import org.graalvm.collections.EconomicMap;

import jdk.graal.compiler.util.json.JsonParser;
import sun.security.provider.ML_DSA;

/** Known answers of ML-KEM and ML-DSA, those of their authors and of NIST's ACVP: keys, ciphertexts, secrets, also of wrong ciphertexts, and signatures. */
@Category(EveryTier.class)
public class LatticeVectorTest {

    /** There are a thousand of ML-KEM, a hundred of ML-DSA, for each parameter set. */
    private static final int VECTORS_OF_KEM = 100;
    private static final int VECTORS_OF_DSA = 50;
    /** By the names of the parameter sets. */
    private static final Map<String, Integer> DSA_LEVELS = Map.of("ML-DSA-44", 2, "ML-DSA-65", 3, "ML-DSA-87", 5);
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

    private long callsBefore = Long.MAX_VALUE;

    private static long calls() {
        return Jit.work(Jit.intrinsics().mlKem()).calls() + Jit.work(Jit.intrinsics().mlDsa()).calls();
    }

    @After
    public void kernelsWereCalled() {
        // Also called after what was skipped.
        assertEquals(CallerTier.TESTED.hasAgent() && Jit.intrinsics().mlKem().isOn(), calls() > callsBefore);
    }

    @Before
    public void compile() throws Exception {
        assumeTrue("kernels are called by the agent", CallerTier.TESTED.hasAgent());
        for (String type : List.of("com.sun.crypto.provider.ML_KEM", "sun.security.provider.ML_DSA")) {
            Jit.methods(Class.forName(type), "generateA").forEach(Jit::compile);
        }
        Jit.needKernels();
        Jit.compileKernels();
        callsBefore = calls();
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
        for (int set : new int[]{44, 65, 87}) {
            ML_DSA mlDsa = new ML_DSA(DSA_LEVELS.get("ML-DSA-" + set));
            for (Map<String, byte[]> vector : vectors("MLDSA/kat_MLDSA_" + set + "_det_pure.rsp", VECTORS_OF_DSA)) {
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

    /** What is done with a test of ACVP, of which members that all tests of a group have in common are the group's. */
    @FunctionalInterface
    private interface AcvpTest {
        void run(String parameterSet, UnaryOperator<String> members) throws Exception;
    }

    @SuppressWarnings("unchecked")
    private static void acvp(Vectors vectors, String mode, int expectedCount, AcvpTest test) throws Exception {
        int count = 0;
        EconomicMap<String, Object> all = (EconomicMap<String, Object>) new JsonParser(vectors.read(mode + "/internalProjection.json")).parse();
        for (EconomicMap<String, Object> group : (List<EconomicMap<String, Object>>) all.get("testGroups")) {
            for (EconomicMap<String, Object> one : (List<EconomicMap<String, Object>>) group.get("tests")) {
                test.run((String) group.get("parameterSet"), name -> String.valueOf(one.get(name) == null ? group.get(name) : one.get(name)));
                count++;
            }
        }
        assertEquals(expectedCount, count);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    @Test
    public void acvpOfKeyEncapsulation() throws Exception {
        acvp(Vectors.ACVP_ML_KEM, "ML-KEM-keyGen-FIPS203", 75, (set, members) -> {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(set);
            generator.initialize(-1, new Given(concatenated(bytes(members.apply("d")), bytes(members.apply("z")))));
            KeyPair keys = generator.generateKeyPair();
            assertEndsWith(bytes(members.apply("ek")), keys.getPublic().getEncoded());
            assertEndsWith(bytes(members.apply("dk")), keys.getPrivate().getEncoded());
        });
        acvp(Vectors.ACVP_ML_KEM, "ML-KEM-encapDecap-FIPS203", 105, (set, members) -> {
            KeyPair any = KeyPairGenerator.getInstance(set).generateKeyPair();
            KEM kem = KEM.getInstance("ML-KEM");
            KeyFactory factory = KeyFactory.getInstance(set);
            if (members.apply("function").equals("encapsulation")) {
                PublicKey key = factory.generatePublic(new X509EncodedKeySpec(replaceEnd(any.getPublic().getEncoded(), bytes(members.apply("ek")))));
                KEM.Encapsulated encapsulated = kem.newEncapsulator(key, new Given(bytes(members.apply("m")))).encapsulate();
                assertArrayEquals(bytes(members.apply("c")), encapsulated.encapsulation());
                assertArrayEquals(bytes(members.apply("k")), encapsulated.key().getEncoded());
            }
            PrivateKey key = factory.generatePrivate(new PKCS8EncodedKeySpec(replaceEnd(any.getPrivate().getEncoded(), bytes(members.apply("dk")))));
            assertArrayEquals(bytes(members.apply("k")), kem.newDecapsulator(key).decapsulate(bytes(members.apply("c"))).getEncoded());
        });
    }

    /** The encoding of another key. */
    private static byte[] replaceEnd(byte[] encoded, byte[] key) {
        byte[] result = encoded.clone();
        System.arraycopy(key, 0, result, result.length - key.length, key.length);
        return result;
    }

    @Test
    public void acvpOfSignatures() throws Exception {
        acvp(Vectors.ACVP_ML_DSA, "ML-DSA-keyGen-FIPS204", 75, (set, members) -> {
            ML_DSA mlDsa = new ML_DSA(DSA_LEVELS.get(set));
            ML_DSA.ML_DSA_KeyPair keys = mlDsa.generateKeyPairInternal(bytes(members.apply("seed")));
            assertArrayEquals(bytes(members.apply("pk")), mlDsa.pkEncode(keys.publicKey()));
            assertArrayEquals(bytes(members.apply("sk")), mlDsa.skEncode(keys.privateKey()));
        });
        acvp(Vectors.ACVP_ML_DSA, "ML-DSA-sigGen-FIPS204", 60, (set, members) -> {
            ML_DSA mlDsa = new ML_DSA(DSA_LEVELS.get(set));
            byte[] random = members.apply("deterministic").equals("true") ? new byte[RANDOM_BYTES] : bytes(members.apply("rnd"));
            assertArrayEquals(bytes(members.apply("signature")), mlDsa.sigEncode(mlDsa.signInternal(bytes(members.apply("message")), random, bytes(members.apply("sk")))));
        });
        acvp(Vectors.ACVP_ML_DSA, "ML-DSA-sigVer-FIPS204", 45, (set, members) -> {
            boolean isRight;
            try {
                isRight = new ML_DSA(DSA_LEVELS.get(set)).verifyInternal(bytes(members.apply("pk")), bytes(members.apply("message")), bytes(members.apply("signature")));
            } catch (SignatureException e) {
                isRight = false;
            }
            assertEquals(members.apply("reason"), members.apply("testPassed"), String.valueOf(isRight));
        });
    }
}
