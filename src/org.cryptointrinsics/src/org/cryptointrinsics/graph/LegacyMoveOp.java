package org.cryptointrinsics.graph;

import static jdk.vm.ci.code.ValueUtil.asRegister;
import static jdk.vm.ci.code.ValueUtil.isRegister;

import jdk.graal.compiler.asm.amd64.AMD64Address;
import jdk.graal.compiler.asm.amd64.AMD64MacroAssembler;
import jdk.graal.compiler.lir.LIRInstructionClass;
import jdk.graal.compiler.lir.StandardOp.ValueMoveOp;
import jdk.graal.compiler.lir.amd64.AMD64LIRInstruction;
import jdk.graal.compiler.lir.asm.CompilationResultBuilder;
import jdk.vm.ci.meta.AllocatableValue;

/** A copy of a 128-bit vector between registers, or between a register and the stack, without AVX. */
public final class LegacyMoveOp extends AMD64LIRInstruction implements ValueMoveOp {

    public static final LIRInstructionClass<LegacyMoveOp> TYPE = LIRInstructionClass.create(LegacyMoveOp.class);

    @Def({OperandFlag.REG, OperandFlag.STACK, OperandFlag.HINT}) protected AllocatableValue result;
    @Use({OperandFlag.REG, OperandFlag.STACK}) protected AllocatableValue input;

    LegacyMoveOp(AllocatableValue result, AllocatableValue input) {
        super(TYPE);
        this.result = result;
        this.input = input;
    }

    @Override
    public void emitCode(CompilationResultBuilder crb, AMD64MacroAssembler masm) {
        if (!isRegister(result)) {
            masm.movdqu((AMD64Address) crb.asAddress(result), asRegister(input));
        } else if (!isRegister(input)) {
            masm.movdqu(asRegister(result), (AMD64Address) crb.asAddress(input));
        } else if (!asRegister(result).equals(asRegister(input))) {
            masm.movdqu(asRegister(result), asRegister(input));
        }
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
