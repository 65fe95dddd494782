package org.cryptointrinsics.test.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Has many threads, all of them there at once, make digests and encrypt, and compare what comes of that. */
public final class ManyThreads {

    /** Begins the last line, which has the number of threads. */
    static final String END = "right in threads: ";

    private static final long STACK_BYTES = 256 << 10;
    private static final int ROUNDS = 3;

    private ManyThreads() {
    }

    /**
     * Runs.
     *
     * @param arguments the file of {@link Messages}, how many threads, and whether these are virtual
     */
    public static void main(String[] arguments) throws Exception {
        Messages messages = Messages.read(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        boolean isVirtual = Boolean.parseBoolean(arguments[2]);
        messages.awaitKernels();
        Map<String, Long> before = Messages.calls();
        CountDownLatch begun = new CountDownLatch(count);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicInteger right = new AtomicInteger();
        Runnable task = () -> {
            try {
                begun.countDown();
                begun.await();
                for (int i = 0; i < ROUNDS; i++) {
                    messages.check();
                    Thread.yield();
                }
                right.incrementAndGet();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
        };
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(isVirtual ? Thread.ofVirtual().unstarted(task) : new Thread(null, task, "thread " + i, STACK_BYTES));
            threads.getLast().start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
        Map<String, Long> after = Messages.calls();
        // Threads that count at once may overwrite what others have counted.
        long least = (long) count * ROUNDS * Messages.COUNT / 2;
        if (!after.entrySet().stream().allMatch(one -> one.getValue() - before.get(one.getKey()) >= least)) {
            throw new AssertionError("calls of kernels: " + before + ", then " + after + ", each less than " + least + " more");
        }
        System.out.println(END + right);
    }
}
