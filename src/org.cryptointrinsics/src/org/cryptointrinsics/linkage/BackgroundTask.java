package org.cryptointrinsics.linkage;

import jdk.internal.misc.Unsafe;

/** What threads ask for again and again until it is done in the {@link Background}. Thread-safe, without a lock for those. */
final class BackgroundTask {

    static {
        // An application's first call might have too little stack for that.
        Unsafe.getUnsafe().ensureClassInitialized(Background.class);
    }

    private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
    /** The longest pause is so many times twice as long as the first. */
    private static final int MOST_DOUBLINGS = 8;

    private final Runnable task;
    private final Runnable allowing = () -> isAsked = false;
    /** Whether nobody needs to ask any more. */
    volatile boolean isAsked;
    /** One after another. */
    private int failures;

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

    /** To be called by the task when it was done. */
    void succeed() {
        failures = 0;
    }

    /** To be called by the task if it failed, as for want of memory: it can be asked for again after a pause, which is the longer the more often it fails. */
    void fail() {
        long pause = FIRST_PAUSE_NANOS << failures;
        failures = Math.min(failures + 1, MOST_DOUBLINGS);
        boolean isAccepted = false;
        try {
            Background.executeLater(allowing, pause);
            isAccepted = true;
        } finally {
            if (!isAccepted) {
                isAsked = false;
            }
        }
    }
}
