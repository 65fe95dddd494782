package org.cryptointrinsics.test.proof;

import static org.junit.Assert.assertArrayEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Instruction;
import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.Evaluation;
import org.cryptointrinsics.proof.SymbolicMeanings;
import org.cryptointrinsics.proof.Variables;
import org.junit.Test;

/** What instructions compute of any values comes, for some values, to what they compute of these. */
public class SymbolicMeaningsTest {

    private static final int REPETITIONS = 20;

    private final Random random = new Random(REPETITIONS);

    private static boolean exists(VectorInstruction instruction, Width width) {
        return Stream.of(Scheme.values()).anyMatch(scheme -> instruction.features(scheme, width) != null);
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    public void onVectors() {
        for (VectorInstruction instruction : VectorInstruction.values()) {
            for (int i = 0; i < REPETITIONS; i++) {
                int immediate = random.nextInt(1 << Byte.SIZE);
                Stream.of(Width.values()).filter(width -> exists(instruction, width)).forEach(width -> check(instruction, immediate, width));
            }
        }
    }

    @Test
    public void onGeneralRegisters() {
        for (ScalarInstruction instruction : ScalarInstruction.values()) {
            for (int i = 0; i < REPETITIONS && instruction != ScalarInstruction.PREFETCHT0; i++) {
                Stream.of(Size.values()).forEach(size -> check(instruction, random.nextInt(size.bits()), size));
            }
        }
    }

    /** Some are variables, some are constants, and some are made of variables in another way. */
    private List<Bits> sources(Instruction instruction, Variables variables, int width) {
        List<Bits> sources = new ArrayList<>();
        Bits some = variables.input(width);
        for (int i = 0; i < instruction.form().sources(); i++) {
            sources.add(switch (random.nextInt(4)) {
                case 0 -> Bits.of(randomBytes(width / Byte.SIZE));
                case 1 -> some;
                case 2 -> some.rotateRight(random.nextInt(width)).xor(variables.input(width)).not();
                default -> variables.and(some.rotateRight(1), variables.input(width));
            });
        }
        return sources;
    }

    private void check(VectorInstruction vector, int immediate, Width width) {
        Variables variables = new Variables();
        List<Bits> sources = sources(vector, variables, width.bytes() * Byte.SIZE);
        Bits result = new SymbolicMeanings(variables).apply(vector, immediate, sources);
        Evaluation evaluation = new Evaluation(variables, random);
        byte[] expected = vector.apply(immediate, sources.stream().map(source -> evaluation.value(source).bytes()).toArray(byte[][]::new));
        assertArrayEquals(vector + " " + width + " " + immediate, expected, evaluation.value(result).bytes());
    }

    private void check(ScalarInstruction scalar, int immediate, Size size) {
        Variables variables = new Variables();
        List<Bits> sources = sources(scalar, variables, size.bits());
        Bits result = new SymbolicMeanings(variables).apply(scalar, immediate, sources);
        Evaluation evaluation = new Evaluation(variables, random);
        long expected = scalar.apply(size, immediate, sources.stream().mapToLong(evaluation::number).toArray());
        assertArrayEquals(scalar + " " + size + " " + immediate, Bits.of(expected, size.bits()).bytes(), evaluation.value(result).bytes());
    }
}
