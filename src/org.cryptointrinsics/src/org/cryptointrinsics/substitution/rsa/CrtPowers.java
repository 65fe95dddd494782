package org.cryptointrinsics.substitution.rsa;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.cryptointrinsics.kernel.modular.Digits;
import org.cryptointrinsics.kernel.modular.Exponentiation;
import org.cryptointrinsics.kernel.modular.Moduli;
import org.cryptointrinsics.kernel.modular.PowerFunction;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.selection.FunctionIntrinsic;
import org.cryptointrinsics.selection.Intrinsics;

/** Powers modulo two odd numbers, by steps of {@link Exponentiation}. */
final class CrtPowers {

    private static final int NUMBERS = Exponentiation.NUMBERS;
    private static final int WINDOWS_OF_BYTE = Byte.SIZE / Exponentiation.WINDOW_BITS;
    private static final FunctionIntrinsic<PowerFunction> RSA = Intrinsics.first().rsa();

    private static final List<Functions> ALL = List.of(new Functions(PowerFunction.POWERS_1024, PowerFunction.STEP_1024, PowerFunction.LEAVE_1024),
                    new Functions(PowerFunction.POWERS_1536, PowerFunction.STEP_1536, PowerFunction.LEAVE_1536),
                    new Functions(PowerFunction.POWERS_2048, PowerFunction.STEP_2048, PowerFunction.LEAVE_2048));

    /** Those for moduli of some bits. */
    private record Functions(Digits digits, OnDemand<FunctionMethod> powers, OnDemand<FunctionMethod> step, OnDemand<FunctionMethod> leave) {
        Functions(PowerFunction powers, PowerFunction step, PowerFunction leave) {
            this(powers.digits(), RSA.method(powers), RSA.method(step), RSA.method(leave));
        }
    }

    private final Digits digits;
    private final FunctionMethod powers;
    private final FunctionMethod step;
    private final FunctionMethod leave;
    private final List<BigInteger> moduli;
    private final List<BigInteger> exponents;

    private CrtPowers(Functions functions, List<BigInteger> moduli, List<BigInteger> exponents) {
        digits = functions.digits;
        powers = functions.powers.get();
        step = functions.step.get();
        leave = functions.leave.get();
        this.moduli = moduli;
        this.exponents = exponents;
    }

    /** Returns null if there is no kernel for these numbers. */
    static CrtPowers of(List<BigInteger> moduli, List<BigInteger> exponents) {
        int bits = moduli.get(0).bitLength();
        for (Functions functions : ALL) {
            if (functions.digits.bits() == bits) {
                CrtPowers found = new CrtPowers(functions, moduli, exponents);
                return found.hasKernels() && found.fits(0) && found.fits(1) ? found : null;
            }
        }
        return null;
    }

    private boolean hasKernels() {
        return powers != null && step != null && leave != null;
    }

    private boolean fits(int number) {
        BigInteger n = moduli.get(number);
        BigInteger exponent = exponents.get(number);
        return n.signum() > 0 && n.testBit(0) && n.bitLength() == digits.bits() && exponent.signum() >= 0 && exponent.bitLength() <= digits.bits();
    }

    /**
     * Raises both numbers to their powers.
     *
     * @param bases less than their moduli
     * @return null if kernels are lost
     */
    List<BigInteger> of(List<BigInteger> bases) {
        int pair = NUMBERS * digits.longs();
        long[] ofModuli = Moduli.of(digits, moduli);
        long[] numbers = new long[pair];
        long[] table = new long[Exponentiation.POWERS * pair];
        long[] power = new long[pair + NUMBERS];
        List<byte[]> windows = exponents.stream().map(BigInteger::toByteArray).toList();
        try {
            for (int i = 0; i < NUMBERS; i++) {
                digits.put(bases.get(i), numbers, i * digits.longs());
            }
            return powers.apply(table, numbers, ofModuli, null) && raise(power, table, ofModuli, windows) && leave.apply(power, ofModuli, null, null) ? results(power) : null;
        } finally {
            List.of(ofModuli, numbers, table, power).forEach(array -> Arrays.fill(array, 0));
            windows.forEach(exponent -> Arrays.fill(exponent, (byte) 0));
        }
    }

    private boolean raise(long[] power, long[] table, long[] ofModuli, List<byte[]> windows) {
        int pair = NUMBERS * digits.longs();
        System.arraycopy(table, 0, power, 0, pair);
        for (int window = digits.bits() / Exponentiation.WINDOW_BITS - 1; window >= 0; window--) {
            for (int i = 0; i < NUMBERS; i++) {
                power[pair + i] = window(windows.get(i), window);
            }
            if (!step.apply(power, table, ofModuli, null)) {
                return false;
            }
        }
        return true;
    }

    /** Four bits of a number, window 0 the lowest ones. */
    private static int window(byte[] bigEndian, int window) {
        int place = bigEndian.length - 1 - window / WINDOWS_OF_BYTE;
        return place < 0 ? 0 : bigEndian[place] >> window % WINDOWS_OF_BYTE * Exponentiation.WINDOW_BITS & Exponentiation.POWERS - 1;
    }

    private List<BigInteger> results(long[] power) {
        return IntStream.range(0, NUMBERS).mapToObj(i -> digits.get(power, i * digits.longs()).mod(moduli.get(i))).toList();
    }
}
