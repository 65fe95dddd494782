package org.cryptointrinsics.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import org.cryptointrinsics.entry.Entries;
import org.cryptointrinsics.linkage.Background;
import org.cryptointrinsics.precompiled.CodeLibrary;
import org.cryptointrinsics.precompiled.Cpu;
import org.cryptointrinsics.precompiled.PerfMap;
import org.cryptointrinsics.precompiled.PrecompiledKernels;
import org.cryptointrinsics.recording.Recording;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.selection.OptionException;
import org.cryptointrinsics.selection.Options;
import org.cryptointrinsics.selection.Options.Setting;
import org.cryptointrinsics.selection.Report;
import org.cryptointrinsics.substitution.Families;
import org.cryptointrinsics.substitution.Family;

import jdk.internal.misc.Unsafe;

/**
 * Where the agent starts with kernels that were compiled when the project was built, whatever the JIT: when the first class is used that there are kernels for, or one is loaded
 * that is not known. Nothing of Graal and of JVMCI is loaded. What takes time is done in the background.
 */
public final class PrecompiledStart {

    /** Classes of the JDK by which it is known that a family will be used, when they are loaded. */
    private static final Map<String, Family> FIRST_USES = Families.byFirstUse();
    /** A program that ends so soon has nothing of kernels. */
    private static final long DELAY_NANOS = 100_000_000L;
    private static final long LONGEST_DELAY_NANOS = 1_000_000_000L;
    private static final long FAILURE_DELAY_NANOS = 10_000_000_000L;

    private static final String OPTION = "cryptointrinsics";
    private static final String VARIANT_OPTION = "cryptointrinsics.variant";
    private static final String REPORT_OPTION = "cryptointrinsics.report";
    /** The agent reads it; here it is checked. */
    private static final String EAGER_OPTION = "cryptointrinsics.eager";
    private static final String UNTESTED_OPTION = "cryptointrinsics.untested";
    private static final String PERF_MAP_OPTION = "cryptointrinsics.perfMap";
    /** The names that Graal has for them. */
    private static final Map<String, String> GRAAL_OPTIONS = Map.of(OPTION, "jdk.graal.CryptoIntrinsics", VARIANT_OPTION, "jdk.graal.CryptoIntrinsicsVariant", REPORT_OPTION,
                    "jdk.graal.CryptoIntrinsicsReport", UNTESTED_OPTION, "jdk.graal.CryptoIntrinsicsUntested");

    private final Function<String, InputStream> files;
    private final Entries entries;
    /** Internal names of classes of the JDK's cryptography. */
    private volatile Set<String> loaded = Set.of();
    private Intrinsics intrinsics;
    private volatile CodeLibrary library;
    private volatile String offBecause;

    private PrecompiledStart(Instrumentation instrumentation, Supplier<Instrumentation> latestAgent, Function<String, InputStream> files,
                    BiFunction<String, byte[], byte[]> withCalls, Set<String> entered) throws IOException, ReflectiveOperationException {
        this.files = files;
        entries = Entries.ofFiles(instrumentation, latestAgent, files, withCalls, entered, this::onLoad, className -> loaded.contains(className.replace('.', '/')));
    }

    /**
     * To be done once.
     *
     * @param instrumentation may retransform classes
     * @param latestAgent an agent that was loaded after all others
     * @param files those that the build has made
     * @param withCalls the class file with calls, of the internal name of a class and its class file; null if its methods have none
     * @param entered internal names of the classes that have calls
     * @param front has what it is given asked of each class that is loaded or redefined from now on; returns the internal names of the JDK's cryptography that are loaded, to which
     *            more are added
     */
    public static void start(Instrumentation instrumentation, Supplier<Instrumentation> latestAgent, Function<String, InputStream> files,
                    BiFunction<String, byte[], byte[]> withCalls, Set<String> entered, Function<ClassFileTransformer, Set<String>> front) throws IOException,
                                    ReflectiveOperationException {
        PrecompiledStart start = new PrecompiledStart(instrumentation, latestAgent, files, withCalls, entered);
        Status.setStarted(start);
        start.loaded = front.apply(start.entries.transformer());
        Set<String> names = new HashSet<>(FIRST_USES.keySet());
        names.retainAll(start.loaded);
        Background.schedule(() -> start.lookForUse(names, DELAY_NANOS), 0);
    }

    /** Has all begin now, of whatever was used, and waits for that. */
    public static void startNow() {
        Status.precompiled().install(Families.all());
    }

    private void onLoad(String className) {
        Family family = FIRST_USES.get(className);
        if (family == null) {
            return;
        }
        if (Background.isCurrent()) {
            // To look at it, as a substitution stands for what it does.
            Background.schedule(() -> lookForUse(Set.of(className), DELAY_NANOS), DELAY_NANOS);
        } else {
            Background.schedule(() -> installOrLater(family), DELAY_NANOS);
        }
    }

    private void installOrLater(Family family) {
        try {
            install(List.of(family));
        } catch (VirtualMachineError e) {
            // As for want of memory.
            Background.schedule(() -> installOrLater(family), FAILURE_DELAY_NANOS);
        }
    }

    /**
     * Of classes that are loaded, used or not, as HotSpot loads those of an AOT cache.
     *
     * @param pause before the next look, in nanoseconds
     */
    private void lookForUse(Set<String> names, long pause) {
        Set<String> unused = new HashSet<>(names);
        long delay = pause;
        try {
            for (String name : names) {
                Class<?> type = Class.forName(Object.class.getModule(), name.replace('/', '.'));
                if (!Unsafe.getUnsafe().shouldBeInitialized(type)) {
                    installOrLater(FIRST_USES.get(name));
                    unused.remove(name);
                }
            }
        } catch (VirtualMachineError e) {
            delay = FAILURE_DELAY_NANOS;
        }
        if (!unused.isEmpty()) {
            Background.schedule(() -> lookForUse(unused, Math.min(2 * pause, LONGEST_DELAY_NANOS)), delay);
        }
    }

    private synchronized void install(List<Family> wanted) {
        try {
            if (intrinsics == null && offBecause == null) {
                begin();
            }
            if (intrinsics != null) {
                entries.install(intrinsics, wanted);
            }
        } catch (OptionException | IllegalStateException e) {
            tellMisfit(wanted, e.getMessage());
        } catch (IOException | ReflectiveOperationException | UnmodifiableClassException | RuntimeException | LinkageError e) {
            StackTraceElement[] trace = e.getStackTrace();
            tellMisfit(wanted, "it does not fit this JDK (" + e + (trace.length == 0 ? "" : ", " + trace[0]) + "); please report this as a bug");
        }
    }

    /** All is off, unless some is on already. */
    private void tellMisfit(List<Family> wanted, String reason) {
        if (intrinsics == null) {
            tellOff(reason);
        } else {
            Report.warnWithoutReport("no kernels for every caller of " + wanted + ": " + reason);
        }
    }

    private void tellOff(String reason) {
        offBecause = reason;
        Report.tellOff(reason);
    }

    private void begin() throws IOException {
        String os = System.getProperty("os.name");
        String cpu = System.getProperty("os.arch");
        if (!os.equals("Linux") || !cpu.equals("amd64")) {
            tellOff("it is for Linux on x86-64, not for " + os + " on " + cpu + "; leave the agent out");
            return;
        }
        Options options = options().checked();
        isTrue(EAGER_OPTION);
        CodeLibrary.Listener listener = listener();
        if (options.areAllOff()) {
            offBecause = options.turnedOff();
            Report.open(options.report()).allOff(offBecause);
            return;
        }
        library = new CodeLibrary(name -> {
            InputStream file = files.apply(name);
            if (file == null) {
                throw new IOException(name + " is missing in the agent's jar");
            }
            return file;
        }, listener);
        Intrinsics made = new Intrinsics(new PrecompiledKernels(library, Cpu.features()), options,
                        Families.misfits());
        made.publish(true);
        intrinsics = made;
        Status status = Status.started();
        Recording.ask(status::intrinsics, status::entries);
        try {
            ManagementProvider.Announcement.make();
        } catch (RuntimeException | LinkageError e) {
            Report.warnWithoutReport("there is no MXBean: it does not fit this JDK (" + e + "); please report this as a bug");
        }
    }

    /** Writes a file for {@code perf}, if that is asked for. */
    private static CodeLibrary.Listener listener() {
        if (!isTrue(PERF_MAP_OPTION)) {
            return (variant, address) -> { };
        }
        PerfMap map = PerfMap.ofThisProcess();
        AtomicBoolean hasFailed = new AtomicBoolean();
        return (variant, address) -> {
            try {
                map.append(variant, address);
            } catch (IOException | RuntimeException e) {
                // Once is enough.
                if (hasFailed.compareAndSet(false, true)) {
                    Report.warnWithoutReport("cannot write the file '" + map.file() + "' of option " + PERF_MAP_OPTION + ": " + e);
                }
            }
        };
    }

    private static boolean isTrue(String name) {
        return setting(name, "false").isTrue();
    }

    private static Options options() {
        return new Options(setting(OPTION, "all"), setting(VARIANT_OPTION, ""), setting(REPORT_OPTION, "false"), setting(UNTESTED_OPTION, "off"),
                        Families::methodNames);
    }

    private static Setting setting(String name, String otherwise) {
        String value = System.getProperty(name);
        String graalName = value == null ? GRAAL_OPTIONS.get(name) : null;
        String graalValue = graalName == null ? null : System.getProperty(graalName);
        if (graalValue != null) {
            return new Setting(graalName.replace("jdk.graal.", ""), graalValue);
        }
        return new Setting(name, value == null ? otherwise : value);
    }

    /** Why all is off, or null. */
    String offBecause() {
        return offBecause;
    }

    /** The version of Graal that has made the kernels. */
    String graal() {
        return library == null ? null : library.graalVersion();
    }
}
