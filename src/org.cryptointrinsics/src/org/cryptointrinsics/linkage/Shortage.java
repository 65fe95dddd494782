package org.cryptointrinsics.linkage;

/** Memory or stack that was wanting: there may be enough later, so that it is no reason to give a kernel up. */
public final class Shortage {

    private Shortage() {
    }

    /**
     * Looks for it behind what was thrown: Graal's parser wraps such an error, and the JDK does.
     *
     * @return null if something else is the cause
     */
    public static VirtualMachineError behind(Throwable thrown) {
        VirtualMachineError shortage = null;
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            shortage = cause instanceof OutOfMemoryError || cause instanceof StackOverflowError ? (VirtualMachineError) cause : shortage;
        }
        return shortage;
    }

    /**
     * To be called with what was thrown where kernels are made or tested.
     *
     * @throws VirtualMachineError the shortage behind it, if there is one
     */
    public static void rethrow(Throwable thrown) {
        VirtualMachineError shortage = behind(thrown);
        if (shortage != null) {
            throw shortage;
        }
    }
}
