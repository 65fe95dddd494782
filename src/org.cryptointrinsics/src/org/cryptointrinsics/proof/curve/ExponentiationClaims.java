package org.cryptointrinsics.proof.curve;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.modular.Avx512Ifma;
import org.cryptointrinsics.kernel.modular.Digits;
import org.cryptointrinsics.kernel.modular.Exponentiation;
import org.cryptointrinsics.kernel.modular.MontgomeryMultiplication;
import org.cryptointrinsics.kernel.modular.MontgomeryMultiplication.Pair;
import org.cryptointrinsics.kernel.modular.PowerFunction;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.Variables;

/**
 * What is to be proved of powers modulo two numbers: that a product is Montgomery's, by induction over digits, that no digit becomes too large, and that each step computes the
 * powers that it says.
 */
public final class ExponentiationClaims {

    private static final String ALGORITHM = "RSA";
    private static final int NUMBERS = MontgomeryMultiplication.NUMBERS;
    private static final int INVERSE_BITS = 52;
    private static final BigInteger BASE = BigInteger.ONE.shiftLeft(Digits.BITS);

    private final String variant;
    private final Digits digits;
    private final UnaryOperator<Machine> change;

    private ExponentiationClaims(String variant, Digits digits, UnaryOperator<Machine> change) {
        this.variant = variant;
        this.digits = digits;
        this.change = change;
    }

    /** All of a kernel. */
    public static Stream<Claim> of(Avx512Ifma kernel) {
        return Stream.of(PowerFunction.values()).map(PowerFunction::digits).distinct().flatMap(digits -> of(kernel.variant(), digits, machine -> machine));
    }

    /**
     * All of a kernel, on machines that do something else.
     *
     * @param digits of numbers
     * @param change makes one of the one that it is proved on
     */
    public static Stream<Claim> of(String variant, Digits digits, UnaryOperator<Machine> change) {
        ExponentiationClaims claims = new ExponentiationClaims(variant, digits, change);
        return Stream.of(claims.claim("products", claims::proveProduct), claims.claim("powers up to 15", claims::provePowers), claims.claim("a window", claims::proveStep),
                        claims.claim("the end", claims::proveEnd));
    }

    private Claim claim(String what, Consumer<Variables> proof) {
        return new Claim(ALGORITHM, variant, what + " of " + digits.bits() + " bits", variables -> {
            variables.countExecution();
            proof.accept(variables);
        });
    }

    private static void assertEqual(LimbMeanings meanings, String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw meanings.doubt() == null ? new ProofException(what + " is wrong") : new ProofException(what + " is not proved: " + meanings.doubt(), false);
        }
    }

    private static Limb any(LimbMeanings meanings, BigInteger most) {
        return most.signum() == 0 ? Limb.constant(BigInteger.ZERO) : meanings.any(most);
    }

    private List<Limb> anyFactor(LimbMeanings meanings) {
        return IntStream.range(0, digits.longs()).mapToObj(digit -> any(meanings, Residues.mostOfFactor(digits, digit))).toList();
    }

    /** An odd number of so many bits. */
    private List<Limb> anyModulus(LimbMeanings meanings) {
        List<Limb> modulus = new ArrayList<>();
        for (int digit = 0; digit < digits.least(); digit++) {
            modulus.add(meanings.any(BigInteger.ONE.shiftLeft(Math.min(Digits.BITS, digits.bits() - digit * Digits.BITS)).subtract(BigInteger.ONE)));
        }
        if (modulus.getFirst().isConstant()) {
            modulus.set(0, Limb.constant(modulus.getFirst().min().setBit(0)));
        }
        return modulus;
    }

    /** The sum of digits times their weights. */
    private static IntegerPolynomial number(List<Limb> limbs) {
        IntegerPolynomial sum = IntegerPolynomial.ZERO;
        for (int digit = 0; digit < limbs.size(); digit++) {
            sum = sum.add(limbs.get(digit).value().multiply(BASE.pow(digit)));
        }
        return sum;
    }

    /** A product, and what is known of it. */
    private final class Product {

        private final LimbMeanings meanings;
        private final LimbMachine machine;
        private final List<List<Limb>> a;
        private final List<List<Limb>> b;
        private final List<List<Limb>> n;
        private final LimbMachine.Memory memoryOfB;
        private List<IntegerPolynomial> sums;

        Product(Variables variables) {
            meanings = new LimbMeanings(variables.constants());
            machine = new LimbMachine(meanings, digits.count() / digits.vectors(), this::addDigits);
            a = IntStream.range(0, NUMBERS).mapToObj(_ -> anyFactor(meanings)).toList();
            b = IntStream.range(0, NUMBERS).mapToObj(_ -> anyFactor(meanings)).toList();
            n = IntStream.range(0, NUMBERS).mapToObj(_ -> anyModulus(meanings)).toList();
            memoryOfB = machine.new Memory(Residues.pair(digits, b::get));
        }

        void prove() {
            List<Limb> moduli = new ArrayList<>(Residues.pair(digits, n::get));
            n.forEach(modulus -> moduli.add(meanings.anyNegativeInverse(modulus.getFirst(), INVERSE_BITS)));
            LimbMachine.Memory result = machine.new Memory(Collections.nCopies(NUMBERS * digits.longs(), null));
            LimbMachine.Memory memoryOfA = machine.new Memory(Residues.pair(digits, a::get));
            new MontgomeryMultiplication(change.apply(machine), digits, new Pair(machine.new Memory(moduli).address())) //
                            .multiply(new Pair(result.address()), new Pair(memoryOfA.address()), new Pair(memoryOfB.address()));
            for (int i = 0; i < NUMBERS; i++) {
                List<Limb> product = Residues.number(digits, result.content(), i);
                assertEqual(meanings, "product " + i, sums.get(i), number(product));
                for (int digit = 0; digit < product.size(); digit++) {
                    assertEqual(meanings, "the size of digit " + digit, true, product.get(digit).max().compareTo(Residues.mostOfFactor(digits, digit)) <= 0);
                }
            }
        }

        /** By induction: as many digits of b at a time as there are vectors. */
        private List<List<Limb>> addDigits(LimbMachine.Memory data, List<List<Limb>> first, BiFunction<Integer, List<List<Limb>>, List<List<Limb>>> body) {
            assertEqual(meanings, "the loop's data", memoryOfB, data);
            first.forEach(vector -> vector.forEach(limb -> assertEqual(meanings, "the first sum", true, limb.isConstant(BigInteger.ZERO))));
            int vectors = digits.vectors();
            List<List<Limb>> sum = first;
            for (int round = 0; round < digits.count() / vectors; round++) {
                List<List<Limb>> before = sum.stream().map(vector -> vector.stream().map(limb -> any(meanings, limb.max())).toList()).toList();
                sum = body.apply(round, before);
                for (int i = 0; i < NUMBERS; i++) {
                    IntegerPolynomial added = number(a.get(i)).multiply(number(b.get(i).subList(round * vectors, (round + 1) * vectors)));
                    assertIsMultiple(value(sum, i).multiply(BASE.pow(vectors)).subtract(value(before, i)).subtract(added), n.get(i));
                }
            }
            List<List<Limb>> last = sum.stream().map(vector -> vector.stream().map(limb -> any(meanings, limb.max())).toList()).toList();
            sums = IntStream.range(0, NUMBERS).mapToObj(i -> value(last, i)).toList();
            return last;
        }

        /** Sums of low halves of products, and those of high halves, which have twice the weight. */
        private IntegerPolynomial value(List<List<Limb>> sum, int number) {
            int vectors = digits.vectors();
            IntegerPolynomial value = IntegerPolynomial.ZERO;
            for (int vector = 0; vector < vectors; vector++) {
                for (int lane = 0; lane < Digits.LANES; lane++) {
                    IntegerPolynomial low = sum.get(2 * number * vectors + vector).get(lane).value();
                    IntegerPolynomial high = sum.get((2 * number + 1) * vectors + vector).get(lane).value();
                    value = value.add(low.add(high.multiply(BigInteger.TWO)).multiply(BASE.pow(lane * vectors + vector)));
                }
            }
            return value;
        }

        /** How often n was added is what its highest digit was multiplied with: that has nothing to do with how often it is added. */
        private void assertIsMultiple(IntegerPolynomial number, List<Limb> modulus) {
            if (!meanings.isAnyUnknown()) {
                assertEqual(meanings, "what is left", BigInteger.ZERO, number.constant().mod(number(modulus).constant()));
                return;
            }
            IntegerPolynomial difference = meanings.simplify(number);
            BigInteger weight = BASE.pow(modulus.size() - 1);
            IntegerPolynomial timesN = difference.coefficient(modulus.getLast().value());
            assertEqual(meanings, "how often n is added", true, timesN.isMultiple(weight));
            assertEqual(meanings, "the sum", IntegerPolynomial.ZERO, meanings.simplify(difference.subtract(number(modulus).multiply(timesN.divide(weight)))));
        }
    }

    private void proveProduct(Variables variables) {
        new Product(variables).prove();
    }

    /** Executes a step, with any products. */
    private final class Steps {

        private final LimbMeanings meanings = new LimbMeanings(null);
        private final LimbMachine machine = new LimbMachine(meanings);
        private final Machine changed = change.apply(machine);
        private final Residues residues = new Residues(changed, machine, meanings, digits);
        private final LimbMachine.Memory squareOfR = memory(1, (_, number) -> residues.powerOfR(number, 2), List.of());

        /** Memory of pairs, and of some more. */
        private LimbMachine.Memory memory(int pairs, BiFunction<Integer, Integer, IntegerPolynomial> values, List<Limb> more) {
            List<Limb> content = new ArrayList<>();
            for (int i = 0; i < pairs; i++) {
                int pair = i;
                content.addAll(Residues.pair(digits, number -> residues.digits(values.apply(pair, number))));
            }
            content.addAll(more);
            return machine.new Memory(content);
        }

        Exponentiation exponentiation() {
            return new Exponentiation(changed, digits, squareOfR.address(), residues);
        }

        private void assertValue(String what, IntegerPolynomial expected, LimbMachine.Memory memory, int pair, int number) {
            int size = NUMBERS * digits.longs();
            List<Limb> limbs = memory.content().subList(pair * size, (pair + 1) * size);
            assertEqual(meanings, what, expected, residues.value(Residues.number(digits, limbs, number)));
        }

        private List<IntegerPolynomial> any() {
            return IntStream.range(0, NUMBERS).mapToObj(_ -> residues.any()).toList();
        }
    }

    private void provePowers(Variables variables) {
        Steps steps = new Steps();
        List<IntegerPolynomial> bases = steps.any();
        LimbMachine.Memory table = steps.machine.new Memory(Collections.nCopies(Exponentiation.POWERS * NUMBERS * digits.longs(), null));
        steps.exponentiation().putPowers(table.address(), steps.memory(1, (_, number) -> bases.get(number), List.of()).address());
        for (int power = 0; power < Exponentiation.POWERS; power++) {
            for (int number = 0; number < NUMBERS; number++) {
                IntegerPolynomial expected = steps.residues.powerOfR(number, 1).multiply(power(bases.get(number), power));
                steps.assertValue("power " + power + " of number " + number, expected, table, power, number);
            }
        }
    }

    private static IntegerPolynomial power(IntegerPolynomial base, int exponent) {
        return exponent == 0 ? IntegerPolynomial.constant(BigInteger.ONE) : base.power(BigInteger.valueOf(exponent), null);
    }

    /** For each window of a number, with any one of the other number. */
    private void proveStep(Variables variables) {
        for (int window = 0; window < Exponentiation.POWERS; window++) {
            List<Integer> windows = List.of(window, Exponentiation.POWERS - 1 - window);
            Steps steps = new Steps();
            List<IntegerPolynomial> before = steps.any();
            List<List<IntegerPolynomial>> powers = IntStream.range(0, Exponentiation.POWERS).mapToObj(_ -> steps.any()).toList();
            LimbMachine.Memory power = steps.memory(1, (_, number) -> before.get(number), windows.stream().map(number -> Limb.constant(BigInteger.valueOf(number))).toList());
            steps.exponentiation().step(power.address(), steps.memory(Exponentiation.POWERS, (exponent, number) -> powers.get(exponent).get(number), List.of()).address());
            for (int number = 0; number < NUMBERS; number++) {
                IntegerPolynomial product = power(before.get(number), Exponentiation.POWERS).multiply(powers.get(windows.get(number)).get(number));
                IntegerPolynomial expected = product.multiply(steps.residues.powerOfR(number, -Exponentiation.POWERS));
                steps.assertValue("number " + number + " after window " + windows.get(number), expected, power, 0, number);
            }
        }
    }

    private void proveEnd(Variables variables) {
        Steps steps = new Steps();
        List<IntegerPolynomial> before = steps.any();
        LimbMachine.Memory power = steps.memory(1, (_, number) -> before.get(number), List.of());
        steps.exponentiation().leave(power.address());
        for (int number = 0; number < NUMBERS; number++) {
            steps.assertValue("number " + number, before.get(number).multiply(steps.residues.powerOfR(number, -1)), power, 0, number);
        }
    }
}
