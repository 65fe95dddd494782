package org.cryptointrinsics.entry;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import org.cryptointrinsics.bytecode.JdkMethods;
import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.linkage.Background;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.EntryInfo;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.selection.Misfit;
import org.cryptointrinsics.substitution.SubstitutedMethod;
import org.cryptointrinsics.substitution.tls.SSLEngineSubstitutions;

import jdk.vm.ci.meta.MetaAccessProvider;

/**
 * The calls of substitutions in the JDK's methods, by which every caller has kernels, whatever it is executed by. Where an agent has changed what a substitution stands for, the
 * substitution is not called, so that what the agent has put there is executed. Thread-safe.
 */
public final class Entries {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long FAILURE_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** How long substitutions are off for a redefinition that was announced, but does not come. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** How long it is waited for nevertheless. */
    private static final long LATEST_NANOS = TimeUnit.MINUTES.toNanos(10);

    private static volatile Map<SubstitutedMethod, EntryInfo> all = Map.of();

    private final Intrinsics intrinsics;
    private final MetaAccessProvider metaAccess;
    private final Map<SubstitutedMethod, Collection<? extends Intrinsic<?>>> methods = new LinkedHashMap<>();
    private final EntryClass entryClass;
    private final Map<Class<?>, Announcement> announcements = new HashMap<>();
    /** How often a redefinition was announced. */
    private int changes;
    private boolean isToBeChecked;
    private Thread watcher;
    private volatile Thread installer;
    private State state = State.INSTALLING;
    /** Why calls could not be put into methods. */
    private Map<SubstitutedMethod, String> failures = Map.of();

    private enum State {
        INSTALLING,
        INSTALLED,
        GIVEN_UP
    }

    /**
     * That a class is about to be redefined.
     *
     * @param redefinitions how often it had been
     */
    private record Announcement(int redefinitions, long nanoTime, boolean isLate) {
    }

    private Entries(Intrinsics intrinsics) throws ReflectiveOperationException {
        this.intrinsics = intrinsics;
        metaAccess = intrinsics.context().providers().getMetaAccess();
        add(SubstitutedMethod.DIGESTS, intrinsics.digests());
        add(SubstitutedMethod.CIPHERS, List.of(intrinsics.aesGcm()));
        if (methods.keySet().containsAll(SubstitutedMethod.CIPHERS)) {
            Misfit misfit = SSLEngineSubstitutions.misfit();
            if (misfit == null) {
                add(SubstitutedMethod.RECORDS, List.of(intrinsics.aesGcm()));
            } else {
                intrinsics.tell(misfit);
            }
        }
        add(SubstitutedMethod.ML_KEM, List.of(intrinsics.mlKem()));
        add(SubstitutedMethod.ML_DSA, List.of(intrinsics.mlDsa()));
        entryClass = new EntryClass(List.copyOf(methods.keySet()));
    }

    private void add(List<SubstitutedMethod> substituted, Collection<? extends Intrinsic<?>> of) {
        if (of.stream().anyMatch(intrinsic -> !intrinsic.isTurnedOff() && intrinsic.fitsJdk())) {
            substituted.forEach(method -> methods.put(method, of));
        }
    }

    /** Those of this VM, if it has the agent. */
    public static List<EntryInfo> all() {
        return List.copyOf(all.values());
    }

    /**
     * Puts the calls into the JDK's methods. To be done once.
     *
     * @param instrumentation may retransform classes
     */
    public static void install(Intrinsics intrinsics, Instrumentation instrumentation) throws ReflectiveOperationException, UnmodifiableClassException, IOException {
        Entries entries = new Entries(intrinsics);
        if (!entries.methods.isEmpty()) {
            entries.install(instrumentation);
        }
    }

    private void install(Instrumentation instrumentation) throws UnmodifiableClassException, IOException, ClassNotFoundException {
        boolean isChanged = changed(methods.keySet()) != null;
        List<SubstitutedMethod> unchanged = new ArrayList<>();
        for (SubstitutedMethod method : methods.keySet()) {
            // An agent that was there before would not be executed after the call.
            if (!isChanged || changed(Set.of(method)) == null) {
                unchanged.add(method);
            }
        }
        EntryTransformer transformer = new EntryTransformer(entryClass, unchanged, SubstitutedMethod.JDK.classes(), this::suspend);
        SubstitutedMethod.JDK.accept(transformer::transform);
        // Otherwise, that would be left to an application's call: if there is little stack for it, the JDK's methods could never be used.
        for (String name : SubstitutedMethod.JDK.initialized()) {
            Class.forName(name, true, Entries.class.getClassLoader());
        }
        instrumentation.addTransformer(transformer, true);
        boolean isInstalled = false;
        try {
            retransform(instrumentation, transformer, unchanged);
            check();
            isInstalled = true;
        } finally {
            if (!isInstalled) {
                instrumentation.removeTransformer(transformer);
                giveUp();
            }
        }
    }

    private void retransform(Instrumentation instrumentation, EntryTransformer transformer, List<SubstitutedMethod> unchanged) throws UnmodifiableClassException {
        List<Class<?>> classes = unchanged.stream().flatMap(Entries::classes).distinct().toList();
        Map<Class<?>, String> failed = new HashMap<>();
        installer = Thread.currentThread();
        try {
            String failure = failure(instrumentation, classes.toArray(Class<?>[]::new));
            if (failure != null) {
                // It may be that of a single class, as by what another agent makes of it, and none was changed.
                for (Class<?> type : classes) {
                    String reason = failure(instrumentation, type);
                    if (reason != null) {
                        transformer.leaveOut(type);
                        failed.put(type, reason);
                    }
                }
                if (failed.keySet().containsAll(classes)) {
                    throw new UnmodifiableClassException(failure);
                }
            }
        } finally {
            installer = null;
        }
        failed.forEach((type, reason) -> intrinsics.report().warn("no kernels for every caller of " + type.getName() + ": " + reason));
        Map<SubstitutedMethod, String> reasons = new HashMap<>();
        for (SubstitutedMethod method : unchanged) {
            List<Class<?>> own = classes(method).toList();
            if (failed.keySet().containsAll(own)) {
                reasons.put(method, failed.get(own.getFirst()));
            }
        }
        synchronized (this) {
            failures = reasons;
            state = State.INSTALLED;
        }
    }

    private static Stream<Class<?>> classes(SubstitutedMethod of) {
        return of.methods().map(Method::getDeclaringClass);
    }

    /** Why calls cannot be put into classes, or null if they were. */
    private static String failure(Instrumentation instrumentation, Class<?>... classes) {
        try {
            instrumentation.retransformClasses(classes);
            return null;
        } catch (UnmodifiableClassException | UnsupportedOperationException | LinkageError | InternalError e) {
            return "its class cannot be changed (" + e + ")";
        }
    }

    private synchronized void giveUp() {
        state = State.GIVEN_UP;
        turnOff();
    }

    private synchronized void turnOff() {
        methods.keySet().forEach(method -> entryClass.turn(method, false));
    }

    private synchronized String failure(SubstitutedMethod of) {
        return failures.get(of);
    }

    /** What was changed of what the methods lead to, or null. */
    private String changed(Collection<SubstitutedMethod> of) throws IOException {
        Stream<Method> roots = of.stream().flatMap(method -> Stream.concat(Stream.of(method.substitution()), method.methods()));
        return SubstitutedMethod.JDK.changed(metaAccess, roots.map(MethodName::of).toList());
    }

    private String changedOrUnknown(Collection<SubstitutedMethod> of) {
        try {
            String changed = changed(of);
            return changed == null ? null : changed + " was changed, as by an agent";
        } catch (IOException | RuntimeException | LinkageError e) {
            return "it cannot be compared with its class file (" + e + ")";
        }
    }

    /** Has those substitutions called for which nothing is changed, and no others. */
    private void check() {
        int before = changes();
        boolean isChanged = changedOrUnknown(methods.keySet()) != null;
        methods.forEach((method, of) -> {
            String reason = failure(method);
            if (reason == null && isChanged) {
                reason = changedOrUnknown(Set.of(method));
            }
            if (reason != null) {
                entryClass.turn(method, false);
            }
            if (reason != null || turnOn(method, before)) {
                tell(method, of, reason);
            }
        });
    }

    private void tell(SubstitutedMethod method, Collection<? extends Intrinsic<?>> of, String reason) {
        String name = metaAccess.lookupJavaMethod(method.method()).format("%H.%n(%p)");
        if (isNew(method, name, reason)) {
            // Not with the lock that others may wait for: this takes those of intrinsics, which are held while kernels are compiled.
            intrinsics.report().entered(of, name, reason);
        }
    }

    private synchronized boolean isNew(SubstitutedMethod method, String name, String reason) {
        EntryInfo known = all.get(method);
        if (known != null && Objects.equals(known.reason(), reason)) {
            return false;
        }
        Map<SubstitutedMethod, EntryInfo> changed = new LinkedHashMap<>(all);
        changed.put(method, new EntryInfo(name, reason == null, System.currentTimeMillis(), reason));
        all = Collections.unmodifiableMap(changed);
        return true;
    }

    private synchronized int changes() {
        return changes;
    }

    private synchronized boolean turnOn(SubstitutedMethod method, int atChanges) {
        // What was announced before the comparison, and had not been done then, is compared when it has.
        boolean isUnchanged = state == State.INSTALLED && changes == atChanges && announcements.values().stream().allMatch(Announcement::isLate);
        if (isUnchanged) {
            entryClass.turn(method, true);
        } else {
            isToBeChecked = true;
        }
        return isUnchanged;
    }

    /** Has no substitution called until it is known what a redefinition of {@code type} has changed, which follows. */
    private synchronized void suspend(Class<?> type) {
        if (Thread.currentThread() == installer || state == State.GIVEN_UP) {
            return;
        }
        changes++;
        turnOff();
        announcements.put(type, new Announcement(JdkMethods.redefinitions(type), System.nanoTime(), false));
        if (watcher == null) {
            Thread thread = Background.newThread("cryptointrinsics entries", this::watch);
            thread.start();
            watcher = thread;
        }
    }

    private void watch() {
        boolean isDone = false;
        try {
            do {
                LockSupport.parkNanos(PAUSE_NANOS);
                try {
                    if (isToBeChecked()) {
                        check();
                    }
                } catch (VirtualMachineError e) {
                    // As for want of memory: once more, when it may have passed.
                    checkAgain();
                    LockSupport.parkNanos(FAILURE_PAUSE_NANOS);
                }
                isDone = isDone();
            } while (!isDone);
        } finally {
            if (!isDone) {
                // The next redefinition has another one.
                synchronized (this) {
                    watcher = null;
                }
            }
        }
    }

    private synchronized void checkAgain() {
        isToBeChecked = true;
    }

    /** Whether what was announced has been done, or was given up. */
    private synchronized boolean isToBeChecked() {
        if (state != State.INSTALLED) {
            return false;
        }
        long now = System.nanoTime();
        for (Map.Entry<Class<?>, Announcement> entry : List.copyOf(announcements.entrySet())) {
            Announcement announcement = entry.getValue();
            long age = now - announcement.nanoTime;
            if (JdkMethods.redefinitions(entry.getKey()) != announcement.redefinitions) {
                announcements.remove(entry.getKey());
                isToBeChecked = true;
            } else if (age > LATEST_NANOS) {
                announcements.remove(entry.getKey());
            } else if (age > LONGEST_NANOS && !announcement.isLate) {
                announcements.put(entry.getKey(), new Announcement(announcement.redefinitions, announcement.nanoTime, true));
                isToBeChecked = true;
            }
        }
        if (!isToBeChecked || !announcements.values().stream().allMatch(Announcement::isLate)) {
            return false;
        }
        isToBeChecked = false;
        return true;
    }

    private synchronized boolean isDone() {
        if (state == State.GIVEN_UP || announcements.isEmpty() && !isToBeChecked) {
            watcher = null;
            return true;
        }
        return false;
    }
}
