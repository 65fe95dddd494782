package org.cryptointrinsics.kernel.sha1;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.kernel.HashComputation;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.MessageSchedule;
import org.cryptointrinsics.kernel.Value;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.Words;

/**
 * SHA-1 (FIPS 180-4 section 6.1.2) for CPUs without instructions for it.
 *
 * <p>A round is {@code T = ROTL(a, 5) + f(b, c, d) + e + K + W}, {@code c = ROTL(b, 30)}, {@code a = T}. The next round waits two cycles for {@code a}, and as long
 * for {@code b} of the round before: 160 cycles a block.
 *
 * @param <T> what the working variables are in
 */
abstract class Sha1Rounds<T extends Value> extends HashComputation<T> {

    private static final int ROUNDS = 80;
    private static final int LANES = 4;

    Sha1Rounds(Machine m, Words<T> words) {
        super(m, words, 5);
    }

    @Override
    public final List<T> rounds(MessageSchedule w, List<T> hash) {
        for (int t = 0; t < BLOCK_WORDS; t += LANES) {
            w.extend(t);
            w.storeSums(wk, t, constants(t));
        }
        List<T> v = new ArrayList<>(hash);
        for (int i = BLOCK_WORDS; i < ROUNDS; i += LANES) {
            int t = i;
            m.weave(() -> w.extend(t), () -> rounds(t - BLOCK_WORDS, LANES, v));
            w.storeSums(wk, t % BLOCK_WORDS, constants(t));
        }
        rounds(ROUNDS - BLOCK_WORDS, BLOCK_WORDS, v);
        return v;
    }

    private Vector constants(int t) {
        int k = Sha1.constant(t);
        return m.constant(k, k, k, k);
    }
}
