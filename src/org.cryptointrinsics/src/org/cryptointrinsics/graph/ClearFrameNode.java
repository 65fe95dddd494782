package org.cryptointrinsics.graph;

import org.cryptointrinsics.instruction.Encoder;
import org.cryptointrinsics.instruction.Encoder.Memory;
import org.cryptointrinsics.instruction.Encoder.Register;
import org.cryptointrinsics.instruction.VectorInstruction;

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
import jdk.vm.ci.meta.AllocatableValue;

/** Clears the frame of a stub, with what the register allocator has spilled there. Nothing of it is used afterwards. */
@NodeInfo(cycles = NodeCycles.CYCLES_64, size = NodeSize.SIZE_64)
public final class ClearFrameNode extends FixedWithNextNode implements LIRLowerable {

    public static final NodeClass<ClearFrameNode> TYPE = NodeClass.create(ClearFrameNode.class);

    private final Operation.OnVectors xor;
    private final Operation.OnVectors store;

    /**
     * @param xor {@code PXOR} on 128 bits
     * @param store {@code MOVDQU_STORE} of 128 bits
     */
    ClearFrameNode(Operation.OnVectors xor, Operation.OnVectors store) {
        super(TYPE, StampFactory.forVoid());
        this.xor = xor;
        this.store = store;
        assert xor.instruction() == VectorInstruction.PXOR && store.instruction() == VectorInstruction.MOVDQU_STORE && store.width() == xor.width();
    }

    @Override
    public void generate(NodeLIRBuilderTool builder) {
        builder.getLIRGeneratorTool().append(new ClearFrameOp(xor, store));
    }

    /** The instructions. */
    public static final class ClearFrameOp extends AMD64LIRInstruction {

        public static final LIRInstructionClass<ClearFrameOp> TYPE = LIRInstructionClass.create(ClearFrameOp.class);

        private final Operation.OnVectors xor;
        private final Operation.OnVectors store;
        @Temp({OperandFlag.REG}) protected AllocatableValue zero = AMD64.xmm0.asValue(LIRKind.value(AMD64Kind.V128_QWORD));

        ClearFrameOp(Operation.OnVectors xor, Operation.OnVectors store) {
            super(TYPE);
            this.xor = xor;
            this.store = store;
        }

        @Override
        public void emitCode(CompilationResultBuilder crb, AMD64MacroAssembler masm) {
            Encoder encoder = new Encoder(masm::emitByte);
            int number = AMD64.xmm0.encoding;
            int bytes = store.width().bytes();
            int size = crb.frameMap.frameSize();
            xor.emit(encoder, number, new int[]{number, number}, new Register(number));
            for (int offset = 0; offset < size; offset += bytes) {
                store.emit(encoder, Encoder.NONE, new int[]{number}, new Memory(AMD64.rsp.encoding, Math.min(offset, size - bytes)));
            }
        }
    }
}
