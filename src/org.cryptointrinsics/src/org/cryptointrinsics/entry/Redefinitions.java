package org.cryptointrinsics.entry;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import org.cryptointrinsics.linkage.Background;

/**
 * The redefinitions of classes that are under way: HotSpot has asked for what is to become of a class, and has neither changed the class yet nor refused to. That takes as long as
 * other agents want. Thread-safe.
 */
final class Redefinitions {

    private static final long FAILURE_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ExecutedClasses executed;
    private final Runnable onWait;
    private final Consumer<Set<Class<?>>> onEnd;
    /** By the threads that redefine classes. */
    private final Map<Thread, Batch> batches = new HashMap<>();
    private int announced;

    /** What a thread redefines. */
    private static final class Batch {

        /** Each with the number of its last announcement. */
        final Map<Class<?>, Integer> classes = new HashMap<>();
        boolean isAwaited;
    }

    /**
     * @param onWait called by a thread of the plugin's, before it waits for a redefinition to end
     * @param onEnd told of classes whose redefinition has ended, unless another one has begun meanwhile, in whatever way
     */
    Redefinitions(ExecutedClasses executed, Runnable onWait, Consumer<Set<Class<?>>> onEnd) {
        this.executed = executed;
        this.onWait = onWait;
        this.onEnd = onEnd;
    }

    /** To be called by the thread that redefines {@code type}, when HotSpot asks for what is to become of it. */
    synchronized void begin(Class<?> type) {
        batches.computeIfAbsent(Thread.currentThread(), _ -> new Batch()).classes.put(type, ++announced);
    }

    /** Whether one of any of these classes is under way. */
    synchronized boolean areUnderWay(Collection<Class<?>> types) {
        return batches.values().stream().anyMatch(batch -> types.stream().anyMatch(batch.classes::containsKey));
    }

    /** Waits in other threads for what has begun: each redefinition has its own, as each may take its time. */
    void awaitInBackground() {
        try {
            for (Map.Entry<Thread, Batch> entry : notAwaited().entrySet()) {
                boolean isStarted = false;
                try {
                    Background.newThread("cryptointrinsics entries", () -> await(entry.getKey(), entry.getValue())).start();
                    isStarted = true;
                } finally {
                    if (!isStarted) {
                        setAwaited(entry.getValue(), false);
                    }
                }
            }
        } catch (OutOfMemoryError e) {
            // There can be no other thread now. The next redefinition has them started.
            return;
        }
    }

    private synchronized Map<Thread, Batch> notAwaited() {
        Map<Thread, Batch> notAwaited = new HashMap<>();
        batches.forEach((thread, batch) -> {
            if (!batch.isAwaited) {
                batch.isAwaited = true;
                notAwaited.put(thread, batch);
            }
        });
        return notAwaited;
    }

    private synchronized void setAwaited(Batch batch, boolean isAwaited) {
        batch.isAwaited = isAwaited;
    }

    private void await(Thread thread, Batch batch) {
        boolean isDone = false;
        try {
            awaitAll(thread, batch);
            isDone = true;
        } finally {
            if (!isDone) {
                // The next redefinition has another thread wait for this one, too.
                setAwaited(batch, false);
            }
        }
    }

    private void awaitAll(Thread thread, Batch batch) {
        for (Map<Class<?>, Integer> begun = begun(thread, batch); !begun.isEmpty(); begun = begun(thread, batch)) {
            Set<Class<?>> types = begun.keySet();
            repeat(onWait);
            // When it has seen them, what had begun is over.
            repeat(() -> executed.look(types));
            end(batch, begun);
            repeat(() -> onEnd.accept(types));
        }
    }

    /** Until there is memory for it. */
    private static void repeat(Runnable action) {
        boolean isDone = false;
        while (!isDone) {
            try {
                action.run();
                isDone = true;
            } catch (VirtualMachineError e) {
                LockSupport.parkNanos(FAILURE_PAUSE_NANOS);
            }
        }
    }

    /** What has not ended of a batch, which is done with if that is nothing. */
    private synchronized Map<Class<?>, Integer> begun(Thread thread, Batch batch) {
        if (batch.classes.isEmpty()) {
            batches.remove(thread, batch);
        }
        return Map.copyOf(batch.classes);
    }

    private synchronized void end(Batch batch, Map<Class<?>, Integer> begun) {
        // Unless it was announced once more.
        begun.forEach(batch.classes::remove);
    }
}
