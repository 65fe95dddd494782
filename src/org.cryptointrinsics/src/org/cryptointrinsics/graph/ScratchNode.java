package org.cryptointrinsics.graph;

import org.cryptointrinsics.instruction.Width;

import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.graph.NodeClass;
import jdk.graal.compiler.lir.gen.LIRGeneratorTool;
import jdk.graal.compiler.nodeinfo.NodeCycles;
import jdk.graal.compiler.nodeinfo.NodeInfo;
import jdk.graal.compiler.nodeinfo.NodeSize;
import jdk.graal.compiler.nodes.FixedWithNextNode;
import jdk.graal.compiler.nodes.spi.LIRLowerable;
import jdk.graal.compiler.nodes.spi.NodeLIRBuilderTool;
import jdk.vm.ci.meta.JavaKind;

/** Memory in the stub's frame. Its value is the stack slot itself, so that instructions address it without a register. */
@NodeInfo(cycles = NodeCycles.CYCLES_1, size = NodeSize.SIZE_1)
public final class ScratchNode extends FixedWithNextNode implements LIRLowerable {

    public static final NodeClass<ScratchNode> TYPE = NodeClass.create(ScratchNode.class);

    private final int bytes;

    ScratchNode(int bytes) {
        super(TYPE, StampFactory.forKind(JavaKind.Long));
        if (bytes <= 0 || bytes % Width.XMM.bytes() != 0) {
            throw new IllegalArgumentException(bytes + " is not a multiple of " + Width.XMM.bytes());
        }
        this.bytes = bytes;
    }

    int bytes() {
        return bytes;
    }

    @Override
    public void generate(NodeLIRBuilderTool builder) {
        LIRGeneratorTool generator = builder.getLIRGeneratorTool();
        builder.setResult(this, generator.getResult().getFrameMapBuilder().allocateStackMemory(bytes, Width.XMM.bytes()));
    }
}
