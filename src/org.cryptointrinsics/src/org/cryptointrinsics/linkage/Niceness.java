package org.cryptointrinsics.linkage;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

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
    @SuppressWarnings("restricted")
    static void stepBack() {
        // Elsewhere, it would be the whole process that steps back.
        if (!System.getProperty("os.name").equals("Linux")) {
            return;
        }
        try {
            Linker linker = Linker.nativeLinker();
            MethodHandle setpriority = linker.downcallHandle(linker.defaultLookup().findOrThrow("setpriority"),
                            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
            // If it fails, the thread goes on as any other one.
            setpriority.invoke(WHICH, WHO, NICE);
        } catch (Throwable e) {
            // As where there is no such function.
            return;
        }
    }
}
