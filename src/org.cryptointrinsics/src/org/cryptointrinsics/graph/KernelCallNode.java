package org.cryptointrinsics.graph;

import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.graph.NodeClass;
import jdk.graal.compiler.nodeinfo.InputType;
import jdk.graal.compiler.nodeinfo.NodeCycles;
import jdk.graal.compiler.nodeinfo.NodeInfo;
import jdk.graal.compiler.nodeinfo.NodeSize;
import jdk.graal.compiler.nodes.FixedWithNextNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.memory.SingleMemoryKill;

/** Stands for a kernel within a {@link MessageStub} until {@link KernelGraph} puts the kernel there. */
@NodeInfo(allowedUsageTypes = InputType.Memory, cycles = NodeCycles.CYCLES_UNKNOWN, cyclesRationale = "depends on the length", size = NodeSize.SIZE_1024)
public final class KernelCallNode extends FixedWithNextNode implements SingleMemoryKill {

    public static final NodeClass<KernelCallNode> TYPE = NodeClass.create(KernelCallNode.class);

    @Input ValueNode state;
    @Input ValueNode data;
    @Input ValueNode blocks;

    public KernelCallNode(ValueNode state, ValueNode data, ValueNode blocks) {
        super(TYPE, StampFactory.forVoid());
        this.state = state;
        this.data = data;
        this.blocks = blocks;
    }

    @Override
    public LocationIdentity getKilledLocationIdentity() {
        return LocationIdentity.any();
    }
}
