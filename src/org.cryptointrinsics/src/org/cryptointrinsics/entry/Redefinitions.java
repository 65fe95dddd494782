package org.cryptointrinsics.entry;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
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
    /** HotSpot refuses an empty class file at once, but does not come to read this one. */
    private static final byte[] NOT_READ = {0};

    private final Instrumentation instrumentation;
    private final Runnable onWait;
    private final Consumer<Set<Class<?>>> onEnd;
    /** By the threads that redefine classes. */
    private final Map<Thread, Batch> batches = new HashMap<>();
    private int announced;

    /** The class that HotSpot is asked to redefine, and does not: another superclass is always refused. */
    private static final class Refused {

        static final ClassDefinition DEFINITION = new ClassDefinition(Refused.class,
                        ClassFile.of().build(ClassDesc.of(Refused.class.getName()), builder -> builder.withSuperclass(ClassDesc.of(Error.class.getName()))));
    }

    /** What a thread redefines. */
    private static final class Batch {

        /** Each with the number of its last announcement. */
        final Map<Class<?>, Integer> classes = new HashMap<>();
        boolean isAwaited;
    }

    /**
     * @param instrumentation may redefine classes
     * @param onWait called by a thread of the plugin's, before it waits for a redefinition to end
     * @param onEnd told of classes whose redefinition has ended, unless another one has begun meanwhile, in whatever way
     */
    Redefinitions(Instrumentation instrumentation, Runnable onWait, Consumer<Set<Class<?>>> onEnd) {
        this.instrumentation = instrumentation;
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

    /**
     * Waits for all redefinitions of these classes that have begun so far. HotSpot redefines a class for one thread at a time. So when it refuses to redefine these classes
     * together with one that cannot be redefined, which comes first, nobody else was redefining them.
     */
    void await(Collection<Class<?>> types) {
        ClassDefinition[] definitions = new ClassDefinition[1 + types.size()];
        int length = 0;
        definitions[length++] = Refused.DEFINITION;
        for (Class<?> type : types) {
            definitions[length++] = new ClassDefinition(type, NOT_READ);
        }
        try {
            instrumentation.redefineClasses(definitions);
            throw new IllegalStateException("classes were redefined that cannot be");
        } catch (UnsupportedOperationException e) {
            // As it has to be.
            return;
        } catch (ClassNotFoundException | UnmodifiableClassException e) {
            throw new IllegalStateException(e);
        }
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
        for (Map<Class<?>, Integer> begun = begun(thread, batch); !begun.isEmpty(); begun = begun(thread, batch)) {
            Set<Class<?>> types = begun.keySet();
            repeat(onWait);
            repeat(() -> await(types));
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
