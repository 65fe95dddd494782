package org.cryptointrinsics.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * The hash computation of SHA-1 and SHA-2 (FIPS 180-4 sections 6.1.2, 6.2.2 and 6.4.2) for CPUs without instructions for it: the message schedule in vectors,
 * woven into rounds on single words, which find {@code W[t] + K[t]} in memory.
 *
 * @param <T> what the working variables are in
 */
public abstract class HashComputation<T extends Value> {

    /** Words of a block; and rounds that find their sums in memory at once. */
    protected static final int BLOCK_WORDS = 16;

    protected final Machine m;
    /** Address of {@code W[t] + K[t]} of 16 rounds. */
    protected final Address wk;
    private final Words<T> words;
    private final int hashWords;

    /**
     * @param hashWords how many words the hash value has
     */
    protected HashComputation(Machine m, Words<T> words, int hashWords) {
        this.m = m;
        this.words = words;
        this.hashWords = hashWords;
        wk = m.scratch(BLOCK_WORDS * words.bytes());
    }

    /**
     * One round of step 3: T1, T2 and the new variables.
     *
     * @param t the number of the round; where rounds are a loop, of its body
     * @param v the working variables
     * @param sum {@code W[t] + K[t]}
     * @return the working variables after it
     */
    protected abstract List<T> round(int t, List<T> v, T sum);

    /** Does {@code count} rounds from round {@code t} on, and changes the working variables. */
    protected final void rounds(int t, int count, List<T> v) {
        for (int i = t; i < t + count; i++) {
            Collections.copy(v, round(i, v, words.memory().from(wk, i % BLOCK_WORDS * words.bytes())));
        }
    }

    /**
     * Steps 1 to 3.
     *
     * @param w the message schedule of the block, without any words yet
     * @param hash the hash value before the block
     * @return the working variables after the last round
     */
    public abstract List<T> rounds(MessageSchedule w, List<T> hash);

    /**
     * Computes the hash value of blocks; for the arguments see {@link DigestKernel#compress}.
     *
     * @param schedule begins the message schedule of the block at an address
     */
    public final void compress(Address state, Address data, Count blocks, Function<Address, MessageSchedule> schedule) {
        List<T> hash = new ArrayList<>();
        for (int i = 0; i < hashWords; i++) {
            hash.add(words.load().from(state, i * words.bytes()));
        }
        m.repeat(blocks, data, BLOCK_WORDS * words.bytes(), List.of(hash), block -> {
            List<T> v = rounds(schedule.apply(block), hash);
            for (int i = 0; i < hashWords; i++) {
                hash.set(i, words.add().apply(v.get(i), words.memory().from(state, i * words.bytes())));
                words.store().to(state, i * words.bytes(), hash.get(i));
            }
        });
    }
}
