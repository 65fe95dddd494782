package org.cryptointrinsics.graph;

import jdk.graal.compiler.asm.amd64.AMD64MacroAssembler;
import jdk.graal.compiler.core.common.LIRKind;
import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.graph.NodeClass;
import jdk.graal.compiler.lir.LIRInstructionClass;
import jdk.graal.compiler.lir.amd64.AMD64LIRInstruction;
import jdk.graal.compiler.lir.asm.CompilationResultBuilder;
import jdk.graal.compiler.lir.gen.LIRGeneratorTool;
import jdk.graal.compiler.nodeinfo.NodeCycles;
import jdk.graal.compiler.nodeinfo.NodeInfo;
import jdk.graal.compiler.nodeinfo.NodeSize;
import jdk.graal.compiler.nodes.FixedWithNextNode;
import jdk.graal.compiler.nodes.spi.LIRLowerable;
import jdk.graal.compiler.nodes.spi.NodeLIRBuilderTool;
import jdk.vm.ci.amd64.AMD64;
import jdk.vm.ci.amd64.AMD64Kind;
import jdk.vm.ci.meta.AllocatableValue;
import jdk.vm.ci.meta.JavaConstant;
import jdk.vm.ci.meta.JavaKind;

/** What CPUID returns in ECX for a leaf and its first subleaf. */
@NodeInfo(cycles = NodeCycles.CYCLES_256, size = NodeSize.SIZE_4)
public final class CpuidNode extends FixedWithNextNode implements LIRLowerable {

    public static final NodeClass<CpuidNode> TYPE = NodeClass.create(CpuidNode.class);

    private final int leaf;

    public CpuidNode(int leaf) {
        super(TYPE, StampFactory.forKind(JavaKind.Int));
        this.leaf = leaf;
    }

    @Override
    public void generate(NodeLIRBuilderTool builder) {
        LIRGeneratorTool generator = builder.getLIRGeneratorTool();
        CpuidOp op = new CpuidOp();
        generator.emitMoveConstant(op.leaf, JavaConstant.forInt(leaf));
        generator.emitMoveConstant(op.subleaf, JavaConstant.forInt(0));
        generator.append(op);
        builder.setResult(this, generator.emitMove(op.ecx));
    }

    /** The instruction, which has its registers by itself. */
    public static final class CpuidOp extends AMD64LIRInstruction {

        public static final LIRInstructionClass<CpuidOp> TYPE = LIRInstructionClass.create(CpuidOp.class);

        private static final LIRKind DWORD = LIRKind.value(AMD64Kind.DWORD);

        @Use({OperandFlag.REG}) protected AllocatableValue leaf = AMD64.rax.asValue(DWORD);
        @Use({OperandFlag.REG}) protected AllocatableValue subleaf = AMD64.rcx.asValue(DWORD);
        @Def({OperandFlag.REG}) protected AllocatableValue eax = AMD64.rax.asValue(DWORD);
        @Def({OperandFlag.REG}) protected AllocatableValue ebx = AMD64.rbx.asValue(DWORD);
        @Def({OperandFlag.REG}) protected AllocatableValue ecx = AMD64.rcx.asValue(DWORD);
        @Def({OperandFlag.REG}) protected AllocatableValue edx = AMD64.rdx.asValue(DWORD);

        CpuidOp() {
            super(TYPE);
        }

        @Override
        public void emitCode(CompilationResultBuilder crb, AMD64MacroAssembler masm) {
            masm.emitByte(0x0F);
            masm.emitByte(0xA2);
        }
    }
}
