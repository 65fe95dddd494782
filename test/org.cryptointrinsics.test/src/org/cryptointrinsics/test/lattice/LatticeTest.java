package org.cryptointrinsics.test.lattice;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.KEM;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.linkage.ParallelPermutationMethod;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.FunctionIntrinsic;
import org.cryptointrinsics.substitution.lattice.MlDsaSubstitutions;
import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.CodeLoss;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.RepeatableRandom;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameter;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** ML-KEM (FIPS 203) and ML-DSA (FIPS 204) compute what they do by the JDK's own methods in the same VM, with kernels that permute several states. */
@Category(EveryTier.class)
@RunWith(Parameterized.class)
public class LatticeTest {

    @Rule public final CodeLoss codeLoss = new CodeLoss();

    private static final int REPETITIONS = 60;
    private static final int COEFFICIENTS = 256;
    private static final int COEFFICIENT_BITS = 12;
    private static final int SEED_BYTES = 32;
    private static final String SHAKE128 = "SHAKE128-256";
    /** That of SHAKE256, too. */
    private static final String SHAKE256 = "SHA3-256";
    private static final String GENERATE_A = "generateA";
    private static final String EXPAND_MASK = "expandMask";
    private static final String GENERATE_KEYS = "generateK_PkeKeyPair";
    /** With polynomials. */
    private static final List<String> OF_KEM = List.of("mlKemNTT", "mlKemInverseNTT", "nttMult", "mlKemAddPoly", "mlKemBarrettReduce", GENERATE_KEYS, Pke.ENCRYPT, Pke.DECRYPT);
    private static final List<String> OF_DSA = List.of("mlDsaNtt", "mlDsaInverseNtt", "mlDsaNttMultiply", "mlDsaDecomposePoly", "matrixVectorPointwiseMultiply");
    private static final String UNPACK = "bitUnpackGeneral";
    private static final String BOUND = "vectorNormBound";

    @Parameter public String name;
    /** Polynomials of the matrix. */
    @Parameter(1) public int polynomials;
    /** Those of a mask, or 0 if there is none. */
    @Parameter(2) public int masks;

    @Parameters(name = "{0}")
    public static List<Object[]> sets() {
        return List.of(new Object[]{"ML-KEM-512", 4, 0}, new Object[]{"ML-KEM-768", 9, 0}, new Object[]{"ML-KEM-1024", 16, 0}, //
                        new Object[]{"ML-DSA-44", 16, 4}, new Object[]{"ML-DSA-65", 30, 5}, new Object[]{"ML-DSA-87", 56, 7});
    }

    private boolean isKem() {
        return masks == 0;
    }

    private List<String> ofPolynomials() {
        return isKem() ? OF_KEM : OF_DSA;
    }

    @Before
    public void compile() throws Exception {
        assumeTrue("kernels are called by the agent", CallerTier.TESTED.hasAgent());
        Class<?> type = Class.forName(isKem() ? "com.sun.crypto.provider.ML_KEM" : "sun.security.provider.ML_DSA");
        Jit.methods(type, GENERATE_A).forEach(Jit::compile);
        if (!isKem()) {
            List.of(EXPAND_MASK, UNPACK, BOUND).forEach(method -> Jit.methods(type, method).forEach(Jit::compile));
        }
        ofPolynomials().forEach(method -> Jit.methods(type, method).forEach(Jit::compile));
        Jit.needKernels();
        for (DigestAlgorithm algorithm : List.of(DigestAlgorithm.SHAKE128_256, DigestAlgorithm.SHA3_256)) {
            assumeTrue("no kernel for several states", Jit.intrinsics().of(algorithm).fourStatesMethod.get() != null);
        }
        Jit.compileKernels();
        // HotSpot leads the first call of what was compiled to the interpreter.
        use(makeKeys(0), 0);
    }

    private KeyPair makeKeys(int seed) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(name);
        generator.initialize(-1, new RepeatableRandom(seed));
        return generator.generateKeyPair();
    }

    /** All that comes of the keys: a secret that is encapsulated, or a signature. */
    private byte[] use(KeyPair keys, int seed) throws Exception {
        if (isKem()) {
            KEM kem = KEM.getInstance(name);
            KEM.Encapsulated encapsulated = kem.newEncapsulator(keys.getPublic(), new RepeatableRandom(seed)).encapsulate();
            byte[] secret = encapsulated.key().getEncoded();
            KEM.Decapsulator decapsulator = kem.newDecapsulator(keys.getPrivate());
            assertArrayEquals(secret, decapsulator.decapsulate(encapsulated.encapsulation()).getEncoded());
            byte[] wrong = encapsulated.encapsulation().clone();
            wrong[seed % wrong.length] ^= 1;
            byte[] rejected = decapsulator.decapsulate(wrong).getEncoded();
            assertFalse(Arrays.equals(secret, rejected));
            return concatenated(encapsulated.encapsulation(), secret, rejected);
        }
        byte[] message = Reference.message(seed);
        Signature signature = Signature.getInstance(name);
        signature.initSign(keys.getPrivate(), new RepeatableRandom(seed));
        signature.update(message);
        byte[] signed = signature.sign();
        assertTrue(verifies(keys, message, signed));
        signed[seed % signed.length] ^= 1;
        assertFalse(verifies(keys, message, signed));
        return signed;
    }

    private boolean verifies(KeyPair keys, byte[] message, byte[] signed) throws Exception {
        Signature signature = Signature.getInstance(name);
        signature.initVerify(keys.getPublic());
        signature.update(message);
        return signature.verify(signed);
    }

    private static byte[] concatenated(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    @Test
    public void areThoseOfTheJdk() throws Exception {
        for (int i = 0; i < REPETITIONS; i++) {
            int seed = i;
            KeyPair expectedKeys = Jit.byTheJdk(() -> makeKeys(seed));
            byte[] expected = Jit.byTheJdk(() -> use(expectedKeys, seed));
            KeyPair keys = makeKeys(seed);
            assertArrayEquals(expectedKeys.getPublic().getEncoded(), keys.getPublic().getEncoded());
            assertArrayEquals(expectedKeys.getPrivate().getEncoded(), keys.getPrivate().getEncoded());
            assertArrayEquals(expected, use(keys, seed));
        }
    }

    /** How many calls of kernels there are where each permutes so many states, {@code blocks} times. */
    private static int calls(int outputs, int blocks) {
        boolean hasEight = Jit.intrinsics().of(DigestAlgorithm.SHAKE128_256).eightStatesMethod.get() != null;
        int calls = 0;
        for (int left = outputs; left > 0; left -= hasEight && left > 4 ? 8 : 4) {
            calls += blocks;
        }
        return calls;
    }

    /** Of a polynomial of ML-KEM one in a hundred needs a fourth block; of ML-DSA hardly any needs a sixth. */
    @Test
    public void matrixIsSampledByKernels() throws Exception {
        int least = calls(polynomials, isKem() ? 3 : 5);
        int seen = 0;
        for (int i = 0; i < REPETITIONS; i++) {
            int seed = i;
            Work work = work(SHAKE128, GENERATE_A, () -> makeKeys(seed));
            if (isKem()) {
                assertEquals(work, work(SHAKE128, GENERATE_KEYS, () -> makeKeys(seed)));
            }
            assertTrue(work.toString(), work.calls() >= least && work.calls() <= 2 * least);
            seen += work.calls() > least ? 1 : 0;
        }
        assertEquals("as rare as it is", isKem(), seen > 0);
        assertEquals(new Work(0, 0), work(SHAKE128, "none", () -> makeKeys(0)));
    }

    /** Each attempt to sign takes one. */
    @Test
    public void maskIsExpandedByKernels() throws Exception {
        assumeTrue("has no mask", !isKem());
        int attempt = calls(masks, 5);
        boolean isRepeated = false;
        for (int i = 0; i < REPETITIONS; i++) {
            int seed = i;
            KeyPair keys = makeKeys(seed);
            long calls = work(SHAKE256, EXPAND_MASK, () -> use(keys, seed)).calls();
            assertTrue(calls + " calls", calls > 0 && calls % attempt == 0);
            isRepeated |= calls > attempt;
        }
        assertTrue(isRepeated);
    }

    /** Each pair of keys and each encryption takes noise, of one block of each state; two of the first ones where {@code eta1} is 3. */
    @Test
    public void noiseIsSampledByKernels() throws Exception {
        assumeTrue("has no such noise", isKem());
        int encryption = calls(2 * dimension() + 1, 1) + (dimension() == 2 ? 1 : 0);
        int generation = calls(2 * dimension(), dimension() == 2 ? 2 : 1);
        for (int i = 0; i < REPETITIONS; i++) {
            int seed = i;
            assertEquals(generation, work(SHAKE256, GENERATE_KEYS, () -> makeKeys(seed)).calls());
            KeyPair keys = makeKeys(seed);
            // It is encrypted once for the secret, and once for each of two decapsulations.
            assertEquals(3 * encryption, work(SHAKE256, Pke.ENCRYPT, () -> use(keys, seed)).calls());
        }
    }

    private int dimension() {
        return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1)) / COEFFICIENTS;
    }

    /** Each of them alone does its work. */
    @Test
    public void polynomialsAreComputedByKernels() throws Exception {
        FunctionIntrinsic<?> intrinsic = isKem() ? Jit.intrinsics().mlKem() : Jit.intrinsics().mlDsa();
        KeyPair expectedKeys = Jit.byTheJdk(() -> makeKeys(1));
        byte[] expected = Jit.byTheJdk(() -> use(expectedKeys, 1));
        for (String method : ofPolynomials()) {
            Work before = Jit.work(intrinsic);
            KeyPair keys = Jit.bySubstitutions(method::equals, () -> makeKeys(1));
            byte[] actual = Jit.bySubstitutions(method::equals, () -> use(keys, 1));
            long calls = Jit.work(intrinsic).minus(before).calls();
            assertTrue(method + ": " + calls, calls > 0);
            assertArrayEquals(method, expectedKeys.getPrivate().getEncoded(), keys.getPrivate().getEncoded());
            assertArrayEquals(method, expected, actual);
        }
    }

    /** What a kernel has not done, as if its code were thrown away, the JDK does, also where others have done a part of it. */
    @Test
    public void lostKernelsAreMadeUpFor() throws Exception {
        KeyPair expectedKeys = Jit.byTheJdk(() -> makeKeys(2));
        byte[] expected = Jit.byTheJdk(() -> use(expectedKeys, 2));
        Field value = OnDemand.class.getDeclaredField("value");
        value.setAccessible(true);
        for (OnDemand<?> kernel : kernels()) {
            Object made = value.get(kernel);
            for (int calls : new int[]{0, 1, 2}) {
                AtomicInteger left = new AtomicInteger(calls);
                value.set(kernel, made instanceof FunctionMethod method ? lost(method, left) : lost((ParallelPermutationMethod) made, left));
                try {
                    KeyPair keys = makeKeys(2);
                    assertArrayEquals(expectedKeys.getPrivate().getEncoded(), keys.getPrivate().getEncoded());
                    assertArrayEquals(expected, use(keys, 2));
                } finally {
                    value.set(kernel, made);
                }
                assertTrue("it was called", left.get() < 0);
            }
        }
    }

    /** Those that all parameter sets use. */
    private List<OnDemand<?>> kernels() throws ReflectiveOperationException {
        String name = "org.cryptointrinsics.substitution.lattice." + (isKem() ? "KPke" : "MlDsaSubstitutions");
        List<OnDemand<?>> kernels = new ArrayList<>();
        for (Field field : Class.forName(name).getDeclaredFields()) {
            if (field.getType() == OnDemand.class) {
                field.setAccessible(true);
                kernels.add((OnDemand<?>) field.get(null));
            }
        }
        assertTrue(name, kernels.size() >= 6);
        DigestIntrinsic shake128 = Jit.intrinsics().of(DigestAlgorithm.SHAKE128_256);
        kernels.add(polynomials > 4 && shake128.eightStatesMethod.made() != null ? shake128.eightStatesMethod : shake128.fourStatesMethod);
        return kernels;
    }

    private static FunctionMethod lost(FunctionMethod method, AtomicInteger left) {
        return new FunctionMethod() {
            @Override
            protected boolean execute(Object first, Object second, Object third, Object fourth) {
                return left.decrementAndGet() >= 0 && method.apply(first, second, third, fourth);
            }
        };
    }

    private static ParallelPermutationMethod lost(ParallelPermutationMethod method, AtomicInteger left) {
        return new ParallelPermutationMethod() {
            @Override
            protected boolean execute(long[] states) {
                return left.decrementAndGet() >= 0 && method.permuteSeveral(states);
            }
        };
    }

    /** Of private keys, the JDK does not ask whether the numbers are less than {@code q}. What makes encryption random is cleared. */
    @Test
    public void keysThatAreNotReduced() throws Exception {
        assumeTrue("has no such keys", isKem());
        Pke pke = new Pke(name);
        Random random = new Random(COEFFICIENT_BITS);
        byte[] message = new byte[SEED_BYTES];
        byte[] sigma = new byte[SEED_BYTES];
        byte[] decryption = new byte[dimension() * COEFFICIENTS * COEFFICIENT_BITS / Byte.SIZE];
        byte[] encryption = new byte[decryption.length + SEED_BYTES];
        for (int i = 0; i < REPETITIONS; i++) {
            List.of(message, sigma, decryption, encryption).forEach(random::nextBytes);
            if (i % 2 == 0) {
                Arrays.fill(decryption, (byte) -1);
                Arrays.fill(encryption, 0, decryption.length, (byte) -1);
            }
            byte[] expected = Jit.byTheJdk(() -> pke.encrypt(encryption, message, sigma.clone()));
            Work before = Jit.work(Jit.intrinsics().mlKem());
            assertArrayEquals(expected, pke.encrypt(encryption, message, sigma));
            Work encrypted = Jit.work(Jit.intrinsics().mlKem());
            assertTrue(encrypted.minus(before).calls() > 0);
            assertArrayEquals(new byte[SEED_BYTES], sigma);
            random.nextBytes(expected);
            assertArrayEquals(Jit.byTheJdk(() -> pke.decrypt(decryption, expected)), pke.decrypt(decryption, expected));
            assertTrue(Jit.work(Jit.intrinsics().mlKem()).minus(encrypted).calls() > 0);
        }
    }

    /** What calls no kernel: parts of private keys, and norms, do what the JDK does, and refuse what it refuses, or does otherwise. */
    @Test
    public void keysAreUnpackedAndNormsAreBounded() throws Exception {
        assumeTrue("has no such methods", !isKem());
        Class<?> type = Class.forName("sun.security.provider.ML_DSA");
        Object mlDsa = Pke.accessible(type.getDeclaredConstructor(int.class)).newInstance(2);
        Method unpack = Pke.accessible(Jit.methods(type, UNPACK).getFirst());
        Method bound = Pke.accessible(Jit.methods(type, BOUND).getFirst());
        Random random = new Random(polynomials);
        for (int i = 0; i < 1000; i++) {
            int dimension = random.nextInt(4);
            int bits = List.of(3, 4, 13).get(i % 3);
            int offset = random.nextInt(10);
            byte[] packed = new byte[Math.max(Long.BYTES, offset + dimension * bits * COEFFICIENTS / Byte.SIZE + random.nextInt(3))];
            random.nextBytes(packed);
            int[][] expected = new int[dimension][COEFFICIENTS];
            int[][] actual = new int[dimension][COEFFICIENTS];
            Jit.byTheJdk(() -> unpack.invoke(mlDsa, expected, packed, offset, dimension, 1 << 12, bits));
            assertTrue(MlDsaSubstitutions.bitUnpackGeneral(mlDsa, actual, packed, offset, dimension, 1 << 12, bits));
            assertArrayEquals(expected, actual);
            assertFalse(MlDsaSubstitutions.bitUnpackGeneral(mlDsa, actual, packed, offset + 3, dimension + 1, 1 << 12, bits));

            // Norms next to a bound, and any numbers.
            int limit = 1 + random.nextInt(MlDsa.Q - 1);
            for (int[] polynomial : actual) {
                Arrays.setAll(polynomial, _ -> random.nextInt(limit) * (random.nextBoolean() ? 1 : -1));
            }
            if (dimension != 0) {
                actual[random.nextInt(dimension)][random.nextInt(COEFFICIENTS)] = i % 2 == 0 ? random.nextInt() : limit + random.nextInt(3) - 1;
            }
            boolean exceeds = (boolean) Jit.byTheJdk(() -> bound.invoke(mlDsa, actual, limit));
            assertEquals(exceeds ? 1 : 0, MlDsaSubstitutions.vectorNormBound(mlDsa, actual, limit));
        }
        assertEquals(-1, MlDsaSubstitutions.vectorNormBound(mlDsa, new int[][]{new int[COEFFICIENTS - 1]}, 1));
        for (int extreme : new int[]{Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE - (5 << 20), Integer.MAX_VALUE - (5 << 20) + 1}) {
            int[][] vector = {new int[COEFFICIENTS]};
            vector[0][COEFFICIENTS - 1] = extreme;
            for (int limit : new int[]{1, MlDsa.Q}) {
                boolean exceeds = (boolean) Jit.byTheJdk(() -> bound.invoke(mlDsa, vector, limit));
                assertEquals(exceeds ? 1 : 0, MlDsaSubstitutions.vectorNormBound(mlDsa, vector, limit));
            }
        }
    }

    /** What kernels do where no other substitution is called. */
    private static Work work(String kernel, String substitution, Jit.Action action) throws Exception {
        return Jit.work(kernel, () -> Jit.bySubstitutions(substitution::equals, () -> {
            action.run();
            return null;
        }));
    }
}
