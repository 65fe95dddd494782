package org.cryptointrinsics.test;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Pages of Linux. */
@SuppressWarnings("restricted")
public final class Pages {

    public static final int SIZE = 4096;

    private static final int PROT_NONE = 0;
    private static final int PROT_READ = 1;
    private static final int PROT_WRITE = 2;
    private static final int PROT_EXEC = 4;
    private static final int MAP_PRIVATE = 2;
    private static final int MAP_ANONYMOUS = 0x20;

    private static final MethodHandle MMAP = function("mmap", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
    private static final MethodHandle MUNMAP = function("munmap", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle MPROTECT = function("mprotect",
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));

    private Pages() {
    }

    private static MethodHandle function(String name, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
    }

    private static long map(long bytes, int protection) throws Throwable {
        long address = (long) MMAP.invokeExact(0L, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
        if (address == -1) {
            throw new OutOfMemoryError("mmap");
        }
        return address;
    }

    private static void unmap(long address, long bytes) {
        try {
            int ignored = (int) MUNMAP.invokeExact(address, bytes);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Memory of whole pages between two pages that cannot be accessed. */
    public static MemorySegment guarded(long bytes, Arena arena) {
        if (bytes % SIZE != 0) {
            throw new IllegalArgumentException(bytes + " bytes are no whole pages");
        }
        try {
            long address = map(bytes + 2 * SIZE, PROT_NONE);
            if ((int) MPROTECT.invokeExact(address + SIZE, bytes, PROT_READ | PROT_WRITE) != 0) {
                throw new AssertionError("mprotect");
            }
            return MemorySegment.ofAddress(address + SIZE).reinterpret(bytes, arena, ignored -> unmap(address, bytes + 2 * SIZE));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Memory of whole pages for machine code. */
    public static MemorySegment executable(long bytes, Arena arena) {
        try {
            long address = map(bytes, PROT_READ | PROT_WRITE | PROT_EXEC);
            return MemorySegment.ofAddress(address).reinterpret(bytes, arena, ignored -> unmap(address, bytes));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Zeros, which take no memory however many they are. */
    public static MemorySegment zeros(long bytes, Arena arena) {
        try {
            long address = map(bytes, PROT_READ);
            return MemorySegment.ofAddress(address).reinterpret(bytes, arena, ignored -> unmap(address, bytes));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
