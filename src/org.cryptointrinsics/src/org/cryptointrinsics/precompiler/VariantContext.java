package org.cryptointrinsics.precompiler;

import java.util.Set;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.instruction.CpuFeature;

import jdk.graal.compiler.asm.amd64.AMD64Assembler;
import jdk.graal.compiler.hotspot.GraalHotSpotVMConfig;
import jdk.graal.compiler.hotspot.meta.HotSpotProviders;
import jdk.graal.compiler.hotspot.meta.HotSpotRegisters;
import jdk.graal.compiler.options.OptionValues;
import jdk.vm.ci.amd64.AMD64;
import jdk.vm.ci.code.Register;
import jdk.vm.ci.code.RegisterConfig;
import jdk.vm.ci.code.TargetDescription;
import jdk.vm.ci.hotspot.HotSpotCodeCacheProvider;
import jdk.vm.ci.hotspot.HotSpotJVMCIRuntime;
import jdk.vm.ci.hotspot.amd64.AMD64HotSpotRegisterConfig;

/** What kernels are compiled with for another CPU than that of this machine, and for whatever calls them. */
final class VariantContext {

    /** Where Graal finds what is HotSpot's. For HotSpot's own callers, the base of compressed references is mostly zero, and Graal takes its register for a zero. */
    private static final class Registers extends HotSpotRegisters {

        Registers() {
            super(AMD64.r15, Register.None, AMD64.rsp);
        }

        @Override
        public Register getZeroValueRegister(GraalHotSpotVMConfig config) {
            return Register.None;
        }
    }

    private VariantContext() {
    }

    /**
     * The same for a CPU that has these features, whatever this one has.
     *
     * @param features all that Graal and the kernels may use
     */
    static CompilerContext of(CompilerContext context, Set<CpuFeature> features) {
        HotSpotProviders providers = context.providers();
        TargetDescription host = providers.getCodeCache().getTarget();
        TargetDescription target = new TargetDescription(CompilerContext.cpu(features), host.isMP, host.stackAlignment, host.implicitNullCheckLimit, host.inlineObjects);
        // Without compressed references: there is no register for their base.
        RegisterConfig registers = new AMD64HotSpotRegisterConfig(target, false, false);
        HotSpotCodeCacheProvider codeCache = new HotSpotCodeCacheProvider(HotSpotJVMCIRuntime.runtime(), target, registers);
        HotSpotProviders ofTarget = new HotSpotProviders(providers.getMetaAccess(), codeCache, providers.getConstantReflection(), providers.getConstantFieldProvider(),
                        providers.getForeignCalls(), providers.getLowerer(), providers.getReplacements(), providers.getSuites(), new Registers(),
                        providers.getSnippetReflection(), providers.getWordTypes(), providers.getStampProvider(), providers.getPlatformConfigurationProvider(),
                        providers.getMetaAccessExtensionProvider(), providers.getLoopsDataProvider(), providers.getConfig(), providers.getIdentityHashCodeProvider());
        // Otherwise the bytes would depend on whether this CPU has that erratum of Intel's.
        OptionValues options = new OptionValues(context.options(), AMD64Assembler.Options.UseBranchesWithin32ByteBoundary, true);
        return new CompilerContext(ofTarget, context.foreignCalls(), options, features);
    }
}
