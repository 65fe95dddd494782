package org.cryptointrinsics.test.precompiled;

import static org.junit.Assert.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.modular.Digits;
import org.cryptointrinsics.kernel.modular.Exponentiation;
import org.cryptointrinsics.kernel.modular.Moduli;

/** Calls the precompiled functions of RSA. */
final class RsaFunctions {

    private static final int WINDOWS = 5;

    private RsaFunctions() {
    }

    /** Calls a function. */
    @FunctionalInterface
    interface Caller {
        void call(String function, long[]... arrays) throws Throwable;
    }

    /** Two powers are those of {@code BigInteger}. */
    static void test(Caller caller) throws Throwable {
        Random random = new Random(1);
        for (int bits : List.of(1024, 1536, 2048)) {
            Digits digits = new Digits(bits);
            int pair = Exponentiation.NUMBERS * digits.longs();
            List<BigInteger> moduli = Stream.generate(() -> new BigInteger(bits, random).setBit(bits - 1).setBit(0)).limit(Exponentiation.NUMBERS).toList();
            List<BigInteger> bases = moduli.stream().map(n -> new BigInteger(bits, random).mod(n)).toList();
            int[] exponents = new int[Exponentiation.NUMBERS];
            long[] numbers = new long[pair];
            for (int i = 0; i < Exponentiation.NUMBERS; i++) {
                digits.put(bases.get(i), numbers, i * digits.longs());
            }
            long[] ofModuli = Moduli.of(digits, moduli);
            long[] table = new long[Exponentiation.POWERS * pair];
            caller.call("POWERS_" + bits, table, numbers, ofModuli);
            long[] power = Arrays.copyOf(table, pair + Exponentiation.NUMBERS);
            for (int window = 0; window < WINDOWS; window++) {
                for (int i = 0; i < Exponentiation.NUMBERS; i++) {
                    power[pair + i] = random.nextInt(Exponentiation.POWERS);
                    exponents[i] = exponents[i] << Exponentiation.WINDOW_BITS | (int) power[pair + i];
                }
                caller.call("STEP_" + bits, power, table, ofModuli);
            }
            caller.call("LEAVE_" + bits, power, ofModuli);
            for (int i = 0; i < Exponentiation.NUMBERS; i++) {
                assertEquals(bases.get(i).modPow(BigInteger.valueOf(exponents[i]), moduli.get(i)), digits.get(power, i * digits.longs()).mod(moduli.get(i)));
            }
        }
    }
}
