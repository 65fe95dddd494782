package org.cryptointrinsics.kernel.modular;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.Machine;

/** A step of {@link Exponentiation}, for numbers of some bits. Arrays are those that its method takes, in this order, and last that of the moduli. */
public enum PowerFunction implements KernelFunction {

    POWERS_1024(Step.POWERS, 1024),
    STEP_1024(Step.STEP, 1024),
    LEAVE_1024(Step.LEAVE, 1024),
    POWERS_1536(Step.POWERS, 1536),
    STEP_1536(Step.STEP, 1536),
    LEAVE_1536(Step.LEAVE, 1536),
    POWERS_2048(Step.POWERS, 2048),
    STEP_2048(Step.STEP, 2048),
    LEAVE_2048(Step.LEAVE, 2048);

    private enum Step {
        POWERS,
        STEP,
        LEAVE
    }

    private final Step step;
    private final Digits digits;

    PowerFunction(Step step, int bits) {
        this.step = step;
        digits = new Digits(bits);
    }

    public Digits digits() {
        return digits;
    }

    @Override
    public int arrays() {
        return step == Step.LEAVE ? 2 : 3;
    }

    @Override
    public boolean takesSameArrays() {
        return false;
    }

    @Override
    public boolean takesKeys() {
        return true;
    }

    /** How many bytes an array has. */
    int arrayBytes(int array) {
        int pair = Exponentiation.NUMBERS * digits.bytes();
        int twoLongs = Exponentiation.NUMBERS * Long.BYTES;
        if (array == arrays() - 1) {
            return 2 * pair + twoLongs;
        }
        return switch (step) {
            case POWERS -> array == 0 ? Exponentiation.POWERS * pair : pair;
            case STEP -> array == 0 ? pair + twoLongs : Exponentiation.POWERS * pair;
            case LEAVE -> pair;
        };
    }

    void execute(Machine m, List<Address> a) {
        Exponentiation exponentiation = new Exponentiation(m, digits, a.getLast());
        switch (step) {
            case POWERS -> exponentiation.putPowers(a.get(0), a.get(1));
            case STEP -> exponentiation.step(a.get(0), a.get(1));
            case LEAVE -> exponentiation.leave(a.get(0));
        }
    }
}
