package org.cryptointrinsics.agent;

import java.lang.reflect.Field;
import java.util.concurrent.locks.LockSupport;

import jdk.internal.misc.Unsafe;

/**
 * Tells when a program has something of kernels: when its cryptography lasts. To have them takes some 0.3 s of CPU time, which most short programs would not get back. Calls of
 * substitutions that are off are counted, long ones as several, by the class that {@code org.cryptointrinsics.entry.EntryClass} makes; a thread looks at the count when that class
 * wakes it.
 */
final class LastingWork {

    /** After so many calls the thread is woken. */
    private static final int BATCH = 4096;
    /** Work lasts if there is a batch in each of so many intervals that follow each other: loading a key store takes fewer. */
    private static final int INTERVALS = 4;
    private static final int INTERVAL_MILLIS = 50;
    /** With a single processor, HotSpot's compilers come first: they have more to do for the application. */
    private static final int SINGLE_PROCESSOR_INTERVAL_MILLIS = 250;
    /** So many calls are enough, however long they take. */
    private static final int MOST_CALLS = 1 << 18;

    private static final Unsafe U = Unsafe.getUnsafe();

    private final Object base;
    private final long waiting;
    private final long calls;
    private volatile boolean isOver;

    /**
     * @param counting the class that counts
     */
    LastingWork(Class<?> counting) throws NoSuchFieldException {
        Field field = counting.getField("calls");
        base = U.staticFieldBase(field);
        calls = U.staticFieldOffset(field);
        waiting = U.staticFieldOffset(counting.getField("waiting"));
    }

    /** Has calls counted from now on, until {@link #end}, and returns when work lasts, or at the end. */
    void await() throws InterruptedException {
        int interval = Runtime.getRuntime().availableProcessors() == 1 ? SINGLE_PROCESSOR_INTERVAL_MILLIS : INTERVAL_MILLIS;
        U.putReferenceVolatile(base, waiting, Thread.currentThread());
        try {
            while (!isOver && count() < MOST_CALLS && !lasts(interval)) {
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        } finally {
            end();
        }
    }

    private boolean lasts(int interval) throws InterruptedException {
        int before = 0;
        for (int i = 0; i <= INTERVALS; i++) {
            int now = count();
            if (now - before < BATCH) {
                return false;
            }
            before = now;
            if (i < INTERVALS) {
                Thread.sleep(interval);
            }
        }
        return true;
    }

    private int count() {
        return U.getIntVolatile(base, calls);
    }

    /** Nobody needs to wait any more, now or later. */
    void end() {
        isOver = true;
        Thread thread = (Thread) U.getAndSetReference(base, waiting, null);
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }
}
