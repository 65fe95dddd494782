package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;

import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.entry.C2;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** {@code MessageDigest.isEqual}, which is compiled to a comparison of eight bytes at a time, says what the JDK's own says. */
@Category(EveryTier.class)
public class IsEqualTest {

    private static final int LONGEST = 40;
    private static final int COMPILATIONS = 5;
    private static final String REPORT = System.getProperty("jdk.graal.CryptoIntrinsicsReport");
    private static final Method COMPILED = Jit.methods(IsEqualTest.class, "compiled").getFirst();
    private static final Method INTERPRETED = Jit.methods(IsEqualTest.class, "interpreted").getFirst();

    /** Code that comes to what is not resolved is left, and compiled again. */
    @Before
    public void compile() {
        assumeTrue("AES-GCM is off", Jit.intrinsics().aesGcm().isOn());
        Jit.interpret(INTERPRETED);
        for (int i = 0; i < COMPILATIONS; i++) {
            Jit.compile(COMPILED);
            assertAsByTheJdk(null, null);
            assertAsByTheJdk(new byte[0], new byte[0]);
            assertAsByTheJdk(new byte[LONGEST], new byte[LONGEST]);
        }
    }

    @After
    public void wasCompiled() {
        assertTrue("not interpreted", !Jit.intrinsics().aesGcm().isOn() || Jit.isCompiled(COMPILED));
    }

    /** The call under test. */
    private static boolean compiled(byte[] a, byte[] b) {
        return MessageDigest.isEqual(a, b);
    }

    /** A call of the JDK's own method. */
    private static boolean interpreted(byte[] a, byte[] b) {
        return MessageDigest.isEqual(a, b);
    }

    private static boolean byTheJdk(byte[] a, byte[] b) {
        try {
            return Jit.byTheJdk(() -> interpreted(a, b));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void assertAsByTheJdk(byte[] a, byte[] b) {
        String told = Arrays.toString(a) + " and " + Arrays.toString(b);
        assertEquals(told, byTheJdk(a, b), compiled(a, b));
        assertEquals(told, Arrays.equals(a, b), compiled(a, b));
    }

    @Test
    public void callIsReplaced() throws Exception {
        assumeTrue("the report is no file", Files.isRegularFile(Path.of(REPORT)));
        String method = "java.security.MessageDigest.isEqual(byte[], byte[])";
        if (CallerTier.TESTED.hasAgent()) {
            C2.awaitCalls();
            assertTrue(C2.entries().toString(), C2.entries().contains(new C2.Entry(method, true, null)));
            return;
        }
        String report = Files.readString(Path.of(REPORT));
        String applied = "applied: " + method + " in " + IsEqualTest.class.getName() + ".";
        assertTrue(report, report.contains(applied + "compiled(byte[], byte[]) at bci "));
        assertTrue(report, !report.contains(applied + "interpreted"));
    }

    @Test
    public void nulls() {
        assertAsByTheJdk(null, null);
        for (int length = 0; length <= LONGEST; length++) {
            assertAsByTheJdk(null, new byte[length]);
            assertAsByTheJdk(new byte[length], null);
        }
    }

    @Test
    public void equalArrays() {
        for (int length = 0; length <= LONGEST; length++) {
            byte[] array = Reference.message(length);
            assertAsByTheJdk(array, array);
            assertAsByTheJdk(array, array.clone());
            assertAsByTheJdk(new byte[length], new byte[length]);
        }
    }

    /** One may begin with the other. */
    @Test
    public void differentLengths() {
        for (int length = 0; length <= LONGEST; length++) {
            for (int otherLength = 0; otherLength <= LONGEST; otherLength++) {
                assertAsByTheJdk(Reference.message(length), Reference.message(otherLength));
                assertAsByTheJdk(new byte[length], new byte[otherLength]);
            }
        }
    }

    @Test
    public void everyBitCounts() {
        for (int length = 0; length <= LONGEST; length++) {
            byte[] array = Reference.message(length);
            for (int bit = 0; bit < length * Byte.SIZE; bit++) {
                byte[] other = array.clone();
                flip(other, bit);
                assertAsByTheJdk(array, other);
                assertAsByTheJdk(other, array);
            }
        }
    }

    /** What differs in one place does not make up for what differs in another. */
    @Test
    public void differencesAddUp() {
        for (int length = 0; length <= LONGEST; length++) {
            byte[] array = Reference.message(length);
            for (int i = 0; i < length; i++) {
                for (int j = 0; j < i; j++) {
                    byte[] other = array.clone();
                    flip(other, i * Byte.SIZE);
                    flip(other, j * Byte.SIZE);
                    assertAsByTheJdk(array, other);
                }
            }
        }
    }

    private static void flip(byte[] array, int bit) {
        array[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
    }
}
