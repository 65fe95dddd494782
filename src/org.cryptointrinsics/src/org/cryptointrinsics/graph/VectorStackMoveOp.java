package org.cryptointrinsics.graph;

import org.cryptointrinsics.instruction.Scheme;

import jdk.graal.compiler.asm.amd64.AMD64MacroAssembler;
import jdk.graal.compiler.lir.LIRInstructionClass;
import jdk.graal.compiler.lir.StandardOp.ValueMoveOp;
import jdk.graal.compiler.lir.amd64.AMD64LIRInstruction;
import jdk.graal.compiler.lir.asm.CompilationResultBuilder;
import jdk.vm.ci.code.Register;
import jdk.vm.ci.meta.AllocatableValue;

/** A copy of a vector from the stack to the stack, through a register whose content is kept, in any scheme. */
public final class VectorStackMoveOp extends AMD64LIRInstruction implements ValueMoveOp {

    public static final LIRInstructionClass<VectorStackMoveOp> TYPE = LIRInstructionClass.create(VectorStackMoveOp.class);

    @Def({OperandFlag.STACK}) protected AllocatableValue result;
    @Use({OperandFlag.STACK, OperandFlag.HINT}) protected AllocatableValue input;
    @Alive({OperandFlag.STACK, OperandFlag.UNINITIALIZED}) protected AllocatableValue backup;
    private final Register register;
    private final Scheme scheme;

    /**
     * @param register what to copy through
     * @param backup where its content is kept meanwhile
     */
    VectorStackMoveOp(Scheme scheme, AllocatableValue result, AllocatableValue input, Register register, AllocatableValue backup) {
        super(TYPE);
        this.scheme = scheme;
        this.result = result;
        this.input = input;
        this.register = register;
        this.backup = backup;
    }

    @Override
    public void emitCode(CompilationResultBuilder crb, AMD64MacroAssembler masm) {
        AllocatableValue kept = register.asValue(backup.getValueKind());
        AllocatableValue copied = register.asValue(result.getValueKind());
        VectorMoveOp.emit(scheme, backup, kept, crb, masm);
        VectorMoveOp.emit(scheme, copied, input, crb, masm);
        VectorMoveOp.emit(scheme, result, copied, crb, masm);
        VectorMoveOp.emit(scheme, kept, backup, crb, masm);
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
