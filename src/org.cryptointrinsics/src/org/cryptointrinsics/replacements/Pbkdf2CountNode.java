package org.cryptointrinsics.replacements;

import java.util.Set;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.graph.NodeClass;
import jdk.graal.compiler.nodeinfo.NodeCycles;
import jdk.graal.compiler.nodeinfo.NodeInfo;
import jdk.graal.compiler.nodeinfo.NodeSize;
import jdk.graal.compiler.nodes.FixedWithNextNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.memory.MemoryAccess;
import jdk.graal.compiler.nodes.spi.Lowerable;
import jdk.vm.ci.meta.JavaKind;

/** {@link Pbkdf2Snippets#count}, replaced by that when it is lowered. */
@NodeInfo(cycles = NodeCycles.CYCLES_64, size = NodeSize.SIZE_128)
public final class Pbkdf2CountNode extends FixedWithNextNode implements Lowerable, MemoryAccess {

    public static final NodeClass<Pbkdf2CountNode> TYPE = NodeClass.create(Pbkdf2CountNode.class);

    @Input ValueNode mac;
    @Input ValueNode value;
    @Input ValueNode sum;
    @Input ValueNode iterations;
    final Set<DigestAlgorithm> resolved;
    final Set<DigestAlgorithm> on;

    Pbkdf2CountNode(ValueNode mac, ValueNode value, ValueNode sum, ValueNode iterations, Set<DigestAlgorithm> resolved, Set<DigestAlgorithm> on) {
        super(TYPE, StampFactory.forKind(JavaKind.Int));
        this.mac = mac;
        this.value = value;
        this.sum = sum;
        this.iterations = iterations;
        this.resolved = resolved;
        this.on = on;
    }

    @Override
    public LocationIdentity getLocationIdentity() {
        return LocationIdentity.any();
    }
}
