package org.cryptointrinsics.instruction;

/**
 * An instruction of machine code.
 *
 * @param length in bytes
 * @param kind a {@link VectorInstruction}, a {@link ScalarInstruction} or a {@link GeneralInstruction}
 * @param scheme of a vector instruction
 * @param width of a vector instruction
 * @param size of the operands of others, in bytes; of MOVZX and MOVSX, that of R
 * @param sourceSize that of M, if it differs
 * @param reg the register in ModRM.reg, or the one that the opcode names; or {@link #NONE}
 * @param vvvv that in VEX.vvvv, or {@link #NONE}
 * @param rm null if there is none
 * @param writesRm whether M is the destination
 * @param immediate extended by its sign, or null if there is none; of jumps, the displacement
 * @param condition of JCC, SETCC and CMOVCC, as in the opcode; or {@link #NONE}
 */
public record Decoded(int length, Object kind, Scheme scheme, Width width, int size, int sourceSize, int reg, int vvvv, Operand rm, boolean writesRm, Long immediate,
                int condition) {

    /** No register, or no condition. */
    public static final int NONE = -1;
    /** The base of an address that is relative to the next instruction. */
    public static final int RIP = 16;

    /** What ModRM.rm names. */
    public sealed interface Operand {
    }

    /** A general register, or a vector register: as the instruction has it there. */
    public record Register(int number) implements Operand {
    }

    /**
     * {@code [base + index * scale + displacement]}.
     *
     * @param base may be {@link #RIP} or {@link #NONE}
     * @param index may be {@link #NONE}
     */
    public record Memory(int base, int index, int scale, int displacement) implements Operand {
    }

    Decoded(int length, Object kind, int size, int reg, Operand rm, boolean writesRm, Long immediate) {
        this(length, kind, null, null, size, size, reg, NONE, rm, writesRm, immediate, NONE);
    }

    /** The same with an address so far from the next instruction. */
    public Decoded withRipDisplacement(int displacement) {
        return new Decoded(length, kind, scheme, width, size, sourceSize, reg, vvvv, new Memory(RIP, NONE, ((Memory) rm).scale, displacement), writesRm, immediate, condition);
    }

    Decoded with(Scheme newScheme, Width newWidth, int newVvvv) {
        return new Decoded(length, kind, newScheme, newWidth, size, sourceSize, reg, newVvvv, rm, writesRm, immediate, condition);
    }

    Decoded with(int newVvvv) {
        return with(scheme, width, newVvvv);
    }

    Decoded withSource(int bytes) {
        return new Decoded(length, kind, scheme, width, size, bytes, reg, vvvv, rm, writesRm, immediate, condition);
    }

    Decoded withCondition(int newCondition) {
        return new Decoded(length, kind, scheme, width, size, sourceSize, reg, vvvv, rm, writesRm, immediate, newCondition);
    }
}
