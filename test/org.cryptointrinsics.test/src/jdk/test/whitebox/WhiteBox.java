package jdk.test.whitebox;

import java.lang.reflect.Executable;

/** What HotSpot lets tests do with {@code -XX:+WhiteBoxAPI}. It has a name that HotSpot knows, and is to be defined by the boot loader. */
public final class WhiteBox {

    static {
        registerNatives();
    }

    private WhiteBox() {
    }

    private static native void registerNatives();

    /** Has the method compiled at that level, in the background; if {@code bci} is -1, from its beginning. */
    public static native boolean enqueueMethodForCompilation0(Executable method, int level, int bci);

    /** Whether its compilation is not done yet. */
    public static native boolean isMethodQueuedForCompilation0(Executable method);

    /** Makes the method as it was before it was called, and one that may be compiled. */
    public static native void clearMethodState0(Executable method);

    /**
     * Has all frames of compiled code go on in the interpreter.
     *
     * @param makeNotEntrant whether their code is thrown away
     * @return how many there were
     */
    public static native int deoptimizeFrames(boolean makeNotEntrant);

    /** Throws all compiled code away. */
    public static native void deoptimizeAll();
}
