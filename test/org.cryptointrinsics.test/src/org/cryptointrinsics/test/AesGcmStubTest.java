package org.cryptointrinsics.test;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.cryptointrinsics.graph.CompiledAesGcm;
import org.cryptointrinsics.graph.CompiledAesGcmBlocks;
import org.cryptointrinsics.graph.CompiledStub;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.aes.AesGcm;
import org.cryptointrinsics.kernel.aes.AesNi;
import org.cryptointrinsics.kernel.aes.KeyExpansion;
import org.cryptointrinsics.kernel.aes.Vaes256;
import org.cryptointrinsics.kernel.aes.Vaes512;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

import jdk.vm.ci.amd64.AMD64.CPUFeature;

/** Executes the stubs for AES-GCM on this CPU. */
@RunWith(Parameterized.class)
public class AesGcmStubTest {

    private static final int IV_BYTES = 12;
    private static final int MOST_TAG_BYTES = 16;
    private static final int FEWEST_TAG_BYTES = 12;
    private static final int RANDOM_MESSAGES = 500;
    private static final int LONGEST = 4 * Pages.SIZE;
    private static final int MARGIN = 64;
    private static final int BLOCK = 16;
    private static final int ROUND_KEY_BYTES = 16;

    private final AesGcm kernel;
    private final Set<CPUFeature> cpu;
    private final int keyBytes;
    private final Random random = new Random(1);
    private CompiledAesGcm encryption;
    private CompiledAesGcm decryption;

    public AesGcmStubTest(@SuppressWarnings("unused") String variant, AesGcm kernel, String encoding, int keyBytes) {
        this.kernel = kernel;
        this.cpu = encoding.equals("legacy") ? Cpu.withoutAvx(Cpu.executable()) : encoding.equals("VEX") ? Cpu.withoutAvx512(Cpu.executable()) : Cpu.executable();
        this.keyBytes = keyBytes;
    }

    @Parameters(name = "{0}, {2}, {3}")
    public static List<Object[]> parameters() {
        List<Object[]> parameters = new ArrayList<>();
        for (int keyBytes : List.of(16, 24, 32)) {
            add(parameters, new AesNi(), "legacy", keyBytes);
            add(parameters, new AesNi(), "VEX", keyBytes);
            add(parameters, new Vaes256(), "VEX", keyBytes);
            add(parameters, new Vaes512(), "EVEX", keyBytes);
        }
        return parameters;
    }

    private static void add(List<Object[]> parameters, AesGcm kernel, String encoding, int keyBytes) {
        parameters.add(new Object[]{kernel.variant(), kernel, encoding, keyBytes});
    }

    private CompiledAesGcm stub(boolean isEncryption) {
        return Stubs.compileAesGcm(kernel, keyBytes / 4 + 6, isEncryption, features());
    }

    private CompiledAesGcmBlocks blocksStub(boolean isEncryption) {
        return new CompiledAesGcmBlocks(kernel, keyBytes / 4 + 6, isEncryption, Stubs.uniqueName(), null, Stubs.with(features()));
    }

    private Set<CPUFeature> features() {
        Set<CPUFeature> features = EnumSet.copyOf(cpu);
        features.addAll(Requirements.of(kernel, cpu).missing());
        return features;
    }

    private void prepare() {
        assumeTrue("not of this CPU", Requirements.of(kernel, cpu).missing().isEmpty());
        encryption = stub(true);
        decryption = stub(false);
    }

    /** Nothing in a vector register gets into the frame but by the kernel's own stores, the memory of which it clears. */
    @Test
    public void vectorsAreNotSpilled() throws Exception {
        assumeTrue("HotSpot has no vectors of this width", kernel.context().width().bytes() <= Cpu.mostVectorBytes());
        for (boolean isEncryption : new boolean[]{true, false}) {
            for (CompiledStub stub : List.of(stub(isEncryption), blocksStub(isEncryption))) {
                for (Objdump.Line line : Objdump.disassemble(stub.code())) {
                    assertFalse(line.toString(), line.text().matches(".*[xyz]mm.*\\[r[sb]p.*|.*\\[r[sb]p.*[xyz]mm.*|.*\\(bad\\).*"));
                }
            }
        }
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A message with all that belongs to it, outside of the heap. */
    private final class Message {

        private final byte[] key;
        private final byte[] plaintext;
        private final byte[] expected;
        private final MemorySegment sessionKey;
        private final MemorySegment iv;
        private final MemorySegment aad;
        private final MemorySegment tag;
        private final int tagBytes;

        Message(Arena arena, int length, int aadBytes, int tagBytes) throws Exception {
            key = randomBytes(keyBytes);
            byte[] ivBytes = randomBytes(IV_BYTES);
            byte[] aadContent = randomBytes(aadBytes);
            this.tagBytes = tagBytes;
            plaintext = randomBytes(length);
            expected = AesGcmReference.encrypt(key, ivBytes, aadContent, plaintext, tagBytes);
            MemorySegment schedule = MemorySegment.ofArray(KeyExpansion.expand(key));
            sessionKey = arena.allocate(schedule.byteSize(), Integer.BYTES).copyFrom(schedule);
            iv = arena.allocateFrom(ValueLayout.JAVA_BYTE, ivBytes);
            aad = arena.allocateFrom(ValueLayout.JAVA_BYTE, aadContent);
            tag = arena.allocate(MOST_TAG_BYTES + MARGIN);
        }

        int length() {
            return plaintext.length;
        }

        private boolean crypt(CompiledAesGcm stub, MemorySegment in, MemorySegment out) {
            return stub.crypt(sessionKey.address(), iv.address(), aad.address(), (int) aad.byteSize(), in.address(), out.address(), length(), tag.address(), tagBytes);
        }

        void encrypt(String told, MemorySegment in, MemorySegment out) {
            in.copyFrom(MemorySegment.ofArray(plaintext));
            tag.fill((byte) 0x55);
            assertTrue(told, crypt(encryption, in, out));
            assertArrayEquals(told, Arrays.copyOf(expected, length()), out.toArray(ValueLayout.JAVA_BYTE));
            byte[] tagAndMore = Arrays.copyOf(Arrays.copyOfRange(expected, length(), expected.length), (int) tag.byteSize());
            Arrays.fill(tagAndMore, tagBytes, tagAndMore.length, (byte) 0x55);
            assertArrayEquals(told, tagAndMore, tag.toArray(ValueLayout.JAVA_BYTE));
        }

        void decrypt(String told, MemorySegment in, MemorySegment out) {
            in.copyFrom(MemorySegment.ofArray(expected).asSlice(0, length()));
            MemorySegment.copy(expected, length(), tag, ValueLayout.JAVA_BYTE, 0, tagBytes);
            assertTrue(told, crypt(decryption, in, out));
            assertArrayEquals(told, plaintext, out.toArray(ValueLayout.JAVA_BYTE));
        }

        /** The result of stubs for blocks, and the tag. */
        byte[] inParts(CompiledAesGcmBlocks stub, CompiledAesGcmBlocks decryptBlocks, byte[] data, MemorySegment in, MemorySegment out) throws Exception {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment counter = arena.allocate(BLOCK).copyFrom(iv);
                counter.set(ValueLayout.JAVA_BYTE, BLOCK - 1, (byte) 2);
                MemorySegment subkey = arena.allocate(BLOCK, Long.BYTES);
                subkey.asByteBuffer().order(ByteOrder.nativeOrder()).asLongBuffer().put(ByteBuffer.wrap(AesGcmReference.encryptBlock(key, new byte[BLOCK])).asLongBuffer());
                MemorySegment state = arena.allocate(BLOCK, Long.BYTES);
                byte[] result = new byte[data.length + BLOCK];
                for (int done = 0; done < data.length;) {
                    int part = Math.min(data.length - done, BLOCK * random.nextInt(1, random.nextBoolean() ? 10 : LONGEST / BLOCK));
                    MemorySegment from = in.asSlice(in.byteSize() - part);
                    MemorySegment to = out.asSlice(out.byteSize() - part);
                    MemorySegment.copy(data, done, from, ValueLayout.JAVA_BYTE, 0, part);
                    stub.crypt(sessionKey.address(), counter.address(), subkey.address(), state.address(), from.address(), to.address(), part);
                    MemorySegment.copy(to, ValueLayout.JAVA_BYTE, 0, result, done, part);
                    done += part;
                }
                // What is decrypted is hashed as it is.
                MemorySegment lengths = arena.allocate(BLOCK, Long.BYTES);
                lengths.asByteBuffer().putLong(Long.BYTES, (long) data.length * Byte.SIZE);
                decryptBlocks.crypt(sessionKey.address(), counter.address(), subkey.address(), state.address(), lengths.address(), lengths.address(), BLOCK);
                byte[] first = Arrays.copyOf(iv.toArray(ValueLayout.JAVA_BYTE), BLOCK);
                first[BLOCK - 1] = 1;
                ByteBuffer mask = ByteBuffer.wrap(AesGcmReference.encryptBlock(key, first));
                ByteBuffer.wrap(result, data.length, BLOCK).putLong(mask.getLong() ^ state.get(ValueLayout.JAVA_LONG, 0)).putLong(
                                mask.getLong() ^ state.get(ValueLayout.JAVA_LONG, Long.BYTES));
                return result;
            }
        }
    }

    /** Of every length, each where its memory ends. */
    @Test
    public void allLengths() throws Exception {
        prepare();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment in = Pages.guarded(Pages.SIZE, arena);
            MemorySegment out = Pages.guarded(Pages.SIZE, arena);
            for (int length = 0; length <= 3 * kernel.chunkBytes() + 40; length++) {
                Message message = new Message(arena, length, length % 40, MOST_TAG_BYTES);
                String told = "length " + length;
                message.encrypt(told, in.asSlice(in.byteSize() - length), out.asSlice(out.byteSize() - length));
                message.decrypt(told, in.asSlice(in.byteSize() - length), out.asSlice(out.byteSize() - length));
                message.encrypt(told, in.asSlice(0, length), out.asSlice(0, length));
                message.decrypt(told, in.asSlice(0, length), out.asSlice(0, length));
            }
        }
    }

    /** At any place, also one that overlaps with that of the input and lies before it; nothing beside it is written. */
    @Test
    public void anywhere() throws Exception {
        prepare();
        for (int i = 0; i < RANDOM_MESSAGES; i++) {
            try (Arena arena = Arena.ofConfined()) {
                int length = random.nextInt(i % 10 == 0 ? LONGEST : 2 * Pages.SIZE / 4);
                Message message = new Message(arena, length, random.nextInt(i % 7 == 0 ? Pages.SIZE : 50), random.nextInt(FEWEST_TAG_BYTES, MOST_TAG_BYTES + 1));
                MemorySegment memory = arena.allocate(2 * (LONGEST + 3 * MARGIN), MARGIN);
                int offset = random.nextInt(2 * MARGIN);
                MemorySegment in = memory.asSlice(offset, length);
                boolean isElsewhere = random.nextBoolean();
                int outOffset = isElsewhere ? LONGEST + 3 * MARGIN + random.nextInt(MARGIN) : random.nextInt(offset + 1);
                MemorySegment out = memory.asSlice(outOffset, length);
                String told = "length " + length + " from " + offset + " to " + outOffset;
                byte[] before = randomBytes((int) memory.byteSize());
                memory.copyFrom(MemorySegment.ofArray(before));
                message.encrypt(told, in, out);
                message.decrypt(told, in, out);
                int begin = isElsewhere ? outOffset : Math.min(offset, outOffset);
                int end = Math.max(isElsewhere ? outOffset : offset, outOffset) + length;
                for (int j = 0; j < before.length; j++) {
                    if (!(j >= begin && j < end || j >= offset && j < offset + length)) {
                        assertEquals(told + ", at " + j, before[j], memory.get(ValueLayout.JAVA_BYTE, j));
                    }
                }
            }
        }
    }

    /** A message in parts of whole blocks, each where its memory ends, is as at once; so is its tag. */
    @Test
    public void blocksInParts() throws Exception {
        prepare();
        CompiledAesGcmBlocks encryptBlocks = blocksStub(true);
        CompiledAesGcmBlocks decryptBlocks = blocksStub(false);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment in = Pages.guarded(LONGEST, arena);
            MemorySegment out = Pages.guarded(LONGEST, arena);
            for (int i = 0; i < RANDOM_MESSAGES / 5; i++) {
                int length = BLOCK * random.nextInt(i % 5 == 0 ? LONGEST / BLOCK : 60);
                Message message = new Message(arena, length, 0, MOST_TAG_BYTES);
                byte[] plaintext = message.plaintext;
                byte[] ciphertext = Arrays.copyOf(message.expected, length);
                String told = "message " + i + " of " + length;
                assertArrayEquals(told, message.expected, message.inParts(encryptBlocks, decryptBlocks, plaintext, in, out));
                assertArrayEquals(told, message.expected, message.inParts(encryptBlocks, decryptBlocks, plaintext, in, in));
                byte[] tag = Arrays.copyOfRange(message.expected, length, length + MOST_TAG_BYTES);
                byte[] decrypted = Arrays.copyOf(plaintext, message.expected.length);
                System.arraycopy(tag, 0, decrypted, length, tag.length);
                assertArrayEquals(told, decrypted, message.inParts(decryptBlocks, decryptBlocks, ciphertext, in, out));
                assertArrayEquals(told, decrypted, message.inParts(decryptBlocks, decryptBlocks, ciphertext, in, in));
            }
        }
    }

    @Test
    public void wrongTagIsNoticed() throws Exception {
        prepare();
        try (Arena arena = Arena.ofConfined()) {
            for (int tagBytes = FEWEST_TAG_BYTES; tagBytes <= MOST_TAG_BYTES; tagBytes++) {
                Message message = new Message(arena, 100, 20, tagBytes);
                MemorySegment memory = arena.allocate(message.length());
                for (int bit = 0; bit < tagBytes * Byte.SIZE; bit++) {
                    message.decrypt("before", memory, memory);
                    memory.copyFrom(MemorySegment.ofArray(message.expected).asSlice(0, message.length()));
                    int i = bit / Byte.SIZE;
                    message.tag.set(ValueLayout.JAVA_BYTE, i, (byte) (message.tag.get(ValueLayout.JAVA_BYTE, i) ^ 1 << bit % Byte.SIZE));
                    assertFalse("bit " + bit, message.crypt(decryption, memory, memory));
                }
            }
        }
    }

    /** Neither round keys nor powers of the hash subkey are left on the stack, nor is keystream. */
    @Test
    public void framesAreCleared() throws Throwable {
        prepare();
        try (Arena arena = Arena.ofConfined()) {
            int length = 3 * kernel.chunkBytes() + 37;
            Message message = new Message(arena, length, 20, MOST_TAG_BYTES);
            MemorySegment in = arena.allocate(length);
            MemorySegment out = arena.allocate(length);
            CompiledAesGcmBlocks blocks = blocksStub(true);
            MemorySegment block = arena.allocate(BLOCK);
            ThreadStack.farDown(() -> {
                message.encrypt("encryption", in, out);
                message.decrypt("decryption", in, out);
                blocks.crypt(message.sessionKey.address(), block.address(), block.address(), block.address(), in.address(), out.address(), length - length % BLOCK);
            });
            // Two round keys as they are in memory: that many bytes cannot be in a register that the VM saved.
            byte[] words = message.sessionKey.toArray(ValueLayout.JAVA_BYTE);
            int copies = kernel.context().width().bytes() / ROUND_KEY_BYTES;
            for (int i = 0; i < words.length - ROUND_KEY_BYTES; i += ROUND_KEY_BYTES) {
                byte[] roundKeys = new byte[2 * copies * ROUND_KEY_BYTES];
                for (int j = 0; j < roundKeys.length; j++) {
                    int key = i + j / (copies * ROUND_KEY_BYTES) * ROUND_KEY_BYTES;
                    roundKeys[j] = words[key + (j % ROUND_KEY_BYTES ^ 3)];
                }
                assertFalse("round keys", ThreadStack.contains(roundKeys));
            }
            int rest = length % BLOCK;
            byte[] keystream = new byte[rest];
            for (int i = 0; i < rest; i++) {
                keystream[i] = (byte) (message.plaintext[length - rest + i] ^ message.expected[length - rest + i]);
            }
            assertFalse("keystream", ThreadStack.contains(keystream));
            assertFalse("plaintext", ThreadStack.contains(Arrays.copyOfRange(message.plaintext, length - rest, length)));
        }
    }
}
