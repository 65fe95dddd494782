package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;
import static org.junit.Assume.assumeTrue;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Memory;
import org.cryptointrinsics.test.Reference;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

import com.sun.management.ThreadMXBean;

/**
 * Nothing but a result is allocated to encrypt or decrypt a message in one call, between any kinds of memory, and the hash so far of one in parts; and nothing but
 * the cipher's IV to begin the next one with the same key.
 */
@Category(EveryTier.class)
@RunWith(Parameterized.class)
public class AesGcmAllocationTest {

    private static final int IV_BYTES = 12;
    private static final int TAG_BYTES = 16;
    private static final int ARRAY_OF_TWO_LONGS = 32;
    private static final int[] LENGTHS = {0, 1, 64, 1350, 16 << 10, AesGcmReference.LONGEST_PART, AesGcmReference.LONGEST_PART + 1, 1 << 20};
    private static final int CAPACITY = 3 << 20;
    private static final int OFFSET = 5;
    private static final int MEASUREMENTS = 5;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final int keyBytes;

    public AesGcmAllocationTest(int keyBytes) {
        this.keyBytes = keyBytes;
    }

    @Parameters(name = "{0}")
    public static Collection<Integer> keys() {
        return List.of(16, 24, 32);
    }

    @Before
    public void compile() throws Exception {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        CipherCalls.Compiled.prepare();
    }

    private Cipher cipher(int mode) throws Exception {
        return AesGcmReference.cipher(mode, new byte[keyBytes], new byte[IV_BYTES], new byte[0], TAG_BYTES);
    }

    /** A message that is encrypted or decrypted. */
    @FunctionalInterface
    private interface Call {
        void run(Cipher cipher) throws Exception;
    }

    /** The least of some measurements: now and then HotSpot allocates something of its own. */
    private long allocated(int mode, Call call) throws Exception {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < MEASUREMENTS; i++) {
            Cipher cipher = cipher(mode);
            long before = THREADS.getCurrentThreadAllocatedBytes();
            call.run(cipher);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    /** Kernels do all of it. */
    private void assertAllocated(String told, int length, long expected, int mode, Call call) throws Exception {
        Work work = CipherCalls.work(() -> assertEquals(told, expected + ofParts(length), allocated(mode, call)));
        assertEquals(told, MEASUREMENTS * calls(length), work.calls());
    }

    private static int calls(int length) {
        return Math.max((length + AesGcmReference.LONGEST_PART - 1) / AesGcmReference.LONGEST_PART, 1);
    }

    private static int ofParts(int length) {
        return calls(length) == 1 ? 0 : ARRAY_OF_TWO_LONGS;
    }

    @Test
    public void buffers() throws Exception {
        for (ByteBuffer from : List.of(ByteBuffer.allocate(CAPACITY), ByteBuffer.allocateDirect(CAPACITY))) {
            for (ByteBuffer to : List.of(ByteBuffer.allocate(CAPACITY), ByteBuffer.allocateDirect(CAPACITY), from.duplicate().position(CAPACITY / 2))) {
                for (int length : LENGTHS) {
                    assertBuffers(length, from, to);
                }
            }
        }
    }

    private void assertBuffers(int length, ByteBuffer from, ByteBuffer to) throws Exception {
        int position = to.position();
        String told = length + " bytes, " + from + " to " + to;
        byte[] ciphertext = new byte[length + TAG_BYTES];
        ByteBuffer in = from.duplicate();
        ByteBuffer out = to.duplicate();
        assertAllocated(told, length, 0, Cipher.ENCRYPT_MODE,
                        cipher -> CipherCalls.COMPILED.doFinal(cipher, in.position(0).limit(length), out.position(position)));
        to.get(position, ciphertext);
        from.put(0, ciphertext);
        // If it is long and in the same memory, the JDK decrypts to memory of its own.
        if (calls(length) == 1 || position == 0) {
            assertAllocated(told, length, 0, Cipher.DECRYPT_MODE,
                            cipher -> CipherCalls.COMPILED.doFinal(cipher, in.position(0).limit(ciphertext.length), out.position(position)));
        }
    }

    @Test
    public void arraysToNewArrays() throws Exception {
        for (int length : LENGTHS) {
            String told = length + " bytes";
            byte[] plaintext = new byte[length];
            byte[] ciphertext = CipherCalls.COMPILED.doFinal(cipher(Cipher.ENCRYPT_MODE), plaintext);
            byte[] in = new byte[OFFSET + ciphertext.length];
            System.arraycopy(ciphertext, 0, in, OFFSET, ciphertext.length);
            assertAllocated(told, length, Memory.arrayBytes(ciphertext.length), Cipher.ENCRYPT_MODE, cipher -> CipherCalls.COMPILED.doFinal(cipher, plaintext));
            assertAllocated(told, length, Memory.arrayBytes(ciphertext.length), Cipher.ENCRYPT_MODE, cipher -> CipherCalls.COMPILED.doFinal(cipher, in, OFFSET, length));
            assertAllocated(told, length, Memory.arrayBytes(length), Cipher.DECRYPT_MODE, cipher -> CipherCalls.COMPILED.doFinal(cipher, ciphertext));
            assertAllocated(told, length, Memory.arrayBytes(length), Cipher.DECRYPT_MODE, cipher -> CipherCalls.COMPILED.doFinal(cipher, in, OFFSET, ciphertext.length));
        }
    }

    @Test
    public void arraysToArrays() throws Exception {
        for (int length : LENGTHS) {
            String told = length + " bytes";
            byte[] in = new byte[OFFSET + length];
            byte[] out = new byte[length + TAG_BYTES];
            byte[] partly = new byte[OFFSET + out.length];
            assertAllocated(told, length, 0, Cipher.ENCRYPT_MODE, cipher -> CipherCalls.COMPILED.doFinal(cipher, in, OFFSET, length, out));
            assertAllocated(told, length, 0, Cipher.ENCRYPT_MODE, cipher -> CipherCalls.COMPILED.doFinal(cipher, in, OFFSET, length, partly, OFFSET));
            assertArrayEquals(told, out, Arrays.copyOfRange(partly, OFFSET, partly.length));
            assertAllocated(told, length, 0, Cipher.DECRYPT_MODE, cipher -> CipherCalls.COMPILED.doFinal(cipher, out, 0, out.length, in));
            assertAllocated(told, length, 0, Cipher.DECRYPT_MODE, cipher -> CipherCalls.COMPILED.doFinal(cipher, partly, OFFSET, out.length, in, OFFSET));
        }
    }

    /** With the key of the last time, and additional data. What is made of the IV is the caller's. */
    @Test
    public void messagesWithTheSameKey() throws Exception {
        SecretKeySpec key = new SecretKeySpec(new byte[keyBytes], "AES");
        byte[] aad = new byte[OFFSET];
        byte[] plaintext = Reference.message(AesGcmReference.LONGEST_PART);
        for (int mode : new int[]{Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE}) {
            GCMParameterSpec[] parameters = new GCMParameterSpec[2];
            byte[][] input = new byte[parameters.length][];
            for (int i = 0; i < parameters.length; i++) {
                byte[] iv = Reference.message(IV_BYTES + i);
                parameters[i] = new GCMParameterSpec(Byte.SIZE * TAG_BYTES, iv, i, IV_BYTES);
                input[i] = mode == Cipher.ENCRYPT_MODE ? plaintext : AesGcmReference.encrypt(key.getEncoded(), parameters[i].getIV(), aad, plaintext, TAG_BYTES);
            }
            byte[] output = new byte[plaintext.length + TAG_BYTES];
            Cipher cipher = cipher(mode);
            long[] least = {Long.MAX_VALUE};
            Work work = CipherCalls.work(() -> {
                for (int i = 0; i < MEASUREMENTS; i++) {
                    int index = i % parameters.length;
                    long before = THREADS.getCurrentThreadAllocatedBytes();
                    CipherCalls.COMPILED.init(cipher, mode, key, parameters[index]);
                    cipher.updateAAD(aad);
                    int room = cipher.getOutputSize(input[index].length);
                    int length = CipherCalls.COMPILED.doFinal(cipher, input[index], 0, input[index].length, output, 0);
                    least[0] = Math.min(least[0], THREADS.getCurrentThreadAllocatedBytes() - before);
                    assertEquals(room, length);
                }
            });
            assertEquals(Memory.arrayBytes(IV_BYTES), least[0]);
            assertEquals(MEASUREMENTS, work.calls());
        }
    }

    /** Paths of which one needs the parameters meet before the end. */
    private static int init(Cipher cipher, int mode, SecretKeySpec key, byte[] iv) throws GeneralSecurityException {
        try {
            cipher.init(mode, key, new GCMParameterSpec(Byte.SIZE * TAG_BYTES, iv));
        } catch (InvalidKeyException | InvalidAlgorithmParameterException e) {
            throw new AssertionError(e);
        }
        return cipher.getOutputSize(iv.length);
    }

    /** As in TLS, they are made for one initialization. */
    @Test
    public void parametersOfOneMessage() throws Exception {
        assumeFalse("Graal's escape analysis", CallerTier.TESTED.hasAgent());
        Method method = AesGcmAllocationTest.class.getDeclaredMethod("init", Cipher.class, int.class, SecretKeySpec.class, byte[].class);
        SecretKeySpec key = new SecretKeySpec(new byte[keyBytes], "AES");
        Cipher cipher = cipher(Cipher.DECRYPT_MODE);
        byte[] iv = new byte[IV_BYTES];
        // What it was found to need the first time is there the second time.
        for (int i = 0; i < 2; i++) {
            Jit.compile(method);
            init(cipher, Cipher.DECRYPT_MODE, key, iv);
        }
        long least = Long.MAX_VALUE;
        for (int i = 0; i < MEASUREMENTS; i++) {
            iv[0]++;
            long before = THREADS.getCurrentThreadAllocatedBytes();
            init(cipher, Cipher.DECRYPT_MODE, key, iv);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            assertArrayEquals(iv, cipher.getIV());
        }
        assertEquals(Memory.arrayBytes(IV_BYTES), least);
        assertTrue("left", Jit.isCompiled(method));
    }

    /** There, the JDK decrypts to an array of its own. */
    @Test
    public void behindTheInputInTheSameArray() throws Exception {
        for (int length : LENGTHS) {
            if (calls(length) == 1) {
                byte[] ciphertext = CipherCalls.COMPILED.doFinal(cipher(Cipher.ENCRYPT_MODE), Reference.message(length));
                byte[] array = Arrays.copyOf(ciphertext, ciphertext.length + length);
                assertAllocated(length + " bytes", length, 0, Cipher.DECRYPT_MODE,
                                cipher -> CipherCalls.COMPILED.doFinal(cipher, array, 0, ciphertext.length, array, ciphertext.length));
                assertArrayEquals(Reference.message(length), Arrays.copyOfRange(array, ciphertext.length, array.length));
            }
        }
    }
}
