package org.cryptointrinsics.plugin;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.cryptointrinsics.entry.Entries;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.EntryInfo;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.selection.Variant;
import org.cryptointrinsics.stub.Counters;

import jdk.graal.compiler.hotspot.HotSpotGraalCompiler;
import jdk.vm.ci.hotspot.HotSpotJVMCIRuntime;
import jdk.vm.ci.hotspot.HotSpotVMConfigAccess;
import jdk.vm.ci.runtime.JVMCI;
import jdk.vm.ci.runtime.JVMCICompiler;

/**
 * What the plugin does in this VM, and why.
 *
 * @param graal version of Graal
 * @param cpuFeatures names of the CPU features that kernels may use
 * @param offBecause why the plugin is off and what to do, or null if it is on
 * @param intrinsics empty if the plugin is off
 * @param entries the methods of the JDK that call kernels for every caller, or could; empty without the agent
 */
public record Status(String graal, Set<String> cpuFeatures, String offBecause, List<IntrinsicStatus> intrinsics, List<EntryInfo> entries) {

    /**
     * An intrinsic.
     *
     * @param algorithm standard name
     * @param selected name of the variant in use, or null if the intrinsic is off
     * @param offBecause why the intrinsic is off, or null if it is on
     * @param variants all variants, the best one first
     * @param bytes how many bytes the kernels have worked on, counted only if there is a report
     * @param calls how often kernels were called, counted only if there is a report
     */
    public record IntrinsicStatus(String algorithm, String selected, String offBecause, List<VariantStatus> variants, OptionalLong bytes, OptionalLong calls) {
    }

    /**
     * A variant of an intrinsic, tested even if it is not in use.
     *
     * @param features names of the CPU features that it needs
     * @param missing those of them that it may not use; if there are any it is not tested
     * @param failure how it failed its self-test, or null
     * @param slowness why a later variant is faster on this CPU, or null
     */
    public record VariantStatus(String name, Set<String> features, Set<String> missing, String failure, String slowness) {

        /** Whether it passed its self-test in this VM. */
        public boolean passed() {
            return missing.isEmpty() && failure == null;
        }
    }

    /** Asks the plugin, which tests all variants when first asked. Makes Graal start if it has not yet. */
    public static Status get() {
        String offBecause = Surroundings.offBecause();
        return offBecause == null ? Compiler.status() : off(offBecause);
    }

    /** Whether at least one intrinsic is in use. */
    public boolean isOn() {
        return intrinsics.stream().anyMatch(intrinsic -> intrinsic.selected != null);
    }

    private static Status off(String because) {
        return new Status(Surroundings.graalVersion(), Set.of(), because, List.of(), List.of());
    }

    /** What needs classes that the plugin has no access to unless the surroundings fit. */
    private static final class Compiler {

        static Status status() {
            if (AgentStart.isInstalled()) {
                return status(Intrinsics.first());
            }
            if (AgentStart.offBecause() != null) {
                return off(AgentStart.offBecause());
            }
            JVMCICompiler compiler = JVMCI.getRuntime().getCompiler();
            if (!(compiler instanceof HotSpotGraalCompiler graal)) {
                return off("the JIT is not Graal but " + compiler.getClass().getName() + "; leave -Djvmci.Compiler out");
            }
            if (!new HotSpotVMConfigAccess(HotSpotJVMCIRuntime.runtime().getConfigStore()).getFlag("UseJVMCICompiler", Boolean.class)) {
                return off("the JIT is not Graal but C2; add -XX:+UseJVMCICompiler");
            }
            return status(Intrinsics.of(graal.getGraalRuntime().getHostProviders().getForeignCalls()));
        }

        private static Status status(Intrinsics intrinsics) {
            if (intrinsics == null) {
                return off("it does not fit this Graal");
            }
            return new Status(Surroundings.graalVersion(), names(intrinsics.cpu()), null,
                            intrinsics.all().stream().map(Compiler::status).toList(), Entries.all());
        }

        private static IntrinsicStatus status(Intrinsic<?> intrinsic) {
            String selected = intrinsic.isOn() ? intrinsic.variant().name() : null;
            Counters counters = intrinsic.counters();
            OptionalLong bytes = counters == null ? OptionalLong.empty() : OptionalLong.of(counters.blocks() * intrinsic.blockBytes());
            OptionalLong calls = counters == null ? OptionalLong.empty() : OptionalLong.of(counters.calls());
            List<VariantStatus> variants = intrinsic.variants().stream().map(Compiler::status).toList();
            return new IntrinsicStatus(intrinsic.name(), selected, intrinsic.offBecause(), variants, bytes, calls);
        }

        private static VariantStatus status(Variant variant) {
            Set<String> missing = names(variant.missingFeatures());
            boolean isMissing = !missing.isEmpty();
            return new VariantStatus(variant.name(), names(variant.features()), missing, isMissing ? null : variant.failure(), isMissing ? null : variant.slowness());
        }

        private static Set<String> names(Set<? extends Enum<?>> features) {
            return features.stream().map(Enum::name).collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
