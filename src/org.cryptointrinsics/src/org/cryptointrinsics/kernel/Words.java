package org.cryptointrinsics.kernel;

import java.util.function.BinaryOperator;

import org.cryptointrinsics.instruction.Size;

/**
 * How a digest computes with words, in registers of one kind.
 *
 * @param bytes the size of a word in memory
 * @param memory as {@code load}, but read by the instruction that uses the word, where there are such: nothing may be stored there in between
 * @param <T> the vectors or the integers of a {@link Machine}
 */
public record Words<T extends Value>(int bytes, Load<T> load, Load<T> memory, Store<T> store, BinaryOperator<T> add) {

    /** Loads a word. */
    @FunctionalInterface
    public interface Load<T> {
        T from(Address base, int displacement);
    }

    /** Stores a word. */
    @FunctionalInterface
    public interface Store<T> {
        void to(Address base, int displacement, T value);
    }

    /** Words in general registers. */
    public static Words<Int> general(Machine m, Size size) {
        return new Words<>(size.bytes(), (base, displacement) -> m.load(size, base, displacement), (base, displacement) -> m.memory(size, base, displacement),
                        m::storeInteger, m::add);
    }

    /** Words of 32 bits in lane 0 of vectors. */
    public static Words<Vector> inLane0(Machine m) {
        return new Words<>(Integer.BYTES, m::loadDword, m::loadDword, m::storeDword, m::paddd);
    }

    /** Pairs of words of 32 bits, side by side, in lanes 0 and 1 of vectors. */
    public static Words<Vector> inLanes0And1(Machine m) {
        return new Words<>(Long.BYTES, m::loadQword, m::loadQword, m::storeQword, m::paddd);
    }
}
