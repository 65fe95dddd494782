package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

import org.junit.Before;
import org.junit.Test;

import com.sun.management.ThreadMXBean;

/** Nothing is allocated, nor copied to an array, to digest any kind of memory. */
public class AllocationTest {

    private static final int TIMES = 100;
    private static final int MEASUREMENTS = 5;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static void repeat(MessageDigest digest, ByteBuffer input) {
        int position = input.position();
        for (int i = 0; i < TIMES; i++) {
            digest.update(input);
            input.position(position);
        }
    }

    /** By {@link #repeat}, the least of some measurements: now and then HotSpot allocates something of its own. */
    private static long allocated(MessageDigest digest, ByteBuffer input) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < MEASUREMENTS && least != 0; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            repeat(digest, input);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    @Before
    public void compile() throws Exception {
        Calls.prepare();
        // Once without compiled code, so that it knows what is to be known.
        allocated(MessageDigest.getInstance("MD5"), ByteBuffer.allocateDirect(1));
        Jit.compile(AllocationTest.class.getDeclaredMethod("repeat", MessageDigest.class, ByteBuffer.class));
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
                        assertEquals(message, 0, allocated(digest, buffer.duplicate().limit(length)));
                        assertNull(message, Snapshot.tempArray(digest));
                    }
                }
            }
        }
    }

    /** Or else the test above would prove nothing. */
    @Test
    public void allocationIsSeen() {
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
        long bytes = allocated(allocating, ByteBuffer.allocateDirect(100));
        assertTrue(bytes + " bytes", bytes >= 100 * TIMES);
    }
}
