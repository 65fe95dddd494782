package org.cryptointrinsics.precompiler;

import java.util.List;
import java.util.Set;

import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.Argument.Kind;
import org.cryptointrinsics.linkage.Signature;

import jdk.graal.compiler.asm.Label;
import jdk.graal.compiler.asm.amd64.AMD64Address;
import jdk.graal.compiler.asm.amd64.AMD64Assembler.ConditionFlag;
import jdk.graal.compiler.asm.amd64.AMD64MacroAssembler;
import jdk.vm.ci.amd64.AMD64;
import jdk.vm.ci.code.Register;
import jdk.vm.ci.code.TargetDescription;

/**
 * Where C's calling convention enters what Graal has compiled for HotSpot's: it returns at once where a scope is closed, and keeps the registers that C wants kept. If the address
 * of the IV is null, the IV is in the places of the counter and of the subkey, and it puts its address there.
 */
final class EntryCode {

    private static final int CALL = 0xE8;
    private static final int STACK_ALIGNMENT = 16;
    /** Of C's calling convention. */
    private static final List<Register> REGISTERS = List.of(AMD64.rdi, AMD64.rsi, AMD64.rdx, AMD64.rcx, AMD64.r8, AMD64.r9);
    private static final List<Register> CALLEE_SAVED = List.of(AMD64.rbx, AMD64.rbp, AMD64.r12, AMD64.r13, AMD64.r14, AMD64.r15);
    /** Of HotSpot's own on Linux. */
    private static final List<Register> JAVA_REGISTERS = List.of(AMD64.rsi, AMD64.rdx, AMD64.rcx, AMD64.r8, AMD64.r9, AMD64.rdi);

    private final byte[] bytes;
    private final int stackBytes;

    /**
     * @param body where the function is, from where this code begins
     * @param destroyed general registers that it does not keep
     * @param returnsInt whether it returns a result; if not, this returns 1
     */
    EntryCode(Signature signature, int body, Set<Register> destroyed, boolean returnsInt, TargetDescription target) {
        AMD64MacroAssembler asm = new AMD64MacroAssembler(target);
        Label closed = new Label();
        List<Argument> arguments = signature.arguments();
        arguments.stream().filter(argument -> argument.kind() == Kind.SCOPE).forEach(scope -> {
            asm.cmpl(new AMD64Address(REGISTERS.get(arguments.indexOf(scope)), 0), 0);
            asm.jcc(ConditionFlag.Less, closed);
        });
        List<Register> saved = CALLEE_SAVED.stream().filter(destroyed::contains).toList();
        saved.forEach(asm::push);
        // When it was called, the return address was pushed.
        int pushed = (saved.size() + 1) * Long.BYTES;
        int padding = pushed % STACK_ALIGNMENT;
        if (padding != 0) {
            asm.subq(AMD64.rsp, padding);
        }
        if (!signature.onStack().isEmpty()) {
            Register stack = JAVA_REGISTERS.get(signature.inRegisters().size());
            asm.leaq(stack, new AMD64Address(AMD64.rsp, padding + pushed));
            if (signature == Signature.AES) {
                Label hasIv = new Label();
                asm.cmpq(new AMD64Address(stack, signature.offset(Argument.IV)), 0);
                asm.jcc(ConditionFlag.NotZero, hasIv);
                asm.leaq(AMD64.rax, new AMD64Address(stack, signature.offset(Argument.COUNTER)));
                asm.movq(new AMD64Address(stack, signature.offset(Argument.IV)), AMD64.rax);
                asm.bind(hasIv);
            }
        }
        asm.emitByte(CALL);
        asm.emitInt(body - (asm.position() + Integer.BYTES));
        if (!returnsInt) {
            asm.movl(AMD64.rax, 1);
        }
        if (padding != 0) {
            asm.addq(AMD64.rsp, padding);
        }
        saved.reversed().forEach(asm::pop);
        asm.ret(0);
        asm.bind(closed);
        asm.xorl(AMD64.rax, AMD64.rax);
        asm.ret(0);
        bytes = asm.close(true);
        stackBytes = pushed + padding;
    }

    byte[] bytes() {
        return bytes;
    }

    /** How much of the stack it takes, but for what the function does. */
    int stackBytes() {
        return stackBytes;
    }
}
