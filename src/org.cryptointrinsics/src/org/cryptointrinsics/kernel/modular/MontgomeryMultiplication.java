package org.cryptointrinsics.kernel.modular;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/**
 * Montgomery's multiplication (P. L. Montgomery, Modular multiplication without trial division, 1985), of two pairs of numbers at once, modulo two odd numbers: while one waits
 * for its digit, the other one is computed. Numbers are {@link Digits}, and R is 2<sup>51 count</sup>.
 */
public class MontgomeryMultiplication {

    /**
     * Both numbers of a pair, one after the other.
     *
     * @param displacement in bytes, of the first one from the address
     */
    public record Pair(Address address, int displacement) {

        public Pair(Address address) {
            this(address, 0);
        }
    }

    public static final int NUMBERS = 2;
    /** Of the highest digit of a factor. */
    public static final int MOST_BITS_OF_HIGHEST = 45;
    private static final long DIGIT = (1L << Digits.BITS) - 1;

    private final Machine m;
    protected final Digits digits;
    private final Pair moduli;

    /**
     * @param moduli both, and then {@code -1/n mod} 2<sup>52</sup> for both, of 64 bits each
     */
    public MontgomeryMultiplication(Machine m, Digits digits, Pair moduli) {
        this.m = m;
        this.digits = digits;
        this.moduli = moduli;
    }

    private Vector everywhere(long number) {
        return m.constant(Collections.nCopies(Digits.LANES, number).stream().mapToLong(Long::longValue).toArray());
    }

    private Vector inLane(int lane, long number) {
        long[] lanes = new long[Digits.LANES];
        lanes[lane] = number;
        return m.constant(lanes);
    }

    private int at(int number, int vector) {
        return number * digits.bytes() + vector * Digits.WIDTH.bytes();
    }

    /**
     * Stores {@code a b / R} modulo n, for both. Of what is multiplied, each digit may have one bit more than its own, but the highest one of n, which may have
     * {@link #MOST_BITS_OF_HIGHEST}, and higher ones, which are 0. The result is such a number. It may be where {@code a} or {@code b} is.
     */
    public void multiply(Pair result, Pair a, Pair b) {
        int vectors = digits.vectors();
        List<Vector> sums = Collections.nCopies(NUMBERS * 2 * vectors, everywhere(0));
        sums = m.repeat(m.count(digits.count() / vectors), b.address, Long.BYTES, sums, (digit, current) -> {
            List<List<Vector>> both = new ArrayList<>(split(current));
            for (int i = 0; i < vectors; i++) {
                for (int number = 0; number < NUMBERS; number++) {
                    both.set(number, addDigit(number, both.get(number), a, m.loadQwordBroadcast(Digits.WIDTH, digit, b.displacement + at(number, i))));
                }
            }
            return both.stream().flatMap(List::stream).toList();
        });
        for (int number = 0; number < NUMBERS; number++) {
            List<Vector> carried = carry(sum(split(sums).get(number)));
            for (int i = 0; i < vectors; i++) {
                m.storeVector(result.address, result.displacement + at(number, i), carried.get(i));
            }
        }
    }

    private static List<List<Vector>> split(List<Vector> both) {
        int half = both.size() / 2;
        return List.of(both.subList(0, half), both.subList(half, both.size()));
    }

    /**
     * {@code (sum + a b + q n) /} 2<sup>51</sup>, where {@code q} is a digit with which that is a number.
     *
     * @param sum sums of low halves of products, and then of high halves. These have the weight of 52 bits, twice that of the next digit: what has been divided has each twice.
     */
    private List<Vector> addDigit(int number, List<Vector> sum, Pair a, Vector b) {
        int vectors = digits.vectors();
        List<Vector> low = new ArrayList<>(split(sum).getFirst());
        List<Vector> high = new ArrayList<>(split(sum).getLast());
        low.set(0, m.paddq(low.getFirst(), twice(high.removeFirst())));
        high.add(everywhere(0));
        add(low, high, a, number, b);
        Vector inverse = m.loadQwordBroadcast(Digits.WIDTH, moduli.address, moduli.displacement + at(NUMBERS, 0) + number * Long.BYTES);
        Vector q = m.vpmadd52luq(everywhere(0), m.vpbroadcastq(low.getFirst()), inverse);
        add(low, high, moduli, number, q);
        // The lowest digit is 0 now, but for its carry.
        Vector lowest = low.removeFirst();
        low.set(0, m.paddq(low.getFirst(), m.pand(m.psrlq(lowest, Digits.BITS), inLane(0, -1))));
        low.add(m.valignq(everywhere(0), lowest, 1));
        return Stream.concat(low.stream(), high.stream()).toList();
    }

    private Vector twice(Vector a) {
        return m.paddq(a, a);
    }

    private void add(List<Vector> low, List<Vector> high, Pair factor, int number, Vector digit) {
        for (int i = 0; i < digits.vectors(); i++) {
            Vector other = m.load(Digits.WIDTH, factor.address, factor.displacement + at(number, i));
            low.set(i, m.vpmadd52luq(low.get(i), other, digit));
            high.set(i, m.vpmadd52huq(high.get(i), other, digit));
        }
    }

    private List<Vector> sum(List<Vector> lowAndHigh) {
        return IntStream.range(0, digits.vectors()).mapToObj(i -> m.paddq(lowAndHigh.get(i), twice(lowAndHigh.get(digits.vectors() + i)))).toList();
    }

    /** Of each digit, what is more than its bits goes to the next one: all at once, so that a digit may be a little more than its bits again. */
    private List<Vector> carry(List<Vector> sum) {
        List<Vector> carries = sum.stream().map(digit -> m.psrlq(digit, Digits.BITS)).toList();
        List<Vector> result = new ArrayList<>();
        for (int i = 0; i < sum.size(); i++) {
            Vector before = i == 0 ? m.valignq(carries.getLast(), everywhere(0), Digits.LANES - 1) : carries.get(i - 1);
            result.add(m.paddq(m.pand(sum.get(i), everywhere(DIGIT)), before));
        }
        return result;
    }
}
