package org.cryptointrinsics.replacements;

import java.util.Arrays;
import java.util.List;

import jdk.graal.compiler.graph.NodeClass;
import jdk.graal.compiler.nodeinfo.NodeInfo;
import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.java.NewArrayNode;
import jdk.graal.compiler.nodes.spi.VirtualizerTool;
import jdk.graal.compiler.nodes.virtual.VirtualArrayNode;
import jdk.graal.compiler.nodes.virtual.VirtualObjectNode;
import jdk.vm.ci.meta.JavaConstant;
import jdk.vm.ci.meta.ResolvedJavaType;

/**
 * The buffer of a digest that is made, a block long. It goes with the digest if that does not escape; for Graal, the blocks of most SHA-3 are arrays too long
 * for that ({@code MaximumEscapeAnalysisArrayLength}).
 */
@NodeInfo
public final class DigestBufferNode extends NewArrayNode {

    public static final NodeClass<DigestBufferNode> TYPE = NodeClass.create(DigestBufferNode.class);

    DigestBufferNode(ResolvedJavaType elementType, ValueNode length) {
        super(TYPE, elementType, length, true, null);
    }

    @Override
    public void virtualize(VirtualizerTool tool) {
        JavaConstant length = tool.getAlias(length()).asJavaConstant();
        if (length != null) {
            ValueNode[] bytes = new ValueNode[length.asInt()];
            Arrays.fill(bytes, ConstantNode.defaultForKind(elementType().getJavaKind(), graph()));
            VirtualObjectNode buffer = new VirtualArrayNode(elementType(), bytes.length);
            tool.createVirtualObject(buffer, bytes, List.of(), getNodeSourcePosition(), false);
            tool.replaceWithVirtual(buffer);
        }
    }
}
