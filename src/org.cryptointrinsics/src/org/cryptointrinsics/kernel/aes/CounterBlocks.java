package org.cryptointrinsics.kernel.aes;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/**
 * The counter blocks of {@link Gctr}, {@code CB_i = inc32(CB_(i-1))}, for one chunk after the other, made of a vector that is kept in a register: blocks with their
 * bytes in reverse order, so that the lowest dword is what {@code inc32} increments.
 */
abstract class CounterBlocks {

    final Machine m;
    final Blocks blocks;
    final int vectors;

    private CounterBlocks(Blocks blocks, int vectors) {
        this.m = blocks.m;
        this.blocks = blocks;
        this.vectors = vectors;
    }

    /**
     * @param vectors of a chunk
     */
    static CounterBlocks of(Blocks blocks, int vectors, Icb icb) {
        return icb == Icb.INC32_J0 && Integer.bitCount(vectors) == 1 ? new FromTwo(blocks, vectors) : new FromAny(blocks, vectors);
    }

    /**
     * The register for the first chunk.
     *
     * @param cb the first counter block of it, in the lowest lane
     */
    abstract Vector register(Vector cb);

    /** The counter blocks of a chunk, their bytes in order, with the first round key added. */
    abstract List<Vector> ofChunk(Vector register, Vector roundKey);

    /** The first counter block of a chunk, in the lowest lane. */
    abstract Vector cb(Vector register);

    /** The register for the next chunk. */
    final Vector next(Vector register) {
        return add(register, size());
    }

    /** Of a chunk, in blocks. */
    final int size() {
        return vectors * blocks.lanes();
    }

    final Vector add(Vector register, int number) {
        return m.paddd(register, blocks.everywhere(number & 0xFFFFFFFFL, 0));
    }

    /** Of {@link Icb#ANY}. */
    private static final class FromAny extends CounterBlocks {

        FromAny(Blocks blocks, int vectors) {
            super(blocks, vectors);
        }

        @Override
        Vector register(Vector cb) {
            return blocks.lanes() == 1 ? cb : m.paddd(blocks.broadcast(cb, 0), blocks.numbers());
        }

        @Override
        List<Vector> ofChunk(Vector register, Vector roundKey) {
            List<Vector> cb = new ArrayList<>();
            for (int i = 0; i < vectors; i++) {
                cb.add(m.pxor(blocks.reverse(i == 0 ? register : add(register, i * blocks.lanes())), roundKey));
            }
            return cb;
        }

        @Override
        Vector cb(Vector register) {
            return register;
        }
    }

    /**
     * Of {@link Icb#INC32_J0}: the low bits of a counter are those of its place in the chunk. They are added to the others, and to the round key, by XOR, which takes
     * half of the instructions.
     */
    private static final class FromTwo extends CounterBlocks {

        /** The counter of ICB; that of {@code J0} is 1. */
        static final int FIRST = 2;

        FromTwo(Blocks blocks, int vectors) {
            super(blocks, vectors);
        }

        @Override
        Vector register(Vector cb) {
            return add(blocks.broadcast(cb, 0), -FIRST);
        }

        @Override
        List<Vector> ofChunk(Vector register, Vector roundKey) {
            long[] carries = new long[2 * blocks.lanes()];
            for (int lane = 0; lane < blocks.lanes(); lane++) {
                carries[2 * lane] = number(vectors - 1, lane) & -size();
            }
            Vector start = m.pxor(blocks.reverse(register), roundKey);
            Vector end = m.pxor(blocks.reverse(m.paddd(register, m.constant(carries))), roundKey);
            List<Vector> cb = new ArrayList<>();
            for (int i = 0; i < vectors; i++) {
                long[] low = new long[2 * blocks.lanes()];
                for (int lane = 0; lane < blocks.lanes(); lane++) {
                    low[2 * lane + 1] = (long) (number(i, lane) % size()) << Long.SIZE - Byte.SIZE;
                }
                cb.add(m.pxor(number(i, blocks.lanes() - 1) < size() ? start : end, m.constant(low)));
            }
            return cb;
        }

        @Override
        Vector cb(Vector register) {
            return add(register, FIRST);
        }

        /** Of a block, in its chunk; the last ones have those of the next chunk. */
        private int number(int vector, int lane) {
            return FIRST + vector * blocks.lanes() + lane;
        }
    }
}
