package org.cryptointrinsics.kernel.sha512;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.sha2.RoundConstants;
import org.cryptointrinsics.kernel.sha2.ScalarRounds;

/**
 * SHA-384, SHA-512, SHA-512/224 and SHA-512/256 with the message schedule {@code W[t] = sigma1(W[t-2]) + W[t-7] + sigma0(W[t-15]) + W[t-16]} in vectors, two
 * words at a time: that many do not need each other.
 */
abstract class VectorSchedule extends ScalarRounds {

    VectorSchedule(Rotation rotation) {
        super(Size.QWORD, 80, List.of(28, 34, 39), List.of(14, 18, 41), rotation);
    }

    /** {@code ROTR(x, 1) ^ ROTR(x, 8) ^ (x >>> 7)}. */
    <V> V sigma0(Machine<V, ?, ?> m, V x) {
        V rotationBy8 = m.constant(0x0007060504030201L, 0x080F0E0D0C0B0A09L);
        V result = m.pxor(m.psrlq(x, 1), m.psllq(x, 63));
        return m.pxor(m.pxor(result, m.psrlq(x, 7)), m.pshufb(x, rotationBy8));
    }

    /** {@code ROTR(x, 19) ^ ROTR(x, 61) ^ (x >>> 6)}. */
    <V> V sigma1(Machine<V, ?, ?> m, V x) {
        V result = m.pxor(m.psrlq(x, 19), m.psllq(x, 45));
        result = m.pxor(m.pxor(result, m.psrlq(x, 61)), m.psllq(x, 3));
        return m.pxor(result, m.psrlq(x, 6));
    }

    @Override
    protected final <V, I, A> Schedule schedule(Machine<V, I, A> m, A block, A wk) {
        return new Words<>(m, block, wk);
    }

    /** The message schedule of one block, {@link #advance advanced} by two words in two rounds. */
    private final class Words<V, A> implements Schedule {

        private final Machine<V, ?, A> m;
        private final A wk;
        /** The last 16 words, the oldest first, and the next two as far as they are summed up. */
        private final List<V> w = new ArrayList<>();
        private V sum;

        Words(Machine<V, ?, A> m, A block, A wk) {
            this.m = m;
            this.wk = wk;
            V toBigEndian = m.constant(0x0001020304050607L, 0x08090A0B0C0D0E0FL);
            for (int t = 0; t < 16; t += 2) {
                w.add(m.pshufb(m.loadHalves(block, 8 * t), toBigEndian));
                store(t, w.getLast());
            }
        }

        /** Towards the words of round {@code t + 16}. */
        @Override
        public void advance(int t) {
            if (t >= 64) {
                return;
            }
            if (t % 2 == 0) {
                sum = m.paddq(m.paddq(w.get(0), m.palignr(w.get(5), w.get(4), 8)), sigma0(m, m.palignr(w.get(1), w.get(0), 8)));
            } else {
                sum = m.paddq(sum, sigma1(m, w.get(7)));
            }
        }

        @Override
        public void finish(int t) {
            if (t < 64 && t % 2 == 1) {
                w.removeFirst();
                w.add(sum);
                store(t - 1 + 16, sum);
            }
        }

        private void store(int t, V words) {
            m.storeVector(wk, 8 * (t % 16), m.paddq(words, m.constant(RoundConstants.word64(t), RoundConstants.word64(t + 1))));
        }
    }
}
