package org.cryptointrinsics.kernel;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a program for whole messages runs on: a {@link Machine} that also computes with lengths, and chooses by them what it executes. Lengths are {@linkplain Count counts}; data
 * are {@linkplain Value values}, which nothing can be chosen by.
 */
public interface MessageMachine extends Machine {

    /** {@code a + b}, less than 2^31. */
    Count plus(Count a, Count b);

    /** {@code a - b}, at least 0. */
    Count minus(Count a, Count b);

    /** {@code a * factor}, less than 2^31. */
    Count times(Count a, int factor);

    /** {@code a / divisor}, rounded down. */
    Count dividedBy(Count a, int divisor);

    /** The address of the byte at {@code offset} behind {@code base}. */
    Address plus(Address base, Count offset);

    /** {@code a < b}. */
    Condition isLess(Count a, Count b);

    /** Whether both hold. */
    default Condition and(Condition a, Condition b) {
        Count one = count(1);
        Count zero = count(0);
        return isLess(zero, choose(a, choose(b, one, zero), zero));
    }

    /** Whether an address that the program was called with is 0. */
    Condition isNull(Address address);

    /** Whether two addresses that the program was called with are the same. */
    Condition isSame(Address a, Address b);

    /** Whether a value is 0, which everybody may know from then on: that a tag is right. */
    Condition reveal(Int value);

    /**
     * As {@link #scratch(int)}, with another alignment.
     *
     * @param bytes a multiple of 16
     * @param alignment a power of two
     */
    Address scratch(int bytes, int alignment);

    /** One of two numbers. */
    Count choose(Condition condition, Count ifTrue, Count ifFalse);

    /** One of two addresses. */
    Address choose(Condition condition, Address ifTrue, Address ifFalse);

    /**
     * Executes one of two sequences of instructions.
     *
     * @return what it yields, of which both have as much, alike
     */
    <T extends Computed> List<T> choose(Condition condition, Supplier<List<T>> ifTrue, Supplier<List<T>> ifFalse);

    /**
     * How a loop goes on.
     *
     * @param again whether the body is executed once more
     * @param variables the variables for that, as many as before, alike
     */
    record Next(Condition again, List<? extends Public> variables) {
    }

    /** {@code do { variables = body(variables); } while (again); }}: a loop in which addresses and numbers are computed. */
    void loop(List<? extends Public> variables, Function<List<Public>, Next> body);

    /** A number as an integer of 64 bits. */
    Int value(Count number);

    /** Loads a byte, zero-extended to 64 bits. */
    Int loadByte(Address base, int displacement);

    /** Stores the lowest byte. */
    void storeByte(Address base, int displacement, Int value);

    /** An integer of 32 bits, zero-extended to 64. */
    Int zeroExtend(Int value);

    /** {@code value << bits}, less than its size. */
    Int shiftLeft(Int value, Count bits);

    /** {@code value >>> bits}, less than its size. */
    Int shiftRight(Int value, Count bits);

    /** The bytes of {@code value} in reverse order. */
    Int reverseBytes(Int value);

    /** {@code a % divisor}. */
    default Count remainder(Count a, int divisor) {
        return minus(a, times(dividedBy(a, divisor), divisor));
    }

    /** {@code a == 0}. */
    default Condition isZero(Count a) {
        return isLess(a, 1);
    }

    /** {@code a < b}. */
    default Condition isLess(Count a, int b) {
        return isLess(a, count(b));
    }

    /** {@code a + b}, less than 2^31. */
    default Count plus(Count a, int b) {
        return plus(a, count(b));
    }

    /** {@code a - b}, at least 0. */
    default Count minus(Count a, int b) {
        return minus(a, count(b));
    }

    /** The address of the byte at {@code offset} behind {@code base}. */
    default Address plus(Address base, int offset) {
        return plus(base, count(offset));
    }

    /** Executes one of two sequences of instructions, neither of which yields anything. */
    default void choose(Condition condition, Runnable ifTrue, Runnable ifFalse) {
        choose(condition, nothing(ifTrue), nothing(ifFalse));
    }

    private static Supplier<List<Public>> nothing(Runnable instructions) {
        return () -> {
            instructions.run();
            return List.of();
        };
    }

    /** Executes instructions if a condition holds. */
    default void when(Condition condition, Runnable instructions) {
        choose(condition, instructions, () -> {
        });
    }

    /** Executes instructions unless a condition holds. */
    default void unless(Condition condition, Runnable instructions) {
        choose(condition, () -> {
        }, instructions);
    }

    /** As {@link #repeat(Count, List, int, List, java.util.function.BiFunction)}, without variables, and not at all if {@code count} is 0. */
    default void forEach(Count count, List<Address> data, int stride, Consumer<List<Address>> body) {
        unless(isZero(count), () -> repeat(count, data, stride, List.<Value> of(), (addresses, _) -> {
            body.accept(addresses);
            return List.of();
        }));
    }
}
