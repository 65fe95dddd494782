package org.cryptointrinsics.graph;

import java.util.Set;

import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;

import jdk.graal.compiler.hotspot.meta.HotSpotHostForeignCallsProvider;
import jdk.graal.compiler.hotspot.meta.HotSpotProviders;
import jdk.graal.compiler.options.OptionValues;
import jdk.vm.ci.amd64.AMD64.CPUFeature;

/**
 * What a kernel is compiled with.
 *
 * @param cpu the features that kernels may use, a subset of those that Graal knows the CPU to have
 */
public record CompilerContext(HotSpotProviders providers, HotSpotHostForeignCallsProvider foreignCalls, OptionValues options, Set<CPUFeature> cpu) {

    /** The backend for {@code kernel}. */
    KernelBackend backend(Kernel kernel) {
        return new KernelBackend(foreignCalls.getRuntime(), providers, Requirements.of(kernel, cpu).allEvex());
    }
}
