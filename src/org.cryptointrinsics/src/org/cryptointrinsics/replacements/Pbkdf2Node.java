package org.cryptointrinsics.replacements;

import java.util.Set;

import org.cryptointrinsics.kernel.DigestAlgorithm;
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

/** {@link Pbkdf2Snippets#iterate}, replaced by that when it is lowered. */
@NodeInfo(allowedUsageTypes = InputType.Memory, cycles = NodeCycles.CYCLES_UNKNOWN, cyclesRationale = "depends on the iterations", size = NodeSize.SIZE_256)
public final class Pbkdf2Node extends AbstractMemoryCheckpoint implements Lowerable, SingleMemoryKill {

    public static final NodeClass<Pbkdf2Node> TYPE = NodeClass.create(Pbkdf2Node.class);

    @Input ValueNode mac;
    @Input ValueNode value;
    @Input ValueNode sum;
    @Input ValueNode count;
    final Set<DigestAlgorithm> on;

    Pbkdf2Node(ValueNode mac, ValueNode value, ValueNode sum, ValueNode count, Set<DigestAlgorithm> on) {
        super(TYPE, StampFactory.forVoid());
        this.mac = mac;
        this.value = value;
        this.sum = sum;
        this.count = count;
        this.on = on;
    }

    @Override
    public LocationIdentity getKilledLocationIdentity() {
        return LocationIdentity.any();
    }
}
