package org.cryptointrinsics.test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that do something at once. */
public final class Threads {

    public static final int COUNT = 8;

    private Threads() {
    }

    /** What a thread does, which is told its number. */
    @FunctionalInterface
    public interface Task {
        void run(int thread) throws Exception;
    }

    /** Has all threads run {@code task}; what fails in one of them fails here. */
    public static void run(Task task) throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(COUNT)) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < COUNT; i++) {
                int thread = i;
                running.add(executor.submit(() -> {
                    task.run(thread);
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        }
    }
}
