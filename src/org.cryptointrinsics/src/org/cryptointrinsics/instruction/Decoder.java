package org.cryptointrinsics.instruction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.cryptointrinsics.instruction.Decoded.Memory;
import org.cryptointrinsics.instruction.Decoded.Operand;
import org.cryptointrinsics.instruction.Decoded.Register;

/**
 * Decodes what {@link Encoder} encodes and {@link GeneralInstruction}s (Intel SDM volume 2). Anything else is an error, also what a processor would take for one of these.
 */
public final class Decoder extends OperandDecoder {

    private static final int NO_VVVV = 0;

    /** Where an instruction is in the tables of the SDM. */
    private record Opcode(int prefix, int map, int opcode, int digit) {
    }

    private static final Map<Opcode, List<VectorInstruction>> VECTOR = new HashMap<>();
    private static final Map<Opcode, ScalarInstruction> SCALAR_VEX = new HashMap<>();

    static {
        for (VectorInstruction instruction : VectorInstruction.values()) {
            VECTOR.computeIfAbsent(opcode(instruction), _ -> new ArrayList<>()).add(instruction);
        }
        for (ScalarInstruction instruction : ScalarInstruction.values()) {
            if (instruction.scheme() == Scheme.VEX) {
                SCALAR_VEX.put(opcode(instruction), instruction);
            }
        }
    }

    private Decoder(byte[] code) {
        super(code);
    }

    /**
     * Decodes an instruction.
     *
     * @param code its bytes and what comes behind them, {@link #MOST_BYTES} are enough
     * @throws IllegalArgumentException if it is not known
     */
    public static Decoded decode(byte[] code) {
        return new Decoder(code).decode();
    }

    private static Opcode opcode(Instruction instruction) {
        boolean extendsOpcode = switch (instruction.form()) {
            case VMI, M, X -> true;
            default -> false;
        };
        return new Opcode(instruction.prefix(), instruction.map(), instruction.opcode(), extendsOpcode ? instruction.digit() : NONE);
    }

    private Decoded decode() {
        return switch (peek()) {
            case 0x62 -> evex();
            case 0xC4, 0xC5 -> vex();
            default -> legacy();
        };
    }

    private Decoded vex() {
        boolean isLong = next() == 0xC4;
        int first = next();
        int map = Instruction.MAP_0F;
        extensions = (first & 0x80) == 0 ? R : 0;
        int last = first;
        if (isLong) {
            extensions |= ((first & 0x40) == 0 ? X : 0) | ((first & 0x20) == 0 ? B : 0);
            map = first & 31;
            last = next();
            extensions |= (last & 0x80) != 0 ? W : 0;
        }
        int vvvv = ~last >> 3 & 15;
        boolean isWide = (last & 4) != 0;
        int prefix = last & 3;
        int opcode = next();
        if (map == Instruction.MAP_0F && opcode == 0x77 && prefix == 0 && !isWide && vvvv == NO_VVVV) {
            return new Decoded(at, GeneralInstruction.VZEROUPPER, 0, NONE, null, false, null);
        }
        modRm = next();
        ScalarInstruction scalar = SCALAR_VEX.get(new Opcode(prefix, map, opcode, NONE));
        if (scalar != null) {
            check(!isWide && (scalar.form() == Form.RVM || vvvv == NO_VVVV), "no such form of " + scalar);
            Operand rm = rm();
            Long immediate = scalar.form().hasImmediate() ? (Long) immediate(1) : null;
            return new Decoded(at, scalar, has(W) ? Long.BYTES : Integer.BYTES, reg(), rm, false, immediate).with(vvvv);
        }
        if (map == Instruction.MAP_0F38 && opcode == 0xF7 && prefix != Instruction.NO_PREFIX && !isWide) {
            GeneralInstruction kind = switch (prefix) {
                case Instruction.PREFIX_66 -> GeneralInstruction.SHLX;
                case Instruction.PREFIX_F2 -> GeneralInstruction.SHRX;
                default -> GeneralInstruction.SARX;
            };
            Operand rm = rm();
            return new Decoded(at, kind, has(W) ? Long.BYTES : Integer.BYTES, reg(), rm, false, null).with(vvvv);
        }
        return vector(prefix, map, opcode, Scheme.VEX, isWide ? Width.YMM : Width.XMM, vvvv);
    }

    private Decoded evex() {
        next();
        int first = next();
        int second = next();
        int third = next();
        extensions = ((first & 0x80) == 0 ? R : 0) | ((first & 0x40) == 0 ? X : 0) | ((first & 0x20) == 0 ? B : 0) | ((first & 0x10) == 0 ? HIGH_R : 0) |
                        ((second & 0x80) != 0 ? W : 0);
        int vvvv = ~second >> 3 & 15 | ((third & 8) == 0 ? 16 : 0);
        int width = third >> 5 & 3;
        check((third & 0x97) == 0 && width < 3 && (first & 0x0C) == 0 && (second & 4) != 0, "a mask, a broadcast or an encoding of later processors");
        int opcode = next();
        modRm = next();
        return vector(second & 3, first & 3, opcode, Scheme.EVEX, Width.values()[width], vvvv);
    }

    private Decoded vector(int prefix, int map, int opcode, Scheme scheme, Width width, int vvvv) {
        List<VectorInstruction> candidates = new ArrayList<>(VECTOR.getOrDefault(new Opcode(prefix, map, opcode, NONE), List.of()));
        candidates.addAll(VECTOR.getOrDefault(new Opcode(prefix, map, opcode, digit()), List.of()));
        for (VectorInstruction instruction : candidates) {
            int w = scheme == Scheme.EVEX ? instruction.evexW() : instruction.generalOperand() == Size.QWORD ? 1 : 0;
            if (instruction.features(scheme, width) != null && (has(W) ? 1 : 0) == w) {
                check(scheme == Scheme.LEGACY || instruction.form().hasV() || vvvv == NO_VVVV, "no such form of " + instruction);
                check(modRm >> 6 != 3 || instruction.form() != Form.RX, "a register where " + instruction + " has none");
                check(instruction.form() != Form.VMI || !has(R) && !has(HIGH_R), "no such form of " + instruction);
                boolean isVector = instruction.generalOperand() == null;
                Operand rm = rm(scheme == Scheme.EVEX ? instruction.memoryBytes(width) : 1, scheme == Scheme.EVEX && isVector);
                check(rm instanceof Register || instruction.form().allowsMemorySource() || instruction.form() == Form.MR, "memory where " + instruction + " has none");
                Long immediate = instruction.form().hasImmediate() ? (Long) immediate(1) : null;
                return new Decoded(at, instruction, 0, reg(), rm, instruction.form().writesM(), immediate).with(scheme, width, vvvv);
            }
        }
        throw unknown("an unknown vector instruction");
    }

    private Decoded legacy() {
        boolean has66 = false;
        int repeat = Instruction.NO_PREFIX;
        for (;; next()) {
            int prefix = peek();
            if (prefix == 0x66) {
                has66 = true;
            } else if (prefix == 0xF3) {
                repeat = Instruction.PREFIX_F3;
            } else if (prefix == 0xF2) {
                repeat = Instruction.PREFIX_F2;
            } else {
                break;
            }
        }
        if ((peek() & 0xF0) == 0x40) {
            hasRex = true;
            extensions = next() & 15;
        }
        int size = has(W) ? Long.BYTES : has66 ? Short.BYTES : Integer.BYTES;
        int opcode = next();
        Decoded decoded;
        if (opcode != 0x0F) {
            decoded = primary(opcode, size);
        } else {
            opcode = next();
            decoded = opcode == 0x38 || opcode == 0x3A ? null : secondary(opcode, size);
        }
        if (decoded == null) {
            int map = opcode == 0x38 ? Instruction.MAP_0F38 : opcode == 0x3A ? Instruction.MAP_0F3A : Instruction.MAP_0F;
            opcode = map == Instruction.MAP_0F ? opcode : next();
            modRm = next();
            return vector(repeat != Instruction.NO_PREFIX ? repeat : has66 ? Instruction.PREFIX_66 : Instruction.NO_PREFIX, map, opcode, Scheme.LEGACY, Width.XMM, NONE);
        }
        check(repeat == Instruction.NO_PREFIX, "a prefix that repeats");
        check(!has66 || !isJump(decoded.kind()), "a jump of 16 bits");
        return decoded;
    }

    /** On some CPUs, a prefix for 16 bits cuts off where they go to. */
    private static boolean isJump(Object kind) {
        return kind instanceof GeneralInstruction instruction && switch (instruction) {
            case JMP, JCC, CALL, RET -> true;
            default -> false;
        };
    }

    private Decoded general(GeneralInstruction kind, int size, int reg, Operand rm, boolean writesRm, Long immediate) {
        // Without REX, these are the second bytes of other registers.
        check(size != 1 || hasRex || reg < RSP && !(rm instanceof Register(int number) && number >= RSP), "a part of a register");
        return new Decoded(at, kind, size, reg, rm, writesRm, immediate);
    }

    /** With a ModRM that is still to be read. */
    private Decoded general(GeneralInstruction kind, int size, boolean writesRm) {
        modRm = next();
        Operand rm = rm();
        return general(kind, size, reg(), rm, writesRm, null);
    }

    private Decoded extended(GeneralInstruction kind, int size, int sourceSize) {
        modRm = next();
        Operand rm = rm();
        check(sourceSize != 1 || hasRex || !(rm instanceof Register(int number) && number >= RSP), "a part of a register");
        return new Decoded(at, kind, size, reg(), rm, false, null).withSource(sourceSize);
    }

    /** With M and an immediate, and a ModRM whose digit names the instruction, or none. */
    private Decoded general(GeneralInstruction kind, int size, int immediateBytes) {
        check(kind != null, "an unknown instruction");
        Operand rm = rm();
        return general(kind, size, NONE, rm, true, immediateBytes == 0 ? null : (Long) immediate(immediateBytes));
    }

    private Decoded jump(GeneralInstruction kind, int bytes, int condition) {
        long displacement = immediate(bytes);
        return new Decoded(at, kind, 0, NONE, null, false, displacement).withCondition(condition);
    }

    private int register(int opcode) {
        return opcode & 7 | (has(B) ? 8 : 0);
    }

    private static GeneralInstruction arithmetic(int number) {
        return switch (number) {
            case 0 -> GeneralInstruction.ADD;
            case 1 -> GeneralInstruction.OR;
            case 4 -> GeneralInstruction.AND;
            case 5 -> GeneralInstruction.SUB;
            case 6 -> GeneralInstruction.XOR;
            case 7 -> GeneralInstruction.CMP;
            default -> null;
        };
    }

    private static GeneralInstruction shift(int number) {
        return switch (number) {
            case 0 -> GeneralInstruction.ROL;
            case 1 -> GeneralInstruction.ROR;
            case 4 -> GeneralInstruction.SHL;
            case 5 -> GeneralInstruction.SHR;
            case 7 -> GeneralInstruction.SAR;
            default -> null;
        };
    }

    private Decoded primary(int opcode, int size) {
        int operandSize = (opcode & 1) == 0 ? 1 : size;
        int immediateBytes = Math.min(operandSize, Integer.BYTES);
        if (opcode < 0x40 && (opcode & 7) < 6 && arithmetic(opcode >> 3) != null) {
            GeneralInstruction kind = arithmetic(opcode >> 3);
            return (opcode & 4) == 0 ? general(kind, operandSize, (opcode & 2) == 0) : general(kind, operandSize, NONE, new Register(0), true, immediate(immediateBytes));
        }
        switch (opcode & 0xF8) {
            case 0x50, 0x58 -> {
                check(size != Short.BYTES, "a push of 16 bits");
                return general(opcode < 0x58 ? GeneralInstruction.PUSH : GeneralInstruction.POP, Long.BYTES, register(opcode), null, false, null);
            }
            case 0x70, 0x78 -> {
                return jump(GeneralInstruction.JCC, 1, opcode & 15);
            }
            case 0xB8 -> {
                return general(GeneralInstruction.MOV, size, NONE, new Register(register(opcode)), true, immediate(size));
            }
            default -> {
            }
        }
        return switch (opcode) {
            case 0x63 -> {
                check(size != Short.BYTES, "a move of 16 bits");
                yield extended(GeneralInstruction.MOVSX, size, Integer.BYTES);
            }
            case 0x69, 0x6B -> {
                modRm = next();
                Operand rm = rm();
                yield general(GeneralInstruction.IMUL, size, reg(), rm, false, immediate(opcode == 0x6B ? 1 : Math.min(size, Integer.BYTES)));
            }
            case 0x84, 0x85 -> general(GeneralInstruction.TEST, operandSize, true);
            case 0x88, 0x89 -> general(GeneralInstruction.MOV, operandSize, true);
            case 0x8A, 0x8B -> general(GeneralInstruction.MOV, operandSize, false);
            case 0x8D -> {
                Decoded decoded = general(GeneralInstruction.LEA, size, false);
                check(decoded.rm() instanceof Memory, "the address of a register");
                yield decoded;
            }
            case 0x90 -> {
                check(!has(B), "an exchange of registers");
                yield general(GeneralInstruction.NOP, size, NONE, null, false, null);
            }
            case 0xA8, 0xA9 -> general(GeneralInstruction.TEST, operandSize, NONE, new Register(0), true, immediate(immediateBytes));
            case 0xC3 -> general(GeneralInstruction.RET, 0, NONE, null, false, null);
            case 0xE8 -> jump(GeneralInstruction.CALL, Integer.BYTES, NONE);
            case 0xE9, 0xEB -> jump(GeneralInstruction.JMP, opcode == 0xEB ? 1 : Integer.BYTES, NONE);
            default -> byDigit(opcode, size, operandSize);
        };
    }

    /** With an opcode of one byte, and a digit in the ModRM byte that tells the instruction. */
    private Decoded byDigit(int opcode, int size, int operandSize) {
        int immediateBytes = Math.min(operandSize, Integer.BYTES);
        return switch (opcode) {
            case 0x80, 0x81, 0x83 -> {
                modRm = next();
                yield general(arithmetic(digit()), operandSize, opcode == 0x81 ? immediateBytes : 1);
            }
            case 0xC0, 0xC1 -> {
                modRm = next();
                yield general(shift(digit()), operandSize, 1);
            }
            case 0xD0, 0xD1 -> {
                modRm = next();
                Decoded decoded = general(shift(digit()), operandSize, 0);
                yield general(shift(digit()), operandSize, NONE, decoded.rm(), true, 1L);
            }
            case 0xC6, 0xC7 -> {
                modRm = next();
                yield general(digit() == 0 ? GeneralInstruction.MOV : null, operandSize, immediateBytes);
            }
            case 0xD2, 0xD3 -> {
                modRm = next();
                yield general(shift(digit()), operandSize, 0);
            }
            case 0xF6, 0xF7 -> {
                modRm = next();
                GeneralInstruction kind = digit() == 0 ? GeneralInstruction.TEST : digit() == 2 ? GeneralInstruction.NOT : digit() == 3 ? GeneralInstruction.NEG : null;
                yield general(kind, operandSize, kind == GeneralInstruction.TEST ? immediateBytes : 0);
            }
            case 0xFF -> {
                modRm = next();
                yield switch (digit()) {
                    case 0 -> general(GeneralInstruction.INC, size, 0);
                    case 1 -> general(GeneralInstruction.DEC, size, 0);
                    case 4 -> general(GeneralInstruction.JMP, Long.BYTES, 0);
                    default -> throw unknown("an unknown instruction");
                };
            }
            default -> throw unknown("an unknown instruction");
        };
    }

    /** With an opcode of two bytes; null if it is none of these. */
    private Decoded secondary(int opcode, int size) {
        return switch (opcode & 0xF0) {
            case 0x40 -> general(GeneralInstruction.CMOVCC, size, false).withCondition(opcode & 15);
            case 0x80 -> jump(GeneralInstruction.JCC, Integer.BYTES, opcode & 15);
            case 0x90 -> {
                modRm = next();
                yield general(GeneralInstruction.SETCC, 1, 0).withCondition(opcode & 15);
            }
            default -> switch (opcode) {
                case 0x18 -> {
                    modRm = next();
                    check(digit() == ScalarInstruction.PREFETCHT0.digit() && modRm >> 6 != 3, "an unknown prefetch");
                    Operand rm = rm();
                    yield new Decoded(at, ScalarInstruction.PREFETCHT0, 0, NONE, rm, false, null);
                }
                case 0x1F -> general(GeneralInstruction.NOP, size, false);
                case 0xAF -> general(GeneralInstruction.IMUL, size, false);
                case 0xB6, 0xB7 -> extended(GeneralInstruction.MOVZX, size, opcode == 0xB6 ? 1 : Short.BYTES);
                case 0xBE, 0xBF -> extended(GeneralInstruction.MOVSX, size, opcode == 0xBE ? 1 : Short.BYTES);
                case 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF -> {
                    check(size != Short.BYTES, "a swap of 16 bits");
                    yield general(GeneralInstruction.BSWAP, size, NONE, new Register(register(opcode)), true, null);
                }
                default -> null;
            };
        };
    }
}
