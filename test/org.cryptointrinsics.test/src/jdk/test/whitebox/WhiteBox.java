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

    /** Does not have the method compiled at that level any more. */
    public static native void makeMethodNotCompilable0(Executable method, int level, boolean isOsr);

    /** Whether the method is inlined nowhere; returns whether it was not. */
    public static native boolean testSetDontInlineMethod0(Executable method, boolean isNotInlined);

    /** The level of the method's code; 0 is none. */
    public static native int getMethodCompilationLevel0(Executable method, boolean isOsr);

    /** Throws the method's code away; returns how many there were. */
    public static native int deoptimizeMethod0(Executable method, boolean isOsr);

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
