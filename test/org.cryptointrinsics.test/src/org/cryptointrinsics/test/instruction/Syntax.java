package org.cryptointrinsics.test.instruction;

import java.util.Locale;

import org.cryptointrinsics.instruction.Encoder;
import org.cryptointrinsics.instruction.Instruction;
import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;

/** Instructions and operands in Intel's syntax, as {@link Objdump} prints them. */
public final class Syntax {

    private static final String[] LEGACY_REGISTERS = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};

    private Syntax() {
    }

    /** Where all operands are registers. */
    static String mnemonic(VectorInstruction instruction, Scheme scheme) {
        String name = instruction == VectorInstruction.MOVHPS ? "movlhps" : name(instruction);
        if (scheme == Scheme.LEGACY) {
            return name;
        }
        if (instruction == VectorInstruction.VBROADCASTI32X4 && scheme == Scheme.VEX) {
            return "vbroadcasti128";
        }
        String vector = name.startsWith("v") ? name : "v" + name;
        return scheme == Scheme.VEX ? vector : switch (instruction) {
            case MOVDQU, MOVDQU_STORE -> vector + "32";
            case PAND, PANDN, POR, PXOR -> vector + "d";
            default -> vector;
        };
    }

    static String mnemonic(ScalarInstruction instruction) {
        return name(instruction);
    }

    private static String name(Instruction instruction) {
        return instruction.toString().replace("_STORE", "").toLowerCase(Locale.ROOT);
    }

    public static String register(Width width, int number) {
        return width.toString().toLowerCase(Locale.ROOT) + number;
    }

    public static String register(Size size, int number) {
        if (number < 8) {
            return (size == Size.DWORD ? "e" : "r") + LEGACY_REGISTERS[number];
        }
        return "r" + number + (size == Size.DWORD ? "d" : "");
    }

    static String operand(Width width, Encoder.RegisterOrMemory operand) {
        return operand instanceof Encoder.Register(int number) ? register(width, number) : width + "WORD PTR " + address(operand);
    }

    static String operand(Size size, Encoder.RegisterOrMemory operand) {
        return operand instanceof Encoder.Register(int number) ? register(size, number) : size + " PTR " + address(operand);
    }

    private static String address(Encoder.RegisterOrMemory memory) {
        return switch (memory) {
            case Encoder.Memory(int base, int displacement) -> {
                // Where ModRM has no form without displacement, the zero is printed.
                boolean isPlain = displacement == 0 && (base & 7) != 5;
                String sign = displacement < 0 ? "-0x" : "+0x";
                yield "[" + register(Size.QWORD, base) + (isPlain ? "" : sign + Integer.toHexString(Math.abs(displacement))) + "]";
            }
            case Encoder.RipRelative() -> "[rip+0x0]";
            case Encoder.Register _ -> throw new IllegalArgumentException(memory + " is no address");
        };
    }

    static String immediate(int immediate) {
        return "0x" + Integer.toHexString(immediate & 0xFF);
    }
}
