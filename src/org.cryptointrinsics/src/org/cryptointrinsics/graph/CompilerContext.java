package org.cryptointrinsics.graph;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage.RegisterEffect;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkageImpl;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotHostForeignCallsProvider;
import jdk.graal.compiler.hotspot.meta.HotSpotProviders;
import jdk.graal.compiler.options.OptionValues;
import jdk.vm.ci.amd64.AMD64;
import jdk.vm.ci.amd64.AMD64.CPUFeature;
import jdk.vm.ci.hotspot.HotSpotCallingConventionType;

/**
 * What a kernel is compiled with.
 *
 * @param cpu the features that kernels may use, a subset of those that Graal knows the CPU to have
 */
public record CompilerContext(HotSpotProviders providers, HotSpotHostForeignCallsProvider foreignCalls, OptionValues options, Set<CpuFeature> cpu) {

    /** What JVMCI knows a CPU to have, as far as kernels have to do with it. */
    public static Set<CpuFeature> features(AMD64 cpu) {
        return Stream.of(CpuFeature.values()).filter(feature -> cpu.getFeatures().contains(CPUFeature.valueOf(feature.name()))) //
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(CpuFeature.class)));
    }

    /** A CPU that has these features. */
    public static AMD64 cpu(Set<CpuFeature> features) {
        return new AMD64(features.stream().map(feature -> CPUFeature.valueOf(feature.name())).collect(Collectors.toCollection(() -> EnumSet.noneOf(CPUFeature.class))));
    }

    /** Makes what calls to a stub refer to. It is not in Graal's table of foreign calls, which is not synchronized. */
    public HotSpotForeignCallLinkage link(HotSpotForeignCallDescriptor stub) {
        return HotSpotForeignCallLinkageImpl.create(providers.getMetaAccess(), providers.getCodeCache(), providers.getWordTypes(), foreignCalls, stub, 0,
                        RegisterEffect.COMPUTES_REGISTERS_KILLED, HotSpotCallingConventionType.JavaCall, HotSpotCallingConventionType.JavaCallee);
    }

    /** The backend for {@code kernel}. */
    public KernelBackend backend(Kernel kernel) {
        return backend(Requirements.of(kernel, cpu));
    }

    /** The backend for a kernel. */
    public KernelBackend backend(Requirements requirements) {
        return new KernelBackend(foreignCalls.getRuntime(), providers, requirements.allEvex());
    }
}
