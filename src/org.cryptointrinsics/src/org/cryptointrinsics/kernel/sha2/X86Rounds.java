package org.cryptointrinsics.kernel.sha2;

import java.util.List;
import java.util.function.IntFunction;

import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.VectorRounds;

/**
 * SHA-2 (FIPS 180-4 sections 6.2.2 and 6.4.2) with instructions for it, those for SHA-256 on lanes of 32 bits or those for SHA-512 on lanes of 64.
 *
 * <p>The working variables are kept as the instructions want them, from lane 3 down: ABEF and CDGH. {@code rnds2} does two rounds and yields the new ABEF; the old
 * one is the new CDGH. The message schedule {@code W[t] = sigma1(W[t-2]) + W[t-7] + sigma0(W[t-15]) + W[t-16]} is computed four words at a time: {@code msg1} adds
 * the last two terms, {@code msg2} the first.
 */
public final class X86Rounds extends VectorRounds {

    // Which half of which source, 0 and 1 of the first, 2 and 3 of the second, is to be the low half and, by the high digit, the high one.
    private static final int MIDDLE_HALVES = 0x21;
    private static final int SWAP_HALVES = 0x01;

    private final Machine m;
    private final Sha2 function;
    private final boolean is256;
    private final IntFunction<Vector> message;
    private final List<Vector> hash;
    /** {@code W[4 i]} to {@code W[4 i + 3]}. */
    private final Vector[] w;
    private Vector abef;
    private Vector cdgh;

    /**
     * Begins a block.
     *
     * @param message the i-th four words of the block
     * @param hash the hash value before the block: ABEF and CDGH
     */
    public X86Rounds(Machine m, Sha2 function, IntFunction<Vector> message, List<Vector> hash) {
        super(function.rounds());
        this.m = m;
        this.function = function;
        is256 = function == Sha2.SHA_256;
        this.message = message;
        this.hash = hash;
        w = new Vector[function.rounds() / 4];
        abef = hash.get(0);
        cdgh = hash.get(1);
    }

    /**
     * Terms of later words are added between rounds, each of which waits for the one before. With all terms of {@code w[i]} added at once, two blocks take 3 to 6 %
     * longer on Ice Lake and Sapphire Rapids, by LLVM's models of them.
     */
    @Override
    protected void next(int i) {
        if (i < 4) {
            w[i] = message.apply(i);
        }
        Vector wk = add(w[i], m.constant(function.constants(4 * i, 4)));
        twoRounds(wk);
        if (i >= 3 && i + 1 < w.length) {
            w[i + 1] = msg2(add(w[i + 1], secondToFifth(w[i - 1], w[i])), w[i]);
        }
        twoRounds(lastTwo(wk));
        if (i >= 1 && i + 3 < w.length) {
            w[i + 3] = msg1(w[i - 1], w[i]);
        }
    }

    private void twoRounds(Vector wk) {
        Vector next = rnds2(cdgh, abef, wk);
        cdgh = abef;
        abef = next;
    }

    @Override
    public List<Vector> sums() {
        return List.of(add(abef, hash.get(0)), add(cdgh, hash.get(1)));
    }

    private Vector rnds2(Vector cdgh, Vector abef, Vector wk) {
        return is256 ? m.sha256rnds2(cdgh, abef, wk) : m.vsha512rnds2(cdgh, abef, wk);
    }

    private Vector msg1(Vector w16, Vector w12) {
        return is256 ? m.sha256msg1(w16, w12) : m.vsha512msg1(w16, w12);
    }

    private Vector msg2(Vector sum, Vector w4) {
        return is256 ? m.sha256msg2(sum, w4) : m.vsha512msg2(sum, w4);
    }

    private Vector add(Vector x, Vector y) {
        return is256 ? m.paddd(x, y) : m.paddq(x, y);
    }

    /** The last three of four words, and the first of the next four. */
    private Vector secondToFifth(Vector words, Vector next) {
        return is256 ? m.palignr(next, words, 4) : m.palignr(m.vperm2i128(words, next, MIDDLE_HALVES), words, 8);
    }

    /** The last two of four words, as the first two. */
    private Vector lastTwo(Vector words) {
        return is256 ? m.pshufd(words, 0x0E) : m.vperm2i128(words, words, SWAP_HALVES);
    }
}
