package org.cryptointrinsics.linkage;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import jdk.internal.foreign.MemorySessionImpl;
import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.hotspot.HotSpotResolvedJavaMethod;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.runtime.JVMCI;

/**
 * A method whose code is a kernel, or a call of a stub with one. Java code calls it as any method, whatever that is executed by: HotSpot neither inlines it nor compiles it
 * in another way. There is no safepoint between its entry and its return, so that arrays it is given do not move meanwhile.
 *
 * <p>Nor is there one between its look at the scopes of memory that it is given and its return. Where one is closed, it does nothing, and says so; whoever closes one frees the
 * memory only after each thread has come to a safepoint: so the memory is there as long as it is used, and nothing has to be acquired.
 *
 * <p>Its bytecodes are executed only where HotSpot threw the code away, as after long disuse, and for the first call after it was compiled anew, which HotSpot still leads to
 * the interpreter. They do nothing, and say so.
 */
public abstract class KernelMethod {

    /** The field of a {@link MemorySessionImpl} that is negative from when it is closed. */
    public static final String STATE_OF_SCOPE = "state";
    /** Whatever throws code away so often, soon after it was made, would go on to. */
    public static final int MOST_COMPILATIONS = 100;
    /** Code that lasted for ten minutes was worth it, as where a kernel is used once an hour, and its code is thrown away in between. */
    private static final long LASTING_NANOS = 600_000_000_000L;

    /** What counts calls before kernels are in use. */
    public static final Counters SELF_TESTS = new Counters();

    private Method method;
    private Function<ResolvedJavaMethod, InstalledCode> compilation;
    private InstalledCode code;
    private long compiledAt;
    /** What counts calls that were done. */
    Counters counters = SELF_TESTS;
    private volatile int losses;
    /** Of code that did not last, one after another. */
    private int soonLost;
    private Listener listener = new Listener() {
    };
    private volatile String failure;
    private final BackgroundTask compilingAgain = new BackgroundTask(this::compileAgain);
    private final AtomicInteger callsWithoutCode = new AtomicInteger();

    /** Is told what becomes of the code. */
    public interface Listener {
        /** HotSpot has thrown the code away, for the {@code times}th time. It is compiled again. */
        default void lost(@SuppressWarnings("unused") int times) {
        }

        /** There is another {@link #failure}, or none any more. */
        default void failureChanged() {
        }
    }

    KernelMethod() {
    }

    /**
     * A method of a class of its own.
     *
     * @param template a class with one method, which is executed while there is no code
     * @param compilation makes code for the method
     */
    static <T extends KernelMethod> T create(Class<T> type, Class<? extends T> template, Function<ResolvedJavaMethod, InstalledCode> compilation) {
        try {
            Class<?> copy = copy(template);
            T created = type.cast(copy.getDeclaredConstructor().newInstance());
            KernelMethod kernel = created;
            kernel.method = copy.getDeclaredMethods()[0];
            kernel.compilation = compilation;
            kernel.resolved().setNotInlinableOrCompilable();
            kernel.compile();
            return created;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Class<?> copy(Class<?> template) {
        try (InputStream file = template.getResourceAsStream(template.getName().substring(template.getPackageName().length() + 1) + ".class")) {
            // HotSpot crashes if it gets code for a method of a class that was not linked.
            return MethodHandles.lookup().defineHiddenClass(file.readAllBytes(), true).lookupClass();
        } catch (IOException | IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * To be done when the class is initialized that a template extends. If there were fewer classes, a compiler would take the only one for granted, and what it compiled would be
     * thrown away when there is another kernel.
     *
     * @return classes that are not used
     */
    static List<Class<?>> several(Class<?> template) {
        return List.of(copy(template), copy(template));
    }

    private HotSpotResolvedJavaMethod resolved() {
        return (HotSpotResolvedJavaMethod) JVMCI.getRuntime().getHostJVMCIBackend().getMetaAccess().lookupJavaMethod(method);
    }

    /** The method whose code is the kernel. */
    public final Method method() {
        return method;
    }

    /** Its code, or null if there is none. */
    public final synchronized InstalledCode code() {
        return code != null && code.isValid() ? code : null;
    }

    /** Has calls counted, to be done before others may call it. */
    public final void countIn(Counters used) {
        counters = used;
    }

    /** Has somebody told, to be done before others may call it. */
    public final synchronized void tell(Listener told) {
        listener = told;
    }

    /** Why there is no code, and none is made at the next call; or null. Waits for nobody. */
    public final String failure() {
        return failure;
    }

    private void setFailure(String reason) {
        if (!Objects.equals(failure, reason)) {
            failure = reason;
            listener.failureChanged();
        }
    }

    /** How often HotSpot has thrown the code away, as far as it was found to be needed. */
    public final int losses() {
        return losses;
    }

    /** How many calls found no code, and did nothing. */
    public final int callsWithoutCode() {
        return callsWithoutCode.get();
    }

    /** Compiles it, unless there is code. */
    public final synchronized void compile() {
        if (code != null && !code.isValid()) {
            code = null;
            losses++;
            soonLost = System.nanoTime() - compiledAt > LASTING_NANOS ? 1 : soonLost + 1;
            if (isGivenUp()) {
                setFailure("HotSpot has thrown its code away " + losses + " times");
            } else {
                listener.lost(losses);
            }
        }
        if (code == null && !isGivenUp()) {
            code = compilation.apply(resolved());
            compiledAt = System.nanoTime();
            setFailure(null);
        }
        compilingAgain.isAsked = isGivenUp();
    }

    private boolean isGivenUp() {
        return soonLost >= MOST_COMPILATIONS;
    }

    /** What is executed while there is no code. */
    final void lost() {
        callsWithoutCode.incrementAndGet();
        compilingAgain.ask();
    }

    private void compileAgain() {
        try {
            compile();
            compilingAgain.succeed();
        } catch (OutOfMemoryError | StackOverflowError e) {
            // There may be enough later.
            compilingAgain.fail();
        } catch (RuntimeException | Error e) {
            // As for want of room for code.
            compilingAgain.fail();
            failToCompileAgain(e);
        }
    }

    private synchronized void failToCompileAgain(Throwable e) {
        if (code == null) {
            setFailure("it could not be compiled again: " + e);
        }
    }
}
