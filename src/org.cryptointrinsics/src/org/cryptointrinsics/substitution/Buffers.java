package org.cryptointrinsics.substitution;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;

import jdk.internal.access.JavaNioAccess;
import jdk.internal.access.SharedSecrets;

/** Where stubs find what is in buffers: on the heap, also of those that do not give their array away, or outside of it. */
final class Buffers {

    private static final JavaNioAccess NIO = SharedSecrets.getJavaNioAccess();

    private Buffers() {
    }

    /** Initializes this class. */
    static void link() {
    }

    /** Whether it is in a file that another process may truncate. HotSpot throws an {@code InternalError} where Java code reads from it then, but crashes in a stub. */
    static boolean isMapped(ByteBuffer buffer) {
        return buffer.isDirect() && NIO.unmapper(buffer) != null;
    }

    /**
     * Keeps buffers accessible until they are {@link #release released}.
     *
     * @return false if one of them is not: its arena is closed or another thread's
     */
    static boolean acquire(ByteBuffer input, ByteBuffer output) {
        if (acquire(input)) {
            if (acquire(output)) {
                return true;
            }
            NIO.releaseSession(input);
        }
        return false;
    }

    private static boolean acquire(ByteBuffer buffer) {
        try {
            NIO.acquireSession(buffer);
            return true;
        } catch (IllegalStateException | WrongThreadException e) {
            return false;
        }
    }

    static void release(ByteBuffer input, ByteBuffer output) {
        NIO.releaseSession(output);
        NIO.releaseSession(input);
        Reference.reachabilityFence(output);
        Reference.reachabilityFence(input);
    }

    /** The array that has the data, or null. */
    static Object base(ByteBuffer buffer) {
        return NIO.getBufferBase(buffer);
    }

    /** The address of what is at {@code position}, or its offset in {@link #base}, as those of {@code Unsafe}. */
    static long address(ByteBuffer buffer, int position) {
        return NIO.getBufferAddress(buffer) + position;
    }

    /** Whether what is written would overwrite what is still to be read. Bases and addresses are those of {@code Unsafe}. */
    static boolean isOverwritten(Object inputBase, long input, int length, Object outputBase, long output) {
        return inputBase == outputBase && output > input && output < input + length;
    }
}
