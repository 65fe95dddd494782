package org.cryptointrinsics.kernel.aes;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/**
 * The counter blocks (NIST SP 800-38D section 6.5) of one chunk after the other, made of a vector that is kept in a register: blocks with their bytes in reverse
 * order, so that lane 0 is the counter.
 */
abstract class CounterBlocks {

    final Machine m;
    final Lanes lanes;
    final int vectors;

    private CounterBlocks(Lanes lanes, int vectors) {
        this.m = lanes.machine();
        this.lanes = lanes;
        this.vectors = vectors;
    }

    /**
     * @param vectors of a chunk
     * @param isFromTwo whether the counter is {@link FromTwo#FIRST} more than a multiple of the blocks of a chunk
     */
    static CounterBlocks of(Lanes lanes, int vectors, boolean isFromTwo) {
        return isFromTwo && Integer.bitCount(vectors) == 1 ? new FromTwo(lanes, vectors) : new FromAny(lanes, vectors);
    }

    /**
     * The register for the first chunk.
     *
     * @param block the first one of it, in the lowest 128 bits
     */
    abstract Vector register(Vector block);

    /** The blocks of a chunk, their bytes in order, with the first round key added. */
    abstract List<Vector> blocks(Vector register, Vector roundKey);

    /** The first block of a chunk, in the lowest 128 bits. */
    abstract Vector block(Vector register);

    /** The register for the next chunk. */
    final Vector next(Vector register) {
        return add(register, blocksOfChunk());
    }

    final int blocksOfChunk() {
        return vectors * lanes.count();
    }

    final Vector add(Vector blocks, int number) {
        return m.paddd(blocks, lanes.everywhere(number & 0xFFFFFFFFL, 0));
    }

    /** Of any counter. */
    private static final class FromAny extends CounterBlocks {

        FromAny(Lanes lanes, int vectors) {
            super(lanes, vectors);
        }

        @Override
        Vector register(Vector block) {
            return lanes.count() == 1 ? block : m.paddd(lanes.broadcast(block, 0), lanes.numbers());
        }

        @Override
        List<Vector> blocks(Vector register, Vector roundKey) {
            List<Vector> blocks = new ArrayList<>();
            for (int i = 0; i < vectors; i++) {
                blocks.add(m.pxor(lanes.reverse(i == 0 ? register : add(register, i * lanes.count())), roundKey));
            }
            return blocks;
        }

        @Override
        Vector block(Vector register) {
            return register;
        }
    }

    /**
     * Of a message whose IV has 12 bytes: the low bits of a counter are those of its place in the chunk. They are added to the others, and to the round key, by
     * XOR, which takes half of the instructions.
     */
    private static final class FromTwo extends CounterBlocks {

        /** The first counter; that of {@code J0} is 1. */
        static final int FIRST = 2;

        FromTwo(Lanes lanes, int vectors) {
            super(lanes, vectors);
        }

        @Override
        Vector register(Vector block) {
            return add(lanes.broadcast(block, 0), -FIRST);
        }

        @Override
        List<Vector> blocks(Vector register, Vector roundKey) {
            long[] carries = new long[2 * lanes.count()];
            for (int lane = 0; lane < lanes.count(); lane++) {
                carries[2 * lane] = number(vectors - 1, lane) & -blocksOfChunk();
            }
            Vector start = m.pxor(lanes.reverse(register), roundKey);
            Vector end = m.pxor(lanes.reverse(m.paddd(register, m.constant(carries))), roundKey);
            List<Vector> blocks = new ArrayList<>();
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
        Vector block(Vector register) {
            return add(register, FIRST);
        }

        /** Of a block, in its chunk; the last ones have those of the next chunk. */
        private int number(int vector, int lane) {
            return FIRST + vector * lanes.count() + lane;
        }
    }
}
