package org.cryptointrinsics.test;

/** Makes calls where there is hardly any stack left. */
public final class LittleStack {

    private static final long BYTES = 192 << 10;
    private static final int MOST_ATTEMPTS = 60;

    /** What may overflow the stack. */
    public interface Call {
        void make() throws Exception;
    }

    private final Call call;
    private int attempts = MOST_ATTEMPTS;

    private LittleStack(Call call) {
        this.call = call;
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
