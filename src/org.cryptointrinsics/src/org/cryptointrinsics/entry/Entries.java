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
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.linkage.Background;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.EntryInfo;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.selection.Misfit;
import org.cryptointrinsics.selection.Report;
import org.cryptointrinsics.substitution.SubstitutedMethod;
import org.cryptointrinsics.substitution.tls.SSLEngineSubstitutions;

import jdk.vm.ci.meta.MetaAccessProvider;

/**
 * The calls of substitutions in the JDK's methods, by which every caller has kernels, whatever it is executed by. Where an agent has changed what a substitution stands for, the
 * substitution is not called, so that what the agent has put there is executed. While an agent may be about to change that, it is not called either. Thread-safe.
 */
public final class Entries {

    private static final String UNUSED = "not used yet";

    private static volatile Entries installed;

    private final Report report;
    private final MetaAccessProvider metaAccess;
    private final EntryClass entryClass;
    private final List<Entry> entries = new ArrayList<>();
    private final Redefinitions redefinitions;
    private final Object telling = new Object();
    private volatile Thread installer;
    private State state = State.INSTALLING;

    private enum State {
        INSTALLING,
        INSTALLED,
        GIVEN_UP
    }

    /** What there is for one method. */
    private static final class Entry {

        final SubstitutedMethod method;
        final Collection<? extends Intrinsic<?>> intrinsics;
        final String name;
        /** Those of all methods that the substitution stands for. */
        final Set<Class<?>> classes;
        /** Why the call could not be put into the method, or null. */
        String failure;
        /** How often a class was about to be redefined. */
        int announcements;
        /** Whether it is known if the substitution is called. */
        boolean isKnown;
        /** Why the substitution is not called, or null. */
        String reason;
        boolean isTold;
        /** Why the method has no kernels, as was told last, or null. */
        String offBecause;
        /** Since when that is so, in milliseconds since 1970. */
        long since;

        Entry(SubstitutedMethod method, Collection<? extends Intrinsic<?>> intrinsics, String name, Set<Class<?>> classes) {
            this.method = method;
            this.intrinsics = intrinsics;
            this.name = name;
            this.classes = classes;
        }

        EntryInfo info() {
            boolean isUsed = intrinsics.stream().anyMatch(intrinsic -> intrinsic.state() == CryptoIntrinsicsMXBean.State.ON);
            String reasonToTell = offBecause != null || isUsed ? offBecause : UNUSED;
            return new EntryInfo(name, offBecause == null, since, reasonToTell, intrinsics.stream().map(Intrinsic::name).toList());
        }
    }

    private Entries(Intrinsics intrinsics, Instrumentation instrumentation, Map<SubstitutedMethod, Collection<? extends Intrinsic<?>>> methods)
                    throws ReflectiveOperationException, IOException {
        report = intrinsics.report();
        metaAccess = intrinsics.context().providers().getMetaAccess();
        for (Map.Entry<SubstitutedMethod, Collection<? extends Intrinsic<?>>> method : methods.entrySet()) {
            String name = metaAccess.lookupJavaMethod(method.getKey().method()).format("%H.%n(%p)");
            entries.add(new Entry(method.getKey(), method.getValue(), name, SubstitutedMethod.JDK.classes(roots(method.getKey()))));
        }
        entryClass = new EntryClass(List.copyOf(methods.keySet()));
        redefinitions = new Redefinitions(instrumentation, this::tell, this::check);
    }

    private static Map<SubstitutedMethod, Collection<? extends Intrinsic<?>>> methods(Intrinsics intrinsics) {
        Map<SubstitutedMethod, Collection<? extends Intrinsic<?>>> methods = new LinkedHashMap<>();
        add(methods, intrinsics, SubstitutedMethod.DIGESTS, intrinsics.digests());
        add(methods, intrinsics, SubstitutedMethod.CIPHERS, List.of(intrinsics.aesGcm()));
        if (methods.keySet().containsAll(SubstitutedMethod.CIPHERS)) {
            Misfit misfit = SSLEngineSubstitutions.misfit();
            if (misfit == null) {
                add(methods, intrinsics, SubstitutedMethod.RECORDS, List.of(intrinsics.aesGcm()));
            } else {
                intrinsics.tell(misfit);
            }
        }
        add(methods, intrinsics, SubstitutedMethod.ML_KEM, List.of(intrinsics.mlKem()));
        add(methods, intrinsics, SubstitutedMethod.ML_DSA, List.of(intrinsics.mlDsa()));
        return methods;
    }

    private static void add(Map<SubstitutedMethod, Collection<? extends Intrinsic<?>>> methods, Intrinsics intrinsics, List<SubstitutedMethod> substituted,
                    Collection<? extends Intrinsic<?>> of) {
        if (of.stream().anyMatch(intrinsic -> !intrinsic.isTurnedOff() && intrinsic.fitsJdk())) {
            substituted.forEach(method -> methods.put(method, method.intrinsics(intrinsics, of)));
        }
    }

    /** What is to be told of each method in this VM, if it has the agent. */
    public static List<EntryInfo> all() {
        Entries entries = installed;
        return entries == null ? List.of() : entries.tell();
    }

    /**
     * Puts the calls into the JDK's methods. To be done once.
     *
     * @param instrumentation may retransform and redefine classes
     */
    public static void install(Intrinsics intrinsics, Instrumentation instrumentation) throws Exception {
        List<SubstitutedMethod> unchanged = new ArrayList<>();
        // All that takes time, before HotSpot throws away what it has compiled of the JDK's methods.
        Entries entries = Background.call(() -> {
            Map<SubstitutedMethod, Collection<? extends Intrinsic<?>>> methods = methods(intrinsics);
            if (methods.isEmpty()) {
                return null;
            }
            Entries made = new Entries(intrinsics, instrumentation, methods);
            for (Entry entry : made.entries) {
                // An agent that was there before would not be executed after the call.
                if (made.changed(entry) == null) {
                    unchanged.add(entry.method);
                }
            }
            // Otherwise, that would be left to an application's call: if there is little stack for it, the JDK's methods could never be used.
            for (String name : SubstitutedMethod.JDK.initialized()) {
                Class.forName(name, true, Entries.class.getClassLoader());
            }
            KernelsInUse.make(intrinsics);
            return made;
        });
        if (entries != null) {
            entries.install(instrumentation, unchanged);
        }
    }

    private void install(Instrumentation instrumentation, List<SubstitutedMethod> unchanged) throws UnmodifiableClassException {
        Set<Class<?>> classes = entries.stream().flatMap(entry -> entry.classes.stream()).collect(Collectors.toSet());
        EntryTransformer transformer = new EntryTransformer(entryClass, unchanged, type -> {
            if (classes.contains(type) && Thread.currentThread() != installer) {
                suspend(type);
                redefinitions.awaitInBackground();
            }
        });
        SubstitutedMethod.JDK.accept(transformer::transform);
        instrumentation.addTransformer(transformer, true);
        installed = this;
        report.onChange(this::tell);
        boolean isInstalled = false;
        try {
            // What had begun before was not announced.
            redefinitions.await(classes);
            retransform(instrumentation, transformer, unchanged);
            check(classes);
            isInstalled = true;
        } finally {
            if (!isInstalled) {
                installed = null;
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
        failed.forEach((type, reason) -> report.warn("no kernels for every caller of " + type.getName() + ": " + reason));
        synchronized (this) {
            for (Entry entry : entries) {
                List<Class<?>> own = classes(entry.method).toList();
                if (failed.keySet().containsAll(own)) {
                    entry.failure = failed.get(own.getFirst());
                }
            }
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
        entries.forEach(entry -> entryClass.turn(entry.method, false));
    }

    private static List<MethodName> roots(SubstitutedMethod of) {
        return Stream.concat(Stream.of(of.substitution()), of.methods()).map(MethodName::of).toList();
    }

    /** What was changed of what the substitution stands for, or null. */
    private String changed(Entry entry) throws IOException {
        return SubstitutedMethod.JDK.changed(metaAccess, roots(entry.method));
    }

    private String changedOrUnknown(Entry entry) {
        try {
            String changed = changed(entry);
            return changed == null ? null : changed + " was changed, as by an agent";
        } catch (IOException | RuntimeException | LinkageError e) {
            return "it cannot be compared with its class file (" + e + ")";
        }
    }

    /** Has those substitutions called that stand for any of these classes and for nothing that was changed, and tells so. */
    private void check(Set<Class<?>> types) {
        announcements(types).forEach((entry, before) -> decide(entry, before, changedOrUnknown(entry)));
        tell();
    }

    private synchronized Map<Entry, Integer> announcements(Set<Class<?>> types) {
        Map<Entry, Integer> announcements = new LinkedHashMap<>();
        entries.stream().filter(entry -> !Collections.disjoint(entry.classes, types)).forEach(entry -> announcements.put(entry, entry.announcements));
        return announcements;
    }

    private synchronized void decide(Entry entry, int announcements, String changed) {
        // If a class is about to be redefined once more, it is compared after that.
        if (state == State.INSTALLED && entry.announcements == announcements && !redefinitions.areUnderWay(entry.classes)) {
            entry.isKnown = true;
            entry.reason = entry.failure == null ? changed : entry.failure;
            entryClass.turn(entry.method, entry.reason == null);
        }
    }

    /**
     * Has no substitution called that stands for {@code type}, until it is known what a redefinition has changed, which follows. It is not told yet, since the thread may be any.
     */
    private synchronized void suspend(Class<?> type) {
        // No memory may be left: nothing needs any before all are off.
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (entry.classes.contains(type)) {
                entry.announcements++;
                entryClass.turn(entry.method, false);
            }
        }
        redefinitions.begin(type);
        String reason = "an agent is about to redefine " + type.getName();
        for (Entry entry : entries) {
            if (entry.classes.contains(type) && state == State.INSTALLED) {
                entry.isKnown = true;
                entry.reason = reason;
            }
        }
    }

    /** Tells those who asked for a report what has changed since; returns what is to be told of each method. */
    private List<EntryInfo> tell() {
        synchronized (telling) {
            List<EntryInfo> all = new ArrayList<>();
            for (Entry entry : entries) {
                boolean isKnown;
                String reason;
                synchronized (this) {
                    isKnown = entry.isKnown;
                    reason = entry.reason;
                }
                if (isKnown) {
                    tell(entry, reason == null ? Intrinsic.offBecause(entry.intrinsics) : reason);
                    all.add(entry.info());
                }
            }
            return all;
        }
    }

    private void tell(Entry entry, String offBecause) {
        if (!entry.isTold || !Objects.equals(offBecause, entry.offBecause)) {
            entry.isTold = true;
            entry.offBecause = offBecause;
            entry.since = System.currentTimeMillis();
            report.entered(entry.name, offBecause);
        }
    }
}
