package org.cryptointrinsics.linkage;

import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Optional;

/** How far a thread steps back for others. HotSpot does not tell Linux the priorities of Java's threads. */
final class Niceness {

    /** Of the current thread alone, as Linux has it: {@code PRIO_PROCESS} and 0. */
    private static final int WHICH = 0;
    private static final int WHO = 0;
    /** A tenth of a processor that others want as well, and all of an idle one. With much less, the VM would wait for the thread at a safepoint. */
    private static final int NICE = 10;

    private Niceness() {
    }

    /** Has the current thread step back for good. */
    static void stepBack() {
        // Elsewhere, it would be the whole process that steps back, or the call is another one.
        if (!System.getProperty("os.name").equals("Linux") || !System.getProperty("os.arch").equals("amd64")) {
            return;
        }
        try {
            Optional<MemorySegment> setpriority = Linker.nativeLinker().defaultLookup().find("setpriority");
            MethodHandle handle = NativeCalls.link(MethodType.methodType(int.class, long.class, int.class, int.class, int.class));
            // If it fails, the thread goes on as any other one.
            @SuppressWarnings("unused")
            int ignored = (int) handle.invokeExact(setpriority.orElseThrow().address(), WHICH, WHO, NICE);
        } catch (Throwable e) {
            // As where there is no such function.
            return;
        }
    }
}
