package org.cryptointrinsics.linkage;

/**
 * A kernel as Java code calls it, whatever that is executed by. There is no safepoint between its entry and its return, so that arrays it is given do not move meanwhile.
 *
 * <p>Nor is there one between its look at the scopes of memory that it is given and its return. Where one is closed, it does nothing, and says so; whoever closes one frees the
 * memory only after each thread has come to a safepoint: so the memory is there as long as it is used, and nothing has to be acquired.
 */
public abstract class KernelMethod {

    /** The field of a {@link jdk.internal.foreign.MemorySessionImpl} that is negative from when it is closed. */
    public static final String STATE_OF_SCOPE = "state";

    /** What counts calls before kernels are in use. */
    public static final Counters SELF_TESTS = new Counters();

    /** What counts calls that were done. */
    Counters counters = SELF_TESTS;
    private KernelCode code;

    protected KernelMethod() {
    }

    /**
     * To be done before others may call it.
     *
     * @param mayBeLost its code, of which something may become
     */
    public final void setCode(KernelCode mayBeLost) {
        code = mayBeLost;
    }

    /** Its code if something may become of it; null if it stays as it is. */
    public final KernelCode code() {
        return code;
    }

    /** Has calls counted, to be done before others may call it. */
    public final void countIn(Counters used) {
        counters = used;
    }

    /** Has somebody told what becomes of its code, to be done before others may call it. */
    public final void tell(KernelCode.Listener told) {
        if (code != null) {
            code.tell(told);
        }
    }

    /** Why there is no code, and none is made at the next call; or null. Waits for nobody. */
    public final String failure() {
        return code == null ? null : code.failure();
    }

    /** How often its code was thrown away, as far as it was found to be needed. */
    public final int losses() {
        return code == null ? 0 : code.losses();
    }

    /** Makes its code, unless there is some. */
    public final void compile() {
        if (code != null) {
            code.compile();
        }
    }

    /** To be done by a call that finds no code. */
    protected final void lost() {
        code.lost();
    }
}
