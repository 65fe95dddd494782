package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import javax.crypto.Cipher;

import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Memory.Region;
import org.cryptointrinsics.test.Memory;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Snapshot;
import org.cryptointrinsics.test.Threads;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** AES-GCM of whole messages through compiled calls of {@link Cipher}: results, positions and memory are as by the {@link AesGcmReference}, and kernels have done all of it. */
@Category({Quick.class, EveryTier.class})
@RunWith(Parameterized.class)
public class AesGcmTest {

    private static final int BLOCK = 16;
    private static final int IV_BYTES = 12;
    private static final int TAG_BYTES = 16;
    private static final int LONGEST = AesGcmReference.LONGEST_PART;
    private static final int CHUNK = AesGcmKernel.variants().stream().mapToInt(kernel -> kernel.context().chunkBytes()).max().orElseThrow();
    private static final int[] LENGTHS = {0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 100, CHUNK, 3 * CHUNK + 37};
    private static final byte FILL = 0x55;

    private final int keyBytes;
    private final Random random = new Random(1);

    public AesGcmTest(int keyBytes) {
        this.keyBytes = keyBytes;
    }

    @Parameters(name = "{0}")
    public static Collection<Integer> keys() {
        return List.of(16, 24, 32);
    }

    @Before
    public void compile() throws Exception {
        CipherCalls.Compiled.prepare();
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A message with all that belongs to it. */
    private final class Message {

        private final byte[] key = randomBytes(keyBytes);
        private final byte[] iv = randomBytes(IV_BYTES);
        private final byte[] aad;
        private final int tagBytes;
        private final byte[] plaintext;
        private final byte[] ciphertext;

        Message(int length, int aadBytes, int tagBytes) throws Exception {
            this.aad = randomBytes(aadBytes);
            this.tagBytes = tagBytes;
            this.plaintext = randomBytes(length);
            this.ciphertext = AesGcmReference.encrypt(key, iv, aad, plaintext, tagBytes);
        }

        byte[] input(boolean isEncryption) {
            return isEncryption ? plaintext : ciphertext;
        }

        byte[] result(boolean isEncryption) {
            return isEncryption ? ciphertext : plaintext;
        }

        Cipher cipher(boolean isEncryption) throws Exception {
            return AesGcmReference.cipher(isEncryption ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE, key, iv, aad, tagBytes);
        }

        @Override
        public String toString() {
            return "length " + plaintext.length + ", additional " + aad.length + ", tag " + tagBytes;
        }
    }

    /** Asserts that a kernel does all of a message during {@code action}, or none of it, as always if there is no kernel for this CPU. */
    private static void assertWork(String told, boolean isKernel, int length, Jit.Action action) throws Exception {
        Work actual = CipherCalls.work(action);
        if (isKernel && Jit.intrinsics().aesGcm().isOn()) {
            assertEquals(told, new Work(Math.max((length + LONGEST - 1) / LONGEST, 1), (length + BLOCK - 1) / BLOCK), actual);
        } else {
            CipherCalls.assertCalls(told, 0, actual.calls());
        }
    }

    private static void assertForm(CipherForm form, boolean isEncryption, Message message, boolean isKernel) throws Exception {
        String told = form + (isEncryption ? ", encryption, " : ", decryption, ") + message;
        Cipher cipher = message.cipher(isEncryption);
        assertWork(told, isKernel, message.plaintext.length, () -> {
            byte[] result = form.doFinal(CipherCalls.COMPILED, cipher, message.input(isEncryption), message.result(isEncryption).length);
            assertArrayEquals(told, message.result(isEncryption), result);
        });
        assertDone(told, cipher, isEncryption);
    }

    private static void assertForms(Message message, boolean isKernel) throws Exception {
        for (CipherForm form : CipherForm.values()) {
            assertForm(form, true, message, isKernel);
            assertForm(form, false, message, isKernel);
        }
    }

    /** What the JDK remembers of a message that is complete: that this key and IV are used. */
    private static void assertDone(String told, Cipher cipher, boolean isEncryption) {
        assertTrue(told, CipherState.hasNewEngine(cipher));
        assertEquals(told, isEncryption, Snapshot.get(CipherState.gcm(cipher), "reInit"));
    }

    @Test
    public void allLengths() throws Exception {
        for (int length = 0; length <= 3 * CHUNK + 40; length++) {
            assertForms(new Message(length, length % 40, TAG_BYTES), true);
        }
    }

    /** What is longer than a kernel may be given at once is given to it in parts. */
    @Test
    public void longMessages() throws Exception {
        for (int more : new int[]{-TAG_BYTES - 1, -TAG_BYTES, -TAG_BYTES + 1, -1, 0, 1, TAG_BYTES, LONGEST, LONGEST + CHUNK + 1, 2 * LONGEST + 37}) {
            assertForms(new Message(LONGEST + more, Math.abs(more) % 40, TAG_BYTES), true);
        }
    }

    /**
     * In place, or where input and output overlap, they are left to the JDK, or else what was to be read could be lost; and so is what is decrypted to a place behind the
     * input.
     */
    @Test
    public void longMessagesInTheSameMemory() throws Exception {
        Message message = new Message(LONGEST + 100, 20, TAG_BYTES);
        int size = 3 * message.ciphertext.length;
        byte[] array = new byte[size];
        for (ByteBuffer memory : List.of(ByteBuffer.wrap(array), ByteBuffer.allocateDirect(size))) {
            for (boolean isEncryption : new boolean[]{true, false}) {
                int input = message.input(isEncryption).length;
                for (int distance : new int[]{-BLOCK, 0, BLOCK}) {
                    assertOverlap(memory.hasArray() ? array : null, memory, BLOCK, memory, BLOCK + distance, isEncryption, message, false);
                }
                assertOverlap(memory.hasArray() ? array : null, memory, 0, memory, input, isEncryption, message, isEncryption);
                assertOverlap(memory.hasArray() ? array : null, memory, size - input, memory, 0, isEncryption, message, true);
            }
        }
    }

    @Test
    public void allTagsAndAdditionalData() throws Exception {
        for (int tagBytes = 12; tagBytes <= TAG_BYTES; tagBytes++) {
            for (int aadBytes = 0; aadBytes <= 3 * CHUNK; aadBytes += aadBytes < 2 * BLOCK + 2 ? 1 : 101) {
                assertForms(new Message(LENGTHS[aadBytes % LENGTHS.length], aadBytes, tagBytes), true);
            }
        }
        assertForms(new Message(100, LONGEST, TAG_BYTES), true);
        assertForms(new Message(100, LONGEST + 1, TAG_BYTES), false);
    }

    /** Others than the usual one are left to the JDK. */
    @Test
    public void otherIvs() throws Exception {
        for (int ivBytes : new int[]{1, 8, 11, 13, 16, 100}) {
            byte[] iv = randomBytes(ivBytes);
            for (CipherForm form : CipherForm.values()) {
                byte[] key = randomBytes(keyBytes);
                byte[] plaintext = randomBytes(100);
                byte[] expected = AesGcmReference.encrypt(key, iv, iv, plaintext, TAG_BYTES);
                assertWork("IV of " + ivBytes, false, 0, () -> {
                    Cipher encryption = AesGcmReference.cipher(Cipher.ENCRYPT_MODE, key, iv, iv, TAG_BYTES);
                    assertArrayEquals(expected, form.doFinal(CipherCalls.COMPILED, encryption, plaintext, expected.length));
                    Cipher decryption = AesGcmReference.cipher(Cipher.DECRYPT_MODE, key, iv, iv, TAG_BYTES);
                    assertArrayEquals(plaintext, form.doFinal(CipherCalls.COMPILED, decryption, expected, plaintext.length));
                });
            }
        }
    }

    private static byte[] bytes(Region region) {
        return region.writable().toArray(ValueLayout.JAVA_BYTE);
    }

    /** Where the input is one, the output must be what it was if the tag is wrong. */
    private static boolean isReadOnlyArray(ByteBuffer buffer) {
        return buffer.isReadOnly() && !buffer.isDirect();
    }

    /** Of what is mapped, all is left to the JDK. */
    private void assertBuffers(Memory from, Region in, int inOffset, Memory to, Region out, int outOffset, boolean isEncryption, Message message) throws Exception {
        byte[] input = message.input(isEncryption);
        byte[] result = message.result(isEncryption);
        String told = from + " at " + inOffset + " to " + to + " at " + outOffset + (isEncryption ? ", encryption, " : ", decryption, ") + message;
        out.writable().fill(FILL);
        in.writable().fill(FILL);
        MemorySegment.copy(input, 0, in.writable(), ValueLayout.JAVA_BYTE, inOffset, input.length);
        byte[] inBefore = bytes(in);
        byte[] expected = bytes(out);
        System.arraycopy(result, 0, expected, outOffset, result.length);
        ByteBuffer inBuffer = in.buffer().duplicate().limit(inOffset + input.length).position(inOffset);
        ByteBuffer outBuffer = out.buffer().duplicate().position(outOffset);
        Cipher cipher = message.cipher(isEncryption);
        assertWork(told, !from.isMapped() && !to.isMapped(), message.plaintext.length,
                        () -> assertEquals(told, result.length, CipherCalls.COMPILED.doFinal(cipher, inBuffer, outBuffer)));
        assertArrayEquals(told, expected, bytes(out));
        assertArrayEquals(told, inBefore, bytes(in));
        assertEquals(told, inOffset + input.length, inBuffer.position());
        assertEquals(told, inOffset + input.length, inBuffer.limit());
        assertEquals(told, outOffset + result.length, outBuffer.position());
        assertEquals(told, outBuffer.capacity(), outBuffer.limit());
        assertDone(told, cipher, isEncryption);
    }

    /** From any to any, at their beginnings and at their ends. */
    @Test
    public void allMemory() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            Map<Memory, Region> inputs = new EnumMap<>(Memory.class);
            Map<Memory, Region> outputs = new EnumMap<>(Memory.class);
            for (Memory memory : Memory.tested()) {
                inputs.put(memory, memory.allocate(Pages.SIZE, arena));
                Region output = memory.allocate(Pages.SIZE, arena);
                if (!output.buffer().isReadOnly()) {
                    outputs.put(memory, output);
                }
            }
            for (int length : LENGTHS) {
                Message message = new Message(length, length % 50, TAG_BYTES - length % 5);
                for (boolean isEncryption : new boolean[]{true, false}) {
                    for (Memory from : inputs.keySet()) {
                        for (Memory to : outputs.keySet()) {
                            int inEnd = Pages.SIZE - message.input(isEncryption).length;
                            int outEnd = Pages.SIZE - message.result(isEncryption).length;
                            assertBuffers(from, inputs.get(from), 0, to, outputs.get(to), outEnd, isEncryption, message);
                            assertBuffers(from, inputs.get(from), inEnd, to, outputs.get(to), 0, isEncryption, message);
                        }
                    }
                }
            }
        }
    }

    /** Each where its memory ends, or begins: nothing beyond is accessed. */
    @Test
    public void guarded() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            Region in = Memory.GUARDED.allocate(Pages.SIZE, arena);
            Region out = Memory.GUARDED.allocate(Pages.SIZE, arena);
            for (int length = 0; length <= 3 * CHUNK + 40; length += length < CHUNK + 40 ? 1 : 7) {
                Message message = new Message(length, length % 20, TAG_BYTES - length % 5);
                for (boolean isEncryption : new boolean[]{true, false}) {
                    int inEnd = Pages.SIZE - message.input(isEncryption).length;
                    int outEnd = Pages.SIZE - message.result(isEncryption).length;
                    assertBuffers(Memory.GUARDED, in, inEnd, Memory.GUARDED, out, outEnd, isEncryption, message);
                    assertBuffers(Memory.GUARDED, in, 0, Memory.GUARDED, out, 0, isEncryption, message);
                }
            }
        }
    }

    /**
     * In place, and with the output before or behind the input in the same memory. Where it would overwrite what is still to be read, or what must be there if the tag is
     * wrong, it is left to the JDK.
     */
    @Test
    public void overlaps() throws Exception {
        int middle = LENGTHS[LENGTHS.length - 1] + 2 * TAG_BYTES;
        int size = Pages.SIZE * (1 + 3 * middle / Pages.SIZE);
        byte[] array = new byte[size + 7];
        ByteBuffer heap = ByteBuffer.wrap(array, 7, size).slice();
        try (Arena arena = Arena.ofConfined()) {
            for (ByteBuffer memory : List.of(ByteBuffer.wrap(array), heap, heap.asReadOnlyBuffer(), Pages.guarded(size, arena).asByteBuffer())) {
                for (int length : LENGTHS) {
                    Message message = new Message(length, length % 50, TAG_BYTES);
                    for (boolean isEncryption : new boolean[]{true, false}) {
                        int near = length + TAG_BYTES + 1;
                        for (int distance = -near; distance <= near; distance += Math.abs(distance) < 2 * BLOCK ? 1 : 1 + random.nextInt(length)) {
                            boolean isArray = memory.hasArray() && memory.arrayOffset() == 0;
                            // The JDK's own code takes a buffer that another one's array is behind for something else.
                            ByteBuffer writable = memory.isReadOnly() ? heap : memory;
                            int outOffset = middle + distance;
                            boolean isApart = outOffset >= middle + message.input(isEncryption).length || middle >= outOffset + message.result(isEncryption).length;
                            // Else the output is overwritten while the tag is not known.
                            boolean isKept = distance > 0 || isReadOnlyArray(memory);
                            boolean isKernel = isApart || (isEncryption || isKept ? distance <= 0 : distance == 0);
                            assertOverlap(isArray ? array : null, memory, middle, writable, outOffset, isEncryption, message, isKernel);
                        }
                    }
                }
            }
        }
    }

    private static void assertOverlap(byte[] array, ByteBuffer in, int inOffset, ByteBuffer out, int outOffset, boolean isEncryption, Message message, boolean isKernel)
                    throws Exception {
        byte[] input = message.input(isEncryption);
        byte[] result = message.result(isEncryption);
        String told = (array != null ? "array" : in) + " at " + inOffset + " to " + out + " at " + outOffset + (isEncryption ? ", encryption, " : ", decryption, ") + message;
        byte[] expected = new byte[out.capacity()];
        Arrays.fill(expected, FILL);
        System.arraycopy(input, 0, expected, inOffset, input.length);
        out.put(0, expected);
        System.arraycopy(result, 0, expected, outOffset, result.length);
        Cipher cipher = message.cipher(isEncryption);
        assertWork(told, isKernel, message.plaintext.length, () -> {
            int length = array != null ? CipherCalls.COMPILED.doFinal(cipher, array, inOffset, input.length, array, outOffset)
                            : CipherCalls.COMPILED.doFinal(cipher, in.duplicate().limit(inOffset + input.length).position(inOffset), out.duplicate().position(outOffset));
            assertEquals(told, result.length, length);
        });
        byte[] actual = new byte[expected.length];
        out.get(0, actual);
        assertArrayEquals(told, expected, actual);
        assertDone(told, cipher, isEncryption);
    }

    /** At once, of the same memory. */
    @Test
    public void threads() throws Exception {
        int times = 500;
        Message message = new Message(3 * CHUNK + 37, 20, TAG_BYTES);
        Work work = CipherCalls.work(() -> Threads.run(thread -> {
            boolean isEncryption = thread % 2 == 0;
            for (int i = 0; i < times; i++) {
                assertArrayEquals(message.result(isEncryption), CipherCalls.COMPILED.doFinal(message.cipher(isEncryption), message.input(isEncryption)));
            }
        }));
        assertEquals(Jit.intrinsics().aesGcm().isOn() ? Threads.COUNT * times : 0, work.calls());
    }
}
