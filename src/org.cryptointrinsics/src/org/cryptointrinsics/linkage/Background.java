package org.cryptointrinsics.linkage;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Does in a thread of its own, one thing after another, what an application is not to wait for. Whoever has something done takes no lock: a {@code StackOverflowError} would leave
 * that locked, and each later caller waiting.
 */
public final class Background {

    /** For tests, which count what kernels do from the first call on. */
    private static final boolean IS_IMMEDIATE = Boolean.getBoolean("org.cryptointrinsics.immediate");

    private static final Queue<Runnable> TASKS = new ConcurrentLinkedQueue<>();
    private static final Thread THREAD = newThread("cryptointrinsics", Background::work);

    static {
        THREAD.setPriority(Thread.MIN_PRIORITY);
        THREAD.start();
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

    private static void work() {
        while (true) {
            Runnable task = TASKS.poll();
            if (task == null) {
                LockSupport.park(TASKS);
            } else {
                run(task);
            }
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            // It is told, and the next is done.
            THREAD.getUncaughtExceptionHandler().uncaughtException(THREAD, e);
        }
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
        return thread;
    }
}
