package org.cryptointrinsics.proof.curve;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.modular.Digits;
import org.cryptointrinsics.kernel.modular.MontgomeryMultiplication;
import org.cryptointrinsics.proof.ProofException;

/**
 * A multiplication whose products are any digits that are worth what is right, modulo two numbers. That of a kernel yields such digits, which is proved apart. What is multiplied
 * is known by its digits, which others have moved only.
 */
final class Residues extends MontgomeryMultiplication {

    private final LimbMachine machine;
    private final LimbMeanings meanings;
    private final Map<List<Limb>, IntegerPolynomial> values = new HashMap<>();
    /** For both, 1/R. */
    private final List<IntegerPolynomial> inverses;

    /**
     * @param m as {@code machine}, or what changes that
     */
    Residues(Machine m, LimbMachine machine, LimbMeanings meanings, Digits digits) {
        super(m, digits, null);
        this.machine = machine;
        this.meanings = meanings;
        inverses = IntStream.range(0, NUMBERS).mapToObj(_ -> any()).toList();
    }

    /** A number modulo n. */
    IntegerPolynomial any() {
        return meanings.anyValue(BigInteger.ONE);
    }

    /** R of one of both, to any power. */
    IntegerPolynomial powerOfR(int number, int exponent) {
        return inverses.get(number).power(BigInteger.valueOf(-exponent), null);
    }

    /** The most that a digit of a factor may be. */
    static BigInteger mostOfFactor(Digits digits, int digit) {
        int bits = digit < digits.least() - 1 ? Digits.BITS + 1 : digit < digits.least() ? MOST_BITS_OF_HIGHEST : 0;
        return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    }

    /** Puts a number in memory that has any digits. */
    static List<Limb> pair(Digits digits, IntFunction<List<Limb>> number) {
        List<Limb> pair = new ArrayList<>(Collections.nCopies(NUMBERS * digits.longs(), Limb.constant(BigInteger.ZERO)));
        for (int i = 0; i < NUMBERS; i++) {
            List<Limb> limbs = number.apply(i);
            for (int digit = 0; digit < limbs.size(); digit++) {
                pair.set(i * digits.longs() + digits.offset(digit) / Long.BYTES, limbs.get(digit));
            }
        }
        return pair;
    }

    /** All digits of one number of a pair, the lowest first. */
    static List<Limb> number(Digits digits, List<Limb> pair, int number) {
        return IntStream.range(0, digits.longs()).mapToObj(digit -> pair.get(number * digits.longs() + digits.offset(digit) / Long.BYTES)).toList();
    }

    /** Any digits that are worth {@code value}. */
    List<Limb> digits(IntegerPolynomial value) {
        List<Limb> limbs = IntStream.range(0, digits.longs()).mapToObj(digit -> {
            BigInteger most = mostOfFactor(digits, digit);
            return most.signum() == 0 ? Limb.constant(most) : meanings.any(most);
        }).toList();
        values.put(limbs, value);
        return limbs;
    }

    /** What digits are worth. */
    IntegerPolynomial value(List<Limb> limbs) {
        IntegerPolynomial value = values.get(limbs);
        if (value == null && limbs.stream().allMatch(Limb::isConstant)) {
            IntegerPolynomial sum = IntegerPolynomial.ZERO;
            for (int digit = 0; digit < limbs.size(); digit++) {
                sum = sum.add(limbs.get(digit).value().multiply(BigInteger.ONE.shiftLeft(digit * Digits.BITS)));
            }
            return sum;
        }
        if (value == null) {
            throw new ProofException("has digits that are of no number");
        }
        return value;
    }

    private IntegerPolynomial value(Pair pair, int number) {
        return value(number(digits, LimbMachine.load(pair.address(), pair.displacement(), NUMBERS * digits.bytes()), number));
    }

    @Override
    public void multiply(Pair result, Pair a, Pair b) {
        machine.store(result.address(), result.displacement(), pair(digits, number -> digits(value(a, number).multiply(value(b, number)).multiply(inverses.get(number)))));
    }
}
