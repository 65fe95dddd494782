package org.cryptointrinsics.substitution;

import java.nio.ByteBuffer;

import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.Safepoints;
import org.cryptointrinsics.linkage.StackReserve;

import jdk.internal.access.JavaNioAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.foreign.AbstractMemorySegmentImpl;
import jdk.internal.foreign.MemorySessionImpl;
import jdk.internal.misc.ScopedMemoryAccess;
import jdk.internal.misc.Unsafe;

/** Where stubs find what is in buffers: on the heap, also of those that do not give their array away, or outside of it. */
public final class Buffers {

    static final String DIRECT_BUFFER = "java.nio.DirectByteBuffer";

    /** More than {@link #clear} takes interpreted, or compiled. */
    private static final int RESERVED_FRAMES = 16;
    private static final ClearNothing CLEAR_NOTHING = new ClearNothing();

    /** The smallest of pages. */
    private static final int PAGE_BYTES = 4096;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final ScopedMemoryAccess SCOPED = ScopedMemoryAccess.getScopedMemoryAccess();
    private static final JavaNioAccess NIO = SharedSecrets.getJavaNioAccess();
    private static final JdkMembers MEMBERS = JdkMembers.SHARED;
    private static final Class<?> DIRECT_BUFFER_CLASS = MEMBERS.type(DIRECT_BUFFER, ByteBuffer.class);
    /** What a direct buffer is a part of, or null. */
    private static final long ATTACHMENT = MEMBERS.field(DIRECT_BUFFER_CLASS, "att", Object.class);

    static {
        // Kernels read it.
        MEMBERS.field(MemorySessionImpl.class, KernelMethod.STATE_OF_SCOPE, int.class);
    }

    private Buffers() {
    }

    /** Whether it is in a file that another process may truncate. HotSpot throws an {@code InternalError} where Java code reads from it then, but crashes in a stub. */
    public static boolean isMapped(ByteBuffer buffer) {
        return buffer.isDirect() && NIO.unmapper(buffer) != null;
    }

    /**
     * Whether what lies outside of the heap is there. If it is in a file that was truncated, a stub would crash, and the JDK's method, which it is to be left to, throws an
     * {@code InternalError}. To be called before each call of a stub, as a truncation may take place at any time. So may the end of a scope, for which a kernel looks itself.
     *
     * @param inputBase null if the input lies outside of the heap
     * @param outputBase null if the output lies outside of the heap
     */
    public static boolean isReadable(Object inputBase, long input, int inputLength, MemorySessionImpl inputScope, Object outputBase, long output, int outputLength,
                    MemorySessionImpl outputScope) {
        try {
            readPages(inputBase, input, inputLength, inputScope, outputBase, output, outputLength, outputScope);
            return true;
        } catch (IllegalStateException e) {
            return false;
        } catch (InternalError e) {
            try {
                readPages(inputBase, input, inputLength, inputScope, outputBase, output, outputLength, outputScope);
            } catch (IllegalStateException | InternalError again) {
                return false;
            }
            // HotSpot throws it late: it is of something that was read before.
            throw e;
        }
    }

    /** As above, of one piece of memory. */
    public static boolean isReadable(Object base, long address, int length, MemorySessionImpl scope) {
        return isReadable(base, address, length, scope, base, address, 0, scope);
    }

    private static void readPages(Object inputBase, long input, int inputLength, MemorySessionImpl inputScope, Object outputBase, long output, int outputLength,
                    MemorySessionImpl outputScope) {
        if (inputBase == null) {
            readPages(input, inputLength, inputScope);
        }
        if (outputBase == null) {
            readPages(output, outputLength, outputScope);
        }
        if (inputBase == null || outputBase == null) {
            Safepoints.poll();
        }
    }

    private static void readPages(long address, int length, MemorySessionImpl scope) {
        long end = address + length;
        long sum = 0;
        for (long page = address; page < end; page = (page | PAGE_BYTES - 1) + 1) {
            sum += SCOPED.getByte(scope, null, page);
        }
        if (sum == Long.MIN_VALUE) {
            // It is never. But the compiler does not know, and has to read.
            throw new AssertionError();
        }
    }

    /**
     * The scope of a buffer's memory, or null if that is there as long as the buffer. Another thread may close it at any time, if it is shared; then kernels do nothing, and
     * {@link ScopedMemoryAccess} throws an {@code IllegalStateException}. It frees the memory only when no thread is within either.
     */
    public static MemorySessionImpl scope(ByteBuffer buffer) {
        AbstractMemorySegmentImpl segment = (AbstractMemorySegmentImpl) NIO.bufferSegment(buffer);
        return segment == null ? null : segment.sessionImpl();
    }

    /** Whether this thread may access a buffer: whether its scope is neither closed nor another thread's. */
    public static boolean isAccessible(ByteBuffer buffer) {
        MemorySessionImpl scope = scope(buffer);
        try {
            if (scope != null) {
                scope.checkValidState();
            }
            return true;
        } catch (IllegalStateException | WrongThreadException e) {
            return false;
        }
    }

    /** Overwrites memory with zeros. Where its scope is closed, there is nothing left to overwrite. */
    public static void clear(Object base, long address, long bytes, MemorySessionImpl scope) {
        try {
            SCOPED.setMemory(scope, base, address, bytes, (byte) 0);
        } catch (IllegalStateException e) {
            return;
        }
    }

    /**
     * Throws a {@link StackOverflowError} unless {@link #clear} has enough stack, to be called before what may have to be cleared is written. HotSpot's compiled code needs less
     * stack than the same methods interpreted, so this asks for some more.
     */
    public static void reserveStackToClear() {
        StackReserve.run(CLEAR_NOTHING, RESERVED_FRAMES);
    }

    /** What {@link #clear} does to memory that nobody needs. No lambda: to link one takes milliseconds. */
    private static final class ClearNothing implements Runnable {

        private static final byte[] NOTHING = new byte[1];

        @Override
        public void run() {
            clear(NOTHING, Unsafe.ARRAY_BYTE_BASE_OFFSET, NOTHING.length, null);
        }
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
