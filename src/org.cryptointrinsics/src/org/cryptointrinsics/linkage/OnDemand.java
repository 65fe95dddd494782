package org.cryptointrinsics.linkage;

import java.util.function.Supplier;

/** Something that is made in the background when it is first asked for. Thread-safe. */
public final class OnDemand<T> {

    private final Supplier<T> supplier;
    private final BackgroundTask making = new BackgroundTask(this::make);
    private volatile T value;
    private boolean isMade;

    /**
     * @param supplier may supply null, which stays; asked once more, after a pause, if it fails for want of memory or stack
     */
    public OnDemand(Supplier<T> supplier) {
        this.supplier = supplier;
    }

    /** Null if it is not made yet, or cannot be. */
    @Inlined
    public T get() {
        T made = value;
        // The profile is that of all kernels: what was not come to yet would be taken for impossible.
        if (Likelihood.isRare(made == null)) {
            if (Likelihood.isRare(!making.isAsked)) {
                return ask();
            }
        }
        return made;
    }

    /** As {@link #get}, but does not have it made. */
    public T made() {
        return value;
    }

    /** Called, not inlined, by code that Graal makes. */
    private T ask() {
        making.ask();
        return value;
    }

    /** Makes it now, if it is not made yet; unlike {@link #get}, this takes as long as that does. */
    public synchronized void make() {
        try {
            if (!isMade) {
                value = supplier.get();
                isMade = true;
            }
        } catch (VirtualMachineError e) {
            making.fail();
        }
    }
}
