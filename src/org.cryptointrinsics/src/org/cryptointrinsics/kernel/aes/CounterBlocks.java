package org.cryptointrinsics.kernel.aes;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.kernel.Machine;

/**
 * The counter blocks (NIST SP 800-38D section 6.5) of one chunk after the other, made of a vector that is kept in a register: blocks with their bytes in reverse
 * order, so that lane 0 is the counter.
 */
abstract class CounterBlocks<V, A> {

    final Machine<V, ?, A> m;
    final Lanes<V, A> lanes;
    final int vectors;

    private CounterBlocks(Lanes<V, A> lanes, int vectors) {
        this.m = lanes.machine();
        this.lanes = lanes;
        this.vectors = vectors;
    }

    /**
     * @param vectors of a chunk
     * @param isFromTwo whether the counter is {@link FromTwo#FIRST} more than a multiple of the blocks of a chunk
     */
    static <V, A> CounterBlocks<V, A> of(Lanes<V, A> lanes, int vectors, boolean isFromTwo) {
        return isFromTwo && Integer.bitCount(vectors) == 1 ? new FromTwo<>(lanes, vectors) : new FromAny<>(lanes, vectors);
    }

    /**
     * The register for the first chunk.
     *
     * @param block the first one of it, in the lowest 128 bits
     */
    abstract V register(V block);

    /** The blocks of a chunk, their bytes in order, with the first round key added. */
    abstract List<V> blocks(V register, V roundKey);

    /** The first block of a chunk, in the lowest 128 bits. */
    abstract V block(V register);

    /** The register for the next chunk. */
    final V next(V register) {
        return add(register, blocksOfChunk());
    }

    final int blocksOfChunk() {
        return vectors * lanes.count();
    }

    final V add(V blocks, int number) {
        return m.paddd(blocks, lanes.everywhere(number & 0xFFFFFFFFL, 0));
    }

    /** Of any counter. */
    private static final class FromAny<V, A> extends CounterBlocks<V, A> {

        FromAny(Lanes<V, A> lanes, int vectors) {
            super(lanes, vectors);
        }

        @Override
        V register(V block) {
            return lanes.count() == 1 ? block : m.paddd(lanes.broadcast(block, 0), lanes.numbers());
        }

        @Override
        List<V> blocks(V register, V roundKey) {
            List<V> blocks = new ArrayList<>();
            for (int i = 0; i < vectors; i++) {
                blocks.add(m.pxor(lanes.reverse(i == 0 ? register : add(register, i * lanes.count())), roundKey));
            }
            return blocks;
        }

        @Override
        V block(V register) {
            return register;
        }
    }

    /**
     * Of a message whose IV has 12 bytes: the low bits of a counter are those of its place in the chunk. They are added to the others, and to the round key, by
     * XOR, which takes half of the instructions.
     */
    private static final class FromTwo<V, A> extends CounterBlocks<V, A> {

        /** The first counter; that of {@code J0} is 1. */
        static final int FIRST = 2;

        FromTwo(Lanes<V, A> lanes, int vectors) {
            super(lanes, vectors);
        }

        @Override
        V register(V block) {
            return add(lanes.broadcast(block, 0), -FIRST);
        }

        @Override
        List<V> blocks(V register, V roundKey) {
            long[] carries = new long[2 * lanes.count()];
            for (int lane = 0; lane < lanes.count(); lane++) {
                carries[2 * lane] = number(vectors - 1, lane) & -blocksOfChunk();
            }
            V start = m.pxor(lanes.reverse(register), roundKey);
            V end = m.pxor(lanes.reverse(m.paddd(register, m.constant(carries))), roundKey);
            List<V> blocks = new ArrayList<>();
            for (int i = 0; i < vectors; i++) {
                long[] low = new long[2 * lanes.count()];
                for (int lane = 0; lane < lanes.count(); lane++) {
                    low[2 * lane + 1] = (long) (number(i, lane) % blocksOfChunk()) << Long.SIZE - Byte.SIZE;
                }
                blocks.add(m.pxor(number(i, lanes.count() - 1) < blocksOfChunk() ? start : end, m.constant(low)));
            }
            return blocks;
        }

        @Override
        V block(V register) {
            return add(register, FIRST);
        }

        /** Of a block, in its chunk; the last ones have those of the next chunk. */
        private int number(int vector, int lane) {
            return FIRST + vector * lanes.count() + lane;
        }
    }
}
