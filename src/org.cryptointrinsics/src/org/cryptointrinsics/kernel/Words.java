package org.cryptointrinsics.kernel;

import org.cryptointrinsics.instruction.Size;

/**
 * The words that a digest computes with, in registers of one kind.
 *
 * @param <T> the vectors or the integers of a {@link Machine}
 * @param <A> its addresses
 */
public interface Words<T extends Value> {

    /** Loads a word. */
    T load(Address base, int displacement);

    /** Stores a word. */
    void store(Address base, int displacement, T value);

    T add(T x, T y);

    /** Adds a word in memory. */
    T add(T x, Address base, int displacement);

    /** Words in general registers. */
    static Words<Int> general(Machine m, Size size) {
        return new Words<>() {
            @Override
            public Int load(Address base, int displacement) {
                return m.load(size, base, displacement);
            }

            @Override
            public void store(Address base, int displacement, Int value) {
                m.storeInteger(base, displacement, value);
            }

            @Override
            public Int add(Int x, Int y) {
                return m.add(x, y);
            }

            @Override
            public Int add(Int x, Address base, int displacement) {
                return m.add(x, m.memory(size, base, displacement));
            }
        };
    }

    /** Words of 32 bits in lane 0 of vectors of 128 bits. */
    static Words<Vector> inLane0(Machine m) {
        return new Words<>() {
            @Override
            public Vector load(Address base, int displacement) {
                return m.loadDword(base, displacement);
            }

            @Override
            public void store(Address base, int displacement, Vector value) {
                m.storeDword(base, displacement, value);
            }

            @Override
            public Vector add(Vector x, Vector y) {
                return m.paddd(x, y);
            }

            @Override
            public Vector add(Vector x, Address base, int displacement) {
                return m.paddd(x, load(base, displacement));
            }
        };
    }
}
