package org.cryptointrinsics.linkage;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Does in a thread of its own, one thing after another, what an application is not to wait for. The thread ends when there is nothing to do. */
public final class Background {

    /** For tests, which count what kernels do from the first call on. */
    private static final boolean IS_IMMEDIATE = Boolean.getBoolean("org.cryptointrinsics.immediate");

    private static final int SECONDS_KEPT = 10;

    private static final Executor EXECUTOR = IS_IMMEDIATE ? Runnable::run : thread();

    private Background() {
    }

    /** Has {@code task} done. */
    public static void execute(Runnable task) {
        EXECUTOR.execute(task);
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

    private static Executor thread() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, SECONDS_KEPT, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = newThread("cryptointrinsics", task);
            thread.setPriority(Thread.MIN_PRIORITY);
            return thread;
        });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
