package org.cryptointrinsics.graph;

import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.graph.NodeClass;
import jdk.graal.compiler.lir.amd64.AMD64VZeroUpper;
import jdk.graal.compiler.lir.gen.LIRGeneratorTool;
import jdk.graal.compiler.nodeinfo.NodeCycles;
import jdk.graal.compiler.nodeinfo.NodeInfo;
import jdk.graal.compiler.nodeinfo.NodeSize;
import jdk.graal.compiler.nodes.FixedWithNextNode;
import jdk.graal.compiler.nodes.spi.LIRLowerable;
import jdk.graal.compiler.nodes.spi.NodeLIRBuilderTool;

/**
 * {@code vzeroupper}: while the upper halves are not zero, every legacy instruction, here or in the code that called, merges with them and waits for them.
 */
@NodeInfo(cycles = NodeCycles.CYCLES_2, size = NodeSize.SIZE_1)
public final class ClearUpperHalvesNode extends FixedWithNextNode implements LIRLowerable {

    public static final NodeClass<ClearUpperHalvesNode> TYPE = NodeClass.create(ClearUpperHalvesNode.class);

    ClearUpperHalvesNode() {
        super(TYPE, StampFactory.forVoid());
    }

    @Override
    public void generate(NodeLIRBuilderTool builder) {
        LIRGeneratorTool generator = builder.getLIRGeneratorTool();
        generator.append(new AMD64VZeroUpper(null, generator.getRegisterConfig()));
    }
}
