package org.cryptointrinsics.replacements;

import java.util.Set;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.StubCallNode;
import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.linkage.VmFlags;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.selection.OptionException;
import org.cryptointrinsics.selection.Report;

import jdk.graal.compiler.debug.DebugHandlersFactory;
import jdk.graal.compiler.graph.Node;
import jdk.graal.compiler.hotspot.GraalHotSpotVMConfig;
import jdk.graal.compiler.hotspot.HotSpotGraalServices;
import jdk.graal.compiler.hotspot.meta.DefaultHotSpotLoweringProvider.Extension;
import jdk.graal.compiler.hotspot.meta.HotSpotHostForeignCallsProvider;
import jdk.graal.compiler.hotspot.meta.HotSpotProviders;
import jdk.graal.compiler.nodes.spi.LoweringTool;
import jdk.graal.compiler.options.OptionValues;
import jdk.vm.ci.amd64.AMD64;
import jdk.vm.ci.hotspot.HotSpotJVMCIRuntime;

/** Links the kernels when Graal is initialized. It is an extension because Graal initializes those, and lowers nothing. */
public final class Initialization implements Extension {

    @Override
    public Class<? extends Node> getNodeType() {
        return StubCallNode.class;
    }

    @Override
    public void initialize(HotSpotProviders providers, OptionValues options, GraalHotSpotVMConfig config, HotSpotHostForeignCallsProvider foreignCalls,
                    Iterable<DebugHandlersFactory> factories) {
        AMD64 cpu = (AMD64) providers.getCodeCache().getTarget().arch;
        try {
            Set<CpuFeature> features = CompilerContext.features(cpu);
            if (VmFlags.isTurnedOff("UseSHA")) {
                features.removeAll(Set.of(CpuFeature.SHA, CpuFeature.SHA512));
            }
            Intrinsics intrinsics = GraalIntrinsics.initialize(new CompilerContext(providers, foreignCalls, options, features));
            providers.getGraphBuilderPlugins().prependInlineInvokePlugin(Substitutions.inlining());
            providers.getGraphBuilderPlugins().appendNodePlugin(DigestPlugins.digestBase());
            providers.getGraphBuilderPlugins().appendNodePlugin(PartialEvaluationPlugins.virtualMethods());
            GraalIntrinsics.publish(intrinsics, foreignCalls);
        } catch (OptionException e) {
            // As Graal does with its own options.
            System.err.printf("Error parsing Graal options: %s%nError: A fatal exception has occurred. Program will exit.%n", e.getMessage());
            HotSpotGraalServices.exit(1, HotSpotJVMCIRuntime.runtime());
        } catch (RuntimeException | Error e) {
            // Of another Graal. Graal would bring down the VM.
            Report.tellOff("it does not fit this Graal (" + e + "); please report this as a bug");
        }
    }

    @Override
    public void lower(Node node, LoweringTool tool) {
        throw new AssertionError(node);
    }
}
