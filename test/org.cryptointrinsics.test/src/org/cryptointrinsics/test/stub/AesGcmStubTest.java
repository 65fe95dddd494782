package org.cryptointrinsics.test.stub;

import static java.util.Map.entry;
import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;
import static org.cryptointrinsics.stub.AesArgument.AAD;
import static org.cryptointrinsics.stub.AesArgument.AAD_LENGTH;
import static org.cryptointrinsics.stub.AesArgument.COUNTER;
import static org.cryptointrinsics.stub.AesArgument.IN;
import static org.cryptointrinsics.stub.AesArgument.IV;
import static org.cryptointrinsics.stub.AesArgument.LENGTH;
import static org.cryptointrinsics.stub.AesArgument.OUT;
import static org.cryptointrinsics.stub.AesArgument.POSITION;
import static org.cryptointrinsics.stub.AesArgument.SESSION_KEY;
import static org.cryptointrinsics.stub.AesArgument.STATE;
import static org.cryptointrinsics.stub.AesArgument.SUBKEY;
import static org.cryptointrinsics.stub.AesArgument.TAG;
import static org.cryptointrinsics.stub.AesArgument.TAG_LENGTH;
import static org.cryptointrinsics.test.stub.AesStubs.IV_BYTES;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.cryptointrinsics.interpreter.Interpreter;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.Icb;
import org.cryptointrinsics.kernel.aes.KeyExpansion;
import org.cryptointrinsics.linkage.CompiledAes;
import org.cryptointrinsics.linkage.CompiledStub;
import org.cryptointrinsics.stub.AesArgument;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.cipher.AesGcmReference;
import org.cryptointrinsics.test.instruction.Objdump;
import org.cryptointrinsics.test.interpreter.LaneByLane;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** Executes the stubs for messages of AES-GCM on this CPU, and looks for what any stub for AES leaves on the stack. */
@Category(Quick.class)
@RunWith(Parameterized.class)
public class AesGcmStubTest {

    private static final int MOST_TAG_BYTES = 16;
    private static final int FEWEST_TAG_BYTES = 12;
    private static final int RANDOM_MESSAGES = 500;
    private static final int GUARDED_MESSAGES = 70;
    private static final int LONGEST = 4 * Pages.SIZE;
    private static final int MARGIN = 64;
    private static final byte FILL = 0x55;
    /** What a message has behind its last whole block, enough not to be found by chance. */
    private static final int REST = 13;

    private final AesStubs stubs;
    private final AesGcmKernel kernel;
    private final Random random = new Random(1);

    public AesGcmStubTest(AesStubs stubs) {
        this.stubs = stubs;
        kernel = stubs.kernel();
    }

    @Parameters(name = "{0}")
    public static Collection<AesStubs> parameters() {
        return AesStubs.ALL;
    }

    /** Nothing in a vector register gets into the frame but by the kernel's own stores, the memory of which it clears. */
    @Test
    public void vectorsAreNotSpilled() throws Exception {
        assumeTrue("HotSpot has no vectors of this width", kernel.context().width().bytes() <= Cpu.mostVectorBytes());
        assumeFalse("in memory on purpose", kernel instanceof LaneByLane);
        for (CompiledStub stub : stubs.stubs()) {
            for (Objdump.Line line : Objdump.disassemble(stub.code())) {
                assertFalse(line.toString(), line.text().matches(".*[xyz]mm.*\\[r[sb]p.*|.*\\[r[sb]p.*[xyz]mm.*|.*\\(bad\\).*"));
            }
        }
    }

    /** What a key has left in vector registers would be on the stack after the next safepoint. */
    @Test
    public void vectorsAreCleared() throws Exception {
        assumeTrue("HotSpot has no vectors of this width", kernel.context().width().bytes() <= Cpu.mostVectorBytes());
        for (CompiledStub stub : stubs.stubs()) {
            assertTrue(stub.toString(), Objdump.clearsVectors(stub.code()));
        }
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A message with all that belongs to it, outside of the heap. */
    private final class Message {

        private final byte[] key = randomBytes(stubs.keyBytes());
        private final byte[] ivBytes = randomBytes(IV_BYTES);
        private final byte[] plaintext;
        private final byte[] ciphertext;
        private final byte[] rightTag;
        private final MemorySegment sessionKey;
        private final MemorySegment iv;
        private final MemorySegment aad;
        private final MemorySegment tag;
        private final MemorySegment state;

        Message(Arena arena, int length, int aadBytes, int tagBytes) throws Exception {
            this(arena, length, aadBytes, tagBytes, MARGIN);
        }

        /**
         * @param margin of the memory for the tag
         */
        Message(SegmentAllocator memory, int length, int aadBytes, int tagBytes, int margin) throws Exception {
            byte[] aadContent = randomBytes(aadBytes);
            plaintext = randomBytes(length);
            byte[] expected = AesGcmReference.encrypt(key, ivBytes, aadContent, plaintext, tagBytes);
            ciphertext = Arrays.copyOf(expected, length);
            rightTag = Arrays.copyOfRange(expected, length, expected.length);
            sessionKey = AesStubs.sessionKey(key, memory);
            iv = memory.allocateFrom(ValueLayout.JAVA_BYTE, ivBytes);
            aad = memory.allocateFrom(ValueLayout.JAVA_BYTE, aadContent);
            tag = memory.allocate(tagBytes + margin);
            state = memory.allocate(BLOCK, Long.BYTES);
        }

        int length() {
            return plaintext.length;
        }

        private boolean crypt(CompiledAes stub, MemorySegment in, MemorySegment out) {
            return cryptPart(stub, in, out, length(), 0, true);
        }

        private boolean cryptPart(CompiledAes stub, MemorySegment in, MemorySegment out, int bytes, int position, boolean isLast) {
            return stub.crypt(Map.ofEntries(entry(SESSION_KEY, sessionKey.address()), entry(IV, iv.address()), entry(AAD, aad.address()), entry(AAD_LENGTH, aad.byteSize()),
                            entry(IN, in.address()), entry(OUT, out.address()), entry(LENGTH, (long) bytes), entry(TAG, tag.address()),
                            entry(TAG_LENGTH, isLast ? (long) rightTag.length : 0), entry(STATE, state.address()), entry(POSITION, (long) position)));
        }

        void encrypt(String told, MemorySegment in, MemorySegment out) {
            out.fill(FILL);
            in.copyFrom(MemorySegment.ofArray(plaintext));
            tag.fill(FILL);
            assertTrue(told, crypt(stubs.message(true), in, out));
            assertArrayEquals(told, ciphertext, out.toArray(ValueLayout.JAVA_BYTE));
            assertTag(told);
        }

        /** Asserts that the tag was written, and nothing behind it. */
        private void assertTag(String told) {
            byte[] tagAndMore = Arrays.copyOf(rightTag, (int) tag.byteSize());
            Arrays.fill(tagAndMore, rightTag.length, tagAndMore.length, FILL);
            assertArrayEquals(told, tagAndMore, tag.toArray(ValueLayout.JAVA_BYTE));
        }

        void decrypt(String told, MemorySegment in, MemorySegment out) {
            decrypt(told, stubs.message(false), in, out);
            decrypt(told, stubs.verified(), in, out);
        }

        void decrypt(String told, CompiledAes stub, MemorySegment in, MemorySegment out) {
            out.fill(FILL);
            in.copyFrom(MemorySegment.ofArray(ciphertext));
            tag.copyFrom(MemorySegment.ofArray(rightTag));
            assertTrue(told, crypt(stub, in, out));
            assertArrayEquals(told, plaintext, out.toArray(ValueLayout.JAVA_BYTE));
        }

        /** In parts, each where its memory ends. */
        void encryptParts(String told, MemorySegment in, MemorySegment out) {
            tag.fill(FILL);
            assertArrayEquals(told, ciphertext, inParts(told, stubs.message(true), plaintext, in, out));
            assertTag(told);
        }

        void decryptParts(String told, MemorySegment in, MemorySegment out) {
            tag.copyFrom(MemorySegment.ofArray(rightTag));
            assertArrayEquals(told, plaintext, inParts(told, stubs.message(false), ciphertext, in, out));
        }

        private byte[] inParts(String told, CompiledAes stub, byte[] data, MemorySegment in, MemorySegment out) {
            byte[] result = new byte[data.length];
            int chunkBytes = stubs.kernel().context().chunkBytes();
            int mostChunks = Math.max(2, Math.min(data.length, LONGEST) / chunkBytes);
            int position = 0;
            boolean isLast;
            do {
                int part = chunkBytes * random.nextInt(1, mostChunks);
                isLast = part >= data.length - position;
                int bytes = isLast ? data.length - position : part;
                MemorySegment from = in.asSlice(in.byteSize() - bytes);
                MemorySegment to = out.asSlice(out.byteSize() - bytes);
                MemorySegment.copy(data, position, from, ValueLayout.JAVA_BYTE, 0, bytes);
                assertTrue(told, cryptPart(stub, from, to, bytes, position, isLast));
                MemorySegment.copy(to, ValueLayout.JAVA_BYTE, 0, result, position, bytes);
                position += bytes;
            } while (!isLast);
            assertArrayEquals("the hash so far is cleared", new byte[BLOCK], state.toArray(ValueLayout.JAVA_BYTE));
            return result;
        }
    }

    /** Of every length, each where its memory ends. */
    @Test
    public void allLengths() throws Exception {
        stubs.assumeExecutable();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment in = Pages.guarded(Pages.SIZE, arena);
            MemorySegment out = Pages.guarded(Pages.SIZE, arena);
            for (int length = 0; length <= 3 * kernel.context().chunkBytes() + 40; length++) {
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
        stubs.assumeExecutable();
        for (int i = 0; i < RANDOM_MESSAGES; i++) {
            try (Arena arena = Arena.ofConfined()) {
                int length = random.nextInt(i % 10 == 0 ? LONGEST : 2 * Pages.SIZE / 4);
                int aadBytes = random.nextInt(i % 7 == 0 ? Pages.SIZE : 50);
                Message message = new Message(arena, length, aadBytes, random.nextInt(FEWEST_TAG_BYTES, MOST_TAG_BYTES + 1));
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
                byte[] after = before.clone();
                System.arraycopy(message.ciphertext, 0, after, offset, length);
                System.arraycopy(message.plaintext, 0, after, outOffset, length);
                assertArrayEquals(told, after, memory.toArray(ValueLayout.JAVA_BYTE));
            }
        }
    }

    /** Beside the key, the IV, the additional authenticated data, the tag and the hash so far, nothing is read or written. */
    @Test
    public void onlyWhatIsGivenIsAccessed() throws Exception {
        stubs.assumeExecutable();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment in = Pages.guarded(LONGEST, arena);
            MemorySegment out = Pages.guarded(LONGEST, arena);
            for (int i = 0; i < GUARDED_MESSAGES; i++) {
                int length = random.nextInt(3 * kernel.context().chunkBytes());
                // First of every length up to some blocks.
                int aadBytes = i < 3 * BLOCK ? i : random.nextInt(3 * kernel.context().chunkBytes());
                int tagBytes = FEWEST_TAG_BYTES + i % (MOST_TAG_BYTES + 1 - FEWEST_TAG_BYTES);
                String told = "length " + length + ", additional " + aadBytes + ", tag " + tagBytes;
                try (Arena own = Arena.ofConfined()) {
                    for (SegmentAllocator memory : AesStubs.guarded(own)) {
                        Message message = new Message(memory, length, aadBytes, tagBytes, 0);
                        message.encrypt(told, in.asSlice(in.byteSize() - length), out.asSlice(out.byteSize() - length));
                        message.decrypt(told, in.asSlice(in.byteSize() - length), out.asSlice(out.byteSize() - length));
                        message.encryptParts(told, in, out);
                        message.decryptParts(told, in, out);
                    }
                }
            }
        }
    }

    /** A message of any length whose parts but the last one are whole blocks is as at once; so is its tag. */
    @Test
    public void messagesInParts() throws Exception {
        stubs.assumeExecutable();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment in = Pages.guarded(LONGEST, arena);
            MemorySegment out = Pages.guarded(LONGEST, arena);
            for (int i = 0; i < RANDOM_MESSAGES / 5; i++) {
                int length = random.nextInt(i % 5 == 0 ? 3 * LONGEST : 1000);
                Message message = new Message(arena, length, random.nextInt(50), random.nextInt(FEWEST_TAG_BYTES, MOST_TAG_BYTES + 1));
                String told = "message " + i + " of " + length;
                message.encryptParts(told, in, out);
                message.decryptParts(told, in, out);
                message.encryptParts(told, in, in);
                message.decryptParts(told, in, in);
            }
        }
    }

    @Test
    public void wrongTagIsNoticed() throws Exception {
        stubs.assumeExecutable();
        try (Arena arena = Arena.ofConfined()) {
            for (int tagBytes = FEWEST_TAG_BYTES; tagBytes <= MOST_TAG_BYTES; tagBytes++) {
                Message message = new Message(arena, 100, 20, tagBytes);
                MemorySegment memory = arena.allocate(message.length());
                MemorySegment ciphertext = MemorySegment.ofArray(message.ciphertext);
                for (int bit = 0; bit < tagBytes * Byte.SIZE; bit++) {
                    message.decrypt("before", memory, memory);
                    memory.copyFrom(ciphertext);
                    int i = bit / Byte.SIZE;
                    message.tag.set(ValueLayout.JAVA_BYTE, i, (byte) (message.tag.get(ValueLayout.JAVA_BYTE, i) ^ 1 << bit % Byte.SIZE));
                    assertFalse("bit " + bit, message.crypt(stubs.verified(), memory, memory));
                    assertEquals("bit " + bit, -1, memory.mismatch(ciphertext));
                    assertFalse("bit " + bit, message.crypt(stubs.message(false), memory, memory));
                }
            }
        }
    }

    /** Of what the key or the message could be told from, no stub leaves anything on the stack. */
    @Test
    public void framesAreCleared() throws Throwable {
        stubs.assumeExecutable();
        try (Arena arena = Arena.ofConfined()) {
            int blocksBytes = 4 * kernel.context().chunkBytes() - BLOCK;
            Message message = new Message(arena, blocksBytes + REST, 20, MOST_TAG_BYTES);
            message.tag.copyFrom(MemorySegment.ofArray(message.rightTag));
            MemorySegment plaintext = arena.allocateFrom(ValueLayout.JAVA_BYTE, message.plaintext);
            MemorySegment ciphertext = arena.allocateFrom(ValueLayout.JAVA_BYTE, message.ciphertext);
            MemorySegment result = arena.allocate(message.length());
            long subkey = AesStubs.subkey(message.key, arena).address();
            long counter = arena.allocateFrom(ValueLayout.JAVA_BYTE, AesStubs.counterBlock(message.ivBytes, 2)).address();
            Map<AesArgument, Long> blocks = Map.of(SESSION_KEY, message.sessionKey.address(), COUNTER, counter, SUBKEY, subkey, STATE, message.state.address(), IN,
                            plaintext.address(), OUT, result.address(), LENGTH, (long) blocksBytes);
            Map<String, Runnable> calls = Map.of(
                            "encryption", () -> assertTrue(message.crypt(stubs.message(true), plaintext, result)),
                            "encryption of a part", () -> assertTrue(message.cryptPart(stubs.message(true), plaintext, result, blocksBytes, kernel.context().chunkBytes(), false)),
                            "decryption", () -> assertTrue(message.crypt(stubs.message(false), ciphertext, result)),
                            "decryption if the tag is right", () -> assertTrue(message.crypt(stubs.verified(), ciphertext, result)),
                            "encryption of blocks", () -> stubs.blocks(true).crypt(blocks),
                            "decryption of blocks", () -> stubs.blocks(false).crypt(blocks),
                            "counter mode", () -> stubs.counterMode().crypt(blocks),
                            "hash", () -> stubs.hash().crypt(blocks));
            Map<String, byte[]> secrets = secrets(message);
            for (Map.Entry<String, Runnable> call : calls.entrySet()) {
                ThreadStack stack = ThreadStack.after(call.getValue());
                for (Map.Entry<String, byte[]> secret : secrets.entrySet()) {
                    assertFalse(secret.getKey() + " after " + call.getKey(), stack.contains(secret.getValue()));
                }
            }
        }
    }

    /** What may not be left on the stack, by its name. */
    private Map<String, byte[]> secrets(Message message) throws Exception {
        Map<String, byte[]> secrets = new TreeMap<>();
        byte[] kept = keptOf(message.key);
        AesContext context = kernel.context();
        addPairs(secrets, "round keys", kept, 0, (stubs.rounds() + 1) * BLOCK);
        // The powers, and then the XOR of the halves of each, lie before the hash.
        addPairs(secrets, "powers", kept, context.y() - 2 * context.chunkBytes(), context.y());
        secrets.put("hash subkey", Arrays.copyOfRange(kept, context.h(), context.h() + BLOCK));
        secrets.put("mask of the tag", AesGcmReference.encryptBlock(message.key, AesStubs.counterBlock(message.ivBytes, 1)));
        byte[] keystream = new byte[REST];
        for (int i = 0; i < REST; i++) {
            int position = message.length() - REST + i;
            keystream[i] = (byte) (message.plaintext[position] ^ message.ciphertext[position]);
        }
        secrets.put("keystream", keystream);
        secrets.put("plaintext", Arrays.copyOfRange(message.plaintext, message.length() - REST, message.length()));
        return secrets;
    }

    /** What the kernel keeps in memory of a key, by the interpreter of kernels. */
    private byte[] keptOf(byte[] key) {
        Interpreter machine = new Interpreter();
        byte[] kept = new byte[kernel.context().bytes()];
        Address memory = Interpreter.address(MemorySegment.ofArray(kept));
        AesParameters parameters = new AesParameters(stubs.rounds(), true, Icb.ANY);
        kernel.execute(machine, AesGcmFunction.LOAD_KEY, parameters, List.of(memory, Interpreter.address(MemorySegment.ofArray(KeyExpansion.expand(key)))), null);
        kernel.execute(machine, AesGcmFunction.BEGIN, parameters, List.of(memory), null);
        kernel.execute(machine, AesGcmFunction.COMPUTE_POWERS, parameters, List.of(memory), null);
        return kept;
    }

    /** All vectors of a part of {@code kept}, two by two: that many bytes cannot be in a register that the VM saved. */
    private void addPairs(Map<String, byte[]> secrets, String name, byte[] kept, int from, int to) {
        int bytes = 2 * kernel.context().width().bytes();
        for (int i = from; i < to; i += bytes) {
            int begin = Math.min(i, to - bytes);
            byte[] pair = Arrays.copyOfRange(kept, begin, begin + bytes);
            assertFalse("nothing is kept as " + name, Arrays.equals(pair, new byte[bytes]));
            secrets.put(name + " at " + begin, pair);
        }
    }
}
