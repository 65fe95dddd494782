package jdk.test.whitebox;

/** What HotSpot lets tests do with {@code -XX:+WhiteBoxAPI}: some of the methods of its class of that name, which must be on the boot class path. */
public final class WhiteBox {

    static {
        registerNatives();
    }

    /** HotSpot's are not static. */
    private static final WhiteBox INSTANCE = new WhiteBox();

    private WhiteBox() {
    }

    private static native void registerNatives();

    /** The only one. */
    public static WhiteBox getWhiteBox() {
        return INSTANCE;
    }

    /**
     * Has all frames of compiled code go on in the interpreter.
     *
     * @param makeNotEntrant whether their code is thrown away
     * @return how many there were
     */
    public native int deoptimizeFrames(boolean makeNotEntrant);

    /** Throws all compiled code away. */
    public native void deoptimizeAll();
}
