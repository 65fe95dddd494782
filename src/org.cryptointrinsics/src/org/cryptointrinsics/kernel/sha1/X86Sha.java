package org.cryptointrinsics.kernel.sha1;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.HmacKernel;
import org.cryptointrinsics.kernel.Machine;

/**
 * SHA-1 (FIPS 180-4 section 6.1.2) with the SHA instructions.
 *
 * <p>The variables a to d are in one vector, from lane 3 down, as are four words of the message. {@code sha1rnds4} does four rounds, whose e comes with the
 * first word: it is the a of four rounds before, rotated, which {@code sha1nexte} adds. The message schedule
 * {@code W[t] = ROTL(W[t-3] ^ W[t-8] ^ W[t-14] ^ W[t-16], 1)} is computed four words at a time: {@code sha1msg1} adds the last two terms, {@code pxor} the
 * second, {@code sha1msg2} the first.
 *
 * <p>A block takes 20 {@code sha1rnds4}, each waiting for the one before: 120 cycles where its latency is 6.
 */
public final class X86Sha implements HmacKernel {

    private static final int ROUNDS = 80;
    private static final int DIGEST_BYTES = 20;

    @Override
    public <V, I, A> void compress(Machine<V, I, A> m, A state, A data, I blocks) {
        storeState(m, state, m.repeat(blocks, data, Sha1.BLOCK_BYTES, loadState(m, state),
                        (block, chain) -> sums(new Rounds<>(m, i -> words(m, block, i), chain))));
    }

    @Override
    public <V, I, A> void compressTwo(Machine<V, I, A> m, A state, A data, A otherState, A otherData) {
        Rounds<V> rounds = new Rounds<>(m, i -> words(m, data, i), loadState(m, state));
        Rounds<V> otherRounds = new Rounds<>(m, i -> words(m, otherData, i), loadState(m, otherState));
        for (int t = 0; t < ROUNDS; t += 4) {
            rounds.next(t);
            otherRounds.next(t);
        }
        storeState(m, state, rounds.sums());
        storeState(m, otherState, otherRounds.sums());
    }

    @Override
    public <V, I, A> void compressDigest(Machine<V, I, A> m, A state, A digest) {
        storeState(m, state, sums(new Rounds<>(m, i -> switch (i) {
            case 0 -> m.pshufd(m.load(Width.XMM, digest, 0), 0x1B);
            case 1 -> m.pxor(m.pshufd(m.loadDword(digest, 16), 0x15), m.constant(0, 0, 1 << 31, 0));
            case 2 -> m.constant(0, 0, 0, 0);
            default -> m.constant((Sha1.BLOCK_BYTES + DIGEST_BYTES) * Byte.SIZE, 0, 0, 0);
        }, loadState(m, state))));
    }

    private static <V> List<V> sums(Rounds<V> rounds) {
        for (int t = 0; t < ROUNDS; t += 4) {
            rounds.next(t);
        }
        return rounds.sums();
    }

    /** Words {@code 4 i} to {@code 4 i + 3} of a block. */
    private static <V, A> V words(Machine<V, ?, A> m, A block, int i) {
        return m.pshufb(m.loadHalves(block, 16 * i), m.constant(0x0C0D0E0F, 0x08090A0B, 0x04050607, 0x00010203));
    }

    /** ABCD, and e in lane 3. */
    private static <V, A> List<V> loadState(Machine<V, ?, A> m, A state) {
        return List.of(m.pshufd(m.loadHalves(state, 0), 0x1B), m.pshufd(m.loadDword(state, 16), 0x15));
    }

    private static <V, A> void storeState(Machine<V, ?, A> m, A state, List<V> chain) {
        m.storeVector(state, 0, m.pshufd(chain.get(0), 0x1B));
        m.storeDword(state, 16, m.pshufd(chain.get(1), 0xFF));
    }

    /** The rounds of a block. */
    private static final class Rounds<V> {

        private final Machine<V, ?, ?> m;
        private final IntFunction<V> words;
        private final List<V> chain;
        private final List<V> w = new ArrayList<>();
        private V current;
        private V previous;

        /**
         * @param words the i-th four words of the block
         */
        Rounds(Machine<V, ?, ?> m, IntFunction<V> words, List<V> chain) {
            this.m = m;
            this.words = words;
            this.chain = chain;
            current = chain.get(0);
        }

        /** Rounds {@code t} to {@code t + 3}. */
        void next(int t) {
            if (t < 16) {
                w.add(words.apply(t / 4));
            } else {
                V sum = m.pxor(m.sha1msg1(w.get(0), w.get(1)), w.get(2));
                w.add(m.sha1msg2(sum, w.get(3)));
                w.removeFirst();
            }
            V we = t == 0 ? m.paddd(chain.get(1), w.getLast()) : m.sha1nexte(previous, w.getLast());
            previous = current;
            current = m.sha1rnds4(current, we, t / 20);
        }

        /** The next chaining value. */
        List<V> sums() {
            return List.of(m.paddd(current, chain.get(0)), m.sha1nexte(previous, chain.get(1)));
        }
    }
}
