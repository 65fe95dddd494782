package org.cryptointrinsics.graph;

import org.cryptointrinsics.instruction.Encoder;
import org.cryptointrinsics.instruction.Encoder.Register;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;

import jdk.graal.compiler.asm.amd64.AMD64MacroAssembler;
import jdk.graal.compiler.core.common.LIRKind;
import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.graph.NodeClass;
import jdk.graal.compiler.lir.LIRInstructionClass;
import jdk.graal.compiler.lir.amd64.AMD64LIRInstruction;
import jdk.graal.compiler.lir.asm.CompilationResultBuilder;
import jdk.graal.compiler.nodeinfo.NodeCycles;
import jdk.graal.compiler.nodeinfo.NodeInfo;
import jdk.graal.compiler.nodeinfo.NodeSize;
import jdk.graal.compiler.nodes.FixedWithNextNode;
import jdk.graal.compiler.nodes.spi.LIRLowerable;
import jdk.graal.compiler.nodes.spi.NodeLIRBuilderTool;
import jdk.vm.ci.amd64.AMD64;
import jdk.vm.ci.amd64.AMD64Kind;
import jdk.vm.ci.code.ValueUtil;
import jdk.vm.ci.meta.AllocatableValue;

/** Clears all vector registers that a stub may have used: at the next safepoint HotSpot would store on the stack what a key has left in them. */
@NodeInfo(cycles = NodeCycles.CYCLES_4, size = NodeSize.SIZE_64)
public final class ClearVectorsNode extends FixedWithNextNode implements LIRLowerable {

    public static final NodeClass<ClearVectorsNode> TYPE = NodeClass.create(ClearVectorsNode.class);

    private final Operation.OnVectors xor;

    /** @param xor {@code PXOR} on 128 bits, in the scheme of the stub: in EVEX there are 32 registers */
    ClearVectorsNode(Operation.OnVectors xor) {
        super(TYPE, StampFactory.forVoid());
        this.xor = xor;
        assert xor.instruction() == VectorInstruction.PXOR && xor.width() == Width.XMM;
    }

    @Override
    public void generate(NodeLIRBuilderTool builder) {
        builder.getLIRGeneratorTool().append(new ClearVectorsOp(xor));
    }

    /** The instructions, one for each register. */
    public static final class ClearVectorsOp extends AMD64LIRInstruction {

        public static final LIRInstructionClass<ClearVectorsOp> TYPE = LIRInstructionClass.create(ClearVectorsOp.class);

        private final Operation.OnVectors xor;
        @Temp({OperandFlag.REG}) protected AllocatableValue[] registers;

        ClearVectorsOp(Operation.OnVectors xor) {
            super(TYPE);
            this.xor = xor;
            registers = (xor.scheme() == Scheme.EVEX ? AMD64.xmmRegistersAVX512 : AMD64.xmmRegistersSSE).stream() //
                            .map(register -> register.asValue(LIRKind.value(AMD64Kind.V128_QWORD))).toArray(AllocatableValue[]::new);
        }

        @Override
        public void emitCode(CompilationResultBuilder crb, AMD64MacroAssembler masm) {
            Encoder encoder = new Encoder(masm::emitByte);
            for (AllocatableValue register : registers) {
                int number = ValueUtil.asRegister(register).encoding;
                xor.emit(encoder, number, new int[]{number, number}, new Register(number));
            }
        }
    }
}
