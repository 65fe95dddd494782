package org.cryptointrinsics.proof.code;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.Decoded;
import org.cryptointrinsics.instruction.Decoded.Memory;
import org.cryptointrinsics.instruction.Decoded.Register;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.SymbolicMeanings;

/** The vector registers, and what is done with them. */
final class VectorUnit {

    static final int REGISTERS = 32;
    static final int BITS = 512;
    private static final int LEGACY_REGISTERS = 16;

    private final Operands operands;
    private final SymbolicMeanings meanings;
    /** Without the zeros at their ends, or with some. */
    private final Bits[] registers = new Bits[REGISTERS];

    VectorUnit(Operands operands, SymbolicMeanings meanings) {
        this.operands = operands;
        this.meanings = meanings;
    }

    Bits get(int number) {
        return registers[number].extend(BITS);
    }

    /** What is in all registers. */
    List<Bits> registers() {
        return IntStream.range(0, REGISTERS).mapToObj(this::get).toList();
    }

    void set(int number, Bits value) {
        registers[number] = value;
    }

    /** VZEROUPPER. */
    void clearUpperHalves() {
        Arrays.setAll(registers, i -> i < LEGACY_REGISTERS ? register(i, Width.XMM) : registers[i]);
    }

    private static int bits(Width width) {
        return width.bytes() * Byte.SIZE;
    }

    void execute(Decoded decoded) {
        VectorInstruction instruction = (VectorInstruction) decoded.kind();
        Width width = decoded.width();
        int v = decoded.scheme() == Scheme.LEGACY ? decoded.reg() : decoded.vvvv();
        int immediate = decoded.immediate() == null ? 0 : decoded.immediate().intValue();
        switch (instruction.form()) {
            case RVM, RVMI -> write(decoded, decoded.reg(), apply(instruction, immediate, register(v, width), m(decoded)));
            case RM, RX, RMI -> write(decoded, decoded.reg(), apply(instruction, immediate, m(decoded)));
            case VMI -> write(decoded, decoded.scheme() == Scheme.LEGACY ? ((Register) decoded.rm()).number() : v, apply(instruction, immediate, m(decoded)));
            case MR -> store(decoded, apply(instruction, immediate, register(decoded.reg(), width)));
            case RM0 -> write(decoded, decoded.reg(), apply(instruction, immediate, register(decoded.reg(), width), m(decoded), register(0, width)));
            case RRM -> write(decoded, decoded.reg(), apply(instruction, immediate, register(decoded.reg(), width), m(decoded)));
            case RRVM, RRVMI -> write(decoded, decoded.reg(), apply(instruction, immediate, register(decoded.reg(), width), register(v, width), m(decoded)));
            case M, X -> throw new IllegalStateException("no vector instruction has the form " + instruction.form());
        }
    }

    private Bits apply(VectorInstruction instruction, int immediate, Bits... sources) {
        return meanings.apply(instruction, immediate, List.of(sources));
    }

    private Bits register(int number, Width width) {
        Bits value = registers[number];
        int bits = bits(width);
        return value.width() < bits ? value.extend(bits) : value.part(0, bits);
    }

    /** What M is, with zeros behind it. */
    private Bits m(Decoded decoded) {
        VectorInstruction instruction = (VectorInstruction) decoded.kind();
        Bits value = switch (decoded.rm()) {
            case Register(int number) when instruction.generalOperand() != null -> operands.read(number, instruction.generalOperand().bytes());
            case Register(int number) -> register(number, decoded.width());
            case Memory memory -> {
                int bytes = instruction.memoryBytes(decoded.width());
                if (decoded.scheme() == Scheme.LEGACY && bytes == Width.XMM.bytes() && instruction != VectorInstruction.MOVDQU) {
                    operands.assertAligned(memory, bytes);
                }
                yield operands.load(memory, bytes);
            }
        };
        return value.extend(bits(decoded.width()));
    }

    private void store(Decoded decoded, Bits value) {
        VectorInstruction instruction = (VectorInstruction) decoded.kind();
        switch (decoded.rm()) {
            case Register(int number) when instruction.generalOperand() != null -> operands.write(number, value.part(0, instruction.generalOperand().bits()));
            case Register(int number) -> write(decoded, number, value);
            case Memory memory -> operands.store(memory, value.part(0, instruction.memoryBytes(decoded.width()) * Byte.SIZE));
        }
    }

    /** In the legacy scheme, what is wider stays; in others it is cleared. */
    private void write(Decoded decoded, int number, Bits value) {
        int width = value.width();
        Bits before = registers[number];
        registers[number] = decoded.scheme() != Scheme.LEGACY || before.width() <= width ? value : Bits.concatenate(List.of(value, before.part(width, before.width() - width)));
    }
}
