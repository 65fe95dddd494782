package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.lang.management.ManagementFactory;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;

import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

import com.sun.management.ThreadMXBean;
import org.cryptointrinsics.substitution.CallLimits;
import org.cryptointrinsics.test.CodeLoss;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Memory;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Snapshot;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** HMAC of whole messages, by kernels for its digest: what it computes, and what is done to the objects, is as without them. */
@Category(EveryTier.class)
@RunWith(Parameterized.class)
public class HmacTest {

    @Rule public final CodeLoss codeLoss = new CodeLoss();

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int LONGEST = 600;
    private static final int TIMES = 100;
    /** No result is longer. */
    private static final int LONGEST_RESULT = 64;

    /** The results for the second test case of RFC 2202 and of RFC 4231. */
    private static final Map<String, String> KNOWN = Map.of(
                    "MD5", "750c783e6ab0b503eaa86e310a5db738",
                    "SHA-1", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
                    "SHA-224", "a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44",
                    "SHA-256", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
                    "SHA-384", "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
                    "SHA-512", "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737");

    private final String algorithm;
    private final String digest;
    private final Random random = new Random(LONGEST);

    /** HMAC and its digest. */
    @Parameters(name = "{0}")
    public static List<Object[]> algorithms() {
        return Reference.DIGESTS_OF_HMAC.stream().map(digest -> new Object[]{Reference.hmac(digest), digest}).toList();
    }

    public HmacTest(String algorithm, String digest) {
        this.algorithm = algorithm;
        this.digest = digest;
    }

    @Before
    public void compile() throws Exception {
        doFinal(newMac(), new byte[1]);
        doFinal(newMac(), new byte[LONGEST_RESULT], 0);
        Jit.methods(HmacTest.class, "doFinal").forEach(Jit::compile);
        Jit.methods(Interpreted.class, "doFinal").forEach(Jit::interpret);
    }

    /** The call under test. */
    private static byte[] doFinal(Mac mac, byte[] message) {
        return mac.doFinal(message);
    }

    private static byte[] doFinal(Mac mac, byte[] output, int offset) throws ShortBufferException {
        mac.doFinal(output, offset);
        return output;
    }

    /** The same calls, never replaced. */
    private static final class Interpreted {

        private Interpreted() {
        }

        static byte[] doFinal(Mac mac, byte[] message) {
            return mac.doFinal(message);
        }

        static byte[] doFinal(Mac mac, byte[] output, int offset) throws ShortBufferException {
            mac.doFinal(output, offset);
            return output;
        }
    }

    /** The result, or the exception. */
    private static String outcome(Callable<byte[]> call) {
        try {
            return HexFormat.of().formatHex(call.call());
        } catch (Exception e) {
            return e.toString();
        }
    }

    private Mac newMac() throws Exception {
        byte[] key = new byte[1 + random.nextInt(300)];
        random.nextBytes(key);
        return newMac(key);
    }

    private Mac newMac(byte[] key) throws Exception {
        Mac mac = Mac.getInstance(algorithm);
        mac.init(new SecretKeySpec(key, algorithm));
        return mac;
    }

    /** In parts, which are not hashed in one call. */
    private static byte[] expected(Mac mac, byte[] message) throws Exception {
        return Jit.byTheJdk(() -> {
            Mac copy = (Mac) mac.clone();
            copy.update(message, 0, message.length / 2);
            copy.update(message, message.length / 2, message.length - message.length / 2);
            return copy.doFinal();
        });
    }

    /** What the digest remembers that the JDK computes HMAC with. */
    private static Snapshot digestOf(Mac mac) {
        return Snapshot.of((MessageDigest) Snapshot.get(Snapshot.get(mac, "spi"), "md"));
    }

    /** Asserts that the result is right, and that the stub for HMAC computes it, unless that is off: without the digest's object. */
    private void assertByStub(String told, byte[] expected, Mac mac, byte[] message) throws Exception {
        Snapshot before = digestOf(mac);
        byte[][] result = new byte[1][];
        Work work = Jit.work(digest, () -> result[0] = doFinal(mac, message));
        assertArrayEquals(told, expected, result[0]);
        if (Jit.intrinsic(digest).isOn()) {
            assertTrue("by its own stub", Jit.intrinsic(digest).isOnForHmac());
            // Each with a block of the key.
            Jit.assertBlocks(digest, 1 + Jit.blocks(digest, message.length) + 1 + Jit.blocks(digest, expected.length), work.blocks());
            assertEquals(told, before, digestOf(mac));
        }
    }

    @Test
    public void allLengths() throws Exception {
        Mac used = newMac();
        for (int length = 0; length <= LONGEST; length++) {
            Mac mac = length % 2 == 0 ? newMac() : used;
            byte[] message = Reference.message(length);
            byte[] expected = expected(mac, message);
            assertByStub("length " + length, expected, mac, message);
            assertArrayEquals("again", expected, doFinal(mac, message));
            assertArrayEquals("in parts", expected, expected(mac, message));
        }
    }

    @Test
    public void longMessages() throws Exception {
        Mac mac = newMac();
        for (int length : new int[]{CallLimits.DIGEST_BYTES, CallLimits.DIGEST_BYTES + 1, 100_000}) {
            assertArrayEquals(expected(mac, Reference.message(length)), doFinal(mac, Reference.message(length)));
        }
    }

    @Test
    public void knownResult() throws Exception {
        if (KNOWN.containsKey(digest)) {
            assertEquals(KNOWN.get(digest), HexFormat.of().formatHex(doFinal(newMac("Jefe".getBytes()), "what do ya want for nothing?".getBytes())));
        }
    }

    /** What a message began with counts. */
    @Test
    public void messagesAfterAPart() throws Exception {
        Mac mac = newMac();
        for (int before = 0; before < LONGEST; before += 7) {
            byte[] message = Reference.message(2 * before);
            byte[] expected = expected(mac, message);
            mac.update(message, 0, before);
            assertArrayEquals(expected, doFinal(mac, Arrays.copyOfRange(message, before, 2 * before)));
            mac.update(message, 0, before);
            mac.reset();
            assertArrayEquals(expected, doFinal(mac, message));
            mac.update((byte) 1);
            Mac copy = (Mac) mac.clone();
            assertArrayEquals(doFinal(mac, message), doFinal(copy, message));
        }
    }

    /** The stub does all of a message of theirs, too, and the originals are left as they were. */
    @Test
    public void copiesOfFreshMacs() throws Exception {
        Mac reset = newMac();
        reset.update(Reference.message(LONGEST));
        reset.reset();
        for (Mac mac : List.of(newMac(), reset)) {
            for (int length : new int[]{0, 1, LONGEST}) {
                byte[] message = Reference.message(length);
                byte[] expected = expected(mac, message);
                String told = (mac == reset ? "reset, length " : "fresh, length ") + length;
                Mac copy = (Mac) mac.clone();
                assertByStub("copy, " + told, expected, copy, message);
                assertByStub("copy of the copy, " + told, expected, (Mac) copy.clone(), message);
                assertByStub("original, " + told, expected, mac, message);
            }
        }
    }

    /** If there is no room, what was given so far still counts; if the offset is negative, it is lost. */
    @Test
    public void wrongOutputs() throws Exception {
        byte[] key = Reference.message(LONGEST);
        byte[] message = Reference.message(LONGEST);
        Mac mac = newMac(key);
        Mac twin = newMac(key);
        int length = mac.getMacLength();
        for (int before : new int[]{0, LONGEST}) {
            for (byte[] output : new byte[][]{null, {}, new byte[length - 1], new byte[length]}) {
                for (int offset : new int[]{-1, 0, 1}) {
                    String told = before + " bytes, output of " + (output == null ? "null" : output.length) + ", offset " + offset;
                    mac.update(message, 0, before);
                    twin.update(message, 0, before);
                    String expected = outcome(() -> Jit.byTheJdk(() -> Interpreted.doFinal(twin, output == null ? null : output.clone(), offset)));
                    boolean isShort = output == null || output.length - offset < length;
                    assertEquals(told, isShort, expected.startsWith(ShortBufferException.class.getName()));
                    assertEquals(told, expected, outcome(() -> doFinal(mac, output, offset)));
                    // What an exception undid.
                    compile();
                    assertEquals(told, outcome(() -> Jit.byTheJdk(() -> Interpreted.doFinal(twin, message))), outcome(() -> doFinal(mac, message)));
                    assertByStub(told, Jit.byTheJdk(() -> Interpreted.doFinal(twin, message)), mac, message);
                }
            }
        }
    }

    /** What refused messages for want of a key is as good as new when it has one. */
    @Test
    public void initializedAfterRefusals() throws Exception {
        Mac mac = Mac.getInstance(algorithm);
        Mac twin = Mac.getInstance(algorithm);
        for (byte[] message : new byte[][]{Reference.message(LONGEST), {}, null}) {
            String refusal = outcome(() -> Jit.byTheJdk(() -> Interpreted.doFinal(twin, message)));
            assertTrue(refusal, refusal.startsWith(IllegalStateException.class.getName()));
            compile();
            assertEquals(refusal, outcome(() -> doFinal(mac, message)));
            compile();
            assertEquals(refusal, outcome(() -> doFinal((Mac) mac.clone(), message)));
        }
        for (Mac refusing : List.of(mac, twin)) {
            refusing.init(new SecretKeySpec(Reference.message(LONGEST), algorithm));
        }
        compile();
        byte[] message = Reference.message(LONGEST);
        assertByStub("initialized", Jit.byTheJdk(() -> Interpreted.doFinal(twin, message)), mac, message);
    }

    @Test
    public void errors() throws Exception {
        Mac mac = Mac.getInstance(algorithm);
        IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> doFinal(mac, new byte[1]));
        assertEquals("MAC not initialized", refusal.getMessage());
        assertThrows(InvalidKeyException.class, () -> mac.init(null));
        mac.init(new SecretKeySpec(new byte[1], algorithm));
        byte[] ofNothing = doFinal(mac, new byte[0]);
        assertArrayEquals("null is no message", ofNothing, doFinal(mac, null));
    }

    @Test
    public void onlyTheResultIsAllocated() throws Exception {
        Mac mac = newMac();
        byte[] message = Reference.message(32);
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int j = 0; j < TIMES; j++) {
                doFinal(mac, message);
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least / TIMES + " bytes", least / TIMES == Memory.arrayBytes(mac.getMacLength()) || !Jit.intrinsic(digest).isOn());
    }
}
