package org.cryptointrinsics.replacements;

import org.cryptointrinsics.graph.CompilerContext;
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

/** Links the kernels when Graal is initialized, and lowers {@link Pbkdf2Node}. */
public final class DigestLowering implements Extension {

    private Pbkdf2Snippets.Pbkdf2Templates pbkdf2Snippets;

    @Override
    public Class<? extends Node> getNodeType() {
        return Pbkdf2Node.class;
    }

    @Override
    public void initialize(HotSpotProviders providers, OptionValues options, GraalHotSpotVMConfig config, HotSpotHostForeignCallsProvider foreignCalls,
                    Iterable<DebugHandlersFactory> factories) {
        AMD64 cpu = (AMD64) providers.getCodeCache().getTarget().arch;
        try {
            CompilerContext context = new CompilerContext(providers, foreignCalls, options, cpu.getFeatures());
            Intrinsics intrinsics = Intrinsics.initialize(context, JdkClasses::digestMisfit, JdkClasses::aesGcmMisfit);
            pbkdf2Snippets = new Pbkdf2Snippets.Pbkdf2Templates(options, providers);
            providers.getGraphBuilderPlugins().prependInlineInvokePlugin(Substitutions.inlining());
            providers.getGraphBuilderPlugins().appendNodePlugin(DigestPlugins.digestBase());
            providers.getGraphBuilderPlugins().appendNodePlugin(PartialEvaluationPlugins.virtualMethods());
            providers.getGraphBuilderPlugins().appendNodePlugin(new Pbkdf2Plugin());
            intrinsics.publish(foreignCalls);
        } catch (OptionException e) {
            if (DigestLowering.class.getModule().getLayer() != ModuleLayer.boot()) {
                throw e;
            }
            // As Graal does with its own options.
            System.err.printf("Error parsing Graal options: %s%nError: A fatal exception has occurred. Program will exit.%n", e.getMessage());
            HotSpotGraalServices.exit(1, HotSpotJVMCIRuntime.runtime());
        } catch (RuntimeException | Error e) {
            // Of another Graal. Graal would bring down the VM.
            Report.warnWithoutReport("off: it does not fit this Graal (" + e + "); please report this as a bug");
        }
    }

    @Override
    public void lower(Node node, LoweringTool tool) {
        pbkdf2Snippets.lower((Pbkdf2Node) node, tool);
    }

    /** What lowers the other node of PBKDF2. To be initialized after this. */
    public Extension count() {
        return new Extension() {
            @Override
            public Class<? extends Node> getNodeType() {
                return Pbkdf2CountNode.class;
            }

            @Override
            public void initialize(HotSpotProviders providers, OptionValues options, GraalHotSpotVMConfig config, HotSpotHostForeignCallsProvider foreignCalls,
                            Iterable<DebugHandlersFactory> factories) {
            }

            @Override
            public void lower(Node node, LoweringTool tool) {
                pbkdf2Snippets.lower((Pbkdf2CountNode) node, tool);
            }
        };
    }
}
