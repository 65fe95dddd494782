package org.cryptointrinsics.graph;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.instruction.Form;
import org.cryptointrinsics.instruction.Width;

import jdk.graal.compiler.core.common.LIRKind;
import jdk.graal.compiler.core.common.type.Stamp;
import jdk.graal.compiler.graph.NodeClass;
import jdk.graal.compiler.graph.NodeInputList;
import jdk.graal.compiler.lir.Variable;
import jdk.graal.compiler.lir.gen.LIRGeneratorTool;
import jdk.graal.compiler.nodeinfo.NodeCycles;
import jdk.graal.compiler.nodeinfo.NodeInfo;
import jdk.graal.compiler.nodeinfo.NodeSize;
import jdk.graal.compiler.nodes.FixedWithNextNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.spi.LIRLowerable;
import jdk.graal.compiler.nodes.spi.NodeLIRBuilderTool;
import jdk.graal.compiler.vector.nodes.simd.SimdStamp;
import jdk.vm.ci.amd64.AMD64;
import jdk.vm.ci.code.RegisterValue;
import jdk.vm.ci.meta.AllocatableValue;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.Value;

/** One instruction of a kernel. It is fixed, so that instructions are executed in the order in which the kernel gives them. */
@NodeInfo(cycles = NodeCycles.CYCLES_1, size = NodeSize.SIZE_1)
public final class InstructionNode extends FixedWithNextNode implements LIRLowerable {

    public static final NodeClass<InstructionNode> TYPE = NodeClass.create(InstructionNode.class);

    /** The sources in registers, then the base of the operand in memory if there is one. */
    @Input NodeInputList<ValueNode> inputs;
    private final Operation operation;
    private final Operand last;

    /**
     * @param stamp void for a store
     * @param sources the sources in registers
     * @param last the last source, or the destination of a store, if it is not in a register; otherwise null
     */
    InstructionNode(Operation operation, Stamp stamp, List<ValueNode> sources, Operand last) {
        super(TYPE, stamp);
        this.operation = operation;
        this.last = last;
        List<ValueNode> nodes = new ArrayList<>(sources);
        if (last instanceof Operand.InMemory memory) {
            nodes.add(memory.base());
        }
        this.inputs = new NodeInputList<>(this, nodes.toArray(ValueNode[]::new));
    }

    @Override
    public void generate(NodeLIRBuilderTool builder) {
        LIRGeneratorTool generator = builder.getLIRGeneratorTool();
        LIRKind kind = LIRKind.value(stamp instanceof SimdStamp simd ? Operation.kind(Width.ofBytes(simd.getVectorLength() * Long.BYTES)) : operation.kind());
        boolean inMemory = last instanceof Operand.InMemory;
        AllocatableValue[] sources = new AllocatableValue[inMemory ? inputs.size() - 1 : inputs.size()];
        for (int i = 0; i < sources.length; i++) {
            sources[i] = generator.asAllocatable(builder.operand(inputs.get(i)));
        }
        AllocatableValue base = inMemory ? generator.asAllocatable(builder.operand(inputs.get(sources.length))) : Value.ILLEGAL;
        if (operation.form() == Form.RM0) {
            RegisterValue xmm0 = AMD64.xmm0.asValue(kind);
            generator.emitMove(xmm0, sources[2]);
            sources[2] = xmm0;
        }
        AllocatableValue result = Value.ILLEGAL;
        if (getStackKind() != JavaKind.Void) {
            Variable variable = generator.newVariable(kind);
            builder.setResult(this, variable);
            result = variable;
        }
        generator.append(InstructionOp.create(operation, last, result, sources, base));
    }
}
