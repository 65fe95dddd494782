package org.cryptointrinsics.graph;

import jdk.graal.compiler.core.common.CompilationIdentifier;
import jdk.graal.compiler.debug.DebugContext;
import jdk.graal.compiler.graph.Node;
import jdk.graal.compiler.nodes.FixedNode;
import jdk.graal.compiler.nodes.FixedWithNextNode;
import jdk.graal.compiler.nodes.StructuredGraph;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** Builds a graph node by node. */
final class GraphAppender {

    private final StructuredGraph graph;
    private FixedWithNextNode last;

    /** Appends after {@code last}, which is followed by nothing. */
    GraphAppender(StructuredGraph graph, FixedWithNextNode last) {
        this.graph = graph;
        this.last = last;
    }

    /** Begins a graph without frame states, in place of that of {@code method}. */
    GraphAppender(DebugContext debug, ResolvedJavaMethod method, CompilationIdentifier id) {
        this(new StructuredGraph.Builder(debug.getOptions(), debug).method(method).compilationId(id).profileProvider(null).build());
        graph.disableUnsafeAccessTracking();
        graph.getGraphState().forceDisableFrameStateVerification();
        graph.recordMethod(method);
    }

    private GraphAppender(StructuredGraph graph) {
        this(graph, graph.start());
    }

    StructuredGraph graph() {
        return graph;
    }

    /** The node after which the next one is appended. */
    FixedWithNextNode last() {
        return last;
    }

    /** Appends {@code node}, or takes one that is alike. */
    <T extends Node> T append(T node) {
        T result = graph.addOrUniqueWithInputs(node);
        if (result instanceof FixedNode fixed) {
            last.setNext(fixed);
            last = fixed instanceof FixedWithNextNode withNext ? withNext : null;
        }
        return result;
    }

    /** Makes {@code node}, the begin of a block, the node after which the next one is appended. */
    void continueAt(FixedWithNextNode node) {
        last = node;
    }
}
