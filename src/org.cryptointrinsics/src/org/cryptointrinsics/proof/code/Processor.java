package org.cryptointrinsics.proof.code;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

import org.cryptointrinsics.instruction.Decoded;
import org.cryptointrinsics.instruction.Decoded.Memory;
import org.cryptointrinsics.instruction.GeneralInstruction;
import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.SymbolicMeanings;
import org.cryptointrinsics.proof.Variables;

/** Executes machine code with any data (Intel SDM volume 2). No address and no branch may depend on what is secret. */
final class Processor {

    /** HotSpot touches the stack at least so far below, lest it overflow later. */
    private static final int LEAST_STACK_BANG = 4096;

    /** No loop goes round so often. */
    private static final int MOST_TIMES = 1000;

    /** Why an execution ends. */
    sealed interface End {
    }

    /**
     * Code has returned to its caller.
     *
     * @param address where that goes on
     */
    record Returned(Bits address) implements End {
    }

    record Reached(long address) implements End {
    }

    /**
     * Before a conditional jump of which it is not known whether it is taken.
     *
     * @param target where to, if it is
     * @param next what comes if it is not
     */
    record Undecided(long target, long next, int condition, Flags flags) implements End {
    }

    /** What there was before a call. */
    private record Call(CallingConvention convention, List<Bits> registers, List<Bits> vectors) {
    }

    private final Variables variables;
    private final SymbolicMeanings meanings;
    private final Code code;
    private final Operands operands;
    private final VectorUnit vectors;
    /** How often, by addresses. */
    private final Map<Long, Integer> executed = new HashMap<>();
    /** What HotSpot's own checks go to, which is not followed. */
    private final Set<Long> hotSpotTargets = new HashSet<>();
    /** The calls that have not returned. */
    private final Deque<Call> calls = new ArrayDeque<>();
    private Flags flags;
    private long at;
    private long next;
    private Bits declassified;
    private boolean isDeclassifiedZero;

    Processor(Variables variables, SymbolicMeanings meanings, Code code, Operands operands) {
        this.variables = variables;
        this.meanings = meanings;
        this.code = code;
        this.operands = operands;
        vectors = new VectorUnit(operands, meanings);
        variables.countExecution();
    }

    VectorUnit vectors() {
        return vectors;
    }

    /** The addresses of instructions. */
    Set<Long> executed() {
        return executed.keySet();
    }

    /** Null if they are not known. */
    Flags flags() {
        return flags;
    }

    /** Goes on where another execution is: in the same calls. */
    void goOnWithin(Processor other) {
        calls.clear();
        calls.addAll(other.calls);
    }

    /** The flags may be anything. */
    void forgetFlags() {
        flags = null;
    }

    /** Executes from an address on, until something ends it. */
    End run(long from, LongPredicate ending) {
        at = from;
        while (true) {
            End end = step();
            if (end != null) {
                return end;
            }
            if (ending.test(at)) {
                return new Reached(at);
            }
        }
    }

    private End step() {
        Decoded decoded = code.at(at);
        next = at + decoded.length();
        operands.next(next);
        if (executed.merge(at, 1, Integer::sum) > MOST_TIMES) {
            throw new ProofException("does not end");
        }
        End end = null;
        try {
            switch (decoded.kind()) {
                case VectorInstruction _ -> vectors.execute(decoded);
                case ScalarInstruction scalar -> executeScalar(decoded, scalar);
                case GeneralInstruction instruction -> end = execute(decoded, instruction);
                default -> throw new IllegalStateException("unexpected " + decoded);
            }
        } catch (ProofException e) {
            throw new ProofException(e.getMessage() + ", at " + code.told(at), e.isRefutation());
        }
        at = next;
        return end;
    }

    private void executeScalar(Decoded decoded, ScalarInstruction instruction) {
        if (instruction == ScalarInstruction.PREFETCHT0) {
            operands.assertPublic((Memory) decoded.rm());
            return;
        }
        int size = decoded.size();
        Bits m = operands.read(decoded.rm(), size);
        List<Bits> sources = instruction == ScalarInstruction.ANDN ? List.of(operands.read(decoded.vvvv(), size), m) : List.of(m);
        operands.write(decoded.reg(), meanings.apply(instruction, decoded.immediate() == null ? 0 : decoded.immediate().intValue(), sources));
        flags = instruction == ScalarInstruction.RORX ? flags : null;
    }

    // Instructions.

    private End execute(Decoded decoded, GeneralInstruction instruction) {
        switch (instruction) {
            case JMP -> next = decoded.rm() == null ? next + decoded.immediate() : known(operands.read(decoded.rm(), decoded.size()));
            case JCC -> {
                return jump(decoded);
            }
            case CALL -> {
                long target = next + decoded.immediate();
                calls.push(new Call(code.convention(target), operands.registers(), vectors.registers()));
                operands.push(Bits.of(next, Long.SIZE));
                next = target;
            }
            case RET -> {
                Bits address = operands.pop();
                if (!address.isConstant()) {
                    return new Returned(address);
                }
                next = known(address);
                assertKept(calls.poll());
            }
            default -> executeInSequence(decoded, instruction);
        }
        return null;
    }

    /** Executes an instruction behind which there is the next one. */
    private void executeInSequence(Decoded decoded, GeneralInstruction instruction) {
        int size = decoded.size();
        switch (instruction) {
            case MOV -> move(decoded);
            case MOVZX -> operands.write(decoded.reg(), operands.read(decoded.rm(), decoded.sourceSize()).extend(size * Byte.SIZE));
            case MOVSX -> operands.write(decoded.reg(), Operands.signExtend(operands.read(decoded.rm(), decoded.sourceSize()), size * Byte.SIZE));
            case LEA -> operands.write(decoded.reg(), operands.address((Memory) decoded.rm()).part(0, size * Byte.SIZE));
            case ADD, OR, AND, SUB, XOR, CMP, TEST -> arithmetic(decoded, instruction);
            case IMUL -> {
                Bits factor = operands.read(decoded.rm(), size);
                operands.write(decoded.reg(), multiply(factor, decoded.immediate() == null ? operands.read(decoded.reg(), size) : Bits.of(decoded.immediate(), size * Byte.SIZE)));
                flags = null;
            }
            case INC, DEC -> {
                Bits a = operands.read(decoded.rm(), size);
                Bits one = Bits.of(1, size * Byte.SIZE);
                Bits result = instruction == GeneralInstruction.INC ? variables.add(a, one) : variables.subtract(a, one);
                operands.write(decoded.rm(), result);
                Flags all = instruction == GeneralInstruction.INC ? Flags.ofSum(a, one, result) : Flags.ofDifference(a, one, result);
                flags = new Flags(all.zero(), all.sign(), null, all.overflow(), result, all.sources());
            }
            case NEG -> {
                Bits zero = Bits.of(0, size * Byte.SIZE);
                Bits a = operands.read(decoded.rm(), size);
                Bits result = variables.subtract(zero, a);
                operands.write(decoded.rm(), result);
                flags = Flags.ofDifference(zero, a, result);
            }
            case NOT -> operands.write(decoded.rm(), cut(operands.read(decoded.rm(), size).not()));
            case ROL, ROR, SHL, SHR, SAR -> {
                operands.write(decoded.rm(), shift(decoded, instruction, decoded.immediate() == null ? operands.read(Operands.RCX, 1) : Bits.of(decoded.immediate(), Byte.SIZE)));
                flags = null;
            }
            case SHLX, SHRX, SARX -> operands.write(decoded.reg(), shift(decoded, instruction, operands.read(decoded.vvvv(), 1)));
            case BSWAP -> operands.write(decoded.rm(), operands.read(decoded.rm(), size).reverseBytes());
            case PUSH -> operands.push(operands.read(decoded.reg(), Long.BYTES));
            case POP -> operands.write(decoded.reg(), operands.pop());
            case SETCC -> operands.write(decoded.rm(), Bits.of(decided(decoded) ? 1 : 0, Byte.SIZE));
            case CMOVCC -> {
                // It is read in any case.
                Bits m = operands.read(decoded.rm(), size);
                operands.write(decoded.reg(), decided(decoded) ? m : operands.read(decoded.reg(), size));
            }
            case NOP -> {
            }
            case VZEROUPPER -> vectors.clearUpperHalves();
            case JMP, JCC, CALL, RET -> throw new IllegalArgumentException(instruction.toString());
        }
    }

    /**
     * Asserts that a caller has what it relies on.
     *
     * @param call null if there was none
     */
    private void assertKept(Call call) {
        if (call == null) {
            throw new ProofException("returns to where it was not called");
        }
        Claim.assertEqual(variables, "the stack pointer after a call", call.registers.get(Operands.RSP), operands.get(Operands.RSP));
        for (int register : call.convention.kept()) {
            Claim.assertEqual(variables, "register " + register + " after a call", call.registers.get(register), operands.get(register));
        }
        for (int register : call.convention.keptVectors()) {
            Claim.assertEqual(variables, "vector register " + register + " after a call", CallingConvention.kept(call.vectors.get(register)),
                            CallingConvention.kept(vectors.get(register)));
        }
    }

    private static long known(Bits address) {
        if (!address.isConstant()) {
            throw new ProofException("jumps to an address that is not known");
        }
        return Flags.number(address);
    }

    private static boolean isStackBang(Decoded decoded) {
        return decoded.rm() instanceof Memory(int base, int index, int _, int displacement) && base == Operands.RSP && index == Decoded.NONE && displacement <= -LEAST_STACK_BANG;
    }

    private void move(Decoded decoded) {
        int size = decoded.size();
        if (decoded.immediate() != null) {
            operands.write(decoded.rm(), Bits.of(decoded.immediate(), size * Byte.SIZE));
        } else if (!decoded.writesRm()) {
            operands.write(decoded.reg(), operands.read(decoded.rm(), size));
        } else if (isStackBang(decoded)) {
            operands.assertTouchesStack((Memory) decoded.rm(), operands.read(decoded.reg(), size));
        } else {
            operands.write(decoded.rm(), operands.read(decoded.reg(), size));
        }
    }

    /** Numbers and addresses are added as such, data as the kernel's instructions are. */
    private Bits compute(GeneralInstruction instruction, Bits a, Bits b) {
        if (variables.isPublic(a) && variables.isPublic(b)) {
            return switch (instruction) {
                case ADD -> variables.add(a, b);
                case OR -> variables.or(a, b);
                case AND -> variables.and(a, b);
                case XOR -> a.xor(b);
                default -> throw new IllegalArgumentException(instruction.toString());
            };
        }
        return meanings.apply(ScalarInstruction.valueOf(instruction.name()), 0, List.of(a, b));
    }

    private void arithmetic(Decoded decoded, GeneralInstruction instruction) {
        int size = decoded.size();
        Bits m = operands.read(decoded.rm(), size);
        Bits other = decoded.immediate() == null ? operands.read(decoded.reg(), size) : Bits.of(decoded.immediate(), size * Byte.SIZE);
        Bits a = decoded.writesRm() ? m : other;
        Bits b = decoded.writesRm() ? other : m;
        boolean isDifference = instruction == GeneralInstruction.SUB || instruction == GeneralInstruction.CMP;
        Bits result = isDifference ? variables.subtract(a, b) : compute(instruction == GeneralInstruction.TEST ? GeneralInstruction.AND : instruction, a, b);
        flags = isDifference ? Flags.ofDifference(a, b, result) : instruction == GeneralInstruction.ADD ? Flags.ofSum(a, b, result) : Flags.ofLogic(result, List.of(a, b));
        if (instruction == GeneralInstruction.CMP || instruction == GeneralInstruction.TEST) {
            return;
        }
        if (decoded.writesRm()) {
            operands.write(decoded.rm(), result);
        } else {
            operands.write(decoded.reg(), result);
        }
    }

    private Bits multiply(Bits a, Bits b) {
        if (a.isConstant() && b.isConstant()) {
            return Bits.of(Flags.number(a) * Flags.number(b), a.width());
        }
        throw new ProofException("multiplies what is not known", false);
    }

    private Bits shift(Decoded decoded, GeneralInstruction instruction, Bits number) {
        Bits a = operands.read(decoded.rm(), decoded.size());
        if (!number.isConstant()) {
            throw new ProofException("shifts by what is not known", false);
        }
        int count = (int) Flags.number(number) & (decoded.size() == Long.BYTES ? Long.SIZE : Integer.SIZE) - 1;
        // Of 8 and of 16 bits, there may be less than that.
        int most = Math.min(count, a.width());
        return cut(switch (instruction) {
            case ROL -> a.rotateRight(-count);
            case ROR -> a.rotateRight(count);
            case SHL, SHLX -> Operands.shiftLeft(a, most);
            case SHR, SHRX -> a.shiftRight(most);
            default -> Operands.signExtend(a.part(Math.min(count, a.width() - 1), Math.max(a.width() - count, 1)), a.width());
        });
    }

    /** As what kernels compute, see {@link SymbolicMeanings}. */
    private Bits cut(Bits value) {
        return meanings.apply(ScalarInstruction.MOV, 0, List.of(value));
    }

    // Conditions.

    /** What may become known although it is made of what is secret: whether that is zero, as in this execution. */
    void declassify(Bits value, boolean isZero) {
        declassified = value;
        isDeclassifiedZero = isZero;
    }

    /** Null if it is not known. */
    private Boolean holds(int condition) {
        if (flags == null) {
            throw new ProofException("has a condition of flags that are not known");
        }
        if (flags.result().equals(declassified)) {
            return flags.with(isDeclassifiedZero).holds(condition);
        }
        return (flags.zero() == null && variables.isNotZero(flags.result()) ? flags.with(false) : flags).holds(condition);
    }

    private boolean decided(Decoded decoded) {
        Boolean holds = holds(decoded.condition());
        if (holds == null) {
            throw new ProofException("has a condition that is not known");
        }
        return holds;
    }

    /** What goes to HotSpot's runtime where a word of its own is not as it is in most cases, or is below the stack pointer. */
    private boolean isCheckOfHotSpot(int condition) {
        return (condition == Flags.IF_NOT_ZERO || condition == Flags.IF_ABOVE) && flags.sources().stream().anyMatch(variables::isOfHotSpot) &&
                        flags.sources().stream().allMatch(variables::isPublic);
    }

    /** Asserts that nothing was executed that HotSpot's own checks go to. */
    void assertHotSpotIsElsewhere() {
        if (hotSpotTargets.stream().anyMatch(executed::containsKey)) {
            throw new ProofException("executes what only a check of HotSpot goes to");
        }
    }

    private End jump(Decoded decoded) {
        long target = next + decoded.immediate();
        Boolean holds = holds(decoded.condition());
        if (holds != null) {
            next = holds ? target : next;
            return null;
        }
        if (isCheckOfHotSpot(decoded.condition())) {
            hotSpotTargets.add(target);
            return null;
        }
        if (!flags.sources().stream().allMatch(variables::isPublic)) {
            throw new ProofException("has a branch that depends on data");
        }
        return new Undecided(target, next, decoded.condition(), flags);
    }
}
