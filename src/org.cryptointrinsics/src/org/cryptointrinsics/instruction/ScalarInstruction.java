package org.cryptointrinsics.instruction;

import static org.cryptointrinsics.instruction.CpuFeature.BMI1;
import static org.cryptointrinsics.instruction.CpuFeature.BMI2;
import static org.cryptointrinsics.instruction.Form.M;
import static org.cryptointrinsics.instruction.Form.MR;
import static org.cryptointrinsics.instruction.Form.RM;
import static org.cryptointrinsics.instruction.Form.RMI;
import static org.cryptointrinsics.instruction.Form.RVM;
import static org.cryptointrinsics.instruction.Form.VMI;
import static org.cryptointrinsics.instruction.Form.X;
import static org.cryptointrinsics.instruction.Instruction.MAP_0F;
import static org.cryptointrinsics.instruction.Instruction.MAP_0F38;
import static org.cryptointrinsics.instruction.Instruction.MAP_0F3A;
import static org.cryptointrinsics.instruction.Instruction.MAP_PRIMARY;
import static org.cryptointrinsics.instruction.Instruction.NO_PREFIX;
import static org.cryptointrinsics.instruction.Instruction.PREFIX_F2;

/**
 * The instructions on general registers that kernels are made of, each declared once: its encoding, the CPU feature it needs and what it computes, in plain
 * Java. Mnemonics, encodings and meanings are those of the Intel SDM, volume 2.
 */
public enum ScalarInstruction implements Instruction {
    MOV(Scheme.LEGACY, NO_PREFIX, MAP_PRIMARY, 0x8B, RM, null, (size, i, s) -> s[0]),
    MOV_STORE(Scheme.LEGACY, NO_PREFIX, MAP_PRIMARY, 0x89, MR, null, (size, i, s) -> s[0]),
    ADD(Scheme.LEGACY, NO_PREFIX, MAP_PRIMARY, 0x03, 0, RVM, null, (size, i, s) -> s[0] + s[1]),
    AND(Scheme.LEGACY, NO_PREFIX, MAP_PRIMARY, 0x23, 4, RVM, null, (size, i, s) -> s[0] & s[1]),
    OR(Scheme.LEGACY, NO_PREFIX, MAP_PRIMARY, 0x0B, 1, RVM, null, (size, i, s) -> s[0] | s[1]),
    XOR(Scheme.LEGACY, NO_PREFIX, MAP_PRIMARY, 0x33, 6, RVM, null, (size, i, s) -> s[0] ^ s[1]),
    NOT(Scheme.LEGACY, NO_PREFIX, MAP_PRIMARY, 0xF7, 2, M, null, (size, i, s) -> ~s[0]),
    ROL(Scheme.LEGACY, NO_PREFIX, MAP_PRIMARY, 0xC1, 0, VMI, null, (size, i, s) -> rotateRight(size, s[0], -i)),
    ROR(Scheme.LEGACY, NO_PREFIX, MAP_PRIMARY, 0xC1, 1, VMI, null, (size, i, s) -> rotateRight(size, s[0], i)),
    ANDN(Scheme.VEX, NO_PREFIX, MAP_0F38, 0xF2, RVM, BMI1, (size, i, s) -> ~s[0] & s[1]),
    RORX(Scheme.VEX, PREFIX_F2, MAP_0F3A, 0xF0, RMI, BMI2, (size, i, s) -> rotateRight(size, s[0], i)),
    /** Computes nothing. */
    PREFETCHT0(Scheme.LEGACY, NO_PREFIX, MAP_0F, 0x18, 1, X, null, (size, i, s) -> 0);

    /** What a scalar instruction computes; bits above {@code size} are zero in the sources and ignored in the result. */
    @FunctionalInterface
    private interface Meaning {
        long apply(Size size, int immediate, long... sources);
    }

    /** No {@link #digit} for an immediate operand. */
    private static final int NO_DIGIT = -1;

    private final Scheme scheme;
    private final int prefix;
    private final int map;
    private final int opcode;
    private final int digit;
    private final Form form;
    private final CpuFeature feature;
    private final Meaning meaning;

    ScalarInstruction(Scheme scheme, int prefix, int map, int opcode, Form form, CpuFeature feature, Meaning meaning) {
        this(scheme, prefix, map, opcode, NO_DIGIT, form, feature, meaning);
    }

    ScalarInstruction(Scheme scheme, int prefix, int map, int opcode, int digit, Form form, CpuFeature feature, Meaning meaning) {
        this.scheme = scheme;
        this.prefix = prefix;
        this.map = map;
        this.opcode = opcode;
        this.digit = digit;
        this.form = form;
        this.feature = feature;
        this.meaning = meaning;
    }

    public Scheme scheme() {
        return scheme;
    }

    @Override
    public Form form() {
        return form;
    }

    @Override
    public int prefix() {
        return prefix;
    }

    @Override
    public int map() {
        return map;
    }

    @Override
    public int opcode() {
        return opcode;
    }

    /** The opcode extension, of this instruction or, for {@link Form#RVM}, of the opcode 0x81 with a constant in place of M. */
    @Override
    public int digit() {
        return digit;
    }

    /** Whether the last source may be a 32-bit constant. */
    public boolean allowsConstantSource() {
        return form == RVM && digit != NO_DIGIT;
    }

    /**
     * @return the CPU feature that this instruction needs, or {@code null} if every x86-64 CPU has it
     */
    public CpuFeature feature() {
        return feature;
    }

    /**
     * Computes what the instruction computes.
     *
     * @param immediate the immediate byte, ignored if {@link #form} has none
     * @param sources {@link Form#sources} values of {@code size}, zero-extended
     * @return a value of {@code size}, zero-extended
     */
    public long apply(Size size, int immediate, long... sources) {
        if (sources.length != form.sources()) {
            throw new IllegalArgumentException(this + " has " + form.sources() + " sources, not " + sources.length);
        }
        return size.truncate(meaning.apply(size, immediate, sources));
    }

    private static long rotateRight(Size size, long x, int n) {
        return size == Size.DWORD ? Integer.rotateRight((int) x, n) : Long.rotateRight(x, n);
    }
}
