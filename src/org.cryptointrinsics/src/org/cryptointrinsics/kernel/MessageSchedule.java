package org.cryptointrinsics.kernel;

import java.util.List;

import org.cryptointrinsics.instruction.Width;

/** The message schedule {@code W[t]} of SHA-1 or SHA-2 (FIPS 180-4 sections 6.1.2, 6.2.2 and 6.4.2, step 1) of a block, or of two, a vector of words at a time. */
public interface MessageSchedule {

    /** The width of a vector. */
    Width width();

    /**
     * Adds {@code W[t]} and the words after it, as many as are in a vector.
     *
     * @param t how many words there are; of SHA-2, where rounds are a loop, any number from 16 on stands for those beyond it
     */
    void extend(int t);

    /**
     * Stores the sums of the last words and {@code k}.
     *
     * @param wk address of the sum for the first of 16 rounds
     * @param t the number of the first word, modulo 16
     */
    void storeSums(Address wk, int t, Vector k);

    /** The words that later ones are computed from. */
    List<List<Vector>> variables();
}
