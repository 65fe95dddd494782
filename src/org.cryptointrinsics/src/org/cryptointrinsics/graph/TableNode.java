package org.cryptointrinsics.graph;

import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;

import jdk.graal.compiler.core.common.LIRKind;
import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.graph.NodeClass;
import jdk.graal.compiler.lir.Variable;
import jdk.graal.compiler.lir.amd64.AMD64Move.LeaDataOp;
import jdk.graal.compiler.lir.gen.LIRGeneratorTool;
import jdk.graal.compiler.lir.asm.ArrayDataPointerConstant;
import jdk.graal.compiler.nodeinfo.NodeCycles;
import jdk.graal.compiler.nodeinfo.NodeInfo;
import jdk.graal.compiler.nodeinfo.NodeSize;
import jdk.graal.compiler.nodes.FixedWithNextNode;
import jdk.graal.compiler.nodes.spi.LIRLowerable;
import jdk.graal.compiler.nodes.spi.NodeLIRBuilderTool;
import jdk.vm.ci.amd64.AMD64Kind;
import jdk.vm.ci.meta.JavaKind;

/** The address of constants that lie beside the code. */
@NodeInfo(cycles = NodeCycles.CYCLES_1, size = NodeSize.SIZE_1)
public final class TableNode extends FixedWithNextNode implements LIRLowerable {

    public static final NodeClass<TableNode> TYPE = NodeClass.create(TableNode.class);

    private final long[] constants;

    TableNode(long... constants) {
        super(TYPE, StampFactory.forKind(JavaKind.Long));
        this.constants = constants;
    }

    @Override
    public void generate(NodeLIRBuilderTool builder) {
        LIRGeneratorTool generator = builder.getLIRGeneratorTool();
        Variable address = generator.newVariable(LIRKind.value(AMD64Kind.QWORD));
        generator.append(new LeaDataOp(address, new ArrayDataPointerConstant(VectorInstruction.lanes(constants), Width.XMM.bytes())));
        builder.setResult(this, address);
    }
}
