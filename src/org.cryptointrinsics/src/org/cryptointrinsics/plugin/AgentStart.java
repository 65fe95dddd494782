package org.cryptointrinsics.plugin;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.entry.Entries;
import org.cryptointrinsics.linkage.Background;
import org.cryptointrinsics.replacements.CryptoIntrinsicsOptions;
import org.cryptointrinsics.replacements.GraalIntrinsics;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.selection.Report;
import org.cryptointrinsics.substitution.Family;
import org.graalvm.collections.EconomicMap;

import jdk.graal.compiler.hotspot.HotSpotGraalCompiler;
import jdk.graal.compiler.hotspot.HotSpotGraalJVMCIServiceLocator;
import jdk.graal.compiler.hotspot.HotSpotGraalOptionValues;
import jdk.graal.compiler.hotspot.JVMCIVersionCheck;
import jdk.graal.compiler.options.OptionKey;
import jdk.graal.compiler.options.OptionValues;
import jdk.graal.compiler.options.OptionsContainer;
import jdk.graal.compiler.options.OptionsParser;
import jdk.graal.compiler.serviceprovider.GraalServices;
import jdk.vm.ci.hotspot.HotSpotJVMCIRuntime;
import jdk.vm.ci.hotspot.HotSpotVMConfigAccess;
import jdk.vm.ci.runtime.JVMCICompiler;
import jdk.vm.ci.runtime.JVMCICompilerFactory;
import jdk.vm.ci.services.Services;

/** Where the agent starts the plugin, when an application first needs it. */
public final class AgentStart {

    private static final String AGENT = "org.cryptointrinsics.agent.Agent";

    private static volatile String offBecause;
    private static volatile boolean isInstalled;

    private AgentStart() {
    }

    /** Whether the JDK's methods call kernels. */
    static boolean isInstalled() {
        return isInstalled;
    }

    /** Why it could not be started, or null. */
    static String offBecause() {
        return offBecause;
    }

    private static void tellOff(String reason) {
        offBecause = reason;
        Report.tellOff(reason);
    }

    /**
     * Has the agent, if there is one, start without waiting for the first use. Truffle's compiler keeps graphs that it has parsed, and could install none of their code after
     * the JDK's classes were redefined.
     */
    static void startBeforeTruffle() {
        try {
            Class.forName(AGENT, true, ClassLoader.getSystemClassLoader()).getMethod("plugin").invoke(null);
        } catch (ClassNotFoundException e) {
            // There is none.
            return;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Has Graal start, unless it is the JIT, and the JDK's methods call kernels. What does not fit is told in a line.
     *
     * @param instrumentation may retransform classes
     * @param latestAgent an agent that was loaded after all others
     */
    public static void start(Instrumentation instrumentation, Supplier<Instrumentation> latestAgent) {
        if (Surroundings.enter()) {
            Compiler.start(instrumentation, latestAgent);
        }
    }

    /** What needs classes that the plugin has no access to unless the surroundings fit. */
    private static final class Compiler {

        private static final long MB = 1 << 20;
        /** Enough that Graal's start and work leaves something to a program that needs little. If memory is short, a VM may be told to end. */
        private static final long LEAST_HEAP = 64 * MB;
        private static final long LEAST_METASPACE = 64 * MB;

        private static final String JVMCI_OPTIONS = "jvmci.";
        private static final String SERVICES = "META-INF/services/jdk.vm.ci.services.JVMCIServiceLocator";

        static void start(Instrumentation instrumentation, Supplier<Instrumentation> latestAgent) {
            boolean isJit = Surroundings.layer() == ModuleLayer.boot();
            String unfit = isJit ? unfitVm() : unfitForLayer();
            if (unfit != null) {
                tellOff(unfit);
                return;
            }
            try {
                JVMCICompiler compiler;
                try {
                    if (!isJit && !isWanted(parseOptions())) {
                        return;
                    }
                    compiler = isJit ? HotSpotJVMCIRuntime.runtime().getCompiler() : Background.call(Compiler::compiler);
                } catch (IllegalArgumentException e) {
                    // Of an option.
                    tellOff(e.getMessage());
                    return;
                } catch (InternalError e) {
                    if (JVMCIVersionCheck.check(GraalServices.getSavedProperties()) == null) {
                        throw e;
                    }
                    // Graal's own message has many lines.
                    tellOff("this Graal does not take JDK " + Runtime.version() + "; take a later update of it");
                    return;
                }
                Intrinsics intrinsics = compiler instanceof HotSpotGraalCompiler graal ? GraalIntrinsics.of(graal.getGraalRuntime().getHostProviders().getForeignCalls()) : null;
                if (intrinsics == null) {
                    // This was told when Graal started.
                    offBecause = "it does not fit this Graal";
                } else if (CryptoIntrinsicsOptions.CryptoIntrinsicsEntries.getValue(GraalIntrinsics.context(intrinsics).options())) {
                    Background.call(() -> {
                        Entries.ofThisJdk(instrumentation, latestAgent).install(intrinsics, EnumSet.allOf(Family.class));
                        return null;
                    });
                    isInstalled = true;
                }
            } catch (Exception | LinkageError e) {
                tellOff("it does not fit this JDK (" + e + "); please report this as a bug");
            }
        }

        private static String unfitVm() {
            if (!flag("UseCompiler", Boolean.class)) {
                // JVMCI installs no code then.
                return "HotSpot compiles nothing, as by -XX:-UseCompiler; leave that out, or, if its code cache is full, raise -XX:ReservedCodeCacheSize";
            }
            return flag("UseShenandoahGC", Boolean.class) ? "Graal has no code for the collector Shenandoah; choose another one, such as -XX:+UseZGC" : null;
        }

        /** Where Graal is not the JIT, it has not started yet. */
        private static String unfitForLayer() {
            String unknown = unknownOption();
            if (unknown != null) {
                return "JVMCI has no option -D" + unknown + ", and would end the program; leave it out";
            }
            if (ClassLoader.getSystemResource(SERVICES) != null) {
                // JVMCI and Graal look for services there, and find those of another copy, which is of no use.
                return "the application has Graal on its class path, where it cannot work; leave it out, or put it on the --upgrade-module-path";
            }
            if (flag("MaxHeapSize", Long.class) < LEAST_HEAP || Long.compareUnsigned(flag("MaxMetaspaceSize", Long.class), LEAST_METASPACE) < 0) {
                return "the memory is too little for Graal; give the program -Xmx" + LEAST_HEAP / MB + "m or more, and -XX:MaxMetaspaceSize=" + LEAST_METASPACE / MB +
                                "m or more if that is limited";
            }
            return unfitVm();
        }

        private static <T> T flag(String name, Class<T> type) {
            return new HotSpotVMConfigAccess(HotSpotJVMCIRuntime.runtime().getConfigStore()).getFlag(name, type);
        }

        /** An option of JVMCI that it does not know, for which it ends the VM when it starts, or null. */
        private static String unknownOption() {
            Set<String> known = Stream.of(HotSpotJVMCIRuntime.Option.values()).map(HotSpotJVMCIRuntime.Option::getPropertyName).collect(Collectors.toSet());
            return Services.getSavedProperties().keySet().stream().filter(name -> name.startsWith(JVMCI_OPTIONS) && !known.contains(name)).findAny().orElse(null);
        }

        /** Whether options leave something on where Graal is not the JIT. If they do not, it need not start. */
        private static boolean isWanted(OptionValues options) {
            if (!CryptoIntrinsicsOptions.CryptoIntrinsicsEntries.getValue(options)) {
                tellOff("by option CryptoIntrinsicsEntries; unless Graal is the JIT, nothing else calls kernels");
            } else if (CryptoIntrinsicsOptions.of(options).areAllOff()) {
                offBecause = CryptoIntrinsicsOptions.of(options).turnedOff();
                Report.open(CryptoIntrinsicsOptions.of(options).report()).allOff(offBecause);
            }
            return offBecause == null;
        }

        private static JVMCICompiler compiler() {
            JVMCICompilerFactory factory = new HotSpotGraalJVMCIServiceLocator().getProvider(JVMCICompilerFactory.class);
            factory.onSelection();
            return factory.createCompiler(HotSpotJVMCIRuntime.runtime());
        }

        /** Graal looks for options by the class loader of the application, which does not find those of a layer, and ends the VM if one is wrong. */
        private static OptionValues parseOptions() throws ReflectiveOperationException {
            EconomicMap<String, String> settings = EconomicMap.create();
            GraalServices.getSavedProperties().forEach((name, value) -> {
                if (name.startsWith(HotSpotGraalOptionValues.GRAAL_OPTION_PROPERTY_PREFIX)) {
                    settings.put(name.substring(HotSpotGraalOptionValues.GRAAL_OPTION_PROPERTY_PREFIX.length()), value);
                }
            });
            EconomicMap<OptionKey<?>, Object> values = OptionValues.newOptionMap();
            OptionsParser.parseOptions(settings, values, OptionsContainer.getDiscoverableOptions(AgentStart.class.getClassLoader()));
            Field options = HotSpotGraalOptionValues.class.getDeclaredField("hotspotOptions");
            options.setAccessible(true);
            OptionValues parsed = new OptionValues(values);
            options.set(null, parsed);
            return parsed;
        }
    }
}
