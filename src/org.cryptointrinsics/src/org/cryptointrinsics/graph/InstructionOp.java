package org.cryptointrinsics.graph;

import static jdk.graal.compiler.lir.LIRValueUtil.isVirtualStackSlot;
import static jdk.vm.ci.code.ValueUtil.asRegister;
import static jdk.vm.ci.code.ValueUtil.isIllegal;

import java.util.Arrays;

import org.cryptointrinsics.instruction.Encoder;
import org.cryptointrinsics.instruction.Encoder.Memory;
import org.cryptointrinsics.instruction.Encoder.Register;
import org.cryptointrinsics.instruction.Encoder.RegisterOrMemory;
import org.cryptointrinsics.instruction.Encoder.RipRelative;

import jdk.graal.compiler.asm.amd64.AMD64Address;
import jdk.graal.compiler.asm.amd64.AMD64MacroAssembler;
import jdk.graal.compiler.lir.LIRInstructionClass;
import jdk.graal.compiler.lir.amd64.AMD64LIRInstruction;
import jdk.graal.compiler.lir.asm.ArrayDataPointerConstant;
import jdk.graal.compiler.lir.asm.CompilationResultBuilder;
import jdk.vm.ci.meta.AllocatableValue;
import jdk.vm.ci.meta.Value;

/** One instruction with its registers. */
public final class InstructionOp extends AMD64LIRInstruction {

    public static final LIRInstructionClass<InstructionOp> TYPE = LIRInstructionClass.create(InstructionOp.class);

    private final Operation operation;
    private final Operand last;
    @Def({OperandFlag.REG, OperandFlag.HINT, OperandFlag.ILLEGAL}) protected AllocatableValue result;
    /** Sources that are read before the result is written. */
    @Use({OperandFlag.REG}) protected AllocatableValue[] used;
    /** Sources that must not be in the register of the result. */
    @Alive({OperandFlag.REG}) protected AllocatableValue[] alive;
    @Alive({OperandFlag.REG, OperandFlag.ILLEGAL}) protected AllocatableValue base;
    /** Memory of the frame, instead of a base. Not the same operand: a spilled base would be taken for it. */
    @Alive({OperandFlag.STACK, OperandFlag.UNINITIALIZED, OperandFlag.ILLEGAL}) protected AllocatableValue scratch;

    private InstructionOp(Operation operation, Operand last, AllocatableValue result, AllocatableValue[] used, AllocatableValue[] alive,
                    AllocatableValue base) {
        super(TYPE);
        this.operation = operation;
        this.last = last;
        this.result = result;
        this.used = used;
        this.alive = alive;
        boolean inFrame = isVirtualStackSlot(base);
        this.base = inFrame ? Value.ILLEGAL : base;
        this.scratch = inFrame ? base : Value.ILLEGAL;
    }

    static InstructionOp create(Operation operation, Operand last, AllocatableValue result, AllocatableValue[] sources, AllocatableValue base) {
        int used = operation.overwrites() ? 1 : sources.length;
        return new InstructionOp(operation, last, result, Arrays.copyOf(sources, used), Arrays.copyOfRange(sources, used, sources.length), base);
    }

    @Override
    public void emitCode(CompilationResultBuilder crb, AMD64MacroAssembler masm) {
        Encoder encoder = new Encoder(masm::emitByte);
        int destination = isIllegal(result) ? Encoder.NONE : number(result);
        int[] sources = new int[used.length + alive.length];
        for (int i = 0; i < sources.length; i++) {
            sources[i] = number(i < used.length ? used[i] : alive[i - used.length]);
        }
        if (operation.overwrites() && sources[0] != destination) {
            operation.emitMove(encoder, destination, sources[0]);
        }
        if (last instanceof Operand.IntConstant constant) {
            Operation.OnIntegers scalar = (Operation.OnIntegers) operation;
            encoder.emitWithConstant(scalar.instruction(), scalar.size(), destination, constant.value());
            return;
        }
        RegisterOrMemory rm = switch (last) {
            case null -> new Register(operation.form().writesM() ? destination : sources[sources.length - 1]);
            case Operand.InMemory memory -> memory(crb, memory.displacement());
            case Operand.VectorConstant constant -> {
                // Vectors of 64 bytes cannot be aligned, and need not be: only legacy instructions demand it.
                crb.recordDataReferenceInCode(new ArrayDataPointerConstant(constant.bytes(), crb.dataBuilder.ensureValidDataAlignment(constant.bytes().length)));
                yield new RipRelative();
            }
            case Operand.InRegister _, Operand.IntConstant _ -> throw new IllegalStateException("unexpected " + last);
        };
        operation.emit(encoder, destination, sources, rm);
    }

    private Memory memory(CompilationResultBuilder crb, int displacement) {
        if (isIllegal(scratch)) {
            return new Memory(number(base), displacement);
        }
        AMD64Address slot = (AMD64Address) crb.asAddress(scratch);
        return new Memory(slot.getBase().encoding, slot.getDisplacement() + displacement);
    }

    private static int number(Value value) {
        return asRegister(value).encoding;
    }
}
