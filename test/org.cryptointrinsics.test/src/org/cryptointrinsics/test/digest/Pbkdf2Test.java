package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;

import java.lang.reflect.Executable;
import java.security.GeneralSecurityException;
import java.security.Security;
import java.security.spec.KeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** PBKDF2: keys are those of its definition, and most iterations are done by kernels that compress nothing but what the definition needs. */
@Category(EveryTier.class)
@RunWith(Parameterized.class)
public class Pbkdf2Test {

    private static final int MANY = 5000;
    /** From one count of iterations to the next, where nothing changes, and from one length of a password. */
    private static final int COUNT_STEP = Reference.FEW ? 53 : 7;
    private static final int LENGTH_STEP = Reference.FEW ? 33 : 9;
    /** Takes the kernels some tens of milliseconds. */
    private static final int LONG = 300_000;
    private static final int ATTEMPTS = 5;
    private static final int BEGUN_BLOCKS = 1000;

    private final String hmac;
    private final String digest;

    @Parameters(name = "{0}")
    public static List<Object[]> algorithms() {
        Set<String> factories = Security.getAlgorithms("SecretKeyFactory");
        return (Reference.FEW ? Reference.ONE_OF_EACH : Reference.DIGESTS_OF_HMAC).stream() //
                        .filter(digest -> factories.contains(("PBKDF2With" + Reference.hmac(digest)).toUpperCase(Locale.ROOT))) //
                        .map(digest -> new Object[]{Reference.hmac(digest), digest}).toList();
    }

    public Pbkdf2Test(String hmac, String digest) {
        this.hmac = hmac;
        this.digest = digest;
    }

    @Before
    public void compile() throws Exception {
        derive("password", "salt", 3, 1);
        Jit.compile(keyConstructor());
    }

    /** What calls {@code deriveKey}. */
    private static Executable keyConstructor() throws Exception {
        return Class.forName("com.sun.crypto.provider.PBKDF2KeyImpl").getDeclaredConstructor(PBEKeySpec.class, String.class);
    }

    private SecretKeyFactory newFactory() throws Exception {
        return SecretKeyFactory.getInstance("PBKDF2With" + hmac);
    }

    private static PBEKeySpec specification(String password, String salt, int iterations, int bytes) {
        return new PBEKeySpec(password.toCharArray(), salt.getBytes(), iterations, bytes * Byte.SIZE);
    }

    private byte[] derive(String password, String salt, int iterations, int bytes) throws Exception {
        return newFactory().generateSecret(specification(password, salt, iterations, bytes)).getEncoded();
    }

    private static byte[] generate(SecretKeyFactory factory, KeySpec specification) throws GeneralSecurityException {
        return factory.generateSecret(specification).getEncoded();
    }

    /** The same call, with nothing replaced in what it leads to. */
    private static final class Interpreted {

        private Interpreted() {
        }

        static byte[] generate(SecretKeyFactory factory, KeySpec specification) throws GeneralSecurityException {
            return factory.generateSecret(specification).getEncoded();
        }
    }

    /** RFC 8018, 5.2, with HMAC in parts. */
    private byte[] expected(String password, String salt, int iterations, int bytes) throws Exception {
        return Jit.byTheJdk(() -> computed(password, salt, iterations, bytes));
    }

    private byte[] computed(String password, String salt, int iterations, int bytes) throws Exception {
        Mac mac = Mac.getInstance(hmac);
        mac.init(new SecretKeySpec(password.getBytes(), hmac));
        int length = mac.getMacLength();
        byte[] key = new byte[(bytes + length - 1) / length * length];
        for (int block = 0; block < key.length / length; block++) {
            mac.update(salt.getBytes());
            mac.update(new byte[]{0, 0, 0, (byte) (block + 1)}, 0, 4);
            byte[] value = mac.doFinal();
            for (int i = 1;; i++) {
                for (int j = 0; j < length; j++) {
                    key[block * length + j] ^= value[j];
                }
                if (i == iterations) {
                    break;
                }
                mac.update(value, 0, length);
                value = mac.doFinal();
            }
        }
        return Arrays.copyOf(key, bytes);
    }

    /** Around what kernels do at once. */
    @Test
    public void allCounts() throws Exception {
        for (int iterations = 1; iterations <= 1000; iterations += isNearLimit(iterations) ? 1 : COUNT_STEP) {
            int bytes = 1 + iterations % 150;
            assertArrayEquals(iterations + " iterations", expected("password", "salt", iterations, bytes), derive("password", "salt", iterations, bytes));
        }
    }

    private static boolean isNearLimit(int iterations) {
        return iterations < 10 || iterations > 250 && iterations < 265 || iterations > 509 && iterations < 525;
    }

    @Test
    public void anyPasswordAndSalt() throws Exception {
        for (int length = 1; length < 200; length += LENGTH_STEP) {
            String password = "p".repeat(length);
            assertArrayEquals(expected(password, "salt", 300, 64), derive(password, "salt", 300, 64));
            assertArrayEquals(expected("password", password, 300, 64), derive("password", password, 300, 64));
        }
    }

    /** Two blocks for an iteration; the JDK compresses those of the key again each time. */
    @Test
    public void kernelsCompressNoMoreThanNeeded() throws Exception {
        byte[][] key = new byte[1][];
        Work work = Jit.work(digest, () -> key[0] = derive("password", "salt", MANY, 20));
        assertArrayEquals(expected("password", "salt", MANY, 20), key[0]);
        assertTrue(work + "", isByKernels(work, MANY) || !Jit.intrinsic(digest).isOn());
    }

    /** What no key can be made of; some cannot be made themselves. */
    private static List<Callable<KeySpec>> wrongSpecifications() {
        char[] password = {'p'};
        byte[] salt = new byte[1];
        return List.of(() -> new PBEKeySpec(password, salt, 0, Byte.SIZE), () -> new PBEKeySpec(password, salt, -1, Byte.SIZE),
                        () -> new PBEKeySpec(password, new byte[0], 1, Byte.SIZE), () -> new PBEKeySpec(password, null, 1, Byte.SIZE),
                        () -> new PBEKeySpec(password, salt, 1, 0), () -> new PBEKeySpec(password), () -> new PBEKeySpec(password, salt, 1),
                        () -> new SecretKeySpec(salt, "RAW"), () -> null, () -> {
                            PBEKeySpec cleared = new PBEKeySpec(password, salt, 1, Byte.SIZE);
                            cleared.clearPassword();
                            return cleared;
                        });
    }

    /** The exception and its cause. */
    private static String failure(Jit.Action action) {
        Exception failure = assertThrows(Exception.class, action::run);
        return failure + " because of " + failure.getCause();
    }

    /** Compiles the call, too; what an exception undid is done again. */
    private void compileCall() throws Exception {
        generate(newFactory(), specification("password", "salt", 3, 1));
        Jit.compile(Pbkdf2Test.class.getDeclaredMethod("generate", SecretKeyFactory.class, KeySpec.class));
        compile();
    }

    /** As without kernels, and the same factory is then right for the next key. */
    @Test
    public void wrongSpecificationsAreRefused() throws Exception {
        Jit.interpret(Interpreted.class.getDeclaredMethod("generate", SecretKeyFactory.class, KeySpec.class));
        Jit.deoptimize(List.of(keyConstructor()));
        SecretKeyFactory factory = newFactory();
        List<String> refusals = new ArrayList<>();
        for (Callable<KeySpec> wrong : wrongSpecifications()) {
            refusals.add(failure(() -> Jit.byTheJdk(() -> Interpreted.generate(factory, wrong.call()))));
        }
        assertTrue(refusals.getFirst(), refusals.getFirst().contains("invalid iterationCount value"));
        byte[] expected = expected("password", "salt", MANY, 20);
        SecretKeyFactory compiled = newFactory();
        compileCall();
        for (int i = 0; i < refusals.size(); i++) {
            Callable<KeySpec> wrong = wrongSpecifications().get(i);
            assertEquals(refusals.get(i), failure(() -> generate(compiled, wrong.call())));
            compileCall();
            Work work = Jit.work(digest, () -> assertArrayEquals(expected, generate(compiled, specification("password", "salt", MANY, 20))));
            assertTrue(refusals.get(i) + ", then " + work, isByKernels(work, MANY) || !Jit.intrinsic(digest).isOn());
        }
    }

    /** Whether most of the iterations were done by the stub, but for those that are left to the JDK. */
    private static boolean isByKernels(Work work, int iterations) {
        return work.blocks() > 1.9 * iterations && work.blocks() < 2.1 * iterations;
    }

    /** RFC 6070, 2, and RFC 7914, 11. */
    @Test
    public void knownKeys() throws Exception {
        if (digest.equals("SHA-1")) {
            assertKey("0c60c80f961f0e71f3a9b524af6012062fe037a6", derive("password", "salt", 1, 20));
            assertKey("ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957", derive("password", "salt", 2, 20));
            assertKey("4b007901b765489abead49d926f721d065a429c1", derive("password", "salt", 4096, 20));
            assertKey("3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038",
                            derive("passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096, 25));
        } else if (digest.equals("SHA-256")) {
            assertKey("55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783",
                            derive("passwd", "salt", 1, 64));
            assertKey("4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d",
                            derive("Password", "NaCl", 80000, 64));
        }
    }

    private static void assertKey(String expected, byte[] actual) {
        assertEquals(expected, HexFormat.of().formatHex(actual));
    }

    /** The interpreter goes on, with kernels. */
    @Test
    public void codeMayBeThrownAwayAtAnyTime() throws Exception {
        assumeFalse("nothing is left in the midst of the agent's call", CallerTier.TESTED.hasAgent());
        byte[] expected = derive("password", "salt", LONG, 20);
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            for (int i = 0; i < ATTEMPTS; i++) {
                Jit.compile(keyConstructor());
                Work before = Jit.work(digest);
                Future<byte[]> deriving = executor.submit(() -> derive("password", "salt", LONG, 20));
                // JVMCI hashes, too, while it compiles.
                while (Jit.work(digest).minus(before).blocks() < BEGUN_BLOCKS && !deriving.isDone()) {
                    Thread.onSpinWait();
                }
                Jit.deoptimize(List.of(keyConstructor()));
                assertArrayEquals(expected, deriving.get());
                Work work = Jit.work(digest).minus(before);
                assertTrue(work + "", isByKernels(work, LONG) || !Jit.intrinsic(digest).isOn());
            }
        }
    }
}
