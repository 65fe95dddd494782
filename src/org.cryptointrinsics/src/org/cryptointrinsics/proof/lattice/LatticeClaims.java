package org.cryptointrinsics.proof.lattice;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.lattice.Ring;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mldsa.MlDsaFunction;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.kernel.mlkem.MlKemFunction;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.lattice.LatticeMachine.Array;
import org.cryptointrinsics.proof.specification.NumberTheoreticTransform;

/**
 * What is to be proved of kernels for polynomials: each coefficient of a result is congruent to that of the standard, and lies where it should; no number on the way becomes too
 * large for its bits.
 *
 * @param <F> the functions
 */
public final class LatticeClaims<F extends Enum<F> & KernelFunction> {

    private static final long Q_203 = 3329;
    private static final long Q_204 = 8380417;
    /** What products are added to: as much as a product more fits in 32 bits. */
    private static final long SUM_204 = Integer.MAX_VALUE - Q_204;
    /** The greatest number of 12 bits. */
    private static final long MOST_OF_KEYS = 4095;

    private final String algorithm;
    private final FunctionKernel<F> kernel;
    private final long modulus;

    private LatticeClaims(String algorithm, FunctionKernel<F> kernel, long modulus) {
        this.algorithm = algorithm;
        this.kernel = kernel;
        this.modulus = modulus;
    }

    /**
     * Coefficients of a result.
     *
     * @param from the least one
     * @param to the greatest one
     */
    private record Range(long from, long to) {
        @Override
        public String toString() {
            return "[" + from + ", " + to + "]";
        }
    }

    /** All of a kernel. */
    public static Stream<Claim> of(FunctionKernel<?> kernel) {
        return kernel instanceof MlKem mlKem ? ofMlKem(mlKem) : ofMlDsa((MlDsa) kernel);
    }

    /** All of a kernel of ML-KEM. */
    public static Stream<Claim> ofMlKem(FunctionKernel<MlKemFunction> kernel) {
        LatticeClaims<MlKemFunction> claims = new LatticeClaims<>("ML-KEM", kernel, Q_203);
        NumberTheoreticTransform<LinearForm> transform = NumberTheoreticTransform.ofFips203(new LinearForm.Arithmetic(Q_203));
        Range any = new Range(-Q_203, Q_203);
        Range between = new Range(-Q_203 + 1, Q_203 - 1);
        Range notNegative = new Range(0, Q_203);
        Range reduced = new Range(0, Q_203 - 1);
        return Stream.of( //
                        claims.inPlace(MlKemFunction.NTT, any, notNegative, transform::ntt),
                        claims.inPlace(MlKemFunction.INVERSE_NTT, any, between, transform::inverseNtt),
                        claims.claim(MlKemFunction.MULTIPLY, List.of(new Range(-Q_203, MOST_OF_KEYS), any), between, a -> transform.multiplyPairs(a.get(0), a.get(1))),
                        claims.claim(MlKemFunction.ADD, List.of(new Range(-Q_203, 7 * Q_203), any), new Range(-Q_203, 9 * Q_203), LatticeClaims::sum),
                        claims.claim(MlKemFunction.ADD_THREE, List.of(any, any, any), notNegative, LatticeClaims::sum),
                        claims.claim(MlKemFunction.ADD_THREE, List.of(between, between, between), reduced, LatticeClaims::sum),
                        claims.inPlace(MlKemFunction.REDUCE, new Range(Short.MIN_VALUE, Short.MAX_VALUE), notNegative, a -> a),
                        claims.inPlace(MlKemFunction.REDUCE, new Range(0, Short.MAX_VALUE), reduced, a -> a));
    }

    /** All of a kernel of ML-DSA but Decompose, which is no function of residues. */
    public static Stream<Claim> ofMlDsa(FunctionKernel<MlDsaFunction> kernel) {
        LatticeClaims<MlDsaFunction> claims = new LatticeClaims<>("ML-DSA", kernel, Q_204);
        NumberTheoreticTransform<LinearForm> transform = NumberTheoreticTransform.ofFips204(new LinearForm.Arithmetic(Q_204));
        Range between = new Range(-Q_204 + 1, Q_204 - 1);
        return Stream.of( //
                        claims.inPlace(MlDsaFunction.NTT, between, between, transform::ntt), //
                        claims.inPlace(MlDsaFunction.INVERSE_NTT, between, between, transform::inverseNtt),
                        claims.claim(MlDsaFunction.MULTIPLY, List.of(between, between), between, a -> transform.multiply(a.get(0), a.get(1))),
                        claims.added(MlDsaFunction.MULTIPLY_ADD, new Range(-SUM_204, SUM_204), List.of(between, between), a -> transform.multiply(a.get(0), a.get(1))),
                        claims.inPlace(MlDsaFunction.REDUCE, new Range(Integer.MIN_VALUE, Integer.MAX_VALUE), between, a -> a));
    }

    private static List<LinearForm> sum(List<List<LinearForm>> polynomials) {
        return IntStream.range(0, Ring.COEFFICIENTS).mapToObj(
                        i -> polynomials.stream().map(polynomial -> polynomial.get(i)).reduce(LinearForm::add).orElseThrow()).toList();
    }

    private Claim inPlace(F function, Range input, Range output, Function<List<LinearForm>, List<LinearForm>> standard) {
        return claim(function, input + " -> " + output, constants -> {
            LatticeMachine machine = new LatticeMachine(modulus);
            Array polynomial = array(machine, constants, 0, input, true);
            List<LinearForm> forms = forms(polynomial);
            kernel.execute(machine, function, List.of(polynomial.address()));
            check(polynomial, output, standard.apply(forms));
        });
    }

    private Claim claim(F function, List<Range> inputs, Range output, Function<List<List<LinearForm>>, List<LinearForm>> standard) {
        return claim(function, ranges(inputs) + " -> " + output, constants -> {
            execute(constants, function, inputs.getFirst(), inputs, (_, a) -> standard.apply(a), output);
            IntStream.range(0, inputs.size()).forEach(i -> overInput(constants, function, i, inputs, standard, output));
        });
    }

    /** What is computed is added to what there was before. */
    private Claim added(F function, Range before, List<Range> inputs, Function<List<List<LinearForm>>, List<LinearForm>> standard) {
        Range output = new Range(before.from - modulus + 1, before.to + modulus - 1);
        String ranges = before + " + " + ranges(inputs);
        return claim(function, ranges, constants -> execute(constants, function, before, inputs, (sum, a) -> sum(List.of(sum, standard.apply(a))), output));
    }

    private void execute(RandomGenerator constants, F function, Range before, List<Range> inputs,
                    BiFunction<List<LinearForm>, List<List<LinearForm>>, List<LinearForm>> standard, Range output) {
        LatticeMachine machine = new LatticeMachine(modulus);
        List<Array> arrays = new ArrayList<>(List.of(array(machine, constants, inputs.size(), before, true)));
        for (int i = 0; i < inputs.size(); i++) {
            arrays.add(array(machine, constants, i, inputs.get(i), false));
        }
        List<LinearForm> first = forms(arrays.getFirst());
        List<List<LinearForm>> forms = arrays.stream().skip(1).map(this::forms).toList();
        kernel.execute(machine, function, arrays.stream().map(Array::address).toList());
        check(arrays.getFirst(), output, standard.apply(first, forms));
    }

    /** The result is written where one of the inputs is. */
    private void overInput(RandomGenerator constants, F function, int number, List<Range> inputs, Function<List<List<LinearForm>>, List<LinearForm>> standard, Range output) {
        LatticeMachine machine = new LatticeMachine(modulus);
        List<Array> arrays = IntStream.range(0, inputs.size()).mapToObj(i -> array(machine, constants, i, inputs.get(i), i == number)).toList();
        List<List<LinearForm>> forms = arrays.stream().map(this::forms).toList();
        kernel.execute(machine, function, Stream.concat(Stream.of(arrays.get(number)), arrays.stream()).map(Array::address).toList());
        check(arrays.get(number), output, standard.apply(forms));
    }

    private Claim claim(F function, String ranges, Consumer<RandomGenerator> proof) {
        return new Claim(algorithm, kernel.variant(), function + " of " + ranges, variables -> {
            variables.countExecution();
            proof.accept(variables.constants());
        });
    }

    private static String ranges(List<Range> ranges) {
        return ranges.stream().map(Range::toString).collect(Collectors.joining(", "));
    }

    private int bits() {
        return kernel.elementBytes() * Byte.SIZE;
    }

    private List<LinearForm> forms(Array polynomial) {
        return polynomial.numbers(bits()).stream().map(Coefficient::form).toList();
    }

    /**
     * @param constants chooses coefficients; null if they may be any
     */
    private Array array(LatticeMachine machine, RandomGenerator constants, int number, Range range, boolean isWritable) {
        return machine.new Array("an array", IntStream.range(0, Ring.COEFFICIENTS).mapToObj(
                        i -> coefficient(constants, LinearForm.input(modulus, number * Ring.COEFFICIENTS + i), range)).toList(), isWritable);
    }

    private Coefficient coefficient(RandomGenerator constants, LinearForm form, Range range) {
        if (constants == null) {
            return Coefficient.of(modulus, bits(), range.from, range.to, form);
        }
        long constant = constants.nextLong(range.from, range.to + 1);
        return Coefficient.of(modulus, bits(), constant, constant, form);
    }

    private void check(Array actual, Range range, List<LinearForm> expected) {
        List<Coefficient> coefficients = actual.numbers(bits());
        for (int i = 0; i < expected.size(); i++) {
            Coefficient coefficient = coefficients.get(i);
            if (!expected.get(i).equals(coefficient.form())) {
                throw new ProofException("coefficient " + i + " is not congruent to that of the standard");
            }
            if (coefficient.min() < range.from || coefficient.max() > range.to) {
                throw new ProofException("coefficient " + i + " may be from " + coefficient.min() + " to " + coefficient.max());
            }
        }
    }
}
