package org.cryptointrinsics.entry;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.bytecode.ClassFileMethods;
import org.cryptointrinsics.bytecode.JdkMethods;
import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.EntryInfo;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.selection.Misfit;
import org.cryptointrinsics.selection.Report;
import org.cryptointrinsics.selection.UntestedMethods;
import org.cryptointrinsics.substitution.Families;
import org.cryptointrinsics.substitution.Family;
import org.cryptointrinsics.substitution.SubstitutedMethod;

/**
 * The calls of substitutions in the JDK's methods, by which every caller has kernels, whatever it is executed by. Where an agent has changed what a substitution stands for, the
 * substitution is not called, so that what the agent has put there is executed. While an agent may be about to change that, it is not called either. Thread-safe.
 */
public final class Entries {

    private static volatile Entries installed;

    private final Instrumentation instrumentation;
    private final EntryClass entryClass;
    private final BiFunction<String, byte[], byte[]> withCalls;
    private final EntryTransformer transformer;
    private final ExecutedClasses executed;
    private final Redefinitions redefinitions;
    private final Predicate<String> isLoaded;
    private final Object telling = new Object();
    /** By the order of all families. */
    private final boolean[] isInstalled = new boolean[Families.all().size()];
    /** Those of all families that are installed. No memory may be left where they are asked for. */
    private volatile Entry[] entries = {};
    private volatile Report report;
    private volatile UntestedMethods untested;
    private volatile Thread installer;

    /**
     * @param instrumentation may retransform classes
     * @param latestAgent an agent that was loaded after all others
     * @param withCalls the class file with calls, of the internal name of a class and its class file; null if its methods have none
     * @param entered internal names of the classes that have calls
     * @param onLoad told of the internal name of each class of the boot loader's before it is loaded
     * @param isLoaded whether a class of the JDK is loaded
     */
    private Entries(Instrumentation instrumentation, Supplier<Instrumentation> latestAgent, EntryClass entryClass, BiFunction<String, byte[], byte[]> withCalls,
                    Set<String> entered, Consumer<String> onLoad, Predicate<String> isLoaded) {
        this.isLoaded = isLoaded;
        this.instrumentation = instrumentation;
        this.entryClass = entryClass;
        this.withCalls = withCalls;
        executed = new ExecutedClasses(latestAgent);
        redefinitions = new Redefinitions(executed, this::tell, this::check);
        transformer = new EntryTransformer(withCalls, entered, onLoad, this::suspend);
    }

    /**
     * Calls in all methods that fit this JDK, none of which are on yet.
     *
     * @param calls makes of a file, as {@link EntryFiles#calls} writes it, what puts calls into class files
     * @see #Entries
     */
    public static Entries ofThisJdk(Instrumentation instrumentation, Supplier<Instrumentation> latestAgent, Function<byte[], BiFunction<String, byte[], byte[]>> calls)
                    throws ReflectiveOperationException {
        List<EntryMethod> methods = EntryMethod.all();
        EntryClass entryClass = new EntryClass(methods, EntryClass.define(EntryClass.file(methods)), EntryClass.callingFile(methods));
        Entries entries = new Entries(instrumentation, latestAgent, entryClass, calls.apply(EntryFiles.calls(methods)), ConcurrentHashMap.newKeySet(), _ -> {
        }, _ -> true);
        instrumentation.addTransformer(entries.transformer, true);
        return entries;
    }

    /**
     * Calls in all methods that there are on the JDK which has built this, none of which are on yet. The class that they call is there. No class of the JDK is loaded for that
     * which has such a method: it may be the one that is being loaded.
     *
     * @param files open what was {@linkplain EntryFiles#write written}
     * @see #Entries
     */
    public static Entries ofFiles(Instrumentation instrumentation, Supplier<Instrumentation> latestAgent, Function<String, InputStream> files,
                    BiFunction<String, byte[], byte[]> withCalls, Set<String> entered, Consumer<String> onLoad, Predicate<String> isLoaded) throws IOException,
                                    ReflectiveOperationException {
        EntryFiles read = EntryFiles.read(files);
        return new Entries(instrumentation, latestAgent, read.entryClass(), withCalls, entered, onLoad, isLoaded);
    }

    /** What puts the calls into classes, to be called of each that is loaded. */
    public ClassFileTransformer transformer() {
        return transformer;
    }

    /** What is to be told of each method in this VM, if it has the agent. */
    public static List<EntryInfo> all() {
        Entries entries = installed;
        return entries == null ? List.of() : entries.tell();
    }

    /** Has the calls of some families turned on, as far as they fit. In the thread of the caller, which takes its time. */
    public void install(Intrinsics intrinsics, List<Family> wanted) throws IOException, ReflectiveOperationException, UnmodifiableClassException {
        SubstitutedMethod.JDK.accept(withCalls);
        boolean[] begun = new boolean[isInstalled.length];
        boolean isReady = false;
        List<Entry> added;
        try {
            added = prepare(intrinsics, wanted, begun);
            isReady = true;
        } finally {
            if (!isReady) {
                // As for want of memory. Whoever installs them next begins again.
                for (int i = 0; i < begun.length; i++) {
                    isInstalled[i] &= !begun[i];
                }
            }
        }
        if (added.isEmpty()) {
            return;
        }
        report = intrinsics.report();
        untested = intrinsics.untested();
        report.onChange(this::tell);
        synchronized (this) {
            entries = Stream.concat(Stream.of(entries), added.stream()).toArray(Entry[]::new);
        }
        installed = this;
        enter(added);
        check(added.stream().flatMap(entry -> entry.classes.stream()).collect(Collectors.toSet()));
        SubstitutedMethod.JDK.forgetFiles();
    }

    /**
     * Has all there that the calls need before they are turned on.
     *
     * @param begun is told the families that were not there yet
     */
    private List<Entry> prepare(Intrinsics intrinsics, List<Family> wanted, boolean[] begun) throws IOException, ReflectiveOperationException {
        List<Entry> added = new ArrayList<>();
        for (Family family : wanted) {
            int number = Families.all().indexOf(family);
            if (family.intrinsics(intrinsics).stream().anyMatch(intrinsic -> !intrinsic.isTurnedOff() && intrinsic.fitsJdk()) && fits(family, intrinsics) && !isInstalled[number]) {
                isInstalled[number] = true;
                begun[number] = true;
                for (SubstitutedMethod method : family.methods()) {
                    int index = entryClass.index(MethodName.of(method.substitution()));
                    if (index >= 0) {
                        added.add(new Entry(method, index, method.intrinsics(intrinsics, family.intrinsics(intrinsics)), intrinsics.offBecause(method.name())));
                    }
                }
            }
        }
        if (!added.isEmpty()) {
            entryClass.link();
            // Otherwise, that would be left to an application's call: if there is little stack for it, the JDK's methods could never be used.
            for (String name : SubstitutedMethod.JDK.initialized()) {
                Class.forName(name, true, Entries.class.getClassLoader());
            }
            KernelsInUse.make(intrinsics, isLoaded);
        }
        return added;
    }

    /** Of records: others are checked by their intrinsics. */
    private static boolean fits(Family family, Intrinsics intrinsics) {
        Misfit misfit = family.sharesIntrinsics() ? family.misfit() : null;
        if (misfit != null) {
            intrinsics.tell(misfit);
        }
        return misfit == null;
    }

    /** Puts calls into classes that were loaded before, or while others were changed. */
    private void enter(List<Entry> added) throws UnmodifiableClassException {
        List<Class<?>> classes = added.stream().flatMap(Entry::entered).distinct().filter(type -> !transformer.hasEntered(type)).toList();
        Map<Class<?>, String> failed = new HashMap<>();
        installer = Thread.currentThread();
        try {
            String failure = classes.isEmpty() ? null : failure(instrumentation, classes.toArray(Class<?>[]::new));
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
        classes.stream().filter(type -> !failed.containsKey(type)).forEach(transformer::setEntered);
        failed.forEach((type, reason) -> report.warn("no kernels for every caller of " + type.getName() + ": " + reason));
        synchronized (this) {
            for (Entry entry : added) {
                List<Class<?>> own = entry.entered().toList();
                if (entry.failure == null && failed.keySet().containsAll(own)) {
                    entry.failure = failed.get(own.getFirst());
                }
            }
        }
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

    /** Has those substitutions called that stand for any of these classes and for nothing that was changed, and tells so. */
    private void check(Set<Class<?>> types) {
        Map<Entry, Integer> announcements = announcements(types);
        Set<Class<?>> classes = announcements.keySet().stream().flatMap(entry -> entry.classes.stream()).collect(Collectors.toSet());
        Map<Class<?>, Integer> redefinitions = new HashMap<>();
        classes.forEach(type -> redefinitions.put(type, JdkMethods.redefinitions(type)));
        Map<Class<?>, byte[]> files = executed.look(classes);
        redefinitions.replaceAll((type, before) -> JdkMethods.redefinitions(type) == before ? before : JdkMethods.REDEFINED_MEANWHILE);
        ClassFileMethods methods = new ClassFileMethods(files, redefinitions);
        Set<Class<?>> others = new HashSet<>();
        announcements.forEach((entry, before) -> {
            Set<Class<?>> ofAnotherJdk = classesOfAnotherJdk(entry, files.keySet(), methods);
            others.addAll(ofAnotherJdk);
            if (ofAnotherJdk.isEmpty()) {
                decide(entry, before, reason(entry, files.keySet(), methods));
            }
        });
        if (others.isEmpty()) {
            tell();
        } else {
            check(others);
        }
    }

    /** Those that were not looked at: the methods which are known are others than those which the substitution stands for here. */
    private static Set<Class<?>> classesOfAnotherJdk(Entry entry, Set<Class<?>> seen, ClassFileMethods methods) {
        Set<Class<?>> classes;
        try {
            if (!seen.containsAll(entry.classes) || SubstitutedMethod.JDK.isKnown(methods, entry.roots)) {
                return Set.of();
            }
            classes = SubstitutedMethod.JDK.classes(entry.roots);
        } catch (IOException | RuntimeException | LinkageError e) {
            // As is told when methods are compared.
            return Set.of();
        }
        Set<Class<?>> others = new HashSet<>(classes);
        others.removeAll(entry.classes);
        entry.classes = Stream.concat(entry.classes.stream(), others.stream()).collect(Collectors.toUnmodifiableSet());
        return others;
    }

    /** Why the substitution must not be called: what was changed of what it stands for, or what nobody has read of that; or null. */
    private String reason(Entry entry, Set<Class<?>> seen, ClassFileMethods methods) {
        if (entry.failure != null) {
            return entry.failure;
        }
        for (Class<?> type : entry.classes) {
            if (!seen.contains(type)) {
                return type.getName() + " cannot be looked at, as for what an agent makes of it";
            }
        }
        try {
            String changed = SubstitutedMethod.JDK.isKnown(methods, entry.roots) ? null : SubstitutedMethod.JDK.changed(methods, entry.roots);
            return changed == null ? untested(entry) : changed + " was changed, as by an agent";
        } catch (IOException | RuntimeException | LinkageError e) {
            return "it cannot be compared with its class file (" + e + ")";
        }
    }

    private String untested(Entry entry) throws IOException {
        List<MethodName> methods = SubstitutedMethod.JDK.untested(entry.roots);
        String told = methods.isEmpty() ? null : untested.tell(entry.name, methods);
        entry.untested = untested.areTrusted() ? told : null;
        return untested.areTrusted() ? null : told;
    }

    private synchronized Map<Entry, Integer> announcements(Set<Class<?>> types) {
        Map<Entry, Integer> announcements = new LinkedHashMap<>();
        Stream.of(entries).filter(entry -> !Collections.disjoint(entry.classes, types)).forEach(entry -> announcements.put(entry, entry.announcements));
        return announcements;
    }

    private synchronized void decide(Entry entry, int announcements, String reason) {
        // If a class is about to be redefined once more, it is compared after that.
        if (entry.announcements == announcements && !redefinitions.areUnderWay(entry.classes)) {
            entry.isKnown = true;
            entry.reason = reason;
            entryClass.turn(entry.index, entry.reason == null);
        }
    }

    /**
     * Has no substitution called that stands for {@code type}, until it is known what a redefinition has changed, which follows; returns whether one does, as none does while this
     * thread looks at classes.
     */
    private boolean suspend(Class<?> type) {
        if (executed.isLooking()) {
            return false;
        }
        if (Thread.currentThread() != installer && isOfAny(type)) {
            announce(type);
            redefinitions.awaitInBackground();
        }
        return true;
    }

    private boolean isOfAny(Class<?> type) {
        for (Entry entry : entries) {
            if (entry.classes.contains(type)) {
                return true;
            }
        }
        return false;
    }

    /** It is not told yet, since the thread may be any. */
    private synchronized void announce(Class<?> type) {
        // No memory may be left: nothing needs any before all are off.
        for (Entry entry : entries) {
            if (entry.classes.contains(type)) {
                entry.announcements++;
                entryClass.turn(entry.index, false);
            }
        }
        redefinitions.begin(type);
        String reason = "an agent is about to redefine " + type.getName();
        for (Entry entry : entries) {
            if (entry.classes.contains(type)) {
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
                    tell(entry, reason == null ? Intrinsic.offBecause(entry.intrinsics, entry.method.needsAll()) : reason);
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
