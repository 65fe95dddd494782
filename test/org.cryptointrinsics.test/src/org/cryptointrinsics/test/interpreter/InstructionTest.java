package org.cryptointrinsics.test.interpreter;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.compilation.CompiledKernel;
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
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Stubs;
import org.cryptointrinsics.test.instruction.EncoderTest;
import org.cryptointrinsics.test.stub.StubTest;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** Executes every instruction that this CPU has, in every scheme, width and size, and compares the result with its meaning in plain Java. */
@Category(Quick.class)
public class InstructionTest {

    private static final int ROUNDS = 24;
    /** As many different operands as an instruction can have. */
    private static final int OPERANDS = 3;
    private static final int[] CONSTANTS = {0, -1, 1, 127, 128, -128, -129, 0x12345678, Integer.MIN_VALUE};

    private final Random random = new Random(1);

    /** A vector instruction as it can be executed. */
    private record Use(VectorInstruction instruction, Scheme scheme, Width width) {

        /** All that there are. */
        static List<Use> all() {
            return Stream.of(VectorInstruction.values()).flatMap(instruction -> Stream.of(Scheme.values()).flatMap(
                            scheme -> Stream.of(Width.values()).map(width -> new Use(instruction, scheme, width)))).
                            filter(use -> use.features() != null && use.instruction.generalOperand() == null).toList();
        }

        Set<CpuFeature> features() {
            return instruction.features(scheme, width);
        }

        boolean isExecutable() {
            return Cpu.executable().containsAll(features());
        }
    }

    /** How an instruction is given a source. */
    private enum Kind {
        /** A value that is needed afterwards, too. */
        LIVE,
        /** A value that is not needed afterwards. */
        DYING,
        MEMORY,
        CONSTANT
    }

    /** Operand or constant {@code number}; two sources of an instruction that are equal are one value. */
    private record Source(Kind kind, int number) {
    }

    /** An instruction, executed once. */
    private record Case(int immediate, List<Source> sources) {
    }

    /** What {@link Machine} does, for vectors or for integers. */
    private interface Access<T> {
        T load(int offset);

        T memory(int offset);

        T constant(int number);

        T apply(int immediate, List<T> sources);

        void store(int offset, T value);
    }

    /** Executes an instruction in many cases with operands from the data; stores all results in the state, then those operands that are still live. */
    private abstract static class Cases implements DigestKernel {

        private final List<Case> cases;
        private final int operandBytes;

        Cases(List<Case> cases, int operandBytes) {
            this.cases = cases;
            this.operandBytes = operandBytes;
        }

        final <T> void execute(Access<T> access) {
            List<T> live = IntStream.range(0, OPERANDS).mapToObj(i -> access.load(i * operandBytes)).toList();
            int offset = 0;
            for (Case c : cases) {
                Map<Source, T> values = new HashMap<>();
                for (Source source : c.sources) {
                    values.computeIfAbsent(source, _ -> switch (source.kind) {
                        case LIVE -> live.get(source.number);
                        case DYING -> access.load(source.number * operandBytes);
                        case MEMORY -> access.memory(source.number * operandBytes);
                        case CONSTANT -> access.constant(source.number);
                    });
                }
                access.store(offset, access.apply(c.immediate, c.sources.stream().map(values::get).toList()));
                offset += operandBytes;
            }
            for (T value : live) {
                access.store(offset, value);
                offset += operandBytes;
            }
        }

        final void compare(CompiledKernel stub, String name, Random random) {
            CoSimulation simulation = new CoSimulation(stub, (cases.size() + OPERANDS) * operandBytes, OPERANDS * operandBytes, 1, random);
            simulation.compare(ROUNDS, offset -> {
                int i = offset / operandBytes;
                return name + " " + (i < cases.size() ? cases.get(i) : "overwrote operand " + (i - cases.size()));
            });
        }
    }

    private static final class VectorCases extends Cases {

        private final VectorInstruction instruction;
        private final Width width;
        private final byte[][] constants;

        VectorCases(VectorInstruction instruction, Width width, List<Case> cases, byte[][] constants) {
            super(cases, width.bytes());
            this.instruction = instruction;
            this.width = width;
            this.constants = constants;
        }

        @Override
        public void compress(Machine m, Address state, Address data, Count blocks) {
            execute(new Access<Vector>() {
                @Override
                public Vector load(int offset) {
                    return m.load(width, data, offset);
                }

                @Override
                public Vector memory(int offset) {
                    return m.memory(width, data, offset);
                }

                @Override
                public Vector constant(int number) {
                    return m.constant(constants[number]);
                }

                @Override
                public Vector apply(int immediate, List<Vector> sources) {
                    return m.apply(instruction, immediate, sources.toArray(Vector[]::new));
                }

                @Override
                public void store(int offset, Vector value) {
                    m.storeVector(state, offset, value);
                }
            });
        }
    }

    private static final class ScalarCases extends Cases {

        private final ScalarInstruction instruction;
        private final Size size;

        ScalarCases(ScalarInstruction instruction, Size size, List<Case> cases) {
            super(cases, size.bytes());
            this.instruction = instruction;
            this.size = size;
        }

        @Override
        public void compress(Machine m, Address state, Address data, Count blocks) {
            execute(new Access<Int>() {
                @Override
                public Int load(int offset) {
                    return m.load(size, data, offset);
                }

                @Override
                public Int memory(int offset) {
                    return m.memory(size, data, offset);
                }

                @Override
                public Int constant(int number) {
                    return m.constant(CONSTANTS[number]);
                }

                @Override
                public Int apply(int immediate, List<Int> sources) {
                    return m.apply(instruction, immediate, sources.toArray(Int[]::new));
                }

                @Override
                public void store(int offset, Int value) {
                    m.storeInteger(state, offset, value);
                }
            });
        }
    }

    /** Every kind of source, every way in which sources can be the same, every immediate, every constant. */
    private List<Case> cases(Form form, List<Kind> kinds, int constants) {
        List<Case> cases = new ArrayList<>();
        for (List<Kind> kindsOfSources : lists(form.sources(), kinds)) {
            for (List<Integer> numbers : lists(form.sources(), IntStream.range(0, form.sources()).boxed().toList())) {
                // The others are the same but for the names.
                if (IntStream.range(0, numbers.size()).allMatch(i -> numbers.get(i) <= numbers.subList(0, i).stream().distinct().count())) {
                    cases.add(new Case(random.nextInt(256), sources(kindsOfSources, numbers)));
                }
            }
        }
        List<Kind> live = IntStream.range(0, form.sources()).mapToObj(_ -> Kind.LIVE).toList();
        List<Integer> different = IntStream.range(0, form.sources()).boxed().toList();
        for (int immediate = 0; form.hasImmediate() && immediate < 256; immediate++) {
            cases.add(new Case(immediate, sources(live, different)));
        }
        for (int constant = 0; kinds.contains(Kind.CONSTANT) && constant < constants; constant++) {
            List<Source> sources = new ArrayList<>(sources(live, different));
            sources.set(sources.size() - 1, new Source(Kind.CONSTANT, constant));
            cases.add(new Case(random.nextInt(256), sources));
        }
        return cases;
    }

    private static List<Source> sources(List<Kind> kinds, List<Integer> numbers) {
        return IntStream.range(0, kinds.size()).mapToObj(i -> new Source(kinds.get(i), numbers.get(i))).toList();
    }

    private static List<Kind> kinds(Form form) {
        return form == Form.RX ? List.of(Kind.MEMORY, Kind.CONSTANT) : List.of(Kind.values());
    }

    /** All lists of {@code length} elements. */
    private static <T> List<List<T>> lists(int length, List<T> elements) {
        if (length == 0) {
            return List.of(List.of());
        }
        return lists(length - 1, elements).stream().flatMap(list -> elements.stream().map(last -> Stream.concat(list.stream(), Stream.of(last)).toList())).toList();
    }

    /**
     * @param cpu what kernels may use so that they use {@code scheme}
     */
    private void executeAll(Scheme scheme, Set<CpuFeature> cpu) {
        for (Use use : Use.all()) {
            if (use.scheme != scheme || !use.isExecutable()) {
                continue;
            }
            byte[][] constants = new byte[OPERANDS][use.width.bytes()];
            for (byte[] constant : constants) {
                random.nextBytes(constant);
            }
            VectorCases kernel = new VectorCases(use.instruction, use.width, cases(use.instruction.form(), kinds(use.instruction.form()), OPERANDS), constants);
            boolean allEvex = Requirements.of(kernel, cpu).allEvex();
            assertEquals(use.toString(), scheme, Requirements.scheme(use.instruction, use.width, cpu, allEvex));
            kernel.compare(Stubs.compile(kernel, cpu), use.toString(), random);
        }
    }

    @Test
    public void legacyInstructionsDoWhatTheyMean() {
        executeAll(Scheme.LEGACY, Cpu.withoutAvx(Cpu.executable()));
    }

    @Test
    public void vexInstructionsDoWhatTheyMean() {
        executeAll(Scheme.VEX, Cpu.withoutAvx512(Cpu.executable()));
    }

    @Test
    public void evexInstructionsDoWhatTheyMean() {
        executeAll(Scheme.EVEX, Cpu.executable());
    }

    @Test
    public void scalarInstructionsDoWhatTheyMean() {
        for (ScalarInstruction instruction : ScalarInstruction.values()) {
            if (isSkipped(instruction) || instruction == ScalarInstruction.PREFETCHT0) {
                continue;
            }
            for (Size size : Size.values()) {
                // Constants have 32 bits.
                List<Kind> kinds = size == Size.DWORD ? List.of(Kind.values()) : List.of(Kind.LIVE, Kind.DYING, Kind.MEMORY);
                ScalarCases kernel = new ScalarCases(instruction, size, cases(instruction.form(), kinds, CONSTANTS.length));
                kernel.compare(Stubs.compile(kernel, Cpu.executable()), instruction + " " + size, random);
            }
        }
    }

    private static boolean isSkipped(ScalarInstruction instruction) {
        return instruction.feature() != null && !Cpu.executable().contains(instruction.feature());
    }

    /** The names that Intel's manual gives to some immediates: what is skipped on CPUs without AVX-512 means what it should all the same. */
    @Test
    public void ternaryLogicIsNumberedAsByIntel() {
        byte[] a = {0b00001111};
        byte[] b = {0b00110011};
        byte[] c = {0b01010101};
        Map<Integer, Integer> known = Map.of(0xF0, a[0] & 0xFF, 0xCC, b[0] & 0xFF, 0xAA, c[0] & 0xFF, 0x96, a[0] ^ b[0] ^ c[0], 0xCA, a[0] & b[0] | ~a[0] & c[0],
                        0xE8, a[0] & b[0] | a[0] & c[0] | b[0] & c[0]);
        for (VectorInstruction instruction : List.of(VectorInstruction.VPTERNLOGD, VectorInstruction.VPTERNLOGQ)) {
            known.forEach((immediate, result) -> assertArrayEquals(Integer.toHexString(immediate), new byte[]{result.byteValue()}, instruction.apply(immediate, a, b, c)));
        }
    }

    /** The operations that Intel's manual gives for the SHA512 instructions, which few CPUs have, with its names. */
    @Test
    public void instructionsOfSha512DoWhatTheManualSays() {
        for (int round = 0; round < ROUNDS; round++) {
            long[] destination = random.longs(4).toArray();
            long[] first = random.longs(4).toArray();
            long[] second = random.longs(4).toArray();

            long[] a = {first[3], 0, 0};
            long[] b = {first[2], 0, 0};
            long[] c = {destination[3], 0, 0};
            long[] d = {destination[2], 0, 0};
            long[] e = {first[1], 0, 0};
            long[] f = {first[0], 0, 0};
            long[] g = {destination[1], 0, 0};
            long[] h = {destination[0], 0, 0};
            for (int i = 0; i <= 1; i++) {
                long choice = e[i] & f[i] ^ g[i] & ~e[i];
                long majority = a[i] & b[i] ^ a[i] & c[i] ^ b[i] & c[i];
                long sigma1 = Long.rotateRight(e[i], 14) ^ Long.rotateRight(e[i], 18) ^ Long.rotateRight(e[i], 41);
                long sigma0 = Long.rotateRight(a[i], 28) ^ Long.rotateRight(a[i], 34) ^ Long.rotateRight(a[i], 39);
                a[i + 1] = choice + sigma1 + second[i] + h[i] + majority + sigma0;
                b[i + 1] = a[i];
                c[i + 1] = b[i];
                d[i + 1] = c[i];
                e[i + 1] = choice + sigma1 + second[i] + h[i] + d[i];
                f[i + 1] = e[i];
                g[i + 1] = f[i];
                h[i + 1] = g[i];
            }
            assertMeaning(new long[]{f[2], e[2], b[2], a[2]}, VectorInstruction.VSHA512RNDS2, destination, first, second);

            long[] w = Arrays.copyOf(destination, 5);
            w[4] = first[0];
            long[] sums = new long[4];
            Arrays.setAll(sums, i -> w[i] + (Long.rotateRight(w[i + 1], 1) ^ Long.rotateRight(w[i + 1], 8) ^ w[i + 1] >>> 7));
            assertMeaning(sums, VectorInstruction.VSHA512MSG1, destination, first);

            // Words 14 to 19.
            long[] last = {first[2], first[3], 0, 0, 0, 0};
            for (int i = 0; i < 4; i++) {
                last[i + 2] = destination[i] + (Long.rotateRight(last[i], 19) ^ Long.rotateRight(last[i], 61) ^ last[i] >>> 6);
            }
            assertMeaning(Arrays.copyOfRange(last, 2, 6), VectorInstruction.VSHA512MSG2, destination, first);
        }
    }

    private static void assertMeaning(long[] expected, VectorInstruction instruction, long[]... sources) {
        assertArrayEquals(instruction.toString(), VectorInstruction.lanes(expected), instruction.apply(0, Stream.of(sources).map(VectorInstruction::lanes).toArray(byte[][]::new)));
    }

    /** What is skipped is still encoded by {@link EncoderTest}, and compiled by {@link StubTest}. */
    @Test
    public void onlyWhatTheCpuLacksIsSkipped() {
        List<Use> skipped = Use.all().stream().filter(use -> !use.isExecutable()).toList();
        System.out.println("Not executed, for want of CPU features: " + skipped.stream().collect(
                        Collectors.groupingBy(use -> use.scheme + " " + use.width, TreeMap::new, Collectors.mapping(Use::instruction, Collectors.toList()))));
        assertEquals(Use.all().stream().filter(use -> !Cpu.has(use.features())).toList(), skipped);
        for (ScalarInstruction instruction : ScalarInstruction.values()) {
            assertEquals(instruction.toString(), instruction.feature() != null && !Cpu.has(Set.of(instruction.feature())), isSkipped(instruction));
        }
    }
}
