package org.cryptointrinsics.kernel.modular;

import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.modular.MontgomeryMultiplication.Pair;

/**
 * Steps of raising two numbers to powers at once, modulo two odd numbers, by windows of four bits of the exponents (Handbook of Applied Cryptography, 14.82). For each window, all
 * powers in the table are read. Between steps, numbers are times {@code R mod n}, and not always the least ones.
 */
public final class Exponentiation {

    /** Of an exponent. */
    public static final int WINDOW_BITS = 4;
    public static final int POWERS = 1 << WINDOW_BITS;
    public static final int NUMBERS = MontgomeryMultiplication.NUMBERS;
    /** {@code c ? b : a}, for {@code a}, {@code b} and {@code c} in this order. */
    private static final int SELECT = 0xD8;

    private final Machine m;
    private final Digits digits;
    private final MontgomeryMultiplication multiplication;
    private final Pair squareOfR;
    private final int bytes;

    /**
     * @param moduli address of {@code R^2 mod n} for both, and of what {@link MontgomeryMultiplication} takes for moduli
     */
    public Exponentiation(Machine m, Digits digits, Address moduli) {
        this(m, digits, moduli, new MontgomeryMultiplication(m, digits, new Pair(moduli, NUMBERS * digits.bytes())));
    }

    /**
     * With another multiplication.
     */
    public Exponentiation(Machine m, Digits digits, Address moduli, MontgomeryMultiplication multiplication) {
        this.m = m;
        this.digits = digits;
        this.multiplication = multiplication;
        bytes = NUMBERS * digits.bytes();
        squareOfR = new Pair(moduli);
    }

    /**
     * Stores the powers of {@code base} from 0 to 15, for both.
     *
     * @param table address of pairs
     * @param base address of both, less than n each
     */
    public void putPowers(Address table, Address base) {
        Pair one = new Pair(m.scratch(bytes));
        putOne(one);
        multiplication.multiply(new Pair(table), one, squareOfR);
        Pair first = new Pair(table, bytes);
        multiplication.multiply(first, new Pair(base), squareOfR);
        loop(POWERS - 2, table, at -> multiplication.multiply(new Pair(at, 2 * bytes), new Pair(at, bytes), first));
    }

    /**
     * Stores {@code power ^ 16 base ^ window}, for both.
     *
     * @param power address of both, and then of the windows, of 64 bits each
     * @param table address of powers of {@code base}
     */
    public void step(Address power, Address table) {
        Pair product = new Pair(power);
        loop(WINDOW_BITS, power, _ -> multiplication.multiply(product, product, product));
        Pair factor = new Pair(m.scratch(bytes));
        for (int number = 0; number < NUMBERS; number++) {
            Vector window = m.loadQwordBroadcast(Digits.WIDTH, power, bytes + number * Long.BYTES);
            store(factor.address(), number * digits.bytes(), select(table, number, window));
        }
        multiplication.multiply(product, product, factor);
    }

    /** Stores both numbers without the factor R. */
    public void leave(Address power) {
        Pair one = new Pair(m.scratch(bytes));
        putOne(one);
        multiplication.multiply(new Pair(power), new Pair(power), one);
    }

    /** The body goes from pair to pair. */
    private void loop(int times, Address pairs, Consumer<Address> body) {
        m.repeat(m.count(times), pairs, bytes, List.<Vector> of(), (pair, _) -> {
            body.accept(pair);
            return List.of();
        });
    }

    private void putOne(Pair pair) {
        for (int number = 0; number < NUMBERS; number++) {
            Vector lowest = m.constant(1L, 0, 0, 0, 0, 0, 0, 0);
            store(pair.address(), number * digits.bytes(), IntStream.range(0, digits.vectors()).mapToObj(i -> i == 0 ? lowest : everywhere(0)).toList());
        }
    }

    /** The power that a window says. */
    private List<Vector> select(Address table, int number, Vector window) {
        List<Vector> selected = load(table, POWERS - 1, number);
        for (int power = POWERS - 2; power >= 0; power--) {
            // Both halves of 64 bits are less than 0 if the window is up to this, and else none.
            Vector mask = m.psrad(m.paddq(window, everywhere(-1 - power)), Integer.SIZE - 1);
            List<Vector> other = load(table, power, number);
            List<Vector> before = selected;
            selected = IntStream.range(0, digits.vectors()).mapToObj(i -> m.vpternlogq(before.get(i), other.get(i), mask, SELECT)).toList();
        }
        return selected;
    }

    private List<Vector> load(Address table, int power, int number) {
        int displacement = power * bytes + number * digits.bytes();
        return IntStream.range(0, digits.vectors()).mapToObj(i -> m.load(Digits.WIDTH, table, displacement + i * Digits.WIDTH.bytes())).toList();
    }

    private void store(Address base, int displacement, List<Vector> number) {
        for (int i = 0; i < number.size(); i++) {
            m.storeVector(base, displacement + i * Digits.WIDTH.bytes(), number.get(i));
        }
    }

    private Vector everywhere(long number) {
        return m.constant(Collections.nCopies(Digits.LANES, number).stream().mapToLong(Long::longValue).toArray());
    }
}
