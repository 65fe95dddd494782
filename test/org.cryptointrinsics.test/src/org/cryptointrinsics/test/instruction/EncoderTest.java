package org.cryptointrinsics.test.instruction;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

import org.cryptointrinsics.instruction.Decoded;
import org.cryptointrinsics.instruction.Decoder;
import org.cryptointrinsics.instruction.Encoder.Memory;
import org.cryptointrinsics.instruction.Encoder.Register;
import org.cryptointrinsics.instruction.Encoder.RegisterOrMemory;
import org.cryptointrinsics.instruction.Encoder.RipRelative;
import org.cryptointrinsics.instruction.Encoder;
import org.cryptointrinsics.instruction.Form;
import org.cryptointrinsics.instruction.Instruction;
import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.test.Binutils;
import org.cryptointrinsics.test.Quick;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** Compares {@link Encoder} with a disassembler. */
@Category(Quick.class)
public class EncoderTest {

    private static final int RANDOM_CHOICES = 64;
    /** What takes one byte depends on the unit in which it counts: 1, 8, 16, 32 or 64. */
    private static final int[] DISPLACEMENTS = {0, 1, -1, 4, 16, 32, 64, 127, 128, -128, -129, 8 * 127, 8 * 128, -8 * 128, -8 * 129, 16 * 127, 16 * 128, -16 * 128, -16 * 129,
                    32 * 127, 32 * 128, -32 * 128, -32 * 129, 64 * 127, 64 * 128, -64 * 128, -64 * 129, 0x12345678, -0x12345678};
    private static final int[] CONSTANTS = {0, 1, -1, 127, 128, -128, -129, 255, 256, 0x12345678, Integer.MIN_VALUE, Integer.MAX_VALUE};

    private final Random random = new Random(1);

    /** The registers, by number, and the immediate of one instruction; those that it does not have are ignored. */
    private record Operands(int reg, int vvvv, RegisterOrMemory rm, int immediate) {
    }

    private static boolean hasReg(Form form) {
        return form != Form.VMI && form != Form.M && form != Form.X;
    }

    private static boolean hasVvvv(Form form, Scheme scheme) {
        return switch (form) {
            case RVM, RVMI, VMI -> scheme != Scheme.LEGACY;
            case RRVM, RRVMI -> true;
            case RM, RX, RMI, RRM, M, MR, X, RM0 -> false;
        };
    }

    /** Whether ModRM.rm may be memory as far as kernels use it. */
    private static boolean allowsMemory(Form form) {
        return form.allowsMemorySource() || form == Form.MR || form == Form.X;
    }

    /** What an instruction is tried with: every register and every immediate, base and displacement, the rest at random. */
    private List<Operands> sweep(Instruction instruction, Scheme scheme) {
        int registers = scheme == Scheme.EVEX ? 32 : 16;
        int rmRegisters = instruction instanceof VectorInstruction vector && vector.generalOperand() != null ? 16 : registers;
        List<Operands> sweep = new ArrayList<>();
        if (instruction.form() != Form.RX && instruction.form() != Form.X) {
            for (int i = 0; i < registers; i++) {
                sweep.add(new Operands(i, any(registers), new Register(any(rmRegisters)), random.nextInt()));
                sweep.add(new Operands(any(registers), i, new Register(any(rmRegisters)), random.nextInt()));
                sweep.add(new Operands(any(registers), any(registers), new Register(i % rmRegisters), random.nextInt()));
            }
            for (int i = 0; i < RANDOM_CHOICES; i++) {
                sweep.add(new Operands(any(registers), any(registers), new Register(any(rmRegisters)), random.nextInt()));
            }
        }
        if (allowsMemory(instruction.form())) {
            for (int base = 0; base < 16; base++) {
                for (int displacement : DISPLACEMENTS) {
                    sweep.add(new Operands(any(registers), any(registers), new Memory(base, displacement), random.nextInt()));
                }
            }
        }
        if (instruction.form().hasImmediate()) {
            for (int immediate = -128; immediate < 256; immediate++) {
                sweep.add(new Operands(any(registers), any(registers), new Register(any(registers)), immediate));
            }
        } else if (instruction.form().allowsMemorySource() && (scheme != Scheme.LEGACY || instruction == VectorInstruction.MOVDQU)) {
            for (int i = 0; i < registers; i++) {
                sweep.add(new Operands(i, any(registers), new RipRelative(), 0));
            }
        }
        return sweep;
    }

    private int any(int registers) {
        return random.nextInt(registers);
    }

    /** The operands in the order of the text. */
    private static String text(Instruction instruction, Scheme scheme, Operands o, Function<RegisterOrMemory, String> operand) {
        String reg = operand.apply(new Register(o.reg));
        String vvvv = operand.apply(new Register(o.vvvv));
        String rm = operand.apply(o.rm);
        boolean hasVvvv = hasVvvv(instruction.form(), scheme);
        List<String> texts = new ArrayList<>(switch (instruction.form()) {
            case RVM, RVMI, RRVM, RRVMI -> hasVvvv ? List.of(reg, vvvv, rm) : List.of(reg, rm);
            case RM, RX, RMI, RRM -> List.of(reg, rm);
            case VMI -> hasVvvv ? List.of(vvvv, rm) : List.of(rm);
            case M, X -> List.of(rm);
            case MR -> List.of(rm, reg);
            case RM0 -> List.of(reg, rm, operand.apply(new Register(0)));
        });
        if (instruction.form().hasImmediate()) {
            texts.add(Syntax.immediate(o.immediate));
        }
        return String.join(",", texts);
    }

    private static String mnemonic(VectorInstruction instruction, Scheme scheme, RegisterOrMemory rm) {
        String mnemonic = Syntax.mnemonic(instruction, scheme);
        return rm instanceof Register ? mnemonic : mnemonic.replace("movlhps", "movhps");
    }

    /** In VEX where no operand and no instruction needs more. */
    @Test
    public void evexIsUsedWhereItIsNeeded() {
        for (int number : new int[]{0, 15, 16, 31}) {
            Scheme expected = number < 16 ? Scheme.VEX : Scheme.EVEX;
            assertEquals(expected, shortScheme(VectorInstruction.PADDD, Scheme.EVEX, Width.YMM, number, 0, new Register(0)));
            assertEquals(expected, shortScheme(VectorInstruction.PADDD, Scheme.EVEX, Width.YMM, 0, number, new Register(0)));
            assertEquals(expected, shortScheme(VectorInstruction.PADDD, Scheme.EVEX, Width.YMM, 0, 0, new Register(number)));
        }
        assertEquals(Scheme.EVEX, shortScheme(VectorInstruction.PADDD, Scheme.EVEX, Width.ZMM, 0, 0, new Register(0)));
        assertEquals(Scheme.EVEX, shortScheme(VectorInstruction.VPTERNLOGD, Scheme.EVEX, Width.XMM, 0, 0, new Register(0)));
        assertEquals(Scheme.LEGACY, shortScheme(VectorInstruction.PADDD, Scheme.LEGACY, Width.XMM, 0, 0, new Register(0)));
    }

    private static Scheme shortScheme(VectorInstruction instruction, Scheme scheme, Width width, int reg, int vvvv, RegisterOrMemory rm) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Encoder(bytes::write).emitShort(instruction, scheme, width, reg, vvvv, rm, 0);
        return EmittedCode.schemeOf(bytes.toByteArray()[0] & 0xFF);
    }

    @Test
    public void vectorInstructionsAreWhatADisassemblerReads() throws IOException, InterruptedException {
        EmittedCode stream = new EmittedCode();
        for (VectorInstruction instruction : VectorInstruction.values()) {
            for (Scheme scheme : Scheme.values()) {
                for (Width width : Width.values()) {
                    if (instruction.features(scheme, width) == null || !Binutils.knows(instruction)) {
                        continue;
                    }
                    for (Operands o : sweep(instruction, scheme)) {
                        String text = mnemonic(instruction, scheme, o.rm) + " " + text(instruction, scheme, o, operand -> {
                            if (instruction == VectorInstruction.VPBROADCASTQ && operand == o.rm) {
                                return operand instanceof Register ? Syntax.operand(Width.XMM, operand) : Syntax.operand(Size.QWORD, operand);
                            }
                            boolean isVector = operand instanceof Register ? operand != o.rm || instruction.generalOperand() == null : instruction.memorySize() == null;
                            Width vectorWidth = operand == o.rm && instruction.form() == Form.RX ? Width.XMM : width;
                            return isVector ? Syntax.operand(vectorWidth, operand) : Syntax.operand(instruction.memorySize(), operand);
                        });
                        int reg = hasReg(instruction.form()) ? o.reg : Encoder.NONE;
                        int vvvv = hasVvvv(instruction.form(), scheme) ? o.vvvv : Encoder.NONE;
                        stream.add(scheme, text, e -> e.emit(instruction, scheme, width, reg, vvvv, o.rm, o.immediate));
                    }
                }
            }
        }
        stream.compare();
    }

    @Test
    public void vectorInstructionsAreDecoded() {
        for (VectorInstruction instruction : VectorInstruction.values()) {
            for (Scheme scheme : Scheme.values()) {
                for (Width width : Width.values()) {
                    if (instruction.features(scheme, width) != null) {
                        sweep(instruction, scheme).forEach(o -> assertDecoded(instruction, scheme, width, o));
                    }
                }
            }
        }
    }

    private static void assertDecoded(VectorInstruction instruction, Scheme scheme, Width width, Operands o) {
        int reg = hasReg(instruction.form()) ? o.reg : Encoder.NONE;
        int vvvv = hasVvvv(instruction.form(), scheme) ? o.vvvv : Encoder.NONE;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Encoder(bytes::write).emit(instruction, scheme, width, reg, vvvv, o.rm, o.immediate);
        int length = bytes.size();
        // What comes behind it.
        bytes.writeBytes(new byte[Decoder.MOST_BYTES]);
        Decoded decoded = Decoder.decode(bytes.toByteArray());
        String message = instruction + " " + scheme + " " + width + " " + o;
        assertEquals(message, length, decoded.length());
        assertEquals(message, instruction, decoded.kind());
        assertEquals(message, scheme, decoded.scheme());
        assertEquals(message, width, decoded.width());
        if (hasReg(instruction.form())) {
            assertEquals(message, o.reg, decoded.reg());
        }
        if (hasVvvv(instruction.form(), scheme)) {
            assertEquals(message, o.vvvv, decoded.vvvv());
        }
        Decoded.Operand rm = switch (o.rm) {
            case Register(int number) -> new Decoded.Register(number);
            case Memory(int base, int displacement) -> new Decoded.Memory(base, Decoded.NONE, 1, displacement);
            case RipRelative _ -> new Decoded.Memory(Decoded.RIP, Decoded.NONE, 1, 0);
        };
        assertEquals(message, rm, decoded.rm());
        assertEquals(message, instruction.form().hasImmediate() ? (Long) (long) (byte) o.immediate : null, decoded.immediate());
    }

    /** Intel SDM volume 2, chapter 4.3: {@code VEX.256.F2.0F38.W0 CB 11:rrr:bbb}, and CC and CD; registers of the SDM's first, second and third operand. */
    @Test
    public void instructionsOfSha512AreThoseOfTheManual() {
        assertEncoded("c4e267cbd4", VectorInstruction.VSHA512RNDS2, 2, 3, 4);
        assertEncoded("c44227cbd4", VectorInstruction.VSHA512RNDS2, 10, 11, 12);
        assertEncoded("c46207cbf8", VectorInstruction.VSHA512RNDS2, 15, 15, 0);
        assertEncoded("c4e27fccd3", VectorInstruction.VSHA512MSG1, 2, Encoder.NONE, 3);
        assertEncoded("c4427fccd3", VectorInstruction.VSHA512MSG1, 10, Encoder.NONE, 11);
        assertEncoded("c4e27fcdd3", VectorInstruction.VSHA512MSG2, 2, Encoder.NONE, 3);
        assertEncoded("c4c27fcdc7", VectorInstruction.VSHA512MSG2, 0, Encoder.NONE, 15);
    }

    private static void assertEncoded(String hex, VectorInstruction instruction, int reg, int vvvv, int rm) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Encoder(bytes::write).emit(instruction, Scheme.VEX, Width.YMM, reg, vvvv, new Register(rm), 0);
        assertEquals(instruction.toString(), hex, HexFormat.of().formatHex(bytes.toByteArray()));
    }

    @Test
    public void scalarInstructionsAreWhatADisassemblerReads() throws IOException, InterruptedException {
        EmittedCode stream = new EmittedCode();
        for (ScalarInstruction instruction : ScalarInstruction.values()) {
            Scheme scheme = instruction.scheme();
            boolean hasSize = instruction.form() != Form.X;
            for (Size size : hasSize ? List.of(Size.values()) : List.of(Size.DWORD)) {
                for (Operands o : sweep(instruction, scheme)) {
                    String text = Syntax.mnemonic(instruction) + " " + text(instruction, scheme, o, operand -> {
                        String operandOfSize = Syntax.operand(size, operand);
                        return hasSize ? operandOfSize : operandOfSize.replace(size.toString(), "BYTE");
                    });
                    int reg = hasReg(instruction.form()) ? o.reg : Encoder.NONE;
                    int vvvv = hasVvvv(instruction.form(), scheme) ? o.vvvv : Encoder.NONE;
                    stream.add(scheme, text, e -> e.emit(instruction, size, reg, vvvv, o.rm, o.immediate));
                }
            }
        }
        stream.compare();
    }

    @Test
    public void constantsAreWhatADisassemblerReads() throws IOException, InterruptedException {
        EmittedCode stream = new EmittedCode();
        for (ScalarInstruction instruction : ScalarInstruction.values()) {
            for (Size size : Size.values()) {
                for (int register = 0; register < 16 && instruction.allowsConstantSource(); register++) {
                    int destination = register;
                    for (int constant : CONSTANTS) {
                        String value = "0x" + (size == Size.DWORD ? Integer.toHexString(constant) : Long.toHexString(constant));
                        stream.add(Scheme.LEGACY, Syntax.mnemonic(instruction) + " " + Syntax.register(size, register) + "," + value,
                                        e -> e.emitWithConstant(instruction, size, destination, constant));
                    }
                }
            }
        }
        stream.compare();
    }

    /** A displacement takes no byte, one byte that counts in units of the operand in EVEX, or four. */
    @Test
    public void displacementsAreShort() {
        for (Scheme scheme : Scheme.values()) {
            for (Width width : Width.values()) {
                if (VectorInstruction.PADDD.features(scheme, width) == null) {
                    continue;
                }
                int unit = scheme == Scheme.EVEX ? width.bytes() : 1;
                for (int base = 0; base < 16; base++) {
                    for (int displacement : DISPLACEMENTS) {
                        boolean isByte = displacement % unit == 0 && displacement >= -128 * unit && displacement <= 127 * unit;
                        int bytes = displacement == 0 && base % 8 != 5 ? 0 : isByte ? 1 : 4;
                        int sib = base % 8 == 4 ? 1 : 0;
                        Memory memory = new Memory(base, displacement);
                        assertEquals(scheme + " " + width + " " + memory, length(scheme, width, new Register(base)) + sib + bytes, length(scheme, width, memory));
                    }
                }
            }
        }
    }

    private static int length(Scheme scheme, Width width, RegisterOrMemory rm) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Encoder(bytes::write).emit(VectorInstruction.PADDD, scheme, width, 1, 2, rm, 0);
        return bytes.size();
    }

    /** The JVMCI of JDK 25 mistakes where their displacement is, or does not know the instruction. */
    @Test
    public void unsafeRipRelativeOperandIsRefused() {
        for (VectorInstruction instruction : VectorInstruction.values()) {
            for (Scheme scheme : Scheme.values()) {
                for (Width width : Width.values()) {
                    boolean isUnsafe = instruction.form().hasImmediate() || scheme == Scheme.LEGACY && instruction != VectorInstruction.MOVDQU;
                    if (isUnsafe && instruction.features(scheme, width) != null) {
                        assertRefused("cannot take a RIP-relative operand", e -> e.emit(instruction, scheme, width, 1, 2, new RipRelative(), 3));
                    }
                }
            }
        }
        for (ScalarInstruction instruction : ScalarInstruction.values()) {
            if (instruction.form().hasImmediate()) {
                assertRefused("cannot take a RIP-relative operand", e -> e.emit(instruction, Size.DWORD, 1, 2, new RipRelative(), 3));
            }
        }
    }

    @Test
    public void missingEncodingIsRefused() {
        for (VectorInstruction instruction : VectorInstruction.values()) {
            for (Scheme scheme : Scheme.values()) {
                for (Width width : Width.values()) {
                    if (instruction.features(scheme, width) == null) {
                        assertRefused("no " + scheme + " encoding", e -> e.emit(instruction, scheme, width, 1, 2, new Register(3), 0));
                    }
                }
            }
        }
        assertEquals(null, VectorInstruction.PADDD.features(Scheme.LEGACY, Width.YMM));
        assertEquals(null, VectorInstruction.PADDD.features(Scheme.VEX, Width.ZMM));
        assertEquals(null, VectorInstruction.MOVQ.features(Scheme.EVEX, Width.YMM));
        assertEquals(null, VectorInstruction.SHA256RNDS2.features(Scheme.VEX, Width.XMM));
    }

    @Test
    public void registersThatASchemeCannotNameAreRefused() {
        String message = "registers above 15 need EVEX";
        for (Scheme scheme : List.of(Scheme.LEGACY, Scheme.VEX)) {
            assertRefused(message, e -> e.emit(VectorInstruction.PADDD, scheme, Width.XMM, 16, 2, new Register(3), 0));
            assertRefused(message, e -> e.emit(VectorInstruction.PADDD, scheme, Width.XMM, 1, 2, new Register(16), 0));
            assertRefused(message, e -> e.emit(VectorInstruction.PADDD, scheme, Width.XMM, 1, 2, new Memory(16, 0), 0));
        }
        assertRefused(message, e -> e.emit(VectorInstruction.PADDD, Scheme.VEX, Width.XMM, 1, 16, new Register(3), 0));
        assertRefused(message, e -> e.emit(ScalarInstruction.ADD, Size.DWORD, 16, 0, new Register(3), 0));
        assertRefused(message, e -> e.emit(ScalarInstruction.ANDN, Size.DWORD, 1, 16, new Register(3), 0));
        assertRefused(message, e -> e.emitWithConstant(ScalarInstruction.ADD, Size.DWORD, 16, 1));
        for (RegisterOrMemory rm : List.of(new Register(32), new Memory(16, 0))) {
            assertRefused("no such register", e -> e.emit(VectorInstruction.PADDD, Scheme.EVEX, Width.ZMM, 1, 2, rm, 0));
        }
        assertRefused("no such register", e -> e.emit(VectorInstruction.MOVQ, Scheme.EVEX, Width.XMM, 1, 0, new Register(16), 0));
        assertRefused("no such register", e -> e.emit(VectorInstruction.PADDD, Scheme.EVEX, Width.ZMM, 32, 2, new Register(3), 0));
        assertRefused("no such register", e -> e.emit(VectorInstruction.PADDD, Scheme.EVEX, Width.ZMM, 1, 32, new Register(3), 0));
    }

    @Test
    public void constantIsRefusedWhereThereIsNone() {
        List<ScalarInstruction> withConstant = Arrays.stream(ScalarInstruction.values()).filter(ScalarInstruction::allowsConstantSource).toList();
        assertEquals(List.of(ScalarInstruction.ADD, ScalarInstruction.AND, ScalarInstruction.OR, ScalarInstruction.XOR), withConstant);
        for (ScalarInstruction instruction : ScalarInstruction.values()) {
            if (!withConstant.contains(instruction)) {
                assertRefused("takes no constant", e -> e.emitWithConstant(instruction, Size.DWORD, 1, 1));
            }
        }
    }

    private static void assertRefused(String message, Consumer<Encoder> instruction) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> instruction.accept(new Encoder(_ -> { })));
        assertTrue(e.getMessage(), e.getMessage().contains(message));
    }
}
