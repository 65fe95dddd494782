package org.cryptointrinsics.graph;

import java.util.Set;

import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage.RegisterEffect;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkageImpl;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotHostForeignCallsProvider;
import jdk.graal.compiler.hotspot.meta.HotSpotProviders;
import jdk.graal.compiler.options.OptionValues;
import jdk.vm.ci.amd64.AMD64.CPUFeature;
import jdk.vm.ci.hotspot.HotSpotCallingConventionType;

/**
 * What a kernel is compiled with.
 *
 * @param cpu the features that kernels may use, a subset of those that Graal knows the CPU to have
 */
public record CompilerContext(HotSpotProviders providers, HotSpotHostForeignCallsProvider foreignCalls, OptionValues options, Set<CPUFeature> cpu) {

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
