package org.cryptointrinsics.substitution;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;

import jdk.internal.access.JavaNioAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.misc.Unsafe;

/** Where stubs find what is in buffers: on the heap, also of those that do not give their array away, or outside of it. */
public final class Buffers {

    static final String DIRECT_BUFFER = "java.nio.DirectByteBuffer";

    /** The smallest of pages. */
    private static final int PAGE_BYTES = 4096;

    private static final Poll POLLS = new Poll();
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final JavaNioAccess NIO = SharedSecrets.getJavaNioAccess();
    private static final JdkMembers MEMBERS = JdkMembers.SHARED;
    private static final Class<?> DIRECT_BUFFER_CLASS = MEMBERS.type(DIRECT_BUFFER, ByteBuffer.class);
    /** What a direct buffer is a part of, or null. */
    private static final long ATTACHMENT = MEMBERS.field(DIRECT_BUFFER_CLASS, "att", Object.class);

    private Buffers() {
    }

    /** Whether it is in a file that another process may truncate. HotSpot throws an {@code InternalError} where Java code reads from it then, but crashes in a stub. */
    public static boolean isMapped(ByteBuffer buffer) {
        return buffer.isDirect() && NIO.unmapper(buffer) != null;
    }

    /**
     * Whether what lies outside of the heap is there. If it is in a file that was truncated, a stub would crash, and the JDK's method, which it is to be left to, throws an
     * {@code InternalError}. To be called before each call of a stub, as a truncation may take place at any time.
     *
     * @param inputBase null if the input lies outside of the heap
     * @param outputBase null if the output lies outside of the heap
     */
    public static boolean isReadable(Object inputBase, long input, int inputLength, Object outputBase, long output, int outputLength) {
        try {
            readPages(inputBase, input, inputLength, outputBase, output, outputLength);
            return true;
        } catch (InternalError e) {
            try {
                readPages(inputBase, input, inputLength, outputBase, output, outputLength);
            } catch (InternalError again) {
                return false;
            }
            // HotSpot throws it late: it is of something that was read before.
            throw e;
        }
    }

    /** As {@link #isReadable(Object, long, int, Object, long, int)}, of one piece of memory. */
    public static boolean isReadable(Object base, long address, int length) {
        return isReadable(base, address, length, base, address, 0);
    }

    private static void readPages(Object inputBase, long input, int inputLength, Object outputBase, long output, int outputLength) {
        if (inputBase == null) {
            readPages(input, inputLength);
        }
        if (outputBase == null) {
            readPages(output, outputLength);
        }
        if (inputBase == null || outputBase == null) {
            poll();
        }
    }

    private static void readPages(long address, int length) {
        long end = address + length;
        long sum = 0;
        for (long page = address; page < end; page = (page | PAGE_BYTES - 1) + 1) {
            sum += U.getByte(page);
        }
        if (sum == Long.MIN_VALUE) {
            // It is never. But the compiler does not know, and has to read.
            throw new AssertionError();
        }
    }

    /**
     * A poll for a safepoint, at which HotSpot throws the error for a fault that it went on after. Where Graal compiles this, it is no more; C2 has one wherever a loop of
     * unknown length goes on.
     */
    public static void poll() {
        for (Poll poll = POLLS; poll != null; poll = poll.next) {
            continue;
        }
    }

    /** As long as it is null, there is one poll. */
    private static final class Poll {
        private volatile Poll next;
    }

    /**
     * Keeps buffers accessible until they are {@link #release released}.
     *
     * @return false if one of them is not: its arena is closed or another thread's
     */
    public static boolean acquire(ByteBuffer input, ByteBuffer output) {
        if (!acquire(input)) {
            return false;
        }
        boolean areBoth = false;
        try {
            areBoth = acquire(output);
        } finally {
            // Also after an error, as for want of stack.
            if (!areBoth) {
                release(input);
            }
        }
        return areBoth;
    }

    /** As {@link #acquire(ByteBuffer, ByteBuffer)}. */
    public static boolean acquire(ByteBuffer buffer) {
        try {
            NIO.acquireSession(buffer);
            return true;
        } catch (IllegalStateException | WrongThreadException e) {
            return false;
        }
    }

    public static void release(ByteBuffer input, ByteBuffer output) {
        release(output);
        release(input);
    }

    public static void release(ByteBuffer buffer) {
        NIO.releaseSession(buffer);
        Reference.reachabilityFence(buffer);
    }

    /** The array that has the data, or null. */
    public static Object base(ByteBuffer buffer) {
        return NIO.getBufferBase(buffer);
    }

    /** The address of what is at {@code position}, or its offset in {@link #base}, as those of {@code Unsafe}. */
    public static long address(ByteBuffer buffer, int position) {
        return NIO.getBufferAddress(buffer) + position;
    }

    /**
     * Whether the JDK decrypts into memory of its own first, so that the output is what it was if the tag is wrong: {@code GCMEngine.overlapDetection}. Otherwise it
     * overwrites the output then.
     */
    public static boolean isKept(ByteBuffer input, int inputPosition, ByteBuffer output, int outputPosition) {
        if (input.isDirect() != output.isDirect()) {
            return false;
        }
        boolean isBefore = address(input, inputPosition) < address(output, outputPosition);
        return input.isDirect() ? isBefore && addressOfAll(input) == addressOfAll(output) : input.isReadOnly() || isBefore && base(input) == base(output);
    }

    /** Where the buffer begins of which a direct buffer is a part. */
    private static long addressOfAll(ByteBuffer buffer) {
        Object all = buffer;
        for (Object next = all; DIRECT_BUFFER_CLASS.isInstance(next); next = U.getReference(next, ATTACHMENT)) {
            all = next;
        }
        return NIO.getBufferAddress((ByteBuffer) all);
    }

    /** Whether what is written would overwrite what is still to be read. Bases and addresses are those of {@code Unsafe}. */
    public static boolean isOverwritten(Object inputBase, long input, int length, Object outputBase, long output) {
        return inputBase == outputBase && output > input && output < input + length;
    }
}
