package org.cryptointrinsics.precompiled;

import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

import jdk.internal.misc.Unsafe;

/** Memory for machine code: first it can be written to, then executed and read. It is never both. Code is never freed. */
final class CodeMemory {

    /** Of Linux on AMD64: {@code sys/mman.h}. */
    private static final int PROT_READ = 1;
    private static final int PROT_WRITE = 2;
    private static final int PROT_EXEC = 4;
    private static final int MAP_PRIVATE = 2;
    private static final int MAP_ANONYMOUS = 0x20;
    private static final long MAP_FAILED = -1;

    private static final MethodHandle MMAP = NativeCalls.link(MethodType.methodType(long.class, long.class, long.class, long.class, int.class, int.class, int.class, long.class));
    private static final MethodHandle MPROTECT = NativeCalls.link(MethodType.methodType(int.class, long.class, long.class, long.class, int.class));

    private CodeMemory() {
    }

    /**
     * Maps machine code.
     *
     * @param code is position-independent, and aligned at its begin to no more than a page
     * @return its address
     * @throws IllegalStateException if the system forbids that
     */
    static long map(byte[] code) {
        SymbolLookup c = Linker.nativeLinker().defaultLookup();
        long mmap = c.findOrThrow("mmap").address();
        long mprotect = c.findOrThrow("mprotect").address();
        long pageBytes = Unsafe.getUnsafe().pageSize();
        long bytes = (code.length + pageBytes - 1) / pageBytes * pageBytes;
        try {
            long address = (long) MMAP.invokeExact(mmap, 0L, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
            if (address == MAP_FAILED) {
                throw new IllegalStateException("there is no memory for " + bytes + " bytes of machine code");
            }
            Unsafe.getUnsafe().copyMemory(code, Unsafe.ARRAY_BYTE_BASE_OFFSET, null, address, code.length);
            int result = (int) MPROTECT.invokeExact(mprotect, address, bytes, PROT_READ | PROT_EXEC);
            if (result != 0) {
                // Linked only here, as it is hardly ever needed.
                MethodHandle munmap = NativeCalls.link(MethodType.methodType(int.class, long.class, long.class, long.class));
                @SuppressWarnings("unused")
                int ignored = (int) munmap.invokeExact(c.findOrThrow("munmap").address(), address, bytes);
                throw new IllegalStateException("the system does not let memory be executed that was written to (mprotect)");
            }
            return address;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
