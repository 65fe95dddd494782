package org.cryptointrinsics.kernel;

import org.cryptointrinsics.instruction.Size;

/**
 * The words that a digest computes with, in registers of one kind.
 *
 * @param <T> the vectors or the integers of a {@link Machine}
 * @param <A> its addresses
 */
public interface Words<T, A> {

    /** Loads a word. */
    T load(A base, int displacement);

    /** Stores a word. */
    void store(A base, int displacement, T value);

    T add(T x, T y);

    /** Adds a word in memory. */
    T add(T x, A base, int displacement);

    /** Words in general registers. */
    static <I, A> Words<I, A> general(Machine<?, I, A> m, Size size) {
        return new Words<>() {
            @Override
            public I load(A base, int displacement) {
                return m.load(size, base, displacement);
            }

            @Override
            public void store(A base, int displacement, I value) {
                m.storeInteger(base, displacement, value);
            }

            @Override
            public I add(I x, I y) {
                return m.add(x, y);
            }

            @Override
            public I add(I x, A base, int displacement) {
                return m.add(x, m.memory(size, base, displacement));
            }
        };
    }

    /** Words of 32 bits in lane 0 of vectors of 128 bits. */
    static <V, A> Words<V, A> inLane0(Machine<V, ?, A> m) {
        return new Words<>() {
            @Override
            public V load(A base, int displacement) {
                return m.loadDword(base, displacement);
            }

            @Override
            public void store(A base, int displacement, V value) {
                m.storeDword(base, displacement, value);
            }

            @Override
            public V add(V x, V y) {
                return m.paddd(x, y);
            }

            @Override
            public V add(V x, A base, int displacement) {
                return m.paddd(x, load(base, displacement));
            }
        };
    }
}
