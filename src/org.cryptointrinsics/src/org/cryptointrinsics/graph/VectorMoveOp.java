package org.cryptointrinsics.graph;

import static jdk.vm.ci.code.ValueUtil.asRegister;
import static jdk.vm.ci.code.ValueUtil.isRegister;

import org.cryptointrinsics.instruction.Encoder;
import org.cryptointrinsics.instruction.Encoder.RegisterOrMemory;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;

import jdk.graal.compiler.asm.amd64.AMD64Address;
import jdk.graal.compiler.asm.amd64.AMD64MacroAssembler;
import jdk.graal.compiler.lir.LIRInstructionClass;
import jdk.graal.compiler.lir.StandardOp.ValueMoveOp;
import jdk.graal.compiler.lir.amd64.AMD64LIRInstruction;
import jdk.graal.compiler.lir.asm.CompilationResultBuilder;
import jdk.vm.ci.meta.AllocatableValue;

/** A copy of a vector between registers, or between a register and the stack, in any scheme. */
public final class VectorMoveOp extends AMD64LIRInstruction implements ValueMoveOp {

    public static final LIRInstructionClass<VectorMoveOp> TYPE = LIRInstructionClass.create(VectorMoveOp.class);

    @Def({OperandFlag.REG, OperandFlag.STACK, OperandFlag.HINT}) protected AllocatableValue result;
    @Use({OperandFlag.REG, OperandFlag.STACK}) protected AllocatableValue input;
    private final Scheme scheme;

    VectorMoveOp(Scheme scheme, AllocatableValue result, AllocatableValue input) {
        super(TYPE);
        this.scheme = scheme;
        this.result = result;
        this.input = input;
    }

    @Override
    public void emitCode(CompilationResultBuilder crb, AMD64MacroAssembler masm) {
        if (!result.equals(input)) {
            emit(scheme, result, input, crb, masm);
        }
    }

    /** Emits a copy; one of the two is a register. */
    static void emit(Scheme scheme, AllocatableValue result, AllocatableValue input, CompilationResultBuilder crb, AMD64MacroAssembler masm) {
        Width width = Width.ofBytes(result.getPlatformKind().getSizeInBytes());
        VectorInstruction instruction = isRegister(result) ? VectorInstruction.MOVDQU : VectorInstruction.MOVDQU_STORE;
        AllocatableValue register = isRegister(result) ? result : input;
        AllocatableValue other = isRegister(result) ? input : result;
        new Encoder(masm::emitByte).emitShort(instruction, scheme, width, asRegister(register).encoding, Encoder.NONE, operand(other, crb), 0);
    }

    private static RegisterOrMemory operand(AllocatableValue value, CompilationResultBuilder crb) {
        if (isRegister(value)) {
            return new Encoder.Register(asRegister(value).encoding);
        }
        AMD64Address slot = (AMD64Address) crb.asAddress(value);
        return new Encoder.Memory(slot.getBase().encoding, slot.getDisplacement());
    }

    @Override
    public AllocatableValue getInput() {
        return input;
    }

    @Override
    public AllocatableValue getResult() {
        return result;
    }
}
