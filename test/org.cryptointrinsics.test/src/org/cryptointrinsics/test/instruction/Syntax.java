package org.cryptointrinsics.test.instruction;

import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Decoded;
import org.cryptointrinsics.instruction.Encoder;
import org.cryptointrinsics.instruction.GeneralInstruction;
import org.cryptointrinsics.instruction.Instruction;
import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;

/** Instructions and operands in Intel's syntax, as {@link Objdump} prints them. */
public final class Syntax {

    private static final String[] LEGACY_REGISTERS = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};
    private static final String[] CONDITIONS = {"o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"};

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

    // General instructions.

    /** What an instruction at an offset is in the end; that of a disassembler is to be {@link #normalized}. */
    static String text(Decoded decoded, int offset) {
        GeneralInstruction kind = (GeneralInstruction) decoded.kind();
        String name = kind.toString().toLowerCase(Locale.ROOT);
        int size = decoded.size();
        String rm = decoded.rm() == null ? null : operand(decoded.rm(), decoded.sourceSize());
        String reg = decoded.reg() == Decoded.NONE ? null : register(decoded.reg(), Math.max(size, 1));
        String immediate = decoded.immediate() == null ? null : "0x" + Long.toHexString(decoded.immediate() & -1L >>> Long.SIZE - Math.max(size, 1) * Byte.SIZE);
        return switch (kind) {
            case JMP -> "jmp " + (rm == null ? target(decoded, offset) : rm);
            case CALL -> "call " + target(decoded, offset);
            case JCC -> "j" + CONDITIONS[decoded.condition()] + " " + target(decoded, offset);
            case SETCC -> "set" + CONDITIONS[decoded.condition()] + " " + rm;
            case CMOVCC -> "cmov" + CONDITIONS[decoded.condition()] + " " + reg + "," + rm;
            case MOVSX -> (decoded.sourceSize() == Integer.BYTES ? "movsxd " : "movsx ") + reg + "," + rm;
            case LEA -> "lea " + reg + "," + rm.replaceFirst(".* PTR ", "");
            case SHLX, SHRX, SARX -> name + " " + reg + "," + rm + "," + register(decoded.vvvv(), size);
            case ROL, ROR, SHL, SHR, SAR -> name + " " + rm + (immediate == null ? ",cl" : ",0x" + Long.toHexString(decoded.immediate() & 0xFF));
            case NOP -> "nop";
            default -> name + Stream.of(decoded.writesRm() ? rm : reg, decoded.writesRm() ? reg : rm, immediate).filter(Objects::nonNull).collect(
                            Collectors.joining(",", " ", "")).stripTrailing();
        };
    }

    private static String target(Decoded decoded, int offset) {
        return "0x" + Long.toHexString(offset + decoded.length() + decoded.immediate());
    }

    /** Without prefixes that do not matter, without what NOP is told to do that with, and with other names for the same. */
    static String normalized(String text) {
        String plain = text.replaceFirst("^((rex(\\.[WRXB]+)?|data16|cs|ds) )+", "").replace("movabs", "mov").replace("+riz*1", "").replaceAll("\\+riz\\*[248]", "");
        return plain.replace("+0x0]", "]").replaceFirst("^(rol|ror|shl|shr|sar) (.*),1$", "$1 $2,0x1").replaceFirst("^nop .*|^xchg (ax,ax|rax,rax)$", "nop");
    }

    private static String register(int number, int bytes) {
        if (number >= LEGACY_REGISTERS.length) {
            return "r" + number + switch (bytes) {
                case 1 -> "b";
                case Short.BYTES -> "w";
                case Integer.BYTES -> "d";
                default -> "";
            };
        }
        String name = LEGACY_REGISTERS[number];
        return switch (bytes) {
            case 1 -> number < 4 ? name.charAt(0) + "l" : name + "l";
            case Short.BYTES -> name;
            case Integer.BYTES -> "e" + name;
            default -> "r" + name;
        };
    }

    private static String operand(Decoded.Operand operand, int bytes) {
        if (operand instanceof Decoded.Register(int number)) {
            return register(number, bytes);
        }
        Decoded.Memory memory = (Decoded.Memory) operand;
        String size = switch (bytes) {
            case 1 -> "BYTE";
            case Short.BYTES -> "WORD";
            case Integer.BYTES -> "DWORD";
            default -> "QWORD";
        };
        int displacement = memory.displacement();
        if (memory.base() == Decoded.RIP) {
            return size + " PTR [rip" + (displacement == 0 ? "" : "+0x" + Long.toHexString(displacement)) + "]";
        }
        boolean isAlone = memory.base() == Decoded.NONE && memory.index() == Decoded.NONE;
        if (isAlone && memory.scale() == 1) {
            return size + " PTR ds:0x" + Long.toHexString(displacement);
        }
        String base = memory.base() == Decoded.NONE ? "" : register(memory.base(), Long.BYTES);
        String index = isAlone ? "riz*" + memory.scale() : memory.index() == Decoded.NONE ? "" : register(memory.index(), Long.BYTES) + "*" + memory.scale();
        String sum = base + (base.isEmpty() || index.isEmpty() ? "" : "+") + index;
        return size + " PTR [" + sum + (displacement == 0 ? "" : (displacement < 0 ? "-0x" : "+0x") + Long.toHexString(Math.abs((long) displacement))) + "]";
    }
}
