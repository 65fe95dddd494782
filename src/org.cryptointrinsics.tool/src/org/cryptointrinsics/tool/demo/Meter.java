package org.cryptointrinsics.tool.demo;

import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;

/** Measures what this thread does between {@link #start} and {@link #stop}, all of it together. */
final class Meter {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long allocatedBefore;
    private long start;
    private long nanos;
    private long allocated;
    private long operations;
    private long bytes;

    void start() {
        allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
        start = System.nanoTime();
    }

    /**
     * @param did how many operations it did
     * @param of how many bytes of data they were
     */
    void stop(long did, long of) {
        nanos += System.nanoTime() - start;
        allocated += THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
        operations += did;
        bytes += of;
    }

    long nanos() {
        return nanos;
    }

    /** Bytes. */
    long allocated() {
        return allocated;
    }

    long operations() {
        return operations;
    }

    long bytes() {
        return bytes;
    }
}
