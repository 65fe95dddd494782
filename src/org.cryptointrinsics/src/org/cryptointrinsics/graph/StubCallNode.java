package org.cryptointrinsics.graph;

import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.graph.NodeClass;
import jdk.graal.compiler.graph.NodeInputList;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.nodeinfo.NodeCycles;
import jdk.graal.compiler.nodeinfo.NodeInfo;
import jdk.graal.compiler.nodeinfo.NodeSize;
import jdk.graal.compiler.nodes.FixedWithNextNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.spi.LIRLowerable;
import jdk.graal.compiler.nodes.spi.NodeLIRBuilderTool;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.Value;

/** Calls a stub that need not be in Graal's table of foreign calls. */
@NodeInfo(cycles = NodeCycles.CYCLES_UNKNOWN, cyclesRationale = "Depends on the stub.", size = NodeSize.SIZE_2)
public final class StubCallNode extends FixedWithNextNode implements LIRLowerable {

    public static final NodeClass<StubCallNode> TYPE = NodeClass.create(StubCallNode.class);

    @Input private NodeInputList<ValueNode> arguments;
    private final HotSpotForeignCallLinkage linkage;

    /**
     * @param linkage how to call the stub, which is compiled
     */
    @SuppressWarnings("this-escape")
    public StubCallNode(HotSpotForeignCallLinkage linkage, ValueNode... arguments) {
        super(TYPE, StampFactory.forKind(JavaKind.fromJavaClass(linkage.getDescriptor().getResultType())));
        this.linkage = linkage;
        this.arguments = new NodeInputList<>(this, arguments);
    }

    @Override
    public void generate(NodeLIRBuilderTool builder) {
        Value[] values = arguments.stream().map(builder::operand).toArray(Value[]::new);
        Value result = builder.getLIRGeneratorTool().emitForeignCall(linkage, null, values);
        if (result != null) {
            builder.setResult(this, result);
        }
    }
}
