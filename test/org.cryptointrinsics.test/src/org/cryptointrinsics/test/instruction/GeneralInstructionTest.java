package org.cryptointrinsics.test.instruction;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.Decoded;
import org.cryptointrinsics.instruction.Decoded.Memory;
import org.cryptointrinsics.instruction.Decoder;
import org.cryptointrinsics.instruction.GeneralInstruction;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.code.SingleStep;
import org.cryptointrinsics.proof.code.SingleStep.Outcome;
import org.cryptointrinsics.proof.code.SingleStep.State;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Quick;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** {@link GeneralInstruction}s are decoded as a disassembler does, and proofs execute them as this CPU does. */
@Category(Quick.class)
public class GeneralInstructionTest {

    private static final int SEED = 1;
    private static final int DECODED = 200_000;
    private static final int EXECUTED = 120_000;
    private static final int LEAST_OF_EACH = 50;

    /** Opcodes of one byte, and of two bytes, of which the first is 0F, that are {@link GeneralInstruction}s with some ModRM. */
    private static final int[] PRIMARY = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x28, 0x29, 0x2A, 0x2B, 0x2C,
                    0x2D, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x50, 0x57, 0x58, 0x5F, 0x63, 0x69, 0x6B, 0x74, 0x80, 0x81, 0x83, 0x84, 0x85,
                    0x88, 0x89, 0x8A, 0x8B, 0x8D, 0x90, 0xA8, 0xA9, 0xB8, 0xBF, 0xC0, 0xC1, 0xC3, 0xC6, 0xC7, 0xD0, 0xD1, 0xD2, 0xD3, 0xE8, 0xE9, 0xEB, 0xF6, 0xF7, 0xFF};
    private static final int[] SECONDARY = {0x1F, 0x44, 0x4F, 0x84, 0x8F, 0x92, 0x95, 0xAF, 0xB6, 0xB7, 0xBE, 0xBF, 0xC1, 0xC8, 0xCF};
    /** Values at which something changes. */
    private static final long[] EDGES = {0, 1, -1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000L, 0xFFFFFFFFL, Long.MAX_VALUE, Long.MIN_VALUE};

    private static final int MEMORY_BYTES = 96;
    /** Where the stack pointer is in the memory. */
    private static final int STACK = 32;

    // RFLAGS.
    private static final int CARRY = 1;
    private static final int ZERO = 1 << 6;
    private static final int SIGN = 1 << 7;
    private static final int OVERFLOW = 1 << 11;

    private final Random random = new Random(SEED);

    /** An instruction, and its bytes. */
    private record Sample(Decoded decoded, byte[] bytes) {
        GeneralInstruction kind() {
            return (GeneralInstruction) decoded.kind();
        }

        @Override
        public String toString() {
            return decoded + " " + HexFormat.of().formatHex(bytes);
        }
    }

    /** Bytes that begin with an instruction in most cases. */
    private byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (random.nextInt(16) == 0) {
            // VEX of BMI2: 0F38 F7.
            int last = random.nextInt(2) << 7 | random.nextInt(16) << 3 | 1 + random.nextInt(3);
            bytes.writeBytes(new byte[]{(byte) 0xC4, (byte) (random.nextInt(8) << 5 | 2), (byte) last, (byte) 0xF7});
        } else {
            if (random.nextInt(6) == 0) {
                bytes.write(0x66);
            }
            if (random.nextInt(3) != 0) {
                bytes.write(0x40 | random.nextInt(16));
            }
            if (random.nextInt(4) == 0) {
                bytes.write(0x0F);
                bytes.write(SECONDARY[random.nextInt(SECONDARY.length)]);
            } else {
                bytes.write(PRIMARY[random.nextInt(PRIMARY.length)]);
            }
        }
        while (bytes.size() < Decoder.MOST_BYTES) {
            // Displacements are small, too.
            bytes.write(random.nextInt(4) == 0 ? 0 : random.nextInt());
        }
        return bytes.toByteArray();
    }

    /** Null if there is none. */
    private Sample sample() {
        byte[] bytes = bytes();
        Decoded decoded;
        try {
            decoded = Decoder.decode(bytes);
        } catch (IllegalArgumentException e) {
            return null;
        }
        return decoded.kind() instanceof GeneralInstruction ? new Sample(decoded, Arrays.copyOf(bytes, decoded.length())) : null;
    }

    private static void assertAll(Map<GeneralInstruction, Integer> counts, Set<GeneralInstruction> none) {
        for (GeneralInstruction instruction : GeneralInstruction.values()) {
            assertTrue(instruction + " in " + counts, none.contains(instruction) || counts.getOrDefault(instruction, 0) >= LEAST_OF_EACH);
        }
    }

    @Test
    public void theyAreDecodedAsADisassemblerDoes() throws IOException, InterruptedException {
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        List<Sample> samples = new ArrayList<>();
        List<Integer> offsets = new ArrayList<>();
        Map<GeneralInstruction, Integer> counts = new EnumMap<>(GeneralInstruction.class);
        for (int i = 0; i < DECODED; i++) {
            Sample sample = sample();
            if (sample != null) {
                samples.add(sample);
                offsets.add(code.size());
                code.writeBytes(sample.bytes);
                counts.merge(sample.kind(), 1, Integer::sum);
            }
        }
        List<Objdump.Line> lines = Objdump.disassemble(code.toByteArray());
        for (int i = 0; i < samples.size(); i++) {
            Sample sample = samples.get(i);
            Objdump.Line line = lines.get(i);
            assertEquals(sample.toString(), offsets.get(i).intValue(), line.offset());
            assertEquals(sample.toString(), Syntax.text(sample.decoded, line.offset()), Syntax.normalized(line.text()));
        }
        assertEquals(samples.size(), lines.size());
        assertAll(counts, EnumSet.of(GeneralInstruction.VZEROUPPER));
    }

    private long value() {
        long edge = EDGES[random.nextInt(EDGES.length)];
        return switch (random.nextInt(4)) {
            case 0 -> edge;
            case 1 -> edge + random.nextInt(5) - 2;
            case 2 -> random.nextInt();
            default -> random.nextLong();
        };
    }

    /** Executes instructions in both ways. */
    private final class Machine {

        private final NativeCode code;
        private final MemorySegment memory;

        Machine(Arena arena) {
            code = new NativeCode(arena);
            // Signals, if there are any, have their frames on that stack.
            memory = Pages.guarded(64L * Pages.SIZE, arena).asSlice(48L * Pages.SIZE, MEMORY_BYTES);
        }

        private long[] registers() {
            long[] registers = new long[NativeCode.REGISTERS];
            Arrays.setAll(registers, _ -> value());
            registers[NativeCode.RSP] = memory.address() + STACK;
            return registers;
        }

        /** Has a register be such that an address is in memory; returns whether it can. */
        private boolean place(Memory operand, int bytes, long[] registers) {
            if (operand.base() == Decoded.RIP || operand.base() == Decoded.NONE || operand.base() == operand.index()) {
                return false;
            }
            if (operand.index() != Decoded.NONE) {
                registers[operand.index()] = random.nextInt(16);
            }
            long index = operand.index() == Decoded.NONE ? 0 : registers[operand.index()] * operand.scale();
            if (operand.base() != NativeCode.RSP) {
                registers[operand.base()] = memory.address() + STACK + random.nextInt(MEMORY_BYTES - STACK - Long.BYTES) - index - operand.displacement();
            }
            long offset = registers[operand.base()] + index + operand.displacement() - memory.address();
            return offset >= STACK && offset + bytes <= MEMORY_BYTES;
        }

        /** Returns whether proofs know what comes of them. */
        boolean compare(String told, byte[] instructions, long[] registers) {
            byte[] content = new byte[MEMORY_BYTES];
            random.nextBytes(content);
            Outcome outcome;
            try {
                outcome = SingleStep.execute(code.address(), instructions, memory.address(), new State(registers.clone(), content));
            } catch (ProofException e) {
                return false;
            }
            memory.copyFrom(MemorySegment.ofArray(content));
            String before = told + " " + HexFormat.of().formatHex(instructions) + " with " + Arrays.toString(registers);
            long flags = code.execute(instructions, registers);
            assertArrayEquals(before, registers, outcome.state().registers());
            assertArrayEquals(before, memory.toArray(ValueLayout.JAVA_BYTE), outcome.state().memory());
            assertFlag(before, outcome.zero(), flags, ZERO);
            assertFlag(before, outcome.sign(), flags, SIGN);
            assertFlag(before, outcome.carry(), flags, CARRY);
            assertFlag(before, outcome.overflow(), flags, OVERFLOW);
            return true;
        }

        private static void assertFlag(String told, Boolean expected, long flags, int flag) {
            if (expected != null) {
                assertEquals(told + ", flag " + flag, expected, (flags & flag) != 0);
            }
        }
    }

    /** What is not executed alone. */
    private static Set<GeneralInstruction> others() {
        Set<GeneralInstruction> others = EnumSet.of(GeneralInstruction.JMP, GeneralInstruction.JCC, GeneralInstruction.SETCC, GeneralInstruction.CMOVCC, GeneralInstruction.CALL,
                        GeneralInstruction.RET, GeneralInstruction.VZEROUPPER);
        if (!Cpu.executable().contains(CpuFeature.BMI2)) {
            others.addAll(Set.of(GeneralInstruction.SHLX, GeneralInstruction.SHRX, GeneralInstruction.SARX));
        }
        return others;
    }

    @Test
    public void proofsExecuteThemAsTheCpuDoes() {
        Map<GeneralInstruction, Integer> counts = new EnumMap<>(GeneralInstruction.class);
        Set<GeneralInstruction> others = others();
        try (Arena arena = Arena.ofConfined()) {
            Machine machine = new Machine(arena);
            for (int i = 0; i < EXECUTED; i++) {
                Sample sample = sample();
                if (sample == null || others.contains(sample.kind())) {
                    continue;
                }
                long[] registers = machine.registers();
                boolean isInMemory = sample.decoded.rm() instanceof Memory && sample.kind() != GeneralInstruction.LEA && sample.kind() != GeneralInstruction.NOP;
                if (isInMemory && !machine.place((Memory) sample.decoded.rm(), Math.max(sample.decoded.size(), sample.decoded.sourceSize()), registers)) {
                    continue;
                }
                if (machine.compare(sample.toString(), sample.bytes, registers)) {
                    counts.merge(sample.kind(), 1, Integer::sum);
                }
            }
        }
        assertAll(counts, others);
    }

    private static byte[] concatenate(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.asList(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    /** Each condition, after each instruction that sets flags, of EAX or RAX and ECX or RCX, is what SETcc, CMOVcc and Jcc go by. */
    @Test
    public void proofsKnowConditionsAsTheCpuDoes() {
        // ADD, OR, AND, SUB, XOR, CMP, TEST, INC, DEC, NEG.
        String[] setting = {"01c8", "09c8", "21c8", "29c8", "31c8", "39c8", "85c8", "ffc0", "ffc8", "f7d8"};
        int[] known = new int[16];
        try (Arena arena = Arena.ofConfined()) {
            Machine machine = new Machine(arena);
            for (String flags : setting) {
                for (int condition = 0; condition < known.length; condition++) {
                    String digit = Integer.toHexString(condition);
                    // SETcc DL; CMOVcc RBX, RCX; Jcc over MOV EBX, 1.
                    for (String use : new String[]{"0f9" + digit + "c2", "480f4" + digit + "d9", "7" + digit + "05bb01000000"}) {
                        for (int i = 0; i < LEAST_OF_EACH; i++) {
                            byte[] code = concatenate(bytes(i % 2 == 0 ? flags : "48" + flags), bytes(use));
                            known[condition] += machine.compare("condition " + condition, code, machine.registers()) ? 1 : 0;
                        }
                    }
                }
            }
        }
        for (int condition = 0; condition < known.length; condition++) {
            // Of parity, nothing is known.
            boolean isParity = condition >> 1 == 5;
            assertEquals("condition " + condition + " in " + Arrays.toString(known), isParity, known[condition] == 0);
        }
    }

    /** CALL of what returns; JMP over it, by an address in a register, too. */
    @Test
    public void proofsCallAsTheCpuDoes() {
        try (Arena arena = Arena.ofConfined()) {
            Machine machine = new Machine(arena);
            // CALL +2; JMP +1; RET; NOP.
            assertTrue(machine.compare("CALL", bytes("e802000000eb01c390"), machine.registers()));
            // LEA RAX, [RIP + 7]; JMP RAX; MOV EBX, 1; NOP.
            assertTrue(machine.compare("JMP RAX", bytes("488d0507000000ffe0bb0100000090"), machine.registers()));
            // CALL +2; JMP +8; LEA RCX, [RIP - 1]; RET; NOP.
            assertTrue(machine.compare("CALL", bytes("e802000000eb08488d0dffffffffc390"), machine.registers()));
        }
    }
}
