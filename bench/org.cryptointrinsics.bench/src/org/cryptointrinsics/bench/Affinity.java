package org.cryptointrinsics.bench;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;

/**
 * Binds a thread to a CPU. {@code taskset} would bind the whole VM, and the compiler's threads would then compete with the one that is measured.
 */
public final class Affinity {

    private static final int WORDS = 16;

    private Affinity() {
    }

    /**
     * Binds this thread, and those that it starts, to the last CPU that it may use. Does nothing where that cannot be done: not on Linux.
     *
     * @return the numbers of the other CPUs that it may have used; none where nothing is done
     */
    public static BitSet bindToLastCpu() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(JAVA_LONG, WORDS);
            if (call("sched_getaffinity", mask) < 0) {
                return new BitSet();
            }
            BitSet others = BitSet.valueOf(mask.toArray(JAVA_LONG));
            int last = others.length() - 1;
            others.clear(last);
            mask.fill((byte) 0).setAtIndex(JAVA_LONG, last / Long.SIZE, 1L << last);
            call("sched_setaffinity", mask);
            return others;
        }
    }

    @SuppressWarnings("restricted")
    private static int call(String name, MemorySegment mask) {
        Linker linker = Linker.nativeLinker();
        MemorySegment symbol = linker.defaultLookup().find(name).orElse(null);
        if (symbol == null) {
            return -1;
        }
        MethodHandle function = linker.downcallHandle(symbol, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
        try {
            return (int) function.invokeExact(0, mask.byteSize(), mask);
        } catch (Throwable e) {
            throw new AssertionError(name, e);
        }
    }
}
