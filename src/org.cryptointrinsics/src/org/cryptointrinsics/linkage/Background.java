package org.cryptointrinsics.linkage;

import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/**
 * Does in a thread of its own, one thing after another, what an application is not to wait for. The thread steps back for others. Whoever has something done takes no lock: a
 * {@code StackOverflowError} would leave that locked, and each later caller waiting.
 */
public final class Background {

    /** For tests, which count what kernels do from the first call on. */
    private static final boolean IS_IMMEDIATE = Boolean.getBoolean("org.cryptointrinsics.immediate");

    /** For tests on a busy machine: the thread does not step back for others. */
    private static final boolean IS_URGENT = Boolean.getBoolean("org.cryptointrinsics.urgent");

    private static final Queue<Runnable> TASKS = new ConcurrentLinkedQueue<>();
    private static final Queue<Later> LATER = new ConcurrentLinkedQueue<>();
    private static final long FAILURE_PAUSE_NANOS = 1_000_000_000L;
    private static final Thread THREAD = newThread("cryptointrinsics", Background::work);

    static {
        THREAD.start();
    }

    private static final class Later {

        private final Runnable task;
        private final long nanoTime;

        Later(Runnable task, long nanoTime) {
            this.task = task;
            this.nanoTime = nanoTime;
        }
    }

    private Background() {
    }

    /** Has {@code task} done. If that throws an error, as for want of memory or stack, it may be done nevertheless. */
    public static void execute(Runnable task) {
        if (IS_IMMEDIATE) {
            task.run();
        } else {
            TASKS.add(task);
            LockSupport.unpark(THREAD);
        }
    }

    /** As {@link #execute}, after a pause. */
    static void executeLater(Runnable task, long nanos) {
        if (IS_IMMEDIATE) {
            task.run();
        } else {
            schedule(task, nanos);
        }
    }

    /** Has {@code task} done after a pause, never by the thread that calls this. */
    public static void schedule(Runnable task, long nanos) {
        LATER.add(new Later(task, System.nanoTime() + nanos));
        LockSupport.unpark(THREAD);
    }

    /** Whether the thread that asks is the one which does all this. */
    public static boolean isCurrent() {
        return Thread.currentThread() == THREAD;
    }

    /**
     * Has {@code task} done, and waits for it, even if interrupted.
     *
     * @return its result
     * @throws Exception that of the task
     */
    public static <T> T call(Callable<T> task) throws Exception {
        if (IS_IMMEDIATE || isCurrent()) {
            return task.call();
        }
        FutureTask<T> future = new FutureTask<>(task);
        execute(future);
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case Exception exception -> throw exception;
                case Error error -> throw error;
                default -> throw e;
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void work() {
        if (!IS_URGENT) {
            Niceness.stepBack();
        }
        while (true) {
            try {
                Runnable task = next();
                if (task != null) {
                    run(task);
                } else if (LATER.isEmpty()) {
                    LockSupport.park(TASKS);
                } else {
                    LockSupport.parkNanos(TASKS, untilNext());
                }
            } catch (Throwable e) {
                // As for want of memory. There is no other thread for this.
                LockSupport.parkNanos(TASKS, FAILURE_PAUSE_NANOS);
            }
        }
    }

    private static long untilNext() {
        long now = System.nanoTime();
        long least = FAILURE_PAUSE_NANOS;
        for (Later later : LATER) {
            least = Math.min(least, later.nanoTime - now);
        }
        return least;
    }

    private static Runnable next() {
        if (LATER.isEmpty()) {
            return TASKS.poll();
        }
        for (Later later : LATER) {
            if (System.nanoTime() - later.nanoTime >= 0 && LATER.remove(later)) {
                return later.task;
            }
        }
        return TASKS.poll();
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            // It is told, and the next is done.
            THREAD.getUncaughtExceptionHandler().uncaughtException(THREAD, e);
        }
    }

    /** Not by the application's handler, which may end the program. */
    private static void tell(Thread thread, Throwable error) {
        System.err.println("[cryptointrinsics] in thread \"" + thread.getName() + "\":");
        error.printStackTrace();
    }

    /** A thread of the plugin, which has nothing of the thread that happens to need it. */
    public static Thread newThread(String name, Runnable task) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread thread = new Thread(group, task, name, 0, false);
        thread.setContextClassLoader(null);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler(Background::tell);
        return thread;
    }
}
