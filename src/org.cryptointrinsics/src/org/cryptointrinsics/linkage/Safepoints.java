package org.cryptointrinsics.linkage;

/** Polls for a safepoint, where a thread stops if HotSpot wants all threads to. */
public final class Safepoints {

    private static final Poll POLLS = new Poll();
    private static final int LAST_JDK_WITH_POLLS = 25;
    private static final boolean ARE_LEFT_OUT = Runtime.version().feature() > LAST_JDK_WITH_POLLS;

    private Safepoints() {
    }

    /**
     * A poll, at which HotSpot throws the error for a fault that it went on after. Where Graal compiles this, it is no more; C2 has one wherever a loop of unknown length goes on.
     */
    public static void poll() {
        for (Poll poll = POLLS; poll != null; poll = poll.next) {
            continue;
        }
    }

    /**
     * To be called before a call of machine code. Later versions of C2 leave the poll of a loop around that out, as if it polled when it returns, like a call of Java code: all
     * threads would wait for the end of that loop.
     */
    public static void pollBeforeCall() {
        if (ARE_LEFT_OUT) {
            poll();
        }
    }

    /** As long as it is null, there is one poll. */
    private static final class Poll {
        private volatile Poll next;
    }
}
