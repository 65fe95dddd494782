package org.cryptointrinsics.test.stub;

import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;
import static org.cryptointrinsics.test.stub.AesStubs.IV_BYTES;
import static org.junit.Assert.assertArrayEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.cryptointrinsics.compilation.CompiledAes;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.cipher.AesGcmReference;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/** Executes the stubs for blocks on this CPU: counter mode, AES-GCM in the midst of a message, and GHASH. */
@Category(Quick.class)
@RunWith(Parameterized.class)
public class AesBlocksStubTest {

    private static final int LONGEST = 4 * Pages.SIZE;
    /** The most that the result of a test lies before the data it overlaps with. */
    private static final int MOST_DISTANCE = 200;
    private static final int RANDOM_LENGTHS = 20;
    private static final int RANDOM_MESSAGES = 100;
    private static final byte FILL = 0x55;
    /** After few blocks, the counter is 0 again. */
    private static final int[] LAST_COUNTERS = {0xFFFFFFF0, 0xFFFFFFFF};
    /** The first bits of {@code R} in NIST SP 800-38D, 6.3; the others are zero. */
    private static final long POLYNOMIAL = 0xE1L << 56;

    private final AesStubs stubs;
    private final int chunk;
    private final Random random = new Random(1);

    public AesBlocksStubTest(AesStubs stubs) {
        this.stubs = stubs;
        chunk = stubs.kernel().context().chunkBytes() / BLOCK;
    }

    @Parameters(name = "{0}")
    public static Collection<AesStubs> parameters() {
        return AesStubs.ALL;
    }

    @Before
    public void assumeExecutable() {
        stubs.assumeExecutable();
    }

    /** The stubs that encrypt or decrypt. */
    private enum Use {
        COUNTER_MODE,
        ENCRYPTION,
        DECRYPTION
    }

    private record Place(MemorySegment in, MemorySegment out) {
    }

    /** Where guarded memory begins and where it ends: to other memory, in place, and to a place before the data that overlaps with theirs. */
    private List<Place> places(MemorySegment a, MemorySegment b, int length) {
        int distance = random.nextInt(1, MOST_DISTANCE);
        long end = a.byteSize() - length;
        return List.of(new Place(a.asSlice(0, length), b.asSlice(0, length)), new Place(a.asSlice(end), b.asSlice(end)),
                        new Place(a.asSlice(0, length), a.asSlice(0, length)), new Place(a.asSlice(end), a.asSlice(end)),
                        new Place(a.asSlice(distance, length), a.asSlice(0, length)), new Place(a.asSlice(end), a.asSlice(end - distance, length)));
    }

    /** What the stubs are given besides data, outside of the heap. */
    private final class Operands {

        private final byte[] key = randomBytes(stubs.keyBytes());
        private final MemorySegment sessionKey;
        private final MemorySegment subkey;
        private final MemorySegment counter;
        private final MemorySegment state;

        Operands(SegmentAllocator memory) throws Exception {
            sessionKey = AesStubs.sessionKey(key, memory);
            subkey = AesStubs.subkey(key, memory);
            counter = memory.allocate(BLOCK);
            state = memory.allocate(BLOCK, Long.BYTES);
        }

        void set(byte[] counterBlock, long... hash) {
            counter.copyFrom(MemorySegment.ofArray(counterBlock));
            state.copyFrom(MemorySegment.ofArray(hash));
        }

        long[] hashSoFar() {
            return state.toArray(ValueLayout.JAVA_LONG);
        }

        long[] expectedHash(long[] before, byte[] data) {
            return ghash(subkey.toArray(ValueLayout.JAVA_LONG), before, data);
        }

        void crypt(Use use, MemorySegment in, MemorySegment out) {
            CompiledAes stub = use == Use.COUNTER_MODE ? stubs.counterMode() : stubs.blocks(use == Use.ENCRYPTION);
            stub.crypt(Map.of(Argument.SESSION_KEY, sessionKey.address(), Argument.COUNTER, counter.address(), Argument.SUBKEY, subkey.address(), Argument.STATE,
                            state.address(), Argument.INPUT, in.address(), Argument.OUTPUT, out.address(), Argument.LENGTH, in.byteSize()));
        }

        void hash(MemorySegment data) {
            stubs.hash().crypt(Map.of(Argument.SUBKEY, subkey.address(), Argument.STATE, state.address(), Argument.INPUT, data.address(), Argument.LENGTH,
                            data.byteSize()));
        }
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** The data encrypted or decrypted by AES of the single counter blocks; after the last counter comes 0, and the rest of the block stays. */
    private static byte[] gctr(byte[] key, byte[] iv, int firstCounter, byte[] data) throws GeneralSecurityException {
        int blocks = data.length / BLOCK;
        ByteBuffer counters = ByteBuffer.allocate(blocks * BLOCK);
        for (int i = 0; i < blocks; i++) {
            counters.put(AesStubs.counterBlock(iv, firstCounter + i));
        }
        // Without a mode of operation, each block for itself.
        byte[] result = AesGcmReference.encryptBlock(key, counters.array());
        for (int i = 0; i < data.length; i++) {
            result[i] ^= data[i];
        }
        return result;
    }

    /** GHASH of whole blocks, bit by bit (NIST SP 800-38D, 6.3 and 6.4). */
    private static long[] ghash(long[] subkey, long[] before, byte[] data) {
        LongBuffer words = ByteBuffer.wrap(data).asLongBuffer();
        long[] hash = before;
        while (words.hasRemaining()) {
            hash = multiply(new long[]{hash[0] ^ words.get(), hash[1] ^ words.get()}, subkey);
        }
        return hash;
    }

    private static long[] multiply(long[] a, long[] b) {
        long high = 0;
        long low = 0;
        long shiftedHigh = b[0];
        long shiftedLow = b[1];
        for (int i = 0; i < a.length * Long.SIZE; i++) {
            long mask = a[i / Long.SIZE] << i % Long.SIZE >> Long.SIZE - 1;
            high ^= shiftedHigh & mask;
            low ^= shiftedLow & mask;
            long carry = shiftedLow & 1;
            shiftedLow = shiftedLow >>> 1 | shiftedHigh << Long.SIZE - 1;
            shiftedHigh = shiftedHigh >>> 1 ^ carry * POLYNOMIAL;
        }
        return new long[]{high, low};
    }

    /** Asserts that a stub yields what is right at each place: the result, the next counter block and the hash. */
    private void assertCrypt(Use use, Operands operands, int firstCounter, int blocks, List<Place> places) throws Exception {
        byte[] data = randomBytes(blocks * BLOCK);
        byte[] iv = randomBytes(IV_BYTES);
        long[] before = {random.nextLong(), random.nextLong()};
        byte[] result = gctr(operands.key, iv, firstCounter, data);
        long[] hash = switch (use) {
            case COUNTER_MODE -> before;
            case ENCRYPTION -> operands.expectedHash(before, result);
            case DECRYPTION -> operands.expectedHash(before, data);
        };
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            String told = use + " of " + blocks + " blocks from counter " + Integer.toHexString(firstCounter) + " at place " + i;
            operands.set(AesStubs.counterBlock(iv, firstCounter), before);
            place.out.fill(FILL);
            place.in.copyFrom(MemorySegment.ofArray(data));
            operands.crypt(use, place.in, place.out);
            assertArrayEquals(told, result, place.out.toArray(ValueLayout.JAVA_BYTE));
            assertArrayEquals(told, AesStubs.counterBlock(iv, firstCounter + blocks), operands.counter.toArray(ValueLayout.JAVA_BYTE));
            assertArrayEquals(told, hash, operands.hashSoFar());
        }
    }

    /** Asserts that the hash so far is continued rightly, where memory begins and where it ends. */
    private void assertHash(Operands operands, int blocks, MemorySegment memory) {
        int length = blocks * BLOCK;
        for (MemorySegment part : List.of(memory.asSlice(0, length), memory.asSlice(memory.byteSize() - length))) {
            byte[] data = randomBytes(length);
            long[] expected = operands.expectedHash(operands.hashSoFar(), data);
            operands.hash(part.copyFrom(MemorySegment.ofArray(data)));
            assertArrayEquals(blocks + " blocks", expected, operands.hashSoFar());
        }
    }

    /** Up to this number, blocks are divided into chunks and single ones in every way. */
    private int manyBlocks() {
        return 3 * chunk + 2;
    }

    private int anyBlocks() {
        return random.nextInt((LONGEST - MOST_DISTANCE) / BLOCK);
    }

    @Test
    public void anyNumberOfBlocks() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment a = Pages.guarded(LONGEST, arena);
            MemorySegment b = Pages.guarded(LONGEST, arena);
            Operands operands = new Operands(arena);
            for (Use use : Use.values()) {
                for (int i = 0; i <= manyBlocks() + RANDOM_LENGTHS; i++) {
                    int blocks = i <= manyBlocks() ? i : anyBlocks();
                    assertCrypt(use, operands, random.nextInt(), blocks, places(a, b, blocks * BLOCK));
                }
            }
        }
    }

    /** Only the last 32 bits of a counter block are incremented, wherever within chunks and blocks there is a carry. */
    @Test
    public void counterWraps() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment a = Pages.guarded(LONGEST, arena);
            MemorySegment b = Pages.guarded(LONGEST, arena);
            Operands operands = new Operands(arena);
            for (Use use : Use.values()) {
                for (int firstCounter : LAST_COUNTERS) {
                    for (int blocks = 0; blocks <= manyBlocks(); blocks++) {
                        assertCrypt(use, operands, firstCounter, blocks, places(a, b, blocks * BLOCK));
                    }
                }
            }
        }
    }

    @Test
    public void hash() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = Pages.guarded(LONGEST, arena);
            Operands operands = new Operands(arena);
            for (int i = 0; i <= manyBlocks() + RANDOM_LENGTHS; i++) {
                assertHash(operands, i <= manyBlocks() ? i : anyBlocks(), memory);
            }
        }
    }

    /** Beside the key, the hash subkey, the counter block and the hash so far, nothing is read or written. */
    @Test
    public void onlyWhatIsGivenIsAccessed() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment a = Pages.guarded(LONGEST, arena);
            MemorySegment b = Pages.guarded(LONGEST, arena);
            for (SegmentAllocator memory : AesStubs.guarded(arena)) {
                Operands operands = new Operands(memory);
                for (int blocks : new int[]{0, 1, chunk - 1, chunk, 2 * chunk + 1}) {
                    for (Use use : Use.values()) {
                        assertCrypt(use, operands, random.nextInt(), blocks, places(a, b, blocks * BLOCK));
                    }
                    assertHash(operands, blocks, a);
                }
            }
        }
    }

    /** A message in parts of whole blocks, each where its memory ends, is as at once by the JDK; so is its tag. */
    @Test
    public void messagesInParts() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment in = Pages.guarded(LONGEST, arena);
            MemorySegment out = Pages.guarded(LONGEST, arena);
            for (int i = 0; i < RANDOM_MESSAGES; i++) {
                Operands operands = new Operands(arena);
                int length = BLOCK * random.nextInt(i % 5 == 0 ? LONGEST / BLOCK : 60);
                byte[] iv = randomBytes(IV_BYTES);
                byte[] plaintext = randomBytes(length);
                byte[] encrypted = AesGcmReference.encrypt(operands.key, iv, new byte[0], plaintext, BLOCK);
                byte[] decrypted = encrypted.clone();
                System.arraycopy(plaintext, 0, decrypted, 0, length);
                String told = "message " + i + " of " + length;
                for (MemorySegment to : List.of(in, out)) {
                    assertArrayEquals(told, encrypted, inParts(Use.ENCRYPTION, operands, iv, decrypted, in, to));
                    assertArrayEquals(told, decrypted, inParts(Use.DECRYPTION, operands, iv, encrypted, in, to));
                }
            }
        }
    }

    /**
     * The result of the stubs for a message that they are given in parts, and its tag.
     *
     * @param message with a tag, which they are not given
     */
    private byte[] inParts(Use use, Operands operands, byte[] iv, byte[] message, MemorySegment in, MemorySegment out) throws Exception {
        int length = message.length - BLOCK;
        ByteBuffer result = ByteBuffer.allocate(message.length);
        operands.set(AesStubs.counterBlock(iv, 2), 0, 0);
        while (result.position() < length) {
            int part = Math.min(length - result.position(), BLOCK * random.nextInt(1, random.nextBoolean() ? 10 : LONGEST / BLOCK));
            MemorySegment from = in.asSlice(in.byteSize() - part).copyFrom(MemorySegment.ofArray(message).asSlice(result.position(), part));
            MemorySegment to = out.asSlice(out.byteSize() - part);
            operands.crypt(use, from, to);
            result.put(to.toArray(ValueLayout.JAVA_BYTE));
        }
        byte[] lengths = ByteBuffer.allocate(BLOCK).putLong(Long.BYTES, (long) length * Byte.SIZE).array();
        operands.hash(in.asSlice(in.byteSize() - BLOCK).copyFrom(MemorySegment.ofArray(lengths)));
        long[] mask = AesStubs.longs(AesGcmReference.encryptBlock(operands.key, AesStubs.counterBlock(iv, 1)));
        return result.putLong(mask[0] ^ operands.hashSoFar()[0]).putLong(mask[1] ^ operands.hashSoFar()[1]).array();
    }
}
