package org.cryptointrinsics.test;

import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;

/** Makes calls where there is hardly any stack left. */
public final class LittleStack {

    private static final long BYTES = 192 << 10;
    private static final int MOST_ATTEMPTS = 60;
    private static final int MANY_FRAMES = 400;
    private static final int MOST_FRAMES = 1500;
    /** Calls that succeed, one after another. */
    public static final int ENOUGH = 8;

    /** What may overflow the stack. */
    public interface Call {
        void make() throws Exception;
    }

    /** Makes a call where the stack has room for so many frames of a small method; returns how it overflowed, or null. */
    public interface Attempt {
        StackOverflowError make(int frames) throws Exception;
    }

    private final Call call;
    private int attempts = MOST_ATTEMPTS;
    private boolean isMade;
    private Throwable failure;

    private LittleStack(Call call) {
        this.call = call;
    }

    /**
     * Makes {@code call} once where the stack has room for so many frames of a small method.
     *
     * @return how the stack overflowed, or null
     */
    public static StackOverflowError overflow(int frames, Call call) throws InterruptedException {
        LittleStack run = new LittleStack(call);
        Thread thread = new Thread(null, () -> run.descend(frames), "little stack", BYTES);
        thread.start();
        thread.join();
        if (!run.isMade || run.failure != null && !(run.failure instanceof StackOverflowError)) {
            throw new AssertionError("with " + frames + " frames", run.failure);
        }
        return (StackOverflowError) run.failure;
    }

    /**
     * Makes calls with more and more stack, until enough of them succeed one after another.
     *
     * @return how the stack overflowed, each time
     */
    public static List<StackOverflowError> overflows(Attempt attempt) throws Exception {
        List<StackOverflowError> overflows = new ArrayList<>();
        // A class of which the initialization fails is never usable again.
        attempt.make(MANY_FRAMES);
        int inARow = 0;
        for (int frames = 0; inARow < ENOUGH; frames++) {
            assertTrue("always overflows", frames < MOST_FRAMES);
            StackOverflowError overflow = attempt.make(frames);
            inARow = overflow == null ? inARow + 1 : 0;
            if (overflow != null) {
                overflows.add(overflow);
            }
        }
        return overflows;
    }

    /** Returns for how many frames there is room. */
    private int descend(int frames) {
        int room = 0;
        try {
            room = descend(frames) + 1;
        } catch (StackOverflowError expected) {
            // As deep as it gets.
        }
        if (room == frames) {
            isMade = true;
            try {
                call.make();
            } catch (Exception | Error e) {
                failure = e;
            }
        }
        return room;
    }

    /**
     * Makes {@code call} once as usual, since a class of which the initialization fails is never usable again; then again and again with a little more stack, until it ends
     * without an error for want of that, or often enough.
     */
    public static void run(Call call) throws Exception {
        call.make();
        LittleStack run = new LittleStack(call);
        Thread thread = new Thread(null, run::descend, "little stack", BYTES);
        thread.start();
        thread.join();
    }

    private void descend() {
        try {
            descend();
        } catch (StackOverflowError expected) {
            // As deep as it gets.
        }
        if (attempts > 0) {
            attempts--;
            try {
                call.make();
                attempts = 0;
            } catch (StackOverflowError expected) {
                // Not enough yet.
            } catch (Exception e) {
                attempts = 0;
            }
        }
    }
}
