package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.Variant;
import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.CodeLoss;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Memory.Region;
import org.cryptointrinsics.test.Memory;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Snapshot;
import org.cryptointrinsics.test.Threads;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/**
 * Every digest of the JDK that has a kernel, through compiled calls of {@link MessageDigest}: the digests, and what is remembered between two calls, are those of
 * the {@link Reference}, and kernels have compressed every single block.
 */
@Category({Quick.class, EveryTier.class})
@RunWith(Parameterized.class)
public class DigestTest {

    @Rule public final CodeLoss codeLoss = new CodeLoss();

    /** A new digest needs no more than its name. Where the tests are run many times, only some. */
    @Parameters(name = "{0}")
    public static Collection<String> digests() {
        return Reference.FEW ? Reference.ONE_OF_EACH : Reference.DIGESTS;
    }

    /** With fewer a call would cost too much, with more a thread could not stop for a safepoint for too long. */
    private static final int FEWEST_BYTES_OF_CALL = 1 << 14;
    private static final int MOST_BYTES_OF_CALL = 1 << 16;
    /** Of mapped files, which are copied in pieces. */
    private static final int COPIED_BYTES = 1 << 12;
    /** At least such messages are hashed without use of what is for messages in parts. */
    private static final int WHOLE_MESSAGE = 1 << 15;

    private final String algorithm;
    private final DigestIntrinsic intrinsic;
    private final int block;

    public DigestTest(String algorithm) {
        this.algorithm = algorithm;
        this.intrinsic = Jit.intrinsic(algorithm);
        this.block = intrinsic.algorithm().blockBytes();
    }

    @Before
    public void compile() throws Exception {
        Calls.prepare();
    }

    private MessageDigest newDigest() throws Exception {
        return MessageDigest.getInstance(algorithm);
    }

    private void assertDigest(String message, int length, byte[] digest) {
        assertEquals(message, Reference.digest(algorithm, length), HexFormat.of().formatHex(digest));
    }

    private void assertSnapshot(String message, int length, MessageDigest digest) {
        assertEquals(message, Reference.snapshot(algorithm, length), Snapshot.of(digest).toString());
    }

    /** Updates with a buffer, and checks what happens to it. */
    private void update(MessageDigest digest, ByteBuffer input) {
        int limit = input.limit();
        Calls.update(digest, input);
        if (intrinsic.isOn()) {
            assertNull("copies", Snapshot.tempArray(digest));
        }
        assertEquals(limit, input.position());
        assertEquals(limit, input.limit());
    }

    /** Asserts that few calls compress {@code blocks}. Each block more is of somebody else (see {@link Jit#assertBlocks}), and may be a call of its own. */
    private void assertFewCalls(String message, Memory memory, long blocks, Work work) {
        String told = message + ": " + work;
        boolean isCopied = memory.isMapped();
        long bytes = blocks * block;
        assertTrue(told, bytes <= work.calls() * (isCopied ? COPIED_BYTES : MOST_BYTES_OF_CALL));
        // If pieces are not whole blocks, one begins in a piece and ends in the next, by a call of its own.
        int fewestOfPiece = COPIED_BYTES % block == 0 ? COPIED_BYTES : COPIED_BYTES / 2;
        int fewest = isCopied ? fewestOfPiece : FEWEST_BYTES_OF_CALL;
        assertTrue(told, work.calls() <= 2 + bytes / fewest + (work.blocks() - blocks));
    }

    /** Ends a digest of a message. */
    private void assertEnd(String message, int length, MessageDigest digest) throws Exception {
        byte[][] result = new byte[1][];
        assertBlocks(Jit.blocks(algorithm, length) - length / block, () -> result[0] = Calls.digest(digest));
        assertDigest(message, length, result[0]);
    }

    /** Asserts that kernels compress {@code blocks} during {@code action}, or none if there is no kernel for this CPU. */
    private Work assertBlocks(long blocks, Jit.Action action) throws Exception {
        Work work = Jit.work(algorithm, action);
        Jit.assertBlocks(algorithm, intrinsic.isOn() ? blocks : 0, work.blocks());
        return work;
    }

    /** The best one that this CPU can run, unless another one was chosen. */
    @Test
    public void rightVariantRuns() {
        String prefix = intrinsic.algorithm().standardName() + "=";
        String chosen = Stream.of(System.getProperty("jdk.graal.CryptoIntrinsicsVariant", "").split(",")).filter(choice -> choice.startsWith(prefix)) //
                        .map(choice -> choice.substring(prefix.length())).findAny().orElse(null);
        Variant best = intrinsic.variants().stream().filter(variant -> variant.missingFeatures().isEmpty() && variant.slowness() == null).findFirst().orElse(null);
        String expected = chosen != null || best == null ? chosen : best.name();
        assertEquals(expected, intrinsic.variant() == null ? null : intrinsic.variant().name());
    }

    /** Of messages from length 0 on, one by one, each ending where the memory does. */
    @Test
    public void allLengths() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            for (Memory memory : Memory.tested()) {
                Region region = memory.allocate(Reference.SMALL, arena);
                MessageDigest used = newDigest();
                for (int length = 0; length <= Reference.SMALL; length++) {
                    String message = memory + ", length " + length;
                    MessageDigest digest = length % 2 == 0 ? newDigest() : used;
                    ByteBuffer input = region.message(region.capacity() - length, length);
                    assertBlocks(length / block, () -> update(digest, input));
                    assertSnapshot(message, length, digest);
                    assertEnd(message, length, digest);
                }
                assertArrayEquals("memory is only read", Reference.message(Reference.SMALL), region.writable().toArray(ValueLayout.JAVA_BYTE));
            }
        }
    }

    /** Wherever the message begins, and whatever was digested before. */
    @Test
    public void allAlignments() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            for (Memory memory : Memory.tested()) {
                Region region = memory.allocate(Reference.SMALL, arena);
                for (int offset = 0; offset < block; offset++) {
                    for (int before = 0; before < block; before += 21) {
                        String message = memory + ", offset " + offset + ", after " + before + " bytes";
                        int length = 1000 + offset;
                        MessageDigest digest = newDigest();
                        Calls.update(digest, Reference.message(), 0, before);
                        ByteBuffer input = region.part(before, offset, length - before);
                        assertBlocks(length / block, () -> update(digest, input));
                        assertSnapshot(message, length, digest);
                        assertEnd(message, length, digest);
                    }
                }
            }
        }
    }

    /** Around the lengths at which work is divided. */
    @Test
    public void largeMessages() throws Exception {
        int capacity = Reference.message().length + Pages.SIZE - Reference.message().length % Pages.SIZE;
        try (Arena arena = Arena.ofConfined()) {
            for (Memory memory : Memory.tested()) {
                Region region = memory.allocate(capacity, arena);
                for (int length : Reference.LARGE_LENGTHS) {
                    String message = memory + ", length " + length;
                    MessageDigest digest = newDigest();
                    ByteBuffer input = region.message(length % 5, length);
                    long blocks = intrinsic.isOn() ? length / block : 0;
                    assertFewCalls(message, memory, blocks, assertBlocks(blocks, () -> update(digest, input)));
                    assertSnapshot(message, length, digest);
                    assertEnd(message, length, digest);
                }
            }
        }
    }

    /** The parts are bytes, arrays and buffers in any order; empty ones too. What is remembered is right after each part. */
    @Test
    public void partsOfAnyKind() throws Exception {
        int messages = 1000;
        Random random = new Random(messages);
        try (Arena arena = Arena.ofConfined()) {
            List<Region> regions = new ArrayList<>();
            for (Memory memory : Memory.tested()) {
                regions.add(memory.allocate(Reference.SMALL, arena));
            }
            MessageDigest digest = newDigest();
            for (int i = 0; i < messages; i++) {
                int length = random.nextInt(Reference.SMALL);
                List<Integer> ends = new ArrayList<>();
                assertBlocks(length / block, () -> {
                    for (int position = 0; position < length;) {
                        int end = position + Math.min(length - position, random.nextInt(random.nextBoolean() ? 2 * block + 2 : Reference.SMALL));
                        ends.add(end);
                        updateSomehow(digest, position, end, random, regions);
                        if (end != 0) {
                            assertSnapshot("after parts that ended at " + ends, end, digest);
                        }
                        position = end;
                    }
                });
                assertEnd("parts that ended at " + ends, length, digest);
            }
        }
    }

    private void updateSomehow(MessageDigest digest, int from, int to, Random random, List<Region> regions) {
        switch (random.nextInt(8)) {
            case 0 -> {
                for (int i = from; i < to; i++) {
                    Calls.update(digest, Reference.message()[i]);
                }
            }
            case 1 -> Calls.update(digest, Reference.message(), from, to - from);
            case 2 -> Calls.update(digest, Arrays.copyOfRange(Reference.message(), from, to));
            default -> update(digest, regions.get(random.nextInt(regions.size())).part(from, random.nextInt(Reference.SMALL - (to - from) + 1), to - from));
        }
    }

    /** After any number of bytes; then the copy, as well as the original, goes on. */
    @Test
    public void copies() throws Exception {
        ByteBuffer direct = Memory.DIRECT.allocate(Reference.SMALL, Arena.global()).message(0, Reference.SMALL);
        for (int length = 0; length < Reference.SMALL; length += length < 3 * block ? 1 : 37) {
            for (int more = 0; length + more <= Reference.SMALL; more = 3 * more + 1) {
                String message = more + " bytes after the copy was made after " + length;
                MessageDigest original = newDigest();
                update(original, direct.duplicate().limit(length));
                MessageDigest copy = (MessageDigest) Calls.copy(original);
                assertSnapshot(message, length, copy);
                update(copy, direct.duplicate().position(length).limit(length + more));
                assertSnapshot(message, length + more, copy);
                assertSnapshot(message, length, original);
                Calls.update(original, Reference.message(), length, more);
                assertSnapshot(message, length + more, original);
                assertEnd(message, length + more, copy);
                assertEnd(message, length + more, original);
            }
        }
    }

    /** The other ways to end a digest, and to begin again. */
    @Test
    public void endsAndBeginnings() throws Exception {
        MessageDigest digest = newDigest();
        byte[] output = new byte[100];
        for (int i = 0; i < 4 * block; i++) {
            int length = i;
            assertBlocks(Jit.blocks(algorithm, length), () -> assertDigest("at once", length, Calls.digest(digest, Reference.message(length))));
            Calls.update(digest, Reference.message(length));
            assertEquals(digest.getDigestLength(), Calls.digest(digest, output, 7, output.length - 7));
            assertDigest("into an array", length, Arrays.copyOfRange(output, 7, 7 + digest.getDigestLength()));
            Calls.update(digest, ByteBuffer.allocateDirect(length));
            Calls.reset(digest);
            update(digest, ByteBuffer.allocateDirect(length).put(Reference.message(length)).flip());
            assertSnapshot("after reset", length, digest);
            assertEnd("after reset", length, digest);
        }
    }

    /** In one call, of messages as long as are hashed so, and longer ones. Nothing is remembered of them. */
    @Test
    public void wholeMessages() throws Exception {
        MessageDigest used = newDigest();
        String fresh = Snapshot.of(used).toString();
        int longest = 40_000;
        for (int length = 0; length <= longest; length += length < Reference.SMALL ? 1 : 4093) {
            byte[] message = Arrays.copyOf(Reference.message(), length);
            MessageDigest digest = length % 2 == 0 ? newDigest() : used;
            String before = Snapshot.of(digest).toString();
            byte[][] result = new byte[1][];
            Work work = assertBlocks(Jit.blocks(algorithm, length), () -> result[0] = Calls.digest(digest, message));
            if (Reference.isKnown(length)) {
                assertDigest("length " + length, length, result[0]);
            } else {
                MessageDigest inParts = newDigest();
                Calls.update(inParts, message, 0, length);
                assertArrayEquals("length " + length, Calls.digest(inParts), result[0]);
            }
            if (intrinsic.isOn() && length < WHOLE_MESSAGE) {
                assertTrue(work.toString(), work.calls() == 1 || algorithm.equals("SHA-1"));
                assertEquals("length " + length, before, Snapshot.of(digest).toString());
            }
        }
        Calls.update(used, (byte) 0);
        Calls.reset(used);
        assertEquals(fresh, Snapshot.of(used).toString());
    }

    /** What a message began with counts, and an update with nothing does not. */
    @Test
    public void wholeMessagesAfterAPart() throws Exception {
        MessageDigest digest = newDigest();
        for (int before = 0; before <= 2 * block; before++) {
            for (int length : new int[]{0, 1, block - 1, block, 1000}) {
                Calls.update(digest, Reference.message(), 0, before);
                byte[] message = Arrays.copyOfRange(Reference.message(), before, before + length);
                assertDigest(length + " after " + before, before + length, Calls.digest(digest, message));
                assertFalse(Snapshot.of(digest).inProgress());
            }
        }
    }

    /** At once, of the same memory. */
    @Test
    public void threads() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            for (Memory memory : Memory.tested()) {
                ByteBuffer message = memory.allocate(Reference.SMALL, arena).message(0, Reference.SMALL);
                long blocks = 0;
                for (int length = 0; length <= Reference.SMALL; length++) {
                    blocks += length % (5 * Threads.COUNT) < Threads.COUNT ? Jit.blocks(algorithm, length) : 0;
                }
                assertBlocks(blocks, () -> Threads.run(first -> {
                    MessageDigest digest = newDigest();
                    for (int length = first; length <= Reference.SMALL; length += 5 * Threads.COUNT) {
                        update(digest, message.duplicate().limit(length));
                        assertDigest(memory + ", length " + length, length, Calls.digest(digest));
                    }
                }));
            }
        }
    }
}
