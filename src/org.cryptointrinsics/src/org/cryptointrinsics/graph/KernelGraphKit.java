package org.cryptointrinsics.graph;

import jdk.graal.compiler.core.common.CompilationIdentifier;
import jdk.graal.compiler.debug.DebugContext;
import jdk.graal.compiler.hotspot.meta.HotSpotProviders;
import jdk.graal.compiler.hotspot.stubs.HotSpotGraphKit;
import jdk.graal.compiler.nodes.FixedWithNextNode;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** Builds a graph node by node. */
final class KernelGraphKit extends HotSpotGraphKit {

    KernelGraphKit(DebugContext debug, ResolvedJavaMethod method, HotSpotProviders providers, CompilationIdentifier id, String name) {
        super(debug, method, providers, providers.getGraphBuilderPlugins(), id, name, false, true);
    }

    /** Makes {@code node}, the begin of a block, the node after which the next one is appended. */
    void continueAt(FixedWithNextNode node) {
        lastFixedNode = node;
    }
}
