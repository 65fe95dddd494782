package org.cryptointrinsics.test.kernel;

import static org.junit.Assert.assertEquals;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.cryptointrinsics.interpreter.Interpreter;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.modular.Digits;
import org.cryptointrinsics.kernel.modular.Exponentiation;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Reference;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** Powers in the interpreter are those of {@code BigInteger}. */
@Category(Quick.class)
public class ExponentiationTest {

    /** As few as may be: there have to be two vectors. */
    private static final Digits SHORT = new Digits(416);
    private static final int REPETITIONS = Reference.FEW ? 3 : 20;

    private final Random random = new Random(1);

    /** What is raised to a power, modulo {@code n}. */
    private record Problem(BigInteger base, BigInteger exponent, BigInteger n) {
        BigInteger expected() {
            return base.modPow(exponent, n);
        }
    }

    private static void check(Digits digits, Problem... problems) {
        int longs = digits.longs();
        int pair = Exponentiation.NUMBERS * longs;
        long[] bases = new long[pair];
        long[] moduli = new long[2 * pair + Exponentiation.NUMBERS];
        BigInteger r = BigInteger.ONE.shiftLeft(digits.count() * Digits.BITS);
        for (int i = 0; i < problems.length; i++) {
            Problem problem = problems[i];
            digits.put(problem.base, bases, i * longs);
            digits.put(r.multiply(r).mod(problem.n), moduli, i * longs);
            digits.put(problem.n, moduli, pair + i * longs);
            moduli[2 * pair + i] = problem.n.negate().modInverse(BigInteger.ONE.shiftLeft(52)).longValue();
        }
        Exponentiation exponentiation = new Exponentiation(new Interpreter(), digits, address(moduli));
        long[] table = new long[Exponentiation.POWERS * pair];
        exponentiation.putPowers(address(table), address(bases));
        long[] power = Arrays.copyOf(table, pair + Exponentiation.NUMBERS);
        for (int shift = digits.bits() - Exponentiation.WINDOW_BITS; shift >= 0; shift -= Exponentiation.WINDOW_BITS) {
            for (int i = 0; i < problems.length; i++) {
                power[pair + i] = problems[i].exponent.shiftRight(shift).intValue() & Exponentiation.POWERS - 1;
            }
            exponentiation.step(address(power), address(table));
        }
        exponentiation.leave(address(power));
        for (int i = 0; i < problems.length; i++) {
            assertEquals(problems[i].toString(), problems[i].expected(), digits.get(power, i * longs).mod(problems[i].n));
        }
    }

    private static Address address(long[] array) {
        return Interpreter.address(MemorySegment.ofArray(array));
    }

    private BigInteger any(int bits) {
        return new BigInteger(bits, random);
    }

    private Problem anyOf(int bits) {
        BigInteger n = any(bits).setBit(bits - 1).setBit(0);
        return new Problem(any(bits).mod(n), any(bits), n);
    }

    @Test
    public void anyNumbers() {
        for (int i = 0; i < REPETITIONS; i++) {
            check(SHORT, anyOf(SHORT.bits()), anyOf(SHORT.bits()));
        }
    }

    @Test
    public void numbersAtTheBorders() {
        BigInteger most = BigInteger.ONE.shiftLeft(SHORT.bits()).subtract(BigInteger.ONE);
        List<BigInteger> moduli = List.of(most, BigInteger.ONE.shiftLeft(SHORT.bits() - 1).setBit(0), BigInteger.valueOf(3), BigInteger.ONE);
        for (BigInteger n : moduli) {
            BigInteger one = BigInteger.ONE.mod(n);
            check(SHORT, new Problem(BigInteger.ZERO, most, n), new Problem(n.subtract(BigInteger.ONE), most, n));
            check(SHORT, new Problem(one, BigInteger.ZERO, n), new Problem(BigInteger.ZERO, BigInteger.ZERO, n));
        }
    }

    /** As RSA has. */
    @Test
    public void longNumbers() {
        for (int bits : List.of(1024, 1536, 2048)) {
            check(new Digits(bits), anyOf(bits), anyOf(bits));
        }
    }

    @Test
    public void numbersOfDigits() {
        for (int bits = 409; bits <= 4096; bits += 7) {
            Digits digits = new Digits(bits);
            long[] array = new long[digits.longs() + 3];
            BigInteger number = any(bits);
            digits.put(number, array, 3);
            assertEquals(number, digits.get(array, 3));
        }
    }
}
