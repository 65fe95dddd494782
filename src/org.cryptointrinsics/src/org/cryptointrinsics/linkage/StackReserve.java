package org.cryptointrinsics.linkage;

/** Finds out whether there is stack for what is to come. */
public final class StackReserve {

    private StackReserve() {
    }

    /**
     * Runs {@code task} in the last of some frames. Graal does not inline this, which would have no end.
     *
     * @throws StackOverflowError if the stack is too small
     */
    public static void run(Runnable task, int frames) {
        if (frames > 0) {
            run(task, frames - 1);
        } else {
            task.run();
        }
    }
}
