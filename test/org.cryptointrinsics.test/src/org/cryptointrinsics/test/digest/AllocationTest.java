package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.HexFormat;

import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Memory;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Snapshot;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import com.sun.management.ThreadMXBean;

/** Nothing is allocated, nor copied to an array, to digest any kind of memory, but for the result if that is a new array. */
@Category(EveryTier.class)
public class AllocationTest {

    private static final int LEAST_BLOCK_BYTES = 64;
    private static final int OBJECT_BYTES = 24;
    private static final int MOST_COPIED = 32 * 1024;
    private static final int TIMES = 100;
    private static final int MEASUREMENTS = 5;
    /** Of messages that are hashed as a whole. */
    private static final int[] LENGTHS = {16, 64, 256, 1000};
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** The last result: one that nobody can see would not have to be allocated. */
    private static byte[] result;

    private static void repeat(MessageDigest digest, ByteBuffer input) {
        int position = input.position();
        for (int i = 0; i < TIMES; i++) {
            digest.update(input);
            input.position(position);
        }
    }

    private static void repeat(MessageDigest digest, byte[] message) {
        for (int i = 0; i < TIMES; i++) {
            result = digest.digest(message);
        }
    }

    private static void repeat(MessageDigest digest, byte[] message, byte[] output) throws DigestException {
        for (int i = 0; i < TIMES; i++) {
            digest.update(message);
            digest.digest(output, 0, output.length);
        }
    }

    /** The least of some measurements: now and then HotSpot allocates something of its own. */
    private static long allocated(Jit.Action repetition) throws Exception {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < MEASUREMENTS && least != 0; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            repetition.run();
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    @Before
    public void compile() throws Exception {
        Calls.prepare();
        // Once without compiled code, so that it knows what is to be known.
        MessageDigest digest = MessageDigest.getInstance("MD5");
        repeat(digest, ByteBuffer.allocateDirect(1));
        repeat(digest, new byte[1]);
        repeat(digest, new byte[1], new byte[digest.getDigestLength()]);
        Jit.methods(AllocationTest.class, "repeat").forEach(Jit::compile);
    }

    @Test
    public void updateAllocatesNothing() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            for (Memory memory : Memory.values()) {
                ByteBuffer buffer = memory.allocate(10 * Pages.SIZE, arena).buffer();
                for (String algorithm : Reference.DIGESTS) {
                    MessageDigest digest = MessageDigest.getInstance(algorithm);
                    for (int length : new int[]{1, 64, 100, 5000, 36001}) {
                        String message = algorithm + ", " + memory + ", length " + length;
                        ByteBuffer input = buffer.duplicate().limit(length);
                        // Of a mapped file, kernels are given copies of some blocks, all in one array. An object of the JDK comes with it.
                        boolean isCopied = memory.isMapped() && length >= LEAST_BLOCK_BYTES;
                        long most = isCopied ? TIMES * (Memory.arrayBytes(Math.min(length, MOST_COPIED)) + OBJECT_BYTES) : 0;
                        long bytes = allocated(() -> repeat(digest, input));
                        assertTrue(message + ": " + bytes + " bytes in " + TIMES + " updates", bytes <= most);
                        assertNull(message, Snapshot.tempArray(digest));
                    }
                }
            }
        }
    }

    @Test
    public void onlyTheResultIsAllocated() throws Exception {
        for (String algorithm : Reference.DIGESTS) {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            long array = Memory.arrayBytes(digest.getDigestLength());
            for (int length : LENGTHS) {
                byte[] message = Reference.message(length);
                assertAllocated(algorithm, length, TIMES * array, () -> repeat(digest, message));
                assertEquals(Reference.digest(algorithm, length), HexFormat.of().formatHex(result));
            }
        }
    }

    @Test
    public void aGivenArrayIsEnough() throws Exception {
        for (String algorithm : Reference.DIGESTS) {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            byte[] output = new byte[digest.getDigestLength()];
            for (int length : LENGTHS) {
                byte[] message = Reference.message(length);
                assertAllocated(algorithm, length, 0, () -> repeat(digest, message, output));
                assertEquals(Reference.digest(algorithm, length), HexFormat.of().formatHex(output));
            }
        }
    }

    /** Asserts that kernels do all of {@code repetition}, and what is allocated for that, unless they are off. */
    private static void assertAllocated(String algorithm, int length, long bytes, Jit.Action repetition) throws Exception {
        String told = algorithm + ", length " + length;
        Work work = Jit.work(algorithm, repetition);
        long allocated = allocated(repetition);
        if (Jit.intrinsic(algorithm).isOn()) {
            Jit.assertBlocks(algorithm, TIMES * Jit.blocks(algorithm, length), work.blocks());
            assertEquals(told, bytes, allocated);
        }
    }

    /** Or else the tests above would prove nothing. */
    @Test
    public void allocationIsSeen() throws Exception {
        MessageDigest allocating = new MessageDigest("allocating") {
            private byte[] last;

            @Override
            protected void engineUpdate(byte input) {
                last = new byte[input];
            }

            @Override
            protected void engineUpdate(byte[] input, int offset, int length) {
                last = new byte[length];
            }

            @Override
            protected byte[] engineDigest() {
                return last;
            }

            @Override
            protected void engineReset() {
                last = null;
            }
        };
        ByteBuffer input = ByteBuffer.allocateDirect(100);
        long bytes = allocated(() -> repeat(allocating, input));
        assertTrue(bytes + " bytes", bytes >= 100 * TIMES);
    }
}
