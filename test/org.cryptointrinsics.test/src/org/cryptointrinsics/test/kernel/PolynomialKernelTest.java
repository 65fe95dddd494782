package org.cryptointrinsics.test.kernel;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.interpreter.Interpreter;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mldsa.MlDsaFunction;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.kernel.mlkem.MlKemFunction;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.selection.FunctionIntrinsic;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Stubs;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/**
 * Every function of polynomials in every variant, in the interpreter and as a method, computes what the JDK's Java code does: the same numbers in ML-DSA, congruent ones in ML-KEM,
 * which has another Montgomery form.
 */
@Category(Quick.class)
@RunWith(Parameterized.class)
public class PolynomialKernelTest<F extends Enum<F> & KernelFunction> {

    private static final int COEFFICIENTS = 256;
    private static final int REPETITIONS = Reference.FEW ? 20 : 200;
    private static final int Q_OF_KEM = 3329;
    private static final int Q_OF_DSA = 8380417;
    /** 12 bits. */
    private static final int NUMBERS_OF_KEYS = 4096;
    private static final int R_MODULO_Q = 4193792;
    private static final int INVERSE_OF_256 = 16382;
    /** {@code 2 gamma2} of ML-DSA-44 and of the others, and what the JDK multiplies by for the quotient. */
    private static final int[][] DECOMPOSITIONS = {{190464, 22}, {523776, 8}};

    private final Random random = new Random(COEFFICIENTS);
    private final FunctionKernel<F> kernel;
    private final F function;
    private final boolean isKem;
    private int round;

    @Parameters(name = "{0} {1} {2}")
    public static List<Object[]> functions() {
        List<Object[]> functions = new ArrayList<>();
        for (FunctionKernel<?> kernel : Stream.concat(MlKem.variants().stream(), MlDsa.variants().stream()).toList()) {
            for (Object function : kernel.functions().getEnumConstants()) {
                functions.add(new Object[]{kernel.getClass().getSuperclass().getSimpleName(), kernel.variant(), function, kernel});
            }
        }
        return functions;
    }

    public PolynomialKernelTest(@SuppressWarnings("unused") String algorithm, @SuppressWarnings("unused") String variant, F function, FunctionKernel<F> kernel) {
        this.kernel = kernel;
        this.function = function;
        isKem = function instanceof MlKemFunction;
    }

    /** What the JDK does. */
    private void byTheJdk(List<Object> arrays) throws Throwable {
        if (function instanceof MlKemFunction kem) {
            switch (kem) {
                case NTT -> {
                    call("implKyberNttJava", arrays);
                    call("implKyberBarrettReduceJava", arrays);
                }
                case INVERSE_NTT -> call("implKyberInverseNttJava", arrays);
                case MULTIPLY -> call("implKyberNttMultJava", arrays);
                case ADD -> {
                    // This adds to the first one.
                    System.arraycopy(arrays.get(1), 0, arrays.get(0), 0, COEFFICIENTS);
                    call("implKyberAddPolyJava", List.of(arrays.get(0), arrays.get(0), arrays.get(2)));
                }
                case ADD_THREE -> {
                    call("implKyberAddPolyJava", arrays);
                    call("implKyberBarrettReduceJava", arrays.subList(0, 1));
                }
                case REDUCE -> call("implKyberBarrettReduceJava", arrays);
            }
        } else {
            switch ((MlDsaFunction) (Object) function) {
                case NTT -> {
                    call("implDilithiumAlmostNttJava", arrays);
                    multiplyByConstant(arrays.getFirst(), R_MODULO_Q);
                }
                case INVERSE_NTT -> {
                    call("implDilithiumAlmostInverseNttJava", arrays);
                    multiplyByConstant(arrays.getFirst(), INVERSE_OF_256);
                }
                case MULTIPLY -> call("implDilithiumNttMultJava", arrays);
                case MULTIPLY_ADD -> {
                    int[] sum = ((int[]) arrays.getFirst()).clone();
                    call("implDilithiumNttMultJava", arrays);
                    int[] result = (int[]) arrays.getFirst();
                    Arrays.setAll(result, i -> result[i] + sum[i]);
                }
                case REDUCE -> multiplyByConstant(arrays.getFirst(), R_MODULO_Q);
                case DECOMPOSE -> call("decomposePolyJava", List.of(arrays.get(0), arrays.get(1), arrays.get(2), decomposition()[0], decomposition()[1]));
            }
        }
    }

    private void multiplyByConstant(Object coefficients, int factor) throws Throwable {
        call("implDilithiumMontMulByConstantJava", List.of(coefficients, factor));
    }

    private void call(String name, List<Object> arguments) throws Throwable {
        Class<?> type = Class.forName(isKem ? "com.sun.crypto.provider.ML_KEM" : "sun.security.provider.ML_DSA");
        Method method = Stream.of(type.getDeclaredMethods()).filter( //
                        candidate -> candidate.getName().equals(name) && candidate.getParameterCount() == arguments.size()).findAny().orElseThrow();
        MethodHandle handle = MethodHandles.privateLookupIn(type, MethodHandles.lookup()).unreflect(method);
        handle.invokeWithArguments(arguments);
    }

    private int[] decomposition() {
        return DECOMPOSITIONS[round % DECOMPOSITIONS.length];
    }

    /** Random coefficients from {@code -q} to {@code q}, or only the largest and the smallest; any to be reduced or decomposed. */
    private Object randomPolynomial() {
        int q = isKem ? Q_OF_KEM : Q_OF_DSA;
        int most = function == MlKemFunction.REDUCE ? Short.MAX_VALUE : function == MlDsaFunction.DECOMPOSE || function == MlDsaFunction.REDUCE ? Integer.MAX_VALUE - 5373807 : q;
        int[] coefficients = IntStream.generate(() -> switch (round % 4) {
            case 0 -> random.nextBoolean() ? most : -most;
            case 1 -> (round / 4 % 3 - 1) * most;
            default -> random.nextInt(-most, most + 1);
        }).limit(COEFFICIENTS).toArray();
        return isKem ? shorts(coefficients) : coefficients;
    }

    private static short[] shorts(int[] from) {
        short[] to = new short[from.length];
        for (int i = 0; i < to.length; i++) {
            to[i] = (short) from[i];
        }
        return to;
    }

    private List<Object> arguments() {
        List<Object> arguments = new ArrayList<>();
        for (int i = 0; i < function.arrays(); i++) {
            arguments.add(randomPolynomial());
        }
        if (function == MlKemFunction.MULTIPLY && round % 2 == 1) {
            // As in keys that nobody has reduced.
            arguments.set(1, shorts(random.ints(COEFFICIENTS, 0, NUMBERS_OF_KEYS).map(number -> round % 4 == 1 ? NUMBERS_OF_KEYS - 1 : number).toArray()));
        }
        if (function == MlDsaFunction.DECOMPOSE) {
            arguments.set(3, MlDsa.constants(decomposition()[0], decomposition()[1]));
        }
        return arguments;
    }

    private static Object copy(Object array) {
        return array instanceof short[] shorts ? shorts.clone() : ((int[]) array).clone();
    }

    private static int[] ints(Object array) {
        return array instanceof short[] shorts ? IntStream.range(0, shorts.length).map(i -> shorts[i]).toArray() : (int[]) array;
    }

    private List<Object> interpreted(List<Object> arguments) {
        List<MemorySegment> memory = arguments.stream().map(PolynomialKernelTest::memory).toList();
        Interpreter.apply(kernel, function, memory);
        return memory.stream().map(this::array).toList();
    }

    private static MemorySegment memory(Object array) {
        return array instanceof short[] shorts ? Arena.ofAuto().allocateFrom(ValueLayout.JAVA_SHORT, shorts) : Arena.ofAuto().allocateFrom(ValueLayout.JAVA_INT, (int[]) array);
    }

    private Object array(MemorySegment memory) {
        return isKem ? memory.toArray(ValueLayout.JAVA_SHORT) : memory.toArray(ValueLayout.JAVA_INT);
    }

    /** Null if the CPU lacks what it needs. */
    private FunctionMethod compiled() {
        String algorithm = isKem ? FunctionIntrinsic.ML_KEM : FunctionIntrinsic.ML_DSA;
        return Requirements.of(kernel, Stubs.CONTEXT.cpu()).missing().isEmpty() ? Stubs.source().function(algorithm, kernel, function) : null;
    }

    /** The range of results of ML-KEM that need not be those of the JDK. */
    private boolean isInRange(int coefficient) {
        return switch ((MlKemFunction) (Object) function) {
            case NTT -> coefficient >= 0 && coefficient <= Q_OF_KEM;
            case INVERSE_NTT, MULTIPLY -> Math.abs(coefficient) < Q_OF_KEM;
            case ADD, ADD_THREE, REDUCE -> false;
        };
    }

    private void check(List<Object> expected, List<Object> actual) {
        for (int i = 0; i < expected.size(); i++) {
            int[] is = ints(actual.get(i));
            int[] shouldBe = ints(expected.get(i));
            assertEquals(shouldBe.length, is.length);
            for (int j = 0; j < is.length; j++) {
                String where = "round " + round + ", array " + i + ", coefficient " + j;
                if (isKem && i == 0 && isInRange(is[j])) {
                    assertEquals(where, Math.floorMod(shouldBe[j], Q_OF_KEM), Math.floorMod(is[j], Q_OF_KEM));
                } else {
                    assertEquals(where, shouldBe[j], is[j]);
                }
            }
        }
    }

    @Test
    public void doesWhatTheJdkDoes() throws Throwable {
        FunctionMethod method = compiled();
        assertEquals(Cpu.has(Requirements.of(kernel, EnumSet.noneOf(CpuFeature.class)).missing()), method != null);
        for (round = 0; round < REPETITIONS; round++) {
            List<Object> arguments = arguments();
            List<Object> expected = arguments.stream().map(PolynomialKernelTest::copy).toList();
            byTheJdk(expected);
            check(expected, interpreted(arguments));
            if (method != null) {
                Object[] four = Arrays.copyOf(arguments.stream().map(PolynomialKernelTest::copy).toArray(), 4);
                assertTrue(method.apply(four[0], four[1], four[2], four[3]));
                check(expected, Arrays.asList(four).subList(0, arguments.size()));
            }
        }
    }

    /** As the JDK does: what is added to, multiplied or decomposed is a result, too. */
    @Test
    public void mayOverwriteWhatItTakes() {
        assumeTrue(function.arrays() > 2);
        FunctionMethod method = compiled();
        int other = function == MlDsaFunction.DECOMPOSE ? 0 : 1;
        int result = 1 - other;
        for (round = 0; round < REPETITIONS; round++) {
            List<Object> arguments = arguments();
            arguments.set(result, copy(arguments.get(other)));
            List<Object> expected = interpreted(arguments);
            Object shared = copy(arguments.get(other));
            Object[] four = Arrays.copyOf(arguments.stream().map(PolynomialKernelTest::copy).toArray(), 4);
            four[0] = shared;
            four[1] = shared;
            MemorySegment sharedMemory = memory(arguments.get(other));
            List<MemorySegment> memory = new ArrayList<>(List.of(sharedMemory, sharedMemory));
            arguments.subList(2, arguments.size()).forEach(array -> memory.add(memory(array)));
            Interpreter.apply(kernel, function, memory);
            assertArrayEquals(ints(expected.get(result)), ints(array(sharedMemory)));
            if (method != null) {
                assertTrue(method.apply(four[0], four[1], four[2], four[3]));
                assertArrayEquals(ints(expected.get(result)), ints(shared));
            }
        }
    }
}
