package org.cryptointrinsics.substitution;

import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.graph.NodeClass;
import jdk.graal.compiler.nodeinfo.InputType;
import jdk.graal.compiler.nodeinfo.NodeCycles;
import jdk.graal.compiler.nodeinfo.NodeInfo;
import jdk.graal.compiler.nodeinfo.NodeSize;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.memory.AbstractMemoryCheckpoint;
import jdk.graal.compiler.nodes.memory.SingleMemoryKill;
import jdk.graal.compiler.nodes.spi.Lowerable;
import jdk.vm.ci.meta.JavaKind;

/** A call of {@link Digests#compress}, replaced by {@link DigestSnippets} when it is lowered. */
@NodeInfo(allowedUsageTypes = InputType.Memory, cycles = NodeCycles.CYCLES_UNKNOWN, cyclesRationale = "depends on the length", size = NodeSize.SIZE_64)
public final class CompressNode extends AbstractMemoryCheckpoint implements Lowerable, SingleMemoryKill {

    public static final NodeClass<CompressNode> TYPE = NodeClass.create(CompressNode.class);

    @Input ValueNode digest;
    @Input ValueNode data;
    @Input ValueNode offset;
    @Input ValueNode limit;

    CompressNode(ValueNode digest, ValueNode data, ValueNode offset, ValueNode limit) {
        super(TYPE, StampFactory.forKind(JavaKind.Int));
        this.digest = digest;
        this.data = data;
        this.offset = offset;
        this.limit = limit;
    }

    @Override
    public LocationIdentity getKilledLocationIdentity() {
        return LocationIdentity.any();
    }
}
