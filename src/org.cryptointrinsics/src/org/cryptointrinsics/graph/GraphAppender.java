package org.cryptointrinsics.graph;

import java.util.ArrayList;
import java.util.List;

import jdk.graal.compiler.core.common.CompilationIdentifier;
import jdk.graal.compiler.core.common.type.Stamp;
import jdk.graal.compiler.core.common.type.StampPair;
import jdk.graal.compiler.debug.DebugContext;
import jdk.graal.compiler.graph.Node;
import jdk.graal.compiler.nodes.BeginNode;
import jdk.graal.compiler.nodes.EndNode;
import jdk.graal.compiler.nodes.FixedNode;
import jdk.graal.compiler.nodes.FixedWithNextNode;
import jdk.graal.compiler.nodes.IfNode;
import jdk.graal.compiler.nodes.LogicNode;
import jdk.graal.compiler.nodes.MergeNode;
import jdk.graal.compiler.nodes.ParameterNode;
import jdk.graal.compiler.nodes.ProfileData.BranchProbabilityData;
import jdk.graal.compiler.nodes.ReturnNode;
import jdk.graal.compiler.nodes.StructuredGraph;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** Builds a graph node by node. */
public final class GraphAppender {

    private static final double RARE = 0.001;

    private final StructuredGraph graph;
    private FixedWithNextNode last;

    /** Appends after {@code last}, which is followed by nothing. */
    public GraphAppender(StructuredGraph graph, FixedWithNextNode last) {
        this.graph = graph;
        this.last = last;
    }

    /** Begins a graph without frame states, in place of that of {@code method}. */
    public GraphAppender(DebugContext debug, ResolvedJavaMethod method, CompilationIdentifier id) {
        this(new StructuredGraph.Builder(debug.getOptions(), debug).method(method).compilationId(id).profileProvider(null).build());
        graph.disableUnsafeAccessTracking();
        graph.getGraphState().forceDisableFrameStateVerification();
        graph.recordMethod(method);
    }

    private GraphAppender(StructuredGraph graph) {
        this(graph, graph.start());
    }

    public StructuredGraph graph() {
        return graph;
    }

    /** The node after which the next one is appended. */
    public FixedWithNextNode last() {
        return last;
    }

    /** A parameter of the method. */
    public ValueNode parameter(int index, Stamp stamp) {
        return graph.addWithoutUnique(new ParameterNode(index, StampPair.createSingle(stamp)));
    }

    /** Appends {@code node}, or takes one that is alike. */
    public <T extends Node> T append(T node) {
        T result = graph.addOrUniqueWithInputs(node);
        if (result instanceof FixedNode fixed) {
            last.setNext(fixed);
            last = fixed instanceof FixedWithNextNode withNext ? withNext : null;
        }
        return result;
    }

    /** Inserts {@code node} after another one that was appended before. */
    <T extends FixedWithNextNode> T insert(FixedWithNextNode position, T node) {
        T inserted = graph.add(node);
        graph.addAfterFixed(position, inserted);
        if (last == position) {
            last = inserted;
        }
        return inserted;
    }

    /** Has the method return where a condition holds, which is rare; what is appended next is for where it does not. */
    public void returnIf(LogicNode condition, ValueNode result) {
        branch(condition, BranchProbabilityData.injected(RARE)).setNext(graph.add(new ReturnNode(result)));
    }

    /** Appends what is for where a condition does not hold; what is appended next is for both. */
    public void unless(LogicNode condition, Runnable appending) {
        EndNode end = graph.add(new EndNode());
        branch(condition, BranchProbabilityData.unknown()).setNext(end);
        appending.run();
        EndNode otherEnd = append(new EndNode());
        MergeNode merge = graph.add(new MergeNode());
        merge.addForwardEnd(end);
        merge.addForwardEnd(otherEnd);
        continueAt(merge);
    }

    /** Returns the begin of what is for where a condition holds. */
    private BeginNode branch(LogicNode condition, BranchProbabilityData probability) {
        BeginNode holds = graph.add(new BeginNode());
        BeginNode otherwise = graph.add(new BeginNode());
        append(new IfNode(append(condition), holds, otherwise, probability));
        continueAt(otherwise);
        return holds;
    }

    /**
     * Spreads what was appended after {@code start} up to {@code middle} evenly over what was appended since.
     *
     * @param start a node in the current block
     */
    void weave(FixedWithNextNode start, FixedWithNextNode middle) {
        List<FixedWithNextNode> others = cut(middle);
        List<FixedWithNextNode> some = cut(start);
        last = start;
        int i = 0;
        int j = 0;
        while (i < some.size() || j < others.size()) {
            boolean isSome = j == others.size() || i < some.size() && (2 * i + 1) * others.size() < (2 * j + 1) * some.size();
            FixedWithNextNode next = isSome ? some.get(i++) : others.get(j++);
            last.setNext(next);
            last = next;
        }
    }

    /** The nodes after {@code start}, no longer linked. */
    private static List<FixedWithNextNode> cut(FixedWithNextNode start) {
        List<FixedWithNextNode> nodes = new ArrayList<>();
        FixedWithNextNode node = start;
        while (node.next() != null) {
            FixedWithNextNode next = (FixedWithNextNode) node.next();
            node.setNext(null);
            nodes.add(next);
            node = next;
        }
        return nodes;
    }

    /** Makes {@code node}, the begin of a block, the node after which the next one is appended. */
    void continueAt(FixedWithNextNode node) {
        last = node;
    }
}
