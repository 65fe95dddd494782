package org.cryptointrinsics.test.stub;

import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;
import static org.cryptointrinsics.linkage.Argument.COUNTER;
import static org.cryptointrinsics.linkage.Argument.INPUT;
import static org.cryptointrinsics.linkage.Argument.LENGTH;
import static org.cryptointrinsics.linkage.Argument.OUTPUT;
import static org.cryptointrinsics.linkage.Argument.SESSION_KEY;
import static org.cryptointrinsics.linkage.Argument.STATE;
import static org.cryptointrinsics.linkage.Argument.SUBKEY;
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

import org.cryptointrinsics.compilation.CompiledStub;
import org.cryptointrinsics.interpreter.Interpreter;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.Icb;
import org.cryptointrinsics.kernel.aes.KeyExpansion;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.cipher.AesGcmReference;
import org.cryptointrinsics.test.instruction.Objdump;
import org.cryptointrinsics.test.interpreter.LaneByLane;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

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
            for (Objdump.Line line : Objdump.disassemble(stub.code().getCode())) {
                assertFalse(line.toString(), line.text().matches(".*[xyz]mm.*\\[r[sb]p.*|.*\\[r[sb]p.*[xyz]mm.*|.*\\(bad\\).*"));
            }
        }
    }

    /** What a key has left in vector registers would be on the stack after the next safepoint. */
    @Test
    public void vectorsAreCleared() throws Exception {
        assumeTrue("HotSpot has no vectors of this width", kernel.context().width().bytes() <= Cpu.mostVectorBytes());
        for (CompiledStub stub : stubs.stubs()) {
            assertTrue(stub.toString(), Objdump.clearsVectors(stub.code().getCode()));
        }
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private AesGcmMessage message(Arena arena, int length, int aadBytes, int tagBytes) throws Exception {
        return new AesGcmMessage(stubs, random, arena, length, aadBytes, tagBytes, MARGIN);
    }

    /** Of every length, each where its memory ends. */
    @Test
    public void allLengths() throws Exception {
        stubs.assumeExecutable();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment in = Pages.guarded(Pages.SIZE, arena);
            MemorySegment out = Pages.guarded(Pages.SIZE, arena);
            for (int length = 0; length <= 3 * kernel.context().chunkBytes() + 40; length++) {
                AesGcmMessage message = message(arena, length, length % 40, MOST_TAG_BYTES);
                String told = "length " + length;
                message.encrypt(told, in.asSlice(in.byteSize() - length), out.asSlice(out.byteSize() - length));
                message.decrypt(told, in.asSlice(in.byteSize() - length), out.asSlice(out.byteSize() - length));
                message.refuse(told, in.asSlice(in.byteSize() - length), out.asSlice(out.byteSize() - length));
                message.encrypt(told, in.asSlice(0, length), out.asSlice(0, length));
                message.decrypt(told, in.asSlice(0, length), out.asSlice(0, length));
                message.refuse(told, in.asSlice(0, length), out.asSlice(0, length));
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
                AesGcmMessage message = message(arena, length, aadBytes, random.nextInt(FEWEST_TAG_BYTES, MOST_TAG_BYTES + 1));
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
                        AesGcmMessage message = new AesGcmMessage(stubs, random, memory, length, aadBytes, tagBytes, 0);
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
                AesGcmMessage message = message(arena, length, random.nextInt(50), random.nextInt(FEWEST_TAG_BYTES, MOST_TAG_BYTES + 1));
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
                // With more than a block of additional data, no message is short.
                AesGcmMessage message = message(arena, kernel.context().shortBytes() - 28, tagBytes % 2 == 0 ? 20 : 13, tagBytes);
                MemorySegment memory = arena.allocate(message.length());
                MemorySegment elsewhere = arena.allocate(message.length());
                MemorySegment ciphertext = MemorySegment.ofArray(message.ciphertext);
                for (int bit = 0; bit < tagBytes * Byte.SIZE; bit++) {
                    message.decrypt("before", memory, memory);
                    message.decrypt("elsewhere before", memory, elsewhere);
                    memory.copyFrom(ciphertext);
                    int i = bit / Byte.SIZE;
                    message.tag.set(ValueLayout.JAVA_BYTE, i, (byte) (message.tag.get(ValueLayout.JAVA_BYTE, i) ^ 1 << bit % Byte.SIZE));
                    assertFalse("bit " + bit, message.crypt(stubs.verified(), memory, memory));
                    assertEquals("bit " + bit, -1, memory.mismatch(ciphertext));
                    assertFalse("bit " + bit, message.crypt(stubs.message(false), memory, memory));
                    assertEquals("bit " + bit, -1, memory.mismatch(ciphertext));
                    assertFalse("bit " + bit, message.crypt(stubs.message(false), memory, elsewhere));
                    assertEquals("bit " + bit, -1, elsewhere.mismatch(MemorySegment.ofArray(new byte[message.length()])));
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
            AesGcmMessage message = message(arena, blocksBytes + REST, 20, MOST_TAG_BYTES);
            message.tag.copyFrom(MemorySegment.ofArray(message.rightTag));
            MemorySegment plaintext = arena.allocateFrom(ValueLayout.JAVA_BYTE, message.plaintext);
            MemorySegment ciphertext = arena.allocateFrom(ValueLayout.JAVA_BYTE, message.ciphertext);
            MemorySegment forgery = arena.allocateFrom(ValueLayout.JAVA_BYTE, message.ciphertext);
            forgery.set(ValueLayout.JAVA_BYTE, blocksBytes - 1, (byte) ~message.ciphertext[blocksBytes - 1]);
            MemorySegment result = arena.allocate(message.length());
            long subkey = AesStubs.subkey(message.key, arena).address();
            long counter = arena.allocateFrom(ValueLayout.JAVA_BYTE, AesStubs.counterBlock(message.iv, 2)).address();
            Map<Argument, Long> blocks = Map.of(SESSION_KEY, message.sessionKey.address(), COUNTER, counter, SUBKEY, subkey, STATE, message.state.address(), INPUT,
                            plaintext.address(), OUTPUT, result.address(), LENGTH, (long) blocksBytes);
            Map<String, Runnable> calls = Map.of(
                            "encryption", () -> assertTrue(message.crypt(stubs.message(true), plaintext, result)),
                            "encryption of a part", () -> assertTrue(message.cryptPart(stubs.message(true), plaintext, result, blocksBytes, kernel.context().chunkBytes(), false)),
                            "decryption", () -> assertTrue(message.crypt(stubs.message(false), ciphertext, result)),
                            "decryption if the tag is right", () -> assertTrue(message.crypt(stubs.verified(), ciphertext, result)),
                            "refusal", () -> assertFalse(message.crypt(stubs.message(false), forgery, result)),
                            "refusal in place", () -> assertFalse(message.crypt(stubs.message(false), forgery, forgery)),
                            "encryption of blocks", () -> stubs.blocks(true).crypt(blocks),
                            "decryption of blocks", () -> stubs.blocks(false).crypt(blocks),
                            "counter mode", () -> stubs.counterMode().crypt(blocks),
                            "hash", () -> stubs.hash().crypt(blocks));
            assertNothingIsLeft(secrets(message, kernel.context().chunkBytes()), calls);
        }
    }

    /** Of few powers of H, and of what is encrypted or decrypted at once, nothing is left either. */
    @Test
    public void framesOfShortMessagesAreCleared() throws Throwable {
        stubs.assumeExecutable();
        assumeFalse("has lanes in memory on purpose, which nobody clears", kernel instanceof LaneByLane);
        try (Arena arena = Arena.ofConfined()) {
            for (int length : new int[]{(AesContext.FEW - 2) * BLOCK + REST, kernel.context().shortBytes() - 2 * BLOCK + REST}) {
                for (int aadBytes : new int[]{13, 20}) {
                    AesGcmMessage message = message(arena, length, aadBytes, MOST_TAG_BYTES);
                    message.tag.copyFrom(MemorySegment.ofArray(message.rightTag));
                    MemorySegment plaintext = arena.allocateFrom(ValueLayout.JAVA_BYTE, message.plaintext);
                    MemorySegment ciphertext = arena.allocateFrom(ValueLayout.JAVA_BYTE, message.ciphertext);
                    MemorySegment forgery = arena.allocateFrom(ValueLayout.JAVA_BYTE, message.ciphertext);
                    forgery.set(ValueLayout.JAVA_BYTE, 0, (byte) ~message.ciphertext[0]);
                    MemorySegment result = arena.allocate(message.length());
                    Map<String, byte[]> secrets = secrets(message, AesContext.FEW * BLOCK);
                    // All vectors of a short message are encrypted, also where it has no data.
                    byte[] keystream = new byte[kernel.context().shortBytes()];
                    for (int i = 0; i < keystream.length / BLOCK; i++) {
                        System.arraycopy(AesGcmReference.encryptBlock(message.key, AesStubs.counterBlock(message.iv, 2 + i)), 0, keystream, i * BLOCK, BLOCK);
                    }
                    addPairs(secrets, "keystream of blocks", keystream, 0, keystream.length);
                    assertNothingIsLeft(secrets, Map.of(
                                    "encryption", () -> assertTrue(message.crypt(stubs.message(true), plaintext, result)),
                                    "decryption", () -> assertTrue(message.crypt(stubs.message(false), ciphertext, result)),
                                    "refusal", () -> assertFalse(message.crypt(stubs.message(false), forgery, result)),
                                    "decryption if the tag is right", () -> assertTrue(message.crypt(stubs.verified(), ciphertext, result))));
                }
            }
        }
    }

    private static void assertNothingIsLeft(Map<String, byte[]> secrets, Map<String, Runnable> calls) throws Throwable {
        for (Map.Entry<String, Runnable> call : calls.entrySet()) {
            ThreadStack stack = ThreadStack.after(call.getValue());
            for (Map.Entry<String, byte[]> secret : secrets.entrySet()) {
                assertFalse(secret.getKey() + " after " + call.getKey(), stack.contains(secret.getValue()));
            }
        }
    }

    /**
     * What may not be left on the stack, by its name.
     *
     * @param powersBytes the size of the powers of H that there are
     */
    private Map<String, byte[]> secrets(AesGcmMessage message, int powersBytes) throws Exception {
        Map<String, byte[]> secrets = new TreeMap<>();
        byte[] kept = keptOf(message.key);
        AesContext context = kernel.context();
        addPairs(secrets, "round keys", kept, 0, (stubs.rounds() + 1) * BLOCK);
        // The powers, and then the XOR of the halves of each, lie before the hash, the lowest ones last.
        addPairs(secrets, "powers", kept, context.y() - context.chunkBytes() - powersBytes, context.y() - context.chunkBytes());
        addPairs(secrets, "folded powers", kept, context.y() - powersBytes, context.y());
        secrets.put("hash subkey", Arrays.copyOfRange(kept, context.h(), context.h() + BLOCK));
        secrets.put("mask of the tag", AesGcmReference.encryptBlock(message.key, AesStubs.counterBlock(message.iv, 1)));
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
