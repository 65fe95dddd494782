package org.cryptointrinsics.linkage;

import java.util.function.Supplier;

import jdk.graal.compiler.api.directives.GraalDirectives;

/** Something that is made in the background when it is first asked for. Thread-safe. */
public final class OnDemand<T> {

    private static final double RARE = 0.01;

    private final Supplier<T> supplier;
    /** Made before it is needed, for which there may be little stack. */
    private final Runnable making = this::make;
    private volatile boolean isAsked;
    private volatile T value;

    /**
     * @param supplier may supply null, which stays; asked once more if it fails for want of memory or stack
     */
    public OnDemand(Supplier<T> supplier) {
        this.supplier = supplier;
    }

    /** Null if it is not made yet, or cannot be. */
    public T get() {
        T made = value;
        // The profile is that of all kernels: what was not come to yet would be taken for impossible.
        if (GraalDirectives.injectBranchProbability(RARE, made == null)) {
            if (GraalDirectives.injectBranchProbability(RARE, !isAsked)) {
                return ask();
            }
        }
        return made;
    }

    /** As {@link #get}, but does not have it made. */
    public T made() {
        return value;
    }

    private T ask() {
        synchronized (this) {
            if (isAsked) {
                return value;
            }
            isAsked = true;
        }
        boolean isAccepted = false;
        try {
            Background.execute(making);
            isAccepted = true;
        } finally {
            // Not for want of memory or stack.
            isAsked = isAccepted && isAsked;
        }
        return value;
    }

    private void make() {
        try {
            value = supplier.get();
        } catch (VirtualMachineError e) {
            isAsked = false;
        }
    }
}
