package org.cryptointrinsics.graph;

import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.graph.NodeClass;
import jdk.graal.compiler.nodeinfo.NodeCycles;
import jdk.graal.compiler.nodeinfo.NodeInfo;
import jdk.graal.compiler.nodeinfo.NodeSize;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.calc.FloatingNode;
import jdk.graal.compiler.nodes.spi.LIRLowerable;
import jdk.graal.compiler.nodes.spi.NodeLIRBuilderTool;
import jdk.vm.ci.meta.AllocatableValue;
import jdk.vm.ci.meta.JavaKind;

/** The address of a {@link ScratchNode} in a register, for what computes with it. */
@NodeInfo(cycles = NodeCycles.CYCLES_1, size = NodeSize.SIZE_1)
public final class ScratchAddressNode extends FloatingNode implements LIRLowerable {

    public static final NodeClass<ScratchAddressNode> TYPE = NodeClass.create(ScratchAddressNode.class);

    @Input private ValueNode scratch;

    ScratchAddressNode(ScratchNode scratch) {
        super(TYPE, StampFactory.forKind(JavaKind.Long));
        this.scratch = scratch;
    }

    @Override
    public void generate(NodeLIRBuilderTool builder) {
        builder.setResult(this, builder.getLIRGeneratorTool().emitAddress((AllocatableValue) builder.operand(scratch)));
    }
}
