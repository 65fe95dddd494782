package org.cryptointrinsics.test.stub;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesNi;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.proof.AesGcmClaims;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.test.cipher.AesGcmReference;
import org.junit.Test;

/**
 * A kernel that is wrong where no test looks: what increments counters has 16 bits. Messages of less than a mebibyte are right, which all published vectors and those of the fuzz
 * are. The proof finds it.
 */
public class AesGcmMutantTest {

    private static final int KEY_BYTES = 16;
    private static final int TAG_BYTES = 16;
    private static final int MESSAGES = 500;
    private static final int LONG_MESSAGES = 10;
    /** Of vectors. */
    private static final int LONGEST_PUBLISHED = 1 << 12;
    /** Of the fuzz. */
    private static final int LONGEST_OF_FUZZ = AesGcmReference.LONGEST_PART + 32;
    /** So many blocks that 16 bits do not count them. */
    private static final int SHORTEST_WRONG = (1 << Short.SIZE) * AesContext.BLOCK;
    /** Its counter would be 0, as that of the first block of a message is 2. */
    private static final int FIRST_WRONG = SHORTEST_WRONG - 2 * AesContext.BLOCK;

    private final Random random = new Random(1);

    /** PADDW in place of PADDD, but of the first in a function, which subtracts. */
    private static final class SixteenBitCounters extends AesGcmKernel {

        private final AesGcmKernel kernel = new AesNi();

        SixteenBitCounters() {
            super(new AesNi().context().width(), new AesNi().context().vectors());
        }

        @Override
        public void execute(Machine m, AesGcmFunction function, AesParameters parameters, List<Address> addresses, Count n) {
            kernel.execute(changed(m), function, parameters, addresses, n);
        }

        private static Machine changed(Machine machine) {
            int[] sums = new int[1];
            return (Machine) Proxy.newProxyInstance(Machine.class.getClassLoader(), new Class<?>[]{Machine.class}, (proxy, method, arguments) -> {
                if (method.isDefault()) {
                    return InvocationHandler.invokeDefault(proxy, method, arguments);
                }
                Object[] others = arguments == null ? null : arguments.clone();
                if (others != null && others[0] == VectorInstruction.PADDD && sums[0]++ != 0) {
                    others[0] = VectorInstruction.PADDW;
                }
                try {
                    return method.invoke(machine, others);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            });
        }
    }

    private byte[] encrypt(AesStubs stubs, AesGcmMessage message, Arena arena) {
        MemorySegment in = arena.allocateFrom(ValueLayout.JAVA_BYTE, message.plaintext);
        MemorySegment out = arena.allocate(message.length());
        assertTrue(message.crypt(stubs.message(true), in, out));
        return out.toArray(ValueLayout.JAVA_BYTE);
    }

    private AesGcmMessage message(AesStubs stubs, Arena arena, int length) throws Exception {
        return new AesGcmMessage(stubs, random, arena, length, random.nextInt(50), TAG_BYTES, 0);
    }

    private void assertRight(AesStubs stubs, int length) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            AesGcmMessage message = message(stubs, arena, length);
            assertArrayEquals(length + " bytes", message.ciphertext, encrypt(stubs, message, arena));
            assertArrayEquals(length + " bytes", message.rightTag, message.tag.toArray(ValueLayout.JAVA_BYTE));
        }
    }

    @Test
    public void testsDoNotFindIt() throws Exception {
        AesStubs stubs = new AesStubs(new SixteenBitCounters(), "legacy", KEY_BYTES);
        stubs.assumeExecutable();
        for (int i = 0; i < MESSAGES; i++) {
            assertRight(stubs, random.nextInt(LONGEST_PUBLISHED));
        }
        for (int i = 0; i < LONG_MESSAGES; i++) {
            assertRight(stubs, random.nextInt(LONGEST_OF_FUZZ + 1));
        }
        assertRight(stubs, LONGEST_OF_FUZZ);
        assertRight(stubs, SHORTEST_WRONG - 1);
        try (Arena arena = Arena.ofConfined()) {
            AesGcmMessage message = message(stubs, arena, SHORTEST_WRONG);
            byte[] wrong = encrypt(stubs, message, arena);
            assertEquals(FIRST_WRONG, Arrays.mismatch(message.ciphertext, wrong));
            // What hides the tag.
            byte[] mask = AesGcmReference.encryptBlock(message.key, AesStubs.counterBlock(message.iv, 1));
            int last = SHORTEST_WRONG - AesContext.BLOCK;
            for (int i = 0; i < AesContext.BLOCK; i++) {
                assertEquals(mask[i], wrong[last + i] ^ message.plaintext[last + i]);
            }
        }
    }

    private static List<Claim> claims(AesGcmKernel kernel) {
        // Of messages, not of parts that begin at any counter.
        return new AesGcmClaims(kernel).all().filter(claim -> claim.function().startsWith("ENCRYPT, 10 rounds") && claim.function().endsWith("INC32_J0")).toList();
    }

    @Test
    public void proofFindsIt() {
        List<Claim> claims = claims(new SixteenBitCounters());
        assertFalse(claims.isEmpty());
        for (Claim claim : claims) {
            ProofException e = assertThrows(claim.toString(), ProofException.class, claim::prove);
            assertTrue(e.getMessage(), e.isRefutation());
        }
        claims(new AesNi()).forEach(Claim::prove);
    }
}
