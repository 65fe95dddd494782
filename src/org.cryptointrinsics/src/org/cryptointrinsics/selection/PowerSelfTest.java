package org.cryptointrinsics.selection;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.cryptointrinsics.kernel.modular.Digits;
import org.cryptointrinsics.kernel.modular.Exponentiation;
import org.cryptointrinsics.kernel.modular.Moduli;
import org.cryptointrinsics.kernel.modular.PowerFunction;
import org.cryptointrinsics.selection.FunctionVariant.Functions;

/** Self-test of functions of RSA: two powers are those of {@code BigInteger}. */
final class PowerSelfTest {

    private static final int NUMBERS = Exponentiation.NUMBERS;
    /** Of exponents. */
    private static final int WINDOWS = 3;

    private PowerSelfTest() {
    }

    static boolean passes(Functions<PowerFunction> functions) {
        return passes(functions, PowerFunction.POWERS_1024, PowerFunction.STEP_1024, PowerFunction.LEAVE_1024) &&
                        passes(functions, PowerFunction.POWERS_1536, PowerFunction.STEP_1536, PowerFunction.LEAVE_1536) &&
                        passes(functions, PowerFunction.POWERS_2048, PowerFunction.STEP_2048, PowerFunction.LEAVE_2048);
    }

    private static boolean passes(Functions<PowerFunction> functions, PowerFunction powers, PowerFunction step, PowerFunction leave) {
        Digits digits = powers.digits();
        Random random = new Random(digits.bits());
        int pair = NUMBERS * digits.longs();
        long[] numbers = new long[pair];
        List<BigInteger> moduli = new ArrayList<>();
        List<BigInteger> bases = new ArrayList<>();
        List<Integer> exponents = new ArrayList<>();
        for (int i = 0; i < NUMBERS; i++) {
            moduli.add(new BigInteger(digits.bits(), random).setBit(0));
            bases.add(new BigInteger(digits.bits(), random).mod(moduli.get(i)));
            exponents.add(random.nextInt(1 << WINDOWS * Exponentiation.WINDOW_BITS));
            digits.put(bases.get(i), numbers, i * digits.longs());
        }
        long[] ofModuli = Moduli.of(digits, moduli);
        long[] table = new long[Exponentiation.POWERS * pair];
        functions.apply(powers, table, numbers, ofModuli);
        long[] power = new long[pair + NUMBERS];
        System.arraycopy(table, 0, power, 0, pair);
        for (int window = WINDOWS - 1; window >= 0; window--) {
            for (int i = 0; i < NUMBERS; i++) {
                power[pair + i] = exponents.get(i) >> window * Exponentiation.WINDOW_BITS & Exponentiation.POWERS - 1;
            }
            functions.apply(step, power, table, ofModuli);
        }
        functions.apply(leave, power, ofModuli);
        for (int i = 0; i < NUMBERS; i++) {
            BigInteger expected = bases.get(i).modPow(BigInteger.valueOf(exponents.get(i)), moduli.get(i));
            if (!expected.equals(digits.get(power, i * digits.longs()).mod(moduli.get(i)))) {
                return false;
            }
        }
        return true;
    }
}
