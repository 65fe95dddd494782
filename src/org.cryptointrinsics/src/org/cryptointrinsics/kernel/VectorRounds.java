package org.cryptointrinsics.kernel;

import java.util.List;
import java.util.function.IntFunction;

/**
 * A digest with 16 words of 32 bits in a block, by instructions that do four rounds on vectors.
 */
public abstract class VectorRounds implements HmacKernel {

    protected static final int BLOCK_BYTES = 64;

    /**
     * How far ahead a block is fetched. At 2 GB/s that is longer than memory takes; data that are not in the cache cost a tenth to a quarter else, since CPUs do
     * not look ahead by themselves beyond a page.
     */
    private static final int PREFETCH_BYTES = 8 * BLOCK_BYTES;

    private final int rounds;

    protected VectorRounds(int rounds) {
        this.rounds = rounds;
    }

    /** The rounds of a block, four at a time. */
    protected interface Rounds {

        /** Rounds {@code 4 i} to {@code 4 i + 3}. */
        void next(int i);

        /** The chaining value after the block. */
        List<Vector> sums();
    }

    /**
     * Begins a block.
     *
     * @param words the i-th four words of the block, in the order of {@link #words}
     * @param chain the chaining value before the block, in the order of {@link #loadState}
     */
    protected abstract Rounds rounds(Machine m, IntFunction<Vector> words, List<Vector> chain);

    /** The chaining value, in the order in which the instructions want it. */
    protected abstract List<Vector> loadState(Machine m, Address state);

    protected abstract void storeState(Machine m, Address state, List<Vector> chain);

    /** The i-th four words of a block, in the order in which the instructions want them. */
    protected abstract Vector words(Machine m, Address block, int i);

    /** As {@link #words}, of the block that {@link #compressDigest} compresses. */
    protected abstract Vector wordsOfDigest(Machine m, Address digest, int i);

    @Override
    public final void compress(Machine m, Address state, Address data, Count blocks) {
        storeState(m, state, m.repeat(blocks, data, BLOCK_BYTES, loadState(m, state), (block, chain) -> {
            m.prefetcht0(block, PREFETCH_BYTES);
            return sums(rounds(m, i -> words(m, block, i), chain));
        }));
    }

    /** The rounds by turns. */
    @Override
    public final void compressTwo(Machine m, Address state, Address data, Address otherState, Address otherData) {
        Rounds one = rounds(m, i -> words(m, data, i), loadState(m, state));
        Rounds other = rounds(m, i -> words(m, otherData, i), loadState(m, otherState));
        for (int i = 0; i < rounds / 4; i++) {
            one.next(i);
            other.next(i);
        }
        storeState(m, state, one.sums());
        storeState(m, otherState, other.sums());
    }

    @Override
    public final void compressDigest(Machine m, Address state, Address digest) {
        storeState(m, state, sums(rounds(m, i -> wordsOfDigest(m, digest, i), loadState(m, state))));
    }

    private List<Vector> sums(Rounds all) {
        for (int i = 0; i < rounds / 4; i++) {
            all.next(i);
        }
        return all.sums();
    }
}
