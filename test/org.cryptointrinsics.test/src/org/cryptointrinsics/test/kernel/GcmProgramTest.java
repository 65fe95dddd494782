package org.cryptointrinsics.test.kernel;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.interpreter.MessageInterpreter;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.Icb;
import org.cryptointrinsics.kernel.aes.KeyExpansion;
import org.cryptointrinsics.test.Reference;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/** The program for AES-GCM in the interpreter, on any CPU, with every kernel and every length of the key: what the JDK's ciphers yield. */
@RunWith(Parameterized.class)
public class GcmProgramTest {

    private static final int IV_BYTES = 12;
    private static final int FEWEST_TAG_BYTES = 12;
    private static final int STEP = 37;

    private final AesGcmKernel kernel;
    private final byte[] key;
    private final Random random = new Random(STEP);

    @Parameters(name = "{1}, {2}")
    public static List<Object[]> variants() {
        return AesGcmKernel.variants().stream().flatMap(kernel -> List.of(16, 24, 32).stream().map(bytes -> new Object[]{kernel, kernel.variant(), bytes})).toList();
    }

    public GcmProgramTest(AesGcmKernel kernel, @SuppressWarnings("unused") String variant, int keyBytes) {
        assumeFalse("is the same on every CPU", Reference.FEW);
        this.kernel = kernel;
        key = random(keyBytes);
    }

    private byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static MemorySegment memory(Arena arena, byte[] content) {
        return arena.allocateFrom(ValueLayout.JAVA_BYTE, content);
    }

    private static byte[] bytes(MemorySegment memory) {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    private AesParameters parameters(boolean isEncryption) {
        return new AesParameters(KeyExpansion.rounds(key), isEncryption, Icb.INC32_J0);
    }

    @Test
    public void messages() throws Exception {
        int chunk = kernel.context().chunkBytes();
        for (int length = 0; length <= 2 * chunk + STEP; length += length < 2 * STEP ? 1 : STEP) {
            byte[] iv = random(IV_BYTES);
            byte[] aad = random(length % STEP);
            byte[] plaintext = random(length);
            int tagBytes = FEWEST_TAG_BYTES + length % 5;
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(tagBytes * Byte.SIZE, iv));
            cipher.updateAAD(aad);
            byte[] expected = cipher.doFinal(plaintext);
            byte[] ciphertext = Arrays.copyOf(expected, length);
            byte[] expectedTag = Arrays.copyOfRange(expected, length, expected.length);
            String told = "length " + length;
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment sessionKey = arena.allocateFrom(ValueLayout.JAVA_INT, KeyExpansion.expand(key)).asReadOnly();
                MemorySegment ivMemory = memory(arena, iv).asReadOnly();
                MemorySegment aadMemory = memory(arena, aad).asReadOnly();
                MemorySegment tag = arena.allocate(tagBytes);
                for (boolean isInPlace : new boolean[]{false, true}) {
                    MemorySegment in = memory(arena, plaintext);
                    MemorySegment out = isInPlace ? in : arena.allocate(length);
                    assertTrue(MessageInterpreter.crypt(kernel, parameters(true), sessionKey, ivMemory, aadMemory, in, out, tag));
                    assertArrayEquals(told, ciphertext, bytes(out));
                    assertArrayEquals(told, expectedTag, bytes(tag));
                    MemorySegment back = isInPlace ? out : arena.allocate(length);
                    assertTrue(told, MessageInterpreter.crypt(kernel, parameters(false), sessionKey, ivMemory, aadMemory, out, back, tag.asReadOnly()));
                    assertArrayEquals(told, plaintext, bytes(back));
                    MemorySegment forged = memory(arena, ciphertext);
                    MemorySegment wrong = memory(arena, expectedTag);
                    wrong.set(ValueLayout.JAVA_BYTE, length % tagBytes, (byte) ~wrong.get(ValueLayout.JAVA_BYTE, length % tagBytes));
                    MemorySegment result = isInPlace ? forged : memory(arena, random(length));
                    assertFalse(told, MessageInterpreter.crypt(kernel, parameters(false), sessionKey, ivMemory, aadMemory, forged, result, wrong));
                    assertArrayEquals(told, isInPlace ? ciphertext : new byte[length], bytes(result));
                }
            }
        }
    }
}
