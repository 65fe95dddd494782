package org.cryptointrinsics.kernel;

import java.util.List;
import java.util.function.IntFunction;

/** A digest with 16 words of 32 bits in a block, by Intel's SHA extensions. */
public abstract class ShaExtensions implements HmacKernel {

    protected static final int BLOCK_BYTES = 64;

    /**
     * How far ahead a block is fetched. At 2 GB/s that is longer than memory takes; data that are not in the cache cost a tenth to a quarter else, since CPUs do
     * not look ahead by themselves beyond a page.
     */
    private static final int PREFETCH_BYTES = 8 * BLOCK_BYTES;

    /**
     * Begins a block.
     *
     * @param message the i-th four words of the block, in the order of {@link #words}
     * @param hash the hash value before the block, in the order of {@link #loadState}
     */
    protected abstract VectorRounds rounds(Machine m, IntFunction<Vector> message, List<Vector> hash);

    /** The hash value, in the order in which the instructions want it. */
    protected abstract List<Vector> loadState(Machine m, Address state);

    protected abstract void storeState(Machine m, Address state, List<Vector> hash);

    /** The i-th four words of a block, in the order in which the instructions want them. */
    protected abstract Vector words(Machine m, Address block, int i);

    /** As {@link #words}, of the block that {@link #compressDigest} compresses. */
    protected abstract Vector wordsOfDigest(Machine m, Address digest, int i);

    @Override
    public final void compress(Machine m, Address state, Address data, Count blocks) {
        storeState(m, state, m.repeat(blocks, data, BLOCK_BYTES, loadState(m, state), (block, hash) -> {
            m.prefetcht0(block, PREFETCH_BYTES);
            return rounds(m, i -> words(m, block, i), hash).run();
        }));
    }

    @Override
    public final void compressTwo(Machine m, Address state, Address data, Address otherState, Address otherData) {
        VectorRounds rounds = rounds(m, i -> words(m, data, i), loadState(m, state));
        VectorRounds otherRounds = rounds(m, i -> words(m, otherData, i), loadState(m, otherState));
        VectorRounds.runByTurns(rounds, otherRounds);
        storeState(m, state, rounds.sums());
        storeState(m, otherState, otherRounds.sums());
    }

    @Override
    public final void compressDigest(Machine m, Address state, Address digest) {
        storeState(m, state, rounds(m, i -> wordsOfDigest(m, digest, i), loadState(m, state)).run());
    }
}
