package org.cryptointrinsics.linkage;

import jdk.internal.misc.Unsafe;

/** What threads ask for again and again until it is done in the {@link Background}. Thread-safe, without a lock for those. */
final class BackgroundTask {

    static {
        // An application's first call might have too little stack for that.
        Unsafe.getUnsafe().ensureClassInitialized(Background.class);
    }

    private final Runnable task;
    /** Whether nobody needs to ask any more. */
    volatile boolean isAsked;

    /**
     * @param task is rarely done more often than it is needed
     */
    BackgroundTask(Runnable task) {
        this.task = task;
    }

    /** Has it done, unless it was asked for. */
    void ask() {
        if (isAsked) {
            return;
        }
        isAsked = true;
        boolean isAccepted = false;
        try {
            Background.execute(task);
            isAccepted = true;
        } finally {
            if (!isAccepted) {
                // For want of memory or stack. Here is no call, for which there may be none either.
                isAsked = false;
            }
        }
    }
}
