package org.cryptointrinsics.substitution;

import jdk.internal.foreign.MemorySessionImpl;
import jdk.internal.misc.ScopedMemoryAccess;
import jdk.internal.misc.Unsafe;

/** Several bytes of an array at once. Offsets are not checked: whoever calls this knows that there are as many bytes. */
public final class Bytes {

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final ScopedMemoryAccess SCOPED = ScopedMemoryAccess.getScopedMemoryAccess();

    private Bytes() {
    }

    /** Eight bytes, the first one in the lowest bits. */
    public static long getLong(byte[] array, int offset) {
        return U.getLong(array, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset);
    }

    /** Four bytes, the first one in the lowest bits. */
    public static int getInt(byte[] array, int offset) {
        return U.getInt(array, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset);
    }

    public static void putLong(byte[] array, int offset, long value) {
        U.putLong(array, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset, value);
    }

    public static void putInt(byte[] array, int offset, int value) {
        U.putInt(array, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset, value);
    }

    /**
     * Copies less than about a hundred bytes from outside of the heap; for these a call of HotSpot's stub takes longer.
     *
     * @param scope of what is copied; null if it has none
     */
    public static void copy(long address, MemorySessionImpl scope, byte[] to, int offset, int bytes) {
        int i = 0;
        for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
            putLong(to, offset + i, SCOPED.getLong(scope, null, address + i));
        }
        for (; i < bytes; i++) {
            U.putByte(to, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset + i, SCOPED.getByte(scope, null, address + i));
        }
    }

    /** Copies more, to the beginning of an array. */
    public static void copyMany(long address, MemorySessionImpl scope, byte[] to, int bytes) {
        SCOPED.copyMemory(scope, null, null, address, to, Unsafe.ARRAY_BYTE_BASE_OFFSET, bytes);
    }
}
