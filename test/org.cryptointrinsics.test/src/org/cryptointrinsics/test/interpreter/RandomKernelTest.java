package org.cryptointrinsics.test.interpreter;

import static org.junit.Assume.assumeTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.Form;
import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Value;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Stubs;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/**
 * Executes random kernels, as stubs and in the interpreter, and compares the results. They have more values than there are registers, loops that permute their
 * variables, loops within loops, and memory of their own.
 */
@Category(Quick.class)
public class RandomKernelTest {

    private static final int KERNELS = 25;
    private static final int ROUNDS = 10;
    private static final int BLOCKS = 3;
    private static final int BLOCK_BYTES = 256;
    /** Two loops, one within the other, and what the last block reads beyond its end. */
    private static final int DATA_BYTES = (2 * BLOCKS + 1) * BLOCK_BYTES;

    /** A random program, the same each time. */
    private record RandomKernel(long seed, Set<CpuFeature> cpu, Width width) implements DigestKernel {

        @Override
        public void compress(Machine m, Address state, Address data, Count blocks) {
            new Program(m, this, data).write(state, blocks);
        }

        List<VectorInstruction> vectorInstructions() {
            Stream<VectorInstruction> ofVectors = Stream.of(VectorInstruction.values()) //
                            .filter(instruction -> instruction.generalOperand() == null && instruction.form() != Form.RX);
            return ofVectors.filter(instruction -> Stream.of(Scheme.values()).map(scheme -> instruction.features(scheme, width)).anyMatch(
                            features -> features != null && cpu.containsAll(features))).toList();
        }

        List<ScalarInstruction> scalarInstructions() {
            return Stream.of(ScalarInstruction.values()).filter(
                            instruction -> instruction.form().sources() != 0 && (instruction.feature() == null || cpu.contains(instruction.feature()))).toList();
        }
    }

    private static final class Program {

        private static final int VECTORS = 22;
        private static final int INTEGERS = 10;
        private static final int STEPS = 50;
        private static final int SCRATCH_BYTES = 256;
        private static final int CONSTANTS = 16;

        private final Machine m;
        private final RandomKernel kernel;
        private final List<VectorInstruction> vectorInstructions;
        private final List<ScalarInstruction> scalarInstructions;
        private final List<Address> scratches;
        private final Address table;
        private Random random;
        private Address data;
        private Values values = new Values(new ArrayList<>(), List.of(new ArrayList<>(), new ArrayList<>()));

        /** What the program computes with. */
        private record Values(List<Vector> vectors, List<List<Int>> integers) {

            Values copy() {
                return new Values(new ArrayList<>(vectors), integers.stream().map(list -> (List<Int>) new ArrayList<>(list)).toList());
            }

            /** Some of each kind. */
            List<Value> variables() {
                List<Value> variables = new ArrayList<>(vectors.subList(0, vectors.size() / 2));
                integers.forEach(list -> variables.addAll(list.subList(0, list.size() / 2)));
                return variables;
            }

            void setVariables(List<Value> variables) {
                int from = vectors.size() / 2;
                Collections.copy(vectors, all(Vector.class, variables.subList(0, from)));
                for (List<Int> list : integers) {
                    int to = from + list.size() / 2;
                    Collections.copy(list, all(Int.class, variables.subList(from, to)));
                    from = to;
                }
            }
        }

        private static <T extends Value> List<T> all(Class<T> type, List<Value> of) {
            return of.stream().map(type::cast).toList();
        }

        Program(Machine m, RandomKernel kernel, Address data) {
            this.m = m;
            this.kernel = kernel;
            this.data = data;
            random = new Random(kernel.seed);
            vectorInstructions = kernel.vectorInstructions();
            scalarInstructions = kernel.scalarInstructions();
            table = m.table(random.longs(CONSTANTS).toArray());
            scratches = List.of(m.scratch(SCRATCH_BYTES), m.scratch(SCRATCH_BYTES));
            for (Address scratch : scratches) {
                for (int i = 0; i < SCRATCH_BYTES; i += kernel.width.bytes()) {
                    m.storeVector(scratch, i, m.load(kernel.width, data, offsetInBlock()));
                }
            }
            IntStream.range(0, VECTORS).forEach(_ -> values.vectors.add(m.load(kernel.width, data, offsetInBlock())));
            for (Size size : Size.values()) {
                IntStream.range(0, INTEGERS).forEach(_ -> values.integers.get(size.ordinal()).add(m.load(size, data, offsetInBlock())));
            }
        }

        void write(Address state, Count blocks) {
            steps();
            loop(blocks, true);
            steps();
            loop(blocks, false);
            int offset = 0;
            for (Vector vector : values.vectors) {
                m.storeVector(state, offset, vector);
                offset += kernel.width.bytes();
            }
            for (Size size : Size.values()) {
                for (Int integer : values.integers.get(size.ordinal())) {
                    m.storeInteger(state, offset, integer);
                    offset += size.bytes();
                }
            }
        }

        static int stateBytes(Width width) {
            return VECTORS * width.bytes() + INTEGERS * (Size.DWORD.bytes() + Size.QWORD.bytes());
        }

        private void loop(Count count, boolean withInnerLoop) {
            Values outerValues = values;
            Address outerData = data;
            // The interpreter executes the body more than once; it must be the same each time.
            long seed = random.nextLong();
            List<Value> result = m.repeat(count, data, BLOCK_BYTES, values.variables(), (block, variables) -> {
                random = new Random(seed);
                data = block;
                values = outerValues.copy();
                values.setVariables(variables);
                steps();
                if (withInnerLoop) {
                    loop(m.count(1 + random.nextInt(BLOCKS)), false);
                    steps();
                }
                Collections.shuffle(values.vectors, random);
                values.integers.forEach(list -> Collections.shuffle(list, random));
                return values.variables();
            });
            data = outerData;
            values = outerValues;
            values.setVariables(result);
        }

        private void steps() {
            for (int i = 0; i < STEPS; i++) {
                switch (random.nextInt(kernel.width == Width.XMM ? 16 : 12)) {
                    case 0 -> set(values.vectors, m.load(kernel.width, data, offsetInBlock()));
                    case 1 -> m.storeVector(any(scratches), offsetInScratch(), any(values.vectors));
                    case 2 -> set(values.vectors, m.load(kernel.width, any(scratches), offsetInScratch()));
                    case 10 -> set(values.vectors, m.load(kernel.width, table, offsetInTable()));
                    case 11 -> set(values.vectors, m.loadBroadcast(kernel.width, data, offsetInBlock()));
                    case 12 -> set(values.vectors, m.loadDword(data, offsetInBlock()));
                    case 13 -> m.storeDword(any(scratches), offsetInScratch(), any(values.vectors));
                    case 14 -> set(values.vectors, m.loadQword(data, offsetInBlock()));
                    case 15 -> m.storeQword(any(scratches), offsetInScratch(), any(values.vectors));
                    // Most of it is not memory.
                    case 6 -> m.prefetcht0(data, random.nextInt());
                    case 3, 4, 5 -> integerStep(Size.values()[random.nextInt(2)]);
                    default -> vectorStep();
                }
            }
        }

        private void vectorStep() {
            VectorInstruction instruction = any(vectorInstructions);
            List<Vector> sources = new ArrayList<>();
            for (int i = 0; i < instruction.form().sources(); i++) {
                sources.add(switch (random.nextInt(6)) {
                    case 0 -> m.memory(kernel.width, data, offsetInBlock());
                    case 1 -> m.constant(randomBytes());
                    default -> any(values.vectors);
                });
            }
            set(values.vectors, m.apply(instruction, random.nextInt(256), sources.toArray(Vector[]::new)));
        }

        private void integerStep(Size size) {
            ScalarInstruction instruction = any(scalarInstructions);
            List<Int> integers = values.integers.get(size.ordinal());
            List<Int> sources = new ArrayList<>();
            for (int i = 0; i < instruction.form().sources(); i++) {
                sources.add(switch (random.nextInt(6)) {
                    case 0 -> m.memory(size, data, offsetInBlock());
                    // Constants have 32 bits.
                    case 1 -> size == Size.DWORD ? m.constant(random.nextInt() >> random.nextInt(32)) : any(integers);
                    default -> any(integers);
                });
            }
            set(integers, m.apply(instruction, random.nextInt(256), sources.toArray(Int[]::new)));
        }

        private byte[] randomBytes() {
            byte[] bytes = new byte[kernel.width.bytes()];
            random.nextBytes(bytes);
            return bytes;
        }

        private int offsetInBlock() {
            return random.nextInt(BLOCK_BYTES - kernel.width.bytes());
        }

        private int offsetInScratch() {
            return random.nextInt(SCRATCH_BYTES - kernel.width.bytes());
        }

        private int offsetInTable() {
            return random.nextInt(CONSTANTS * Long.BYTES - kernel.width.bytes());
        }

        private <T> T any(List<T> list) {
            return list.get(random.nextInt(list.size()));
        }

        private <T> void set(List<T> list, T value) {
            list.set(random.nextInt(list.size()), value);
        }
    }

    private static void executeAll(Set<CpuFeature> cpu, Width width) {
        for (int seed = 0; seed < KERNELS; seed++) {
            RandomKernel kernel = new RandomKernel(seed, cpu, width);
            new CoSimulation(Stubs.compile(kernel, cpu), Program.stateBytes(width), DATA_BYTES, BLOCKS, new Random(seed)).compare(ROUNDS, _ -> width + " kernel " + kernel.seed);
        }
    }

    @Test
    public void legacyKernelsDoWhatTheyMean() {
        executeAll(Cpu.withoutAvx(Cpu.executable()), Width.XMM);
    }

    @Test
    public void xmmKernelsDoWhatTheyMean() {
        executeAll(Cpu.executable(), Width.XMM);
    }

    @Test
    public void ymmKernelsDoWhatTheyMean() {
        executeIfPossible(Width.YMM);
    }

    @Test
    public void zmmKernelsDoWhatTheyMean() {
        executeIfPossible(Width.ZMM);
    }

    private static void executeIfPossible(Width width) {
        Set<CpuFeature> cpu = Cpu.executable();
        assumeTrue("no " + width + " registers", cpu.contains(width == Width.ZMM ? CpuFeature.AVX512F : CpuFeature.AVX2));
        executeAll(cpu, width);
    }
}
