package org.cryptointrinsics.test.curve;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.XECPublicKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.security.spec.XECPrivateKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import javax.crypto.KeyAgreement;

import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.proof.specification.Rfc7748;
import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.CodeLoss;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.RepeatableRandom;
import org.cryptointrinsics.test.Vectors;
import org.graalvm.collections.EconomicMap;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import jdk.graal.compiler.util.json.JsonParser;

/** X25519 (RFC 7748) by the JDK's providers: what is published, and what the JDK's own methods compute and refuse in the same VM. */
@Category(EveryTier.class)
public class XdhTest {

    @Rule public final CodeLoss codeLoss = new CodeLoss();

    private static final String X25519 = "X25519";
    private static final String OPERATIONS = "sun.security.ec.XECOperations";
    private static final String MULTIPLY = "encodedPointMultiply";
    private static final String COMPUTE_PUBLIC = "computePublic";
    private static final int BYTES = 32;
    private static final int REPETITIONS = Reference.FEW ? 5 : 60;
    private static final int WYCHEPROOF_TESTS = 518;
    /** What is before the number in a SubjectPublicKeyInfo (RFC 8410, 4). */
    private static final String PUBLIC_KEY = "302a300506032b656e032100";

    private final Random random = new Random(1);

    /** Calls the JDK's method itself. */
    @FunctionalInterface
    private interface Call {
        Object of(Object operations, byte[] k) throws ReflectiveOperationException;
    }

    @Before
    public void compile() throws Exception {
        assumeTrue("kernels are called by the agent", CallerTier.TESTED.hasAgent());
        Class<?> type = Class.forName(OPERATIONS);
        List.of(MULTIPLY, COMPUTE_PUBLIC).forEach(method -> Jit.methods(type, method).forEach(Jit::compile));
        Jit.needKernels();
        assumeTrue("no kernel", Jit.intrinsics().x25519().isOn());
        Jit.compileKernels();
        // HotSpot leads the first call of what was compiled to the interpreter.
        KeyPair keys = makeKeys(X25519, 0);
        agree(keys.getPrivate(), keys.getPublic());
    }

    private static KeyPair makeKeys(String name, int seed) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(name);
        generator.initialize(new NamedParameterSpec(name), new RepeatableRandom(seed));
        return generator.generateKeyPair();
    }

    private static byte[] agree(PrivateKey ours, PublicKey theirs) throws Exception {
        KeyAgreement agreement = KeyAgreement.getInstance("XDH");
        agreement.init(ours);
        agreement.doPhase(theirs, true);
        return agreement.generateSecret();
    }

    private static PrivateKey privateKey(byte[] k) throws Exception {
        return KeyFactory.getInstance(X25519).generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, k));
    }

    private static PublicKey publicKey(byte[] u) throws Exception {
        return KeyFactory.getInstance(X25519).generatePublic(new X509EncodedKeySpec(HexFormat.of().parseHex(PUBLIC_KEY + HexFormat.of().formatHex(u))));
    }

    private static void assertCalls(long expected, Jit.Action action) throws Exception {
        Jit.Work before = Jit.work(Jit.intrinsics().x25519());
        action.run();
        assertEquals(new Jit.Work(expected, expected), Jit.work(Jit.intrinsics().x25519()).minus(before));
    }

    private byte[] any() {
        byte[] number = new byte[BYTES];
        random.nextBytes(number);
        return number;
    }

    private static BigInteger number(byte[] littleEndian) {
        byte[] bigEndian = new byte[littleEndian.length];
        for (int i = 0; i < bigEndian.length; i++) {
            bigEndian[i] = littleEndian[bigEndian.length - 1 - i];
        }
        return new BigInteger(1, bigEndian);
    }

    /** Making a pair takes a product, and so does each end of an agreement. */
    @Test
    public void areThoseOfTheJdk() throws Exception {
        for (int i = 0; i < REPETITIONS; i++) {
            int seed = i;
            KeyPair expected = Jit.byTheJdk(() -> makeKeys(X25519, seed));
            KeyPair others = Jit.byTheJdk(() -> makeKeys(X25519, -1 - seed));
            byte[] secret = Jit.byTheJdk(() -> agree(expected.getPrivate(), others.getPublic()));
            assertCalls(3, () -> {
                KeyPair actual = makeKeys(X25519, seed);
                assertArrayEquals(expected.getPublic().getEncoded(), actual.getPublic().getEncoded());
                assertArrayEquals(expected.getPrivate().getEncoded(), actual.getPrivate().getEncoded());
                assertArrayEquals(secret, agree(actual.getPrivate(), others.getPublic()));
                assertArrayEquals(secret, agree(others.getPrivate(), actual.getPublic()));
            });
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    public void wycheproof() throws Exception {
        int count = 0;
        EconomicMap<String, Object> file = (EconomicMap<String, Object>) new JsonParser(Vectors.WYCHEPROOF.read("Protocol/wycheproof/x25519_test.json")).parse();
        for (EconomicMap<String, Object> group : (List<EconomicMap<String, Object>>) file.get("testGroups")) {
            for (EconomicMap<String, Object> test : (List<EconomicMap<String, Object>>) group.get("tests")) {
                byte[] shared = HexFormat.of().parseHex((String) test.get("shared"));
                PrivateKey ours = privateKey(HexFormat.of().parseHex((String) test.get("private")));
                PublicKey theirs = publicKey(HexFormat.of().parseHex((String) test.get("public")));
                String told = "test " + test.get("tcId");
                assertCalls(1, () -> {
                    if (Arrays.equals(shared, new byte[BYTES])) {
                        assertEquals(told, "Point has small order", assertThrows(told, InvalidKeyException.class, () -> agree(ours, theirs)).getMessage());
                    } else {
                        assertArrayEquals(told, shared, agree(ours, theirs));
                    }
                });
                count++;
            }
        }
        assertEquals(WYCHEPROOF_TESTS, count);
    }

    /** @param name of the curve's function */
    private static Object operations(String name) throws ReflectiveOperationException {
        Class<?> parameters = Class.forName("sun.security.ec.XECParameters");
        Field field = parameters.getDeclaredField(name);
        field.setAccessible(true);
        return Class.forName(OPERATIONS).getConstructor(parameters).newInstance(field.get(null));
    }

    private static Object call(Object operations, String name, Object... arguments) throws ReflectiveOperationException {
        Class<?>[] types = Arrays.stream(arguments).map(Object::getClass).toArray(Class<?>[]::new);
        Method method = Class.forName(OPERATIONS).getMethod(name, types);
        try {
            return method.invoke(operations, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** What comes of a call, and of the arrays that it is given. */
    private static String outcome(Object operations, byte[] k, byte[] u, Call call) throws ReflectiveOperationException {
        String result;
        try {
            Object returned = call.of(operations, k);
            result = returned instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : returned.toString();
        } catch (RuntimeException e) {
            result = e.toString();
        }
        return result + " " + HexFormat.of().formatHex(k) + " " + HexFormat.of().formatHex(u);
    }

    private static void assertSameAsJdk(long calls, Object operations, byte[] k, byte[] u, boolean isBytes) throws Exception {
        byte[] expectedK = k.clone();
        byte[] expectedU = u == k ? expectedK : u.clone();
        String expected = Jit.byTheJdk(() -> outcome(operations, expectedK, expectedU, multiplication(expectedU, isBytes)));
        assertCalls(calls, () -> assertEquals(expected, outcome(operations, k, u, multiplication(u, isBytes))));
    }

    private static Call multiplication(byte[] u, boolean isBytes) {
        return (operations, k) -> call(operations, MULTIPLY, k, isBytes ? u : number(u));
    }

    /** The JDK's methods prune what they are given. So do these; and they leave to the JDK what is no number, or the same array twice. */
    @Test
    public void argumentsAreChangedAsByTheJdk() throws Exception {
        Object operations = operations(X25519);
        for (int i = 0; i < REPETITIONS; i++) {
            byte[] u = any();
            u[BYTES - 1] |= (byte) 0x80;
            assertSameAsJdk(1, operations, any(), u, true);
            u[BYTES - 1] |= (byte) 0x80;
            // More than 255 bits, which the JDK takes, too.
            assertSameAsJdk(0, operations, any(), u, false);
            u[BYTES - 1] &= 0x7F;
            assertSameAsJdk(1, operations, any(), u, false);
            byte[] k = any();
            String expected = Jit.byTheJdk(() -> outcome(operations, k.clone(), k.clone(), (own, number) -> call(own, COMPUTE_PUBLIC, (Object) number)));
            byte[] same = k.clone();
            assertCalls(1, () -> assertEquals(expected, outcome(operations, same, k.clone(), (own, number) -> call(own, COMPUTE_PUBLIC, (Object) number))));
            assertSameAsJdk(0, operations, same, same, true);
        }
        for (int length : new int[]{0, 1, BYTES - 1, BYTES + 1}) {
            assertSameAsJdk(0, operations, new byte[length], any(), true);
            assertSameAsJdk(0, operations, new byte[length], new byte[BYTES], false);
            assertSameAsJdk(0, operations, any(), new byte[length], true);
        }
        for (BigInteger small : List.of(BigInteger.ZERO, BigInteger.ONE, BigInteger.TEN, Rfc7748.P, Rfc7748.P.add(BigInteger.ONE))) {
            byte[] k = any();
            String expected = Jit.byTheJdk(() -> outcome(operations, k.clone(), k, (own, number) -> call(own, MULTIPLY, number, small)));
            assertCalls(1, () -> assertEquals(expected, outcome(operations, k.clone(), k, (own, number) -> call(own, MULTIPLY, number, small))));
        }
        BigInteger negative = BigInteger.TEN.negate();
        byte[] k = any();
        String expected = Jit.byTheJdk(() -> outcome(operations, k.clone(), k, (own, number) -> call(own, MULTIPLY, number, negative)));
        assertCalls(0, () -> assertEquals(expected, outcome(operations, k.clone(), k, (own, number) -> call(own, MULTIPLY, number, negative))));
    }

    @Test
    public void x448IsLeftToTheJdk() throws Exception {
        KeyPair expected = Jit.byTheJdk(() -> makeKeys("X448", 1));
        byte[] secret = Jit.byTheJdk(() -> agree(expected.getPrivate(), expected.getPublic()));
        assertCalls(0, () -> {
            KeyPair actual = makeKeys("X448", 1);
            assertArrayEquals(expected.getPublic().getEncoded(), actual.getPublic().getEncoded());
            assertArrayEquals(secret, agree(actual.getPrivate(), actual.getPublic()));
        });
        Object operations = operations("X448");
        assertSameAsJdk(0, operations, any(), any(), true);
        assertSameAsJdk(0, operations, new byte[56], new byte[56], true);
    }

    /** Keys of other providers: their number is the JDK's to reduce. */
    @Test
    public void keysOfOthers() throws Exception {
        KeyPair keys = Jit.byTheJdk(() -> makeKeys(X25519, 1));
        BigInteger u = ((XECPublicKey) keys.getPublic()).getU();
        for (BigInteger number : List.of(u, u.add(Rfc7748.P), BigInteger.TWO, BigInteger.TWO.add(Rfc7748.P))) {
            XECPublicKey other = new OtherKey(number);
            assertArrayEquals(Jit.byTheJdk(() -> agree(keys.getPrivate(), other)), agree(keys.getPrivate(), other));
        }
    }

    /** Of another provider. */
    private record OtherKey(BigInteger number) implements XECPublicKey {
        @Override
        public BigInteger getU() {
            return number;
        }

        @Override
        public AlgorithmParameterSpec getParams() {
            return NamedParameterSpec.X25519;
        }

        @Override
        public String getAlgorithm() {
            return "XDH";
        }

        @Override
        public String getFormat() {
            return null;
        }

        @Override
        public byte[] getEncoded() {
            return null;
        }
    }

    /** What a kernel has not done, as if its code were thrown away, the JDK does. */
    @Test
    public void lostKernelsAreMadeUpFor() throws Exception {
        Field value = OnDemand.class.getDeclaredField("value");
        value.setAccessible(true);
        Field kernel = Class.forName("org.cryptointrinsics.substitution.curve.XecSubstitutions").getDeclaredField(X25519);
        kernel.setAccessible(true);
        Object onDemand = kernel.get(null);
        Object made = value.get(onDemand);
        List<Object> called = new ArrayList<>();
        value.set(onDemand, new FunctionMethod() {
            @Override
            protected boolean execute(Object first, Object second, Object third, Object fourth) {
                called.add(first);
                return false;
            }
        });
        try {
            Object operations = operations(X25519);
            assertSameAsJdk(0, operations, any(), any(), true);
            assertSameAsJdk(0, operations, any(), new byte[]{9}, false);
        } finally {
            value.set(onDemand, made);
        }
        assertFalse(called.isEmpty());
        assertSame(made, value.get(onDemand));
        assertTrue(Jit.intrinsics().x25519().isOn());
    }
}
