package org.cryptointrinsics.linkage;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** The code of a {@link KernelMethod} that may be thrown away, and is made again when it is next called for. Thread-safe. */
public final class KernelCode {

    /** Whatever throws code away so often, soon after it was made, would go on to. */
    public static final int MOST_COMPILATIONS = 100;
    /** Code that lasted for ten minutes was worth it, as where a kernel is used once an hour, and its code is thrown away in between. */
    private static final long LASTING_NANOS = 600_000_000_000L;

    private final Made made;
    private boolean isMade;
    private long madeAt;
    private volatile int losses;
    /** Of code that did not last, one after another. */
    private int soonLost;
    private Listener listener = new Listener() {
    };
    private volatile String failure;
    private final BackgroundTask makingAgain = new BackgroundTask(this::compileAgain);
    private final AtomicInteger callsWithoutCode = new AtomicInteger();

    /** Is told what becomes of the code. */
    public interface Listener {
        /** It was thrown away, for the {@code times}th time. It is made again. */
        default void lost(@SuppressWarnings("unused") int times) {
        }

        /** There is another {@link #failure}, or none any more. */
        default void failureChanged() {
        }
    }

    /** What there is of it. */
    public interface Made {
        /** Makes it. */
        void make();

        /** Whether it was made, and not thrown away. */
        boolean isValid();
    }

    public KernelCode(Made made) {
        this.made = made;
    }

    /** What there is of it. */
    public Made made() {
        return made;
    }

    synchronized void tell(Listener told) {
        listener = told;
    }

    /** See {@link KernelMethod#failure}. */
    String failure() {
        return failure;
    }

    private void setFailure(String reason) {
        if (!Objects.equals(failure, reason)) {
            failure = reason;
            listener.failureChanged();
        }
    }

    /** See {@link KernelMethod#losses}. */
    int losses() {
        return losses;
    }

    /** How many calls found no code, and did nothing. */
    public int callsWithoutCode() {
        return callsWithoutCode.get();
    }

    /** Makes it, unless it is there. */
    public synchronized void compile() {
        if (isMade && !made.isValid()) {
            isMade = false;
            losses++;
            soonLost = System.nanoTime() - madeAt > LASTING_NANOS ? 1 : soonLost + 1;
            if (isGivenUp()) {
                setFailure("HotSpot has thrown its code away " + losses + " times");
            } else {
                listener.lost(losses);
            }
        }
        if (!isMade && !isGivenUp()) {
            made.make();
            isMade = true;
            madeAt = System.nanoTime();
            setFailure(null);
        }
        makingAgain.isAsked = isGivenUp();
    }

    private boolean isGivenUp() {
        return soonLost >= MOST_COMPILATIONS;
    }

    void lost() {
        callsWithoutCode.incrementAndGet();
        makingAgain.ask();
    }

    private void compileAgain() {
        try {
            compile();
            makingAgain.succeed();
        } catch (RuntimeException | Error e) {
            // As for want of room for code.
            makingAgain.fail();
            if (Shortage.behind(e) == null) {
                failToCompileAgain(e);
            }
        }
    }

    private synchronized void failToCompileAgain(Throwable e) {
        if (!isMade) {
            setFailure("it could not be compiled again: " + e);
        }
    }
}
