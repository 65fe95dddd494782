package org.cryptointrinsics.kernel.sha256;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.sha2.ScalarRounds;

/**
 * SHA-224 and SHA-256 with the message schedule {@code W[t] = sigma1(W[t-2]) + W[t-7] + sigma0(W[t-15]) + W[t-16]} in vectors, four words at a time.
 *
 * <p>The last two words of a group of four need {@code sigma1} of the first two, so {@code sigma1} is computed for two words at a time. There each word fills
 * both halves of a 64-bit lane, so that a shift of the lane rotates the word; the idea is that of J. Guilford, K. Yap and V. Gopal, "Fast SHA-256
 * Implementations on Intel Architecture Processors" (Intel, 2012).
 */
abstract class VectorSchedule extends ScalarRounds {

    VectorSchedule(Rotation rotation) {
        super(Size.DWORD, Width.XMM, 64, List.of(2, 13, 22), List.of(6, 11, 25), rotation);
    }

    @Override
    protected final <V, I, A> Schedule schedule(Machine<V, I, A> m, A block, A wk) {
        return new Words<>(m, block, wk);
    }

    /** The message schedule of one block. */
    private static final class Words<V, A> implements Schedule {

        private final Machine<V, ?, A> m;
        private final A wk;
        private final V firstHalf;
        private final V secondHalf;
        /** The last 16 words, the oldest first. */
        private final List<V> w = new ArrayList<>();

        Words(Machine<V, ?, A> m, A block, A wk) {
            this.m = m;
            this.wk = wk;
            firstHalf = m.constant(0x03020100, 0x0B0A0908, -1, -1);
            secondHalf = m.constant(-1, -1, 0x03020100, 0x0B0A0908);
            V toBigEndian = m.constant(0x00010203, 0x04050607, 0x08090A0B, 0x0C0D0E0F);
            for (int t = 0; t < 16; t += 4) {
                w.add(m.pshufb(m.loadHalves(block, 4 * t), toBigEndian));
                store(t);
            }
        }

        @Override
        public void advance() {
            V sum = m.paddd(m.paddd(w.get(0), m.palignr(w.get(3), w.get(2), 4)), sigma0(m.palignr(w.get(1), w.get(0), 4)));
            sum = m.paddd(sum, m.pshufb(sigma1(m.pshufd(w.get(3), 0xFA)), firstHalf));
            sum = m.paddd(sum, m.pshufb(sigma1(m.pshufd(sum, 0x50)), secondHalf));
            w.removeFirst();
            w.add(sum);
        }

        @Override
        public void store(int t) {
            m.storeVector(wk, 4 * (t % 16), m.paddd(w.getLast(), Sha256.constants(m, t)));
        }

        /** {@code ROTR(x, 7) ^ ROTR(x, 18) ^ (x >>> 3)}: the shifts by 18 and 25 are made of those by 7 and 14. */
        private V sigma0(V x) {
            V right = m.psrld(x, 7);
            V left = m.pslld(x, 14);
            V result = m.pxor(m.pxor(m.psrld(x, 3), right), left);
            return m.pxor(m.pxor(result, m.psrld(right, 11)), m.pslld(left, 11));
        }

        /** {@code ROTR(x, 17) ^ ROTR(x, 19) ^ (x >>> 10)} in the lower half of each 64-bit lane, both halves of which hold x. */
        private V sigma1(V x) {
            V right = m.psrlq(x, 17);
            return m.pxor(m.pxor(m.psrld(x, 10), right), m.psrlq(right, 2));
        }
    }
}
