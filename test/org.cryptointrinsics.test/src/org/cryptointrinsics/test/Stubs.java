package org.cryptointrinsics.test;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.cryptointrinsics.graph.CompiledHash;
import org.cryptointrinsics.graph.CompiledHmac;
import org.cryptointrinsics.graph.CompiledKernel;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;

import jdk.graal.compiler.core.common.spi.ForeignCallSignature;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.amd64.AMD64HotSpotForeignCallsProvider;
import jdk.graal.compiler.hotspot.meta.HotSpotHostForeignCallsProvider;
import jdk.graal.compiler.hotspot.meta.HotSpotProviders;
import jdk.vm.ci.amd64.AMD64.CPUFeature;

/** Compiles kernels that the plugin does not have. */
final class Stubs {

    /** Of the plugin, but for a table of foreign calls that tests can add to. */
    static final CompilerContext CONTEXT = context();

    private static final AtomicInteger COUNT = new AtomicInteger();

    private Stubs() {
    }

    /** A Java identifier that no other foreign call is named by. */
    static String uniqueName() {
        return "test" + COUNT.incrementAndGet();
    }

    static CompiledKernel compile(Kernel kernel) {
        return compile(kernel, CONTEXT.cpu());
    }

    /**
     * @param cpu the features that the kernel may use
     */
    static CompiledKernel compile(Kernel kernel, Set<CPUFeature> cpu) {
        return new CompiledKernel(kernel, uniqueName(), null, with(cpu));
    }

    /** The stub that hashes whole messages with {@code kernel}. */
    static CompiledHash compileHash(DigestAlgorithm algorithm, Kernel kernel) {
        return new CompiledHash(algorithm, kernel, uniqueName(), null, CONTEXT);
    }

    /** The stub that computes HMAC with {@code kernel}. */
    static CompiledHmac compileHmac(DigestAlgorithm algorithm, Kernel kernel) {
        return new CompiledHmac(algorithm, kernel, uniqueName(), null, CONTEXT);
    }

    static CompilerContext with(Set<CPUFeature> cpu) {
        return new CompilerContext(CONTEXT.providers(), CONTEXT.foreignCalls(), CONTEXT.options(), cpu);
    }

    private static CompilerContext context() {
        CompilerContext graal = Jit.intrinsics().context();
        HotSpotProviders p = graal.providers();
        HotSpotHostForeignCallsProvider foreignCalls = new ForeignCalls(graal.foreignCalls(), p);
        HotSpotProviders providers = new HotSpotProviders(p.getMetaAccess(), p.getCodeCache(), p.getConstantReflection(), p.getConstantFieldProvider(), foreignCalls,
                        p.getLowerer(), p.getReplacements(), p.getSuites(), p.getRegisters(), p.getSnippetReflection(), p.getWordTypes(), p.getStampProvider(),
                        p.getPlatformConfigurationProvider(), p.getMetaAccessExtensionProvider(), p.getLoopsDataProvider(), p.getConfig(),
                        p.getIdentityHashCodeProvider());
        return new CompilerContext(providers, foreignCalls, graal.options(), graal.cpu());
    }

    /** Graal's foreign calls and more. Unlike Graal's own table, this one may grow while something is compiled. */
    private static final class ForeignCalls extends AMD64HotSpotForeignCallsProvider {

        private final HotSpotHostForeignCallsProvider graal;
        private final Map<ForeignCallSignature, HotSpotForeignCallLinkage> more = new ConcurrentHashMap<>();

        ForeignCalls(HotSpotHostForeignCallsProvider graal, HotSpotProviders providers) {
            super(graal.getJVMCIRuntime(), graal.getRuntime(), providers.getMetaAccess(), providers.getCodeCache(), providers.getWordTypes(),
                            graal.getNativeABICallerSaveRegisters());
            this.graal = graal;
        }

        @Override
        public HotSpotForeignCallLinkage register(HotSpotForeignCallLinkage linkage) {
            more.put(linkage.getDescriptor().getSignature(), linkage);
            return linkage;
        }

        @Override
        public HotSpotForeignCallLinkage lookupForeignCall(ForeignCallSignature signature) {
            HotSpotForeignCallLinkage linkage = more.get(signature);
            if (linkage == null) {
                return graal.lookupForeignCall(signature);
            }
            linkage.finalizeAddress(getRuntime().getHostBackend());
            return linkage;
        }
    }
}
