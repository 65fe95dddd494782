package org.cryptointrinsics.kernel.sha2;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.HashComputation;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.MessageSchedule;
import org.cryptointrinsics.kernel.Value;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.Words;

/**
 * SHA-2 (FIPS 180-4 sections 6.2.2 and 6.4.2) for CPUs without instructions for it. Sixteen rounds at a time are a loop, but for the last ones, which need no
 * words after theirs.
 *
 * <p>A round is {@code T1 = h + Sigma1(e) + Ch(e, f, g) + K + W}, {@code T2 = Sigma0(a) + Maj(a, b, c)}, {@code e = d + T1}, {@code a = T1 + T2}. Of the standard's
 * Sigma and sigma, which differ in case only, the first are {@code upperSigma0} and {@code upperSigma1} here.
 *
 * @param <T> what the working variables are in
 */
public abstract class Sha2Rounds<T extends Value> extends HashComputation<T> {

    private final Sha2 function;
    /** Address of {@code K[t]} of all rounds. */
    private final Address k;

    protected Sha2Rounds(Machine m, Words<T> words, Sha2 function) {
        super(m, words, 8);
        this.function = function;
        k = m.table(function.constants(0, function.rounds()));
    }

    /** Computes what the first of 16 rounds would have of the one before. */
    protected void begin(@SuppressWarnings("unused") List<T> v) {
    }

    @Override
    public final List<T> rounds(MessageSchedule w, List<T> hash) {
        int lanes = w.width().bytes() / function.word().bytes();
        for (int t = 0; t < BLOCK_WORDS; t += lanes) {
            w.extend(t);
            w.storeSums(wk, t, constants(w, k, t));
        }
        List<T> v = new ArrayList<>(hash);
        List<List<? extends Value>> variables = new ArrayList<>(w.variables());
        variables.add(v);
        m.repeat(m.count(function.rounds() / BLOCK_WORDS - 1), k, BLOCK_WORDS * function.word().bytes(), variables, now -> {
            begin(v);
            for (int i = 0; i < BLOCK_WORDS; i += lanes) {
                int t = i;
                m.weave(() -> w.extend(BLOCK_WORDS + t), () -> rounds(t, lanes, v));
                w.storeSums(wk, t, constants(w, now, BLOCK_WORDS + t));
            }
        });
        begin(v);
        rounds(0, BLOCK_WORDS, v);
        return v;
    }

    private Vector constants(MessageSchedule w, Address from, int t) {
        return m.memory(w.width(), from, t * function.word().bytes());
    }
}
