package org.cryptointrinsics.plugin;

import java.util.List;

import org.cryptointrinsics.entry.Entries;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.EntryInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.IntrinsicInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.State;
import org.cryptointrinsics.replacements.GraalIntrinsics;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.selection.Variant;

import jdk.graal.compiler.hotspot.HotSpotGraalCompiler;
import jdk.vm.ci.hotspot.HotSpotJVMCIRuntime;
import jdk.vm.ci.hotspot.HotSpotVMConfigAccess;
import jdk.vm.ci.runtime.JVMCI;
import jdk.vm.ci.runtime.JVMCICompiler;

/** What the plugin does in this VM, and why: all reports are told from this. */
public final class Status {

    /** Null if nothing was started without Graal. */
    private static volatile PrecompiledStart precompiled;

    private final String offBecause;

    /**
     * @param offBecause why the plugin is off and what to do, or null if it is on
     */
    private Status(String offBecause) {
        this.offBecause = offBecause;
    }

    static void setStarted(PrecompiledStart started) {
        precompiled = started;
    }

    static PrecompiledStart precompiled() {
        return precompiled;
    }

    /** Where the plugin was started. This tests nothing. */
    static Status started() {
        return new Status(null);
    }

    /** Has Graal start if it has not yet, and the plugin test all variants. */
    public static Status get() {
        if (precompiled != null) {
            PrecompiledStart.startNow();
            if (precompiled.offBecause() == null) {
                testAll();
            }
            return new Status(precompiled.offBecause());
        }
        String unfit = Surroundings.offBecause();
        String off = unfit == null ? Compiler.offBecause() : unfit;
        if (off == null) {
            testAll();
        }
        return new Status(off);
    }

    private static void testAll() {
        Intrinsics.published().stream().flatMap(intrinsics -> intrinsics.all().stream()).forEach(Status::test);
    }

    private static void test(Intrinsic<?> intrinsic) {
        intrinsic.variants().stream().filter(variant -> variant.missingFeatures().isEmpty()).forEach(Variant::failure);
        intrinsic.isOn();
    }

    /** Why the plugin is off and what to do, or null if it is on. */
    public String offBecause() {
        return offBecause;
    }

    /** Whether at least one intrinsic is in use. */
    public boolean isOn() {
        return intrinsics().stream().anyMatch(intrinsic -> intrinsic.state() == State.ON);
    }

    /** Names of the CPU features that kernels may use. */
    public List<String> cpuFeatures() {
        return offBecause == null ? Variant.names(Intrinsics.first().source().cpu()) : List.of();
    }

    /** The version of Graal. */
    public String graal() {
        return precompiled == null ? Surroundings.graalVersion() : precompiled.graal();
    }

    /** All intrinsics; empty if the plugin is off. */
    public List<IntrinsicInfo> intrinsics() {
        return offBecause == null ? Intrinsics.published().stream().flatMap(intrinsics -> intrinsics.all().stream()).map(Intrinsic::info).toList() : List.of();
    }

    /** The methods of the JDK that call kernels for every caller, or could; empty without the agent. */
    public List<EntryInfo> entries() {
        return offBecause == null ? Entries.all() : List.of();
    }

    /** What needs classes that the plugin has no access to unless the surroundings fit. */
    private static final class Compiler {

        /** Why the plugin is off, or null. */
        static String offBecause() {
            return AgentStart.isInstalled() ? null : AgentStart.offBecause() == null ? offWithoutAgent() : AgentStart.offBecause();
        }

        private static String offWithoutAgent() {
            JVMCICompiler compiler = JVMCI.getRuntime().getCompiler();
            if (!(compiler instanceof HotSpotGraalCompiler graal)) {
                return "the JIT is not Graal but " + compiler.getClass().getName() + "; leave -Djvmci.Compiler out";
            }
            if (!new HotSpotVMConfigAccess(HotSpotJVMCIRuntime.runtime().getConfigStore()).getFlag("UseJVMCICompiler", Boolean.class)) {
                return "the JIT is not Graal but C2; add -XX:+UseJVMCICompiler";
            }
            return GraalIntrinsics.of(graal.getGraalRuntime().getHostProviders().getForeignCalls()) == null ? "it does not fit this Graal" : null;
        }
    }
}
