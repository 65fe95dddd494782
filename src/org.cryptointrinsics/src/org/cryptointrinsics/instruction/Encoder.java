package org.cryptointrinsics.instruction;

import java.util.function.IntConsumer;

/**
 * Encodes instructions as bytes, in the legacy, VEX and EVEX schemes (Intel SDM volume 2, chapters 2.1 to 2.7). Registers are given by number: 0 to 15 for
 * general registers and for vector registers in the legacy and VEX schemes, 0 to 31 for vector registers in EVEX.
 */
public final class Encoder {

    /** The operand that ModRM.rm names. */
    public sealed interface RegisterOrMemory {
    }

    /** Register number {@code number}, of the kind that the instruction has there. */
    public record Register(int number) implements RegisterOrMemory {
    }

    /** {@code [base + displacement]}; {@code base} is the number of a general register. */
    public record Memory(int base, int displacement) implements RegisterOrMemory {
    }

    /** {@code [rip + displacement]}; the displacement is emitted as zero, to be patched by whoever knows where the data is. */
    public record RipRelative() implements RegisterOrMemory {
    }

    /** Stands for an operand that an instruction does not have. */
    public static final int NONE = 0;

    private static final int RSP = 4;
    private static final int RBP = 5;

    private final IntConsumer bytes;

    /**
     * @param bytes takes the bytes in order, 0 to 255 or sign-extended
     */
    public Encoder(IntConsumer bytes) {
        this.bytes = bytes;
    }

    /**
     * Whether JDK 25 can patch the displacement of a RIP-relative operand. In EVEX instructions that end in an immediate it does so wrongly (labs-openjdk
     * issue 38). Of the legacy instructions it knows a few, and brings the VM down at the others.
     */
    public static boolean allowsRipRelative(VectorInstruction instruction, Scheme scheme) {
        return !instruction.form().hasImmediate() && (scheme != Scheme.LEGACY || instruction == VectorInstruction.MOVDQU);
    }

    /**
     * @param reg number of the register in ModRM.reg, {@link #NONE} if the opcode is extended there
     * @param vvvv number of the register in VEX.vvvv, {@link #NONE} if there is none; ignored in the legacy scheme
     * @param immediate the immediate byte, ignored if the instruction has none
     * @throws IllegalArgumentException if the operands cannot be encoded, or see {@link #allowsRipRelative}
     */
    public void emit(VectorInstruction instruction, Scheme scheme, Width width, int reg, int vvvv, RegisterOrMemory rm, int immediate) {
        if (instruction.features(scheme, width) == null) {
            throw new IllegalArgumentException("no " + scheme + " encoding of " + instruction + " for " + width);
        }
        check(!(rm instanceof RipRelative) || allowsRipRelative(instruction, scheme), instruction + " in " + scheme + " cannot take a RIP-relative operand");
        check(!(rm instanceof Register) || instruction.form() != Form.RX, instruction + " takes no register there");
        int modRmReg = extendsOpcode(instruction) ? instruction.digit() : reg;
        int scale = 1;
        switch (scheme) {
            case LEGACY -> legacyPrefix(instruction, instruction.generalOperand(), modRmReg, rm);
            case VEX -> vexPrefix(instruction, instruction.generalOperand() == Size.QWORD ? 1 : 0, width.ordinal(), modRmReg, vvvv, rm);
            case EVEX -> {
                scale = instruction.memoryBytes(width);
                evexPrefix(instruction, width.ordinal(), modRmReg, vvvv, rm);
            }
        }
        opcodeAndOperands(instruction.opcode(), modRmReg, rm, scale);
        if (instruction.form().hasImmediate()) {
            bytes.accept(immediate);
        }
    }

    /**
     * As {@link #emit(VectorInstruction, Scheme, Width, int, int, RegisterOrMemory, int)}, but in VEX, which is shorter and which all CPUs with EVEX have, where EVEX
     * is not needed for a register above 15.
     */
    public void emitShort(VectorInstruction instruction, Scheme scheme, Width width, int reg, int vvvv, RegisterOrMemory rm, int immediate) {
        boolean needsEvex = reg > 15 || vvvv > 15 || numberOf(rm) > 15 || instruction.features(Scheme.VEX, width) == null;
        emit(instruction, scheme == Scheme.EVEX && !needsEvex ? Scheme.VEX : scheme, width, reg, vvvv, rm, immediate);
    }

    /**
     * @param reg number of the register in ModRM.reg, {@link #NONE} if the opcode is extended there
     * @param vvvv number of the register in VEX.vvvv, {@link #NONE} if there is none; ignored in the legacy scheme
     * @param immediate the immediate byte, ignored if the instruction has none
     * @throws IllegalArgumentException as for vector instructions
     */
    public void emit(ScalarInstruction instruction, Size size, int reg, int vvvv, RegisterOrMemory rm, int immediate) {
        check(!(rm instanceof RipRelative) || !instruction.form().hasImmediate(), instruction + " cannot take a RIP-relative operand");
        check(!(rm instanceof Register) || instruction.form() != Form.X, instruction + " takes no register there");
        int modRmReg = extendsOpcode(instruction) ? instruction.digit() : reg;
        switch (instruction.scheme()) {
            case LEGACY -> legacyPrefix(instruction, size, modRmReg, rm);
            case VEX -> vexPrefix(instruction, size == Size.QWORD ? 1 : 0, 0, modRmReg, vvvv, rm);
            case EVEX -> throw new IllegalArgumentException("no EVEX encoding of " + instruction);
        }
        opcodeAndOperands(instruction.opcode(), modRmReg, rm, 1);
        if (instruction.form().hasImmediate()) {
            bytes.accept(immediate);
        }
    }

    /**
     * Emits {@code destination = instruction(destination, constant)}.
     *
     * @throws IllegalArgumentException unless {@link ScalarInstruction#allowsConstantSource}
     */
    public void emitWithConstant(ScalarInstruction instruction, Size size, int destination, int constant) {
        if (!instruction.allowsConstantSource()) {
            throw new IllegalArgumentException(instruction + " takes no constant");
        }
        Register rm = new Register(destination);
        rex(size == Size.QWORD, NONE, rm);
        boolean isByte = constant == (byte) constant;
        opcodeAndOperands(isByte ? 0x83 : 0x81, instruction.digit(), rm, 1);
        if (isByte) {
            bytes.accept(constant);
        } else {
            emitInt(constant);
        }
    }

    private static boolean extendsOpcode(Instruction instruction) {
        return instruction.form() == Form.VMI || instruction.form() == Form.M || instruction.form() == Form.X;
    }

    private void legacyPrefix(Instruction instruction, Size size, int reg, RegisterOrMemory rm) {
        switch (instruction.prefix()) {
            case Instruction.PREFIX_66 -> bytes.accept(0x66);
            case Instruction.PREFIX_F3 -> bytes.accept(0xF3);
            case Instruction.PREFIX_F2 -> bytes.accept(0xF2);
            default -> {
            }
        }
        rex(size == Size.QWORD, reg, rm);
        if (instruction.map() != Instruction.MAP_PRIMARY) {
            bytes.accept(0x0F);
        }
        switch (instruction.map()) {
            case Instruction.MAP_0F38 -> bytes.accept(0x38);
            case Instruction.MAP_0F3A -> bytes.accept(0x3A);
            default -> {
            }
        }
    }

    private void rex(boolean w, int reg, RegisterOrMemory rm) {
        check(reg < 16 && numberOf(rm) < 16, "registers above 15 need EVEX");
        int rex = (w ? 8 : 0) | reg >> 3 << 2 | numberOf(rm) >> 3;
        if (rex != 0) {
            bytes.accept(0x40 | rex);
        }
    }

    private void vexPrefix(Instruction instruction, int w, int length, int reg, int vvvv, RegisterOrMemory rm) {
        int b = numberOf(rm);
        check(reg < 16 && vvvv < 16 && b < 16, "registers above 15 need EVEX");
        int last = (~vvvv & 15) << 3 | length << 2 | instruction.prefix();
        if (w == 0 && b < 8 && instruction.map() == Instruction.MAP_0F) {
            bytes.accept(0xC5);
            bytes.accept(inverted(reg, 3) << 7 | last);
        } else {
            bytes.accept(0xC4);
            bytes.accept(inverted(reg, 3) << 7 | 1 << 6 | inverted(b, 3) << 5 | instruction.map());
            bytes.accept(w << 7 | last);
        }
    }

    private void evexPrefix(VectorInstruction instruction, int length, int reg, int vvvv, RegisterOrMemory rm) {
        int b = numberOf(rm);
        check(reg < 32 && vvvv < 32 && b < (rm instanceof Register && instruction.generalOperand() == null ? 32 : 16), "no such register");
        bytes.accept(0x62);
        bytes.accept(inverted(reg, 3) << 7 | inverted(b, 4) << 6 | inverted(b, 3) << 5 | inverted(reg, 4) << 4 | instruction.map());
        bytes.accept(instruction.evexW() << 7 | (~vvvv & 15) << 3 | 1 << 2 | instruction.prefix());
        bytes.accept(length << 5 | inverted(vvvv, 4) << 3);
    }

    /**
     * @param scale the unit of an 8-bit displacement
     */
    private void opcodeAndOperands(int opcode, int reg, RegisterOrMemory rm, int scale) {
        bytes.accept(opcode);
        int regBits = (reg & 7) << 3;
        switch (rm) {
            case Register register -> bytes.accept(0xC0 | regBits | register.number & 7);
            case RipRelative _ -> {
                bytes.accept(regBits | 5);
                emitInt(0);
            }
            case Memory(int base, int displacement) -> {
                boolean isByte = displacement % scale == 0 && displacement / scale == (byte) (displacement / scale);
                boolean isNone = displacement == 0 && (base & 7) != RBP;
                bytes.accept((isNone ? 0 : isByte ? 0x40 : 0x80) | regBits | base & 7);
                if ((base & 7) == RSP) {
                    bytes.accept(0x24);
                }
                if (!isNone && isByte) {
                    bytes.accept(displacement / scale);
                } else if (!isNone) {
                    emitInt(displacement);
                }
            }
        }
    }

    private void emitInt(int value) {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            bytes.accept(value >> shift & 0xFF);
        }
    }

    private static int numberOf(RegisterOrMemory rm) {
        return switch (rm) {
            case Register register -> register.number;
            case Memory memory -> memory.base;
            case RipRelative _ -> 0;
        };
    }

    private static int inverted(int number, int bit) {
        return ~number >> bit & 1;
    }

    private static void check(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
