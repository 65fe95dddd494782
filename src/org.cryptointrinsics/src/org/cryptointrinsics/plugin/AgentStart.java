package org.cryptointrinsics.plugin;

import java.lang.instrument.Instrumentation;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import org.cryptointrinsics.entry.Entries;
import org.cryptointrinsics.linkage.Background;
import org.cryptointrinsics.replacements.CryptoIntrinsicsOptions;
import org.cryptointrinsics.replacements.GraalIntrinsics;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.selection.Report;
import org.cryptointrinsics.substitution.Families;

import jdk.graal.compiler.hotspot.HotSpotGraalCompiler;
import jdk.vm.ci.hotspot.HotSpotJVMCIRuntime;
import jdk.vm.ci.hotspot.HotSpotVMConfigAccess;
import jdk.vm.ci.runtime.JVMCICompiler;

/** Where the agent starts the plugin if Graal is the JIT, when an application first needs it. */
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
     * Has the JDK's methods call kernels where Graal is the JIT. What does not fit is told in a line.
     *
     * @param instrumentation may retransform classes
     * @param latestAgent an agent that was loaded after all others
     * @param calls makes of a file, as {@code org.cryptointrinsics.entry.EntryFiles} writes it, what puts calls into class files
     */
    public static void start(Instrumentation instrumentation, Supplier<Instrumentation> latestAgent, Function<byte[], BiFunction<String, byte[], byte[]>> calls) {
        if (Surroundings.enter()) {
            Compiler.start(instrumentation, latestAgent, calls);
        }
    }

    /** What needs classes that the plugin has no access to unless the surroundings fit. */
    private static final class Compiler {

        static void start(Instrumentation instrumentation, Supplier<Instrumentation> latestAgent, Function<byte[], BiFunction<String, byte[], byte[]>> calls) {
            String unfit = unfitVm();
            if (unfit != null) {
                tellOff(unfit);
                return;
            }
            try {
                JVMCICompiler compiler = HotSpotJVMCIRuntime.runtime().getCompiler();
                Intrinsics intrinsics = compiler instanceof HotSpotGraalCompiler graal ? GraalIntrinsics.of(graal.getGraalRuntime().getHostProviders().getForeignCalls()) : null;
                if (intrinsics == null) {
                    // This was told when Graal started.
                    offBecause = "it does not fit this Graal";
                } else if (CryptoIntrinsicsOptions.CryptoIntrinsicsEntries.getValue(GraalIntrinsics.context(intrinsics).options())) {
                    Background.call(() -> {
                        // Of a CPU without AVX-512, that takes machine code of ours: an application's thread would wait for it.
                        intrinsics.source().cpu();
                        Entries.ofThisJdk(instrumentation, latestAgent, calls).install(intrinsics, Families.all());
                        return null;
                    });
                    isInstalled = true;
                }
            } catch (Exception | LinkageError e) {
                tellOff("it does not fit this JDK (" + e + "); please report this as a bug");
            }
        }

        private static String unfitVm() {
            if (!flag("UseCompiler")) {
                // JVMCI installs no code then.
                return "HotSpot compiles nothing, as by -XX:-UseCompiler; leave that out, or, if its code cache is full, raise -XX:ReservedCodeCacheSize";
            }
            return flag("UseShenandoahGC") ? "Graal has no code for the collector Shenandoah; choose another one, such as -XX:+UseZGC" : null;
        }

        private static boolean flag(String name) {
            return new HotSpotVMConfigAccess(HotSpotJVMCIRuntime.runtime().getConfigStore()).getFlag(name, Boolean.class);
        }
    }
}
