package org.cryptointrinsics.test.rsa;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.lang.reflect.Field;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPrivateKeySpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;

import org.cryptointrinsics.kernel.modular.Exponentiation;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.CodeLoss;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.RsaPrimes;
import org.cryptointrinsics.test.Vectors;
import org.graalvm.collections.EconomicMap;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import jdk.graal.compiler.util.json.JsonParser;

/** RSA with private keys (RFC 8017) by the JDK's provider: what is published, and what the JDK's own method computes and refuses in the same VM. */
@Category(EveryTier.class)
public class RsaTest {

    @Rule public final CodeLoss codeLoss = new CodeLoss();

    private static final int REPETITIONS = Reference.FEW ? 2 : 20;
    /** Of those for which there are kernels. */
    private static final List<Integer> SIZES = List.of(2048, 3072, 4096);

    private final Random random = new Random(1);

    @Before
    public void compile() throws Exception {
        assumeTrue("kernels are called by the agent", CallerTier.TESTED.hasAgent());
        Jit.methods(Class.forName("sun.security.rsa.RSACore"), "crtCrypt").forEach(Jit::compile);
        Jit.needKernels();
        assumeTrue("no kernel", Jit.intrinsics().rsa().isOn());
        Jit.compileKernels();
        // HotSpot leads the first call of what was compiled to the interpreter.
        decrypt(RsaPrimes.ALL.getFirst().key(), new byte[256]);
    }

    /** Without padding, which gives {@code c^d mod n}. */
    private static byte[] decrypt(PrivateKey key, byte[] c) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("RSA/ECB/NoPadding");
        cipher.init(Cipher.DECRYPT_MODE, key);
        return cipher.doFinal(c);
    }

    private static long calls(int bitsOfModulus) {
        return 2 + bitsOfModulus / 2 / Exponentiation.WINDOW_BITS;
    }

    private static void assertCalls(long expected, Jit.Action action) throws Exception {
        Jit.Work before = Jit.work(Jit.intrinsics().rsa());
        action.run();
        assertEquals(expected, Jit.work(Jit.intrinsics().rsa()).minus(before).calls());
    }

    private byte[] any(int bits) {
        byte[] number = new byte[bits / Byte.SIZE];
        random.nextBytes(number);
        // Less than any modulus of so many bits.
        number[0] &= 0x7F;
        return number;
    }

    @Test
    public void areThoseOfTheJdk() throws Exception {
        for (RsaPrimes primes : RsaPrimes.ALL) {
            PrivateKey key = primes.key();
            int bits = 2 * primes.bits();
            for (int i = 0; i < REPETITIONS; i++) {
                byte[] c = any(bits);
                byte[] expected = Jit.byTheJdk(() -> decrypt(key, c));
                assertCalls(calls(bits), () -> assertArrayEquals(expected, decrypt(key, c)));
            }
        }
    }

    /** A number that has a factor of n, and the least and the greatest ones. */
    @Test
    public void numbersAtTheBorders() throws Exception {
        for (RsaPrimes primes : RsaPrimes.ALL) {
            PrivateKey key = primes.key();
            BigInteger p = primes.p();
            BigInteger q = primes.q();
            for (BigInteger number : List.of(BigInteger.ZERO, BigInteger.ONE, p, q, p.multiply(BigInteger.TEN), p.multiply(q).subtract(BigInteger.ONE))) {
                byte[] c = number.toByteArray();
                byte[] expected = Jit.byTheJdk(() -> decrypt(key, c));
                assertCalls(calls(2 * primes.bits()), () -> assertArrayEquals(expected, decrypt(key, c)));
            }
            byte[] n = p.multiply(q).toByteArray();
            assertCalls(0, () -> assertEquals("Message is larger than modulus", assertThrows(BadPaddingException.class, () -> decrypt(key, n)).getMessage()));
        }
    }

    @SuppressWarnings("unchecked")
    private static List<EconomicMap<String, Object>> groups(String file) throws Exception {
        return (List<EconomicMap<String, Object>>) ((EconomicMap<String, Object>) new JsonParser(Vectors.WYCHEPROOF.read(file)).parse()).get("testGroups");
    }

    @SuppressWarnings("unchecked")
    private static List<EconomicMap<String, Object>> tests(EconomicMap<String, Object> group) {
        return (List<EconomicMap<String, Object>>) group.get("tests");
    }

    private static PrivateKey key(EconomicMap<String, Object> group) throws GeneralSecurityException {
        return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(bytes(group, "privateKeyPkcs8")));
    }

    private static byte[] bytes(EconomicMap<String, Object> from, String name) {
        return HexFormat.of().parseHex((String) from.get(name));
    }

    @Test
    public void wycheproofSignatures() throws Exception {
        int count = 0;
        for (int size : SIZES) {
            for (EconomicMap<String, Object> group : groups("Signature/wycheproof/rsa_pkcs1_" + size + "_sig_gen_test.json")) {
                PrivateKey key = key(group);
                String digest = ((String) group.get("sha")).replace("SHA-", "SHA");
                for (EconomicMap<String, Object> test : tests(group)) {
                    Signature signature = Signature.getInstance(digest + "withRSA");
                    signature.initSign(key);
                    signature.update(bytes(test, "msg"));
                    assertCalls(calls(size), () -> assertArrayEquals("test " + test.get("tcId"), bytes(test, "sig"), signature.sign()));
                    count++;
                }
            }
        }
        assertEquals(93, count);
    }

    /** Keys of all kinds: of each, there are two numbers to decrypt. */
    @Test
    public void wycheproofDecryption() throws Exception {
        int valid = 0;
        for (int size : Reference.FEW ? SIZES.subList(0, 1) : SIZES) {
            for (EconomicMap<String, Object> group : groups("Cipher/wycheproof/rsa_pkcs1_" + size + "_test.json")) {
                PrivateKey key = key(group);
                Cipher cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding");
                for (EconomicMap<String, Object> test : tests(group)) {
                    cipher.init(Cipher.DECRYPT_MODE, key);
                    if (test.get("result").equals("valid")) {
                        assertArrayEquals("test " + test.get("tcId"), bytes(test, "msg"), cipher.doFinal(bytes(test, "ct")));
                        valid++;
                    } else {
                        assertThrows("test " + test.get("tcId"), GeneralSecurityException.class, () -> cipher.doFinal(bytes(test, "ct")));
                    }
                }
            }
        }
        assertTrue("only " + valid + " are valid", valid > 30);
    }

    /** What comes of a call. */
    private static String outcome(PrivateKey key, byte[] c) throws GeneralSecurityException {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(c);
            return HexFormat.of().formatHex(signature.sign()) + HexFormat.of().formatHex(decrypt(key, c));
        } catch (GeneralSecurityException | RuntimeException e) {
            return e.toString();
        }
    }

    private static void assertSameAsJdk(long calls, PrivateKey key, byte[] c) throws Exception {
        String expected = Jit.byTheJdk(() -> outcome(key, c));
        assertCalls(calls, () -> assertEquals(expected, outcome(key, c)));
    }

    /** Those with other numbers of bits, without factors, or with even ones. */
    @Test
    public void otherKeysAreLeftToTheJdk() throws Exception {
        RsaPrimes primes = RsaPrimes.ALL.getFirst();
        BigInteger p = primes.p();
        BigInteger q = primes.q();
        PrivateKey exponentOnly = KeyFactory.getInstance("RSA").generatePrivate(new RSAPrivateKeySpec(p.multiply(q), RsaPrimes.exponent(p, q)));
        assertSameAsJdk(0, exponentOnly, any(2048));
        Random fixed = new Random(2);
        assertSameAsJdk(0, RsaPrimes.key(BigInteger.probablePrime(512, fixed), BigInteger.probablePrime(512, fixed), BigInteger.ZERO), any(1024));
        assertSameAsJdk(0, RsaPrimes.key(p, BigInteger.probablePrime(600, fixed), BigInteger.ZERO), any(1600));
        assertSameAsJdk(0, RsaPrimes.key(BigInteger.probablePrime(600, fixed), p, BigInteger.ZERO), any(1600));
    }

    /** The factors in the other order; and a wrong CRT coefficient, which a signature is not told with: the JDK computes again, and refuses. */
    @Test
    public void oddKeys() throws Exception {
        RsaPrimes primes = RsaPrimes.ALL.getFirst();
        BigInteger p = primes.p();
        BigInteger q = primes.q();
        assertSameAsJdk(2 * calls(2048), RsaPrimes.key(q, p, BigInteger.ZERO), any(2048));
        assertSameAsJdk(calls(2048), RsaPrimes.key(p, q, BigInteger.ONE), any(2048));
    }

    /** What a kernel has not done, as if its code were thrown away, the JDK does. */
    @Test
    public void lostKernelsAreMadeUpFor() throws Exception {
        Field value = OnDemand.class.getDeclaredField("value");
        value.setAccessible(true);
        PrivateKey key = RsaPrimes.ALL.getFirst().key();
        for (OnDemand<FunctionMethod> function : Jit.intrinsics().rsa().kernelMethods().map(RsaTest::cast).limit(3).toList()) {
            Object made = value.get(function);
            List<Object> called = new ArrayList<>();
            value.set(function, new FunctionMethod() {
                @Override
                protected boolean execute(Object first, Object second, Object third, Object fourth) {
                    called.add(first);
                    return false;
                }
            });
            byte[] c = any(2048);
            byte[] expected = Jit.byTheJdk(() -> decrypt(key, c));
            try {
                assertArrayEquals(expected, decrypt(key, c));
            } finally {
                value.set(function, made);
            }
            assertFalse(called.isEmpty());
            assertSame(made, value.get(function));
        }
        assertTrue(Jit.intrinsics().rsa().isOn());
    }

    @SuppressWarnings("unchecked")
    private static OnDemand<FunctionMethod> cast(OnDemand<?> function) {
        return (OnDemand<FunctionMethod>) function;
    }
}
