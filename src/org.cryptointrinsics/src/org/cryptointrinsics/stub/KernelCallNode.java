package org.cryptointrinsics.stub;

import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.graph.NodeClass;
import jdk.graal.compiler.graph.NodeInputList;
import jdk.graal.compiler.nodeinfo.InputType;
import jdk.graal.compiler.nodeinfo.NodeCycles;
import jdk.graal.compiler.nodeinfo.NodeInfo;
import jdk.graal.compiler.nodeinfo.NodeSize;
import jdk.graal.compiler.nodes.FixedWithNextNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.memory.SingleMemoryKill;
import jdk.vm.ci.meta.JavaKind;

/**
 * Stands for a method of a kernel within a {@link KernelSnippetStub} until that puts its instructions there.
 */
@NodeInfo(allowedUsageTypes = InputType.Memory, cycles = NodeCycles.CYCLES_UNKNOWN, cyclesRationale = "depends on the length", size = NodeSize.SIZE_1024)
public final class KernelCallNode extends FixedWithNextNode implements SingleMemoryKill {

    public static final NodeClass<KernelCallNode> TYPE = NodeClass.create(KernelCallNode.class);

    @Input NodeInputList<ValueNode> arguments;

    /**
     * @param result what the method returns
     * @param arguments those of the method
     */
    public KernelCallNode(JavaKind result, ValueNode... arguments) {
        super(TYPE, StampFactory.forKind(result));
        this.arguments = new NodeInputList<>(this, arguments);
    }

    @Override
    public LocationIdentity getKilledLocationIdentity() {
        return LocationIdentity.any();
    }
}
