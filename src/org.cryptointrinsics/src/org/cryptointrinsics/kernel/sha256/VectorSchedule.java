package org.cryptointrinsics.kernel.sha256;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Machine;

/**
 * SHA-224 and SHA-256 (FIPS 180-4 section 6.2.2) for CPUs without the SHA instructions: the message schedule in vectors, four words at a time, woven between
 * the rounds, which run on general registers and take {@code W[t] + K[t]} from memory.
 *
 * <p>{@code W[t] = sigma1(W[t-2]) + W[t-7] + sigma0(W[t-15]) + W[t-16]}. The last two words of a group of four need {@code sigma1} of the first two, so
 * {@code sigma1} is computed for two words at a time. There each word fills both halves of a 64-bit lane, so that a shift of the lane rotates the word; the
 * idea is that of J. Guilford, K. Yap and V. Gopal, "Fast SHA-256 Implementations on Intel Architecture Processors" (Intel, 2012).
 *
 * <p>A round is {@code T1 = h + Sigma1(e) + Ch(e, f, g) + K + W}, {@code e = d + T1}, {@code a = T1 + Sigma0(a) + Maj(a, b, c)}, with
 * {@code Ch = ((f ^ g) & e) ^ g} and {@code Maj = ((a ^ b) & (b ^ c)) ^ b}, where {@code a ^ b} is the {@code b ^ c} of the next round: 22 operations, 1408 a
 * block, which is 352 cycles where four are done in a cycle. The next round waits five cycles for {@code e}, 320 cycles a block. The functions of {@code e}
 * start first and those of {@code a} are interleaved with them; orders of whole functions measured 5 % slower at best.
 */
abstract class VectorSchedule implements Kernel {

    private static final int WORDS = 8;

    /** {@code ROTR(x, count)}. */
    abstract <I> I rotateRight(Machine<?, I, ?> m, I x, int count);

    @Override
    public final <V, I, A> void compress(Machine<V, I, A> m, A state, A data, I blocks) {
        A wk = m.scratch(RoundConstants.BLOCK_BYTES);
        List<I> chain = new ArrayList<>();
        for (int i = 0; i < WORDS; i++) {
            chain.add(m.load(Size.DWORD, state, 4 * i));
        }
        m.repeat(blocks, data, RoundConstants.BLOCK_BYTES, chain, (block, s) -> {
            Schedule<V, I, A> schedule = new Schedule<>(m, block, wk);
            Rounds<I> rounds = new Rounds<>(m, s);
            for (int t = 0; t < 64; t++) {
                schedule.advance(t);
                rounds.next(m.memory(Size.DWORD, wk, 4 * (t % 16)));
                schedule.finish(t);
            }
            List<I> sums = new ArrayList<>();
            for (int i = 0; i < WORDS; i++) {
                sums.add(m.add(rounds.variable(i), m.memory(Size.DWORD, state, 4 * i)));
                m.storeInteger(state, 4 * i, sums.get(i));
            }
            return sums;
        });
    }

    /** The rounds of one block. */
    private final class Rounds<I> {

        private final Machine<?, I, ?> m;
        /** The variables a to h, and {@code b ^ c}. */
        private I a;
        private I b;
        private I c;
        private I d;
        private I e;
        private I f;
        private I g;
        private I h;
        private I bc;

        Rounds(Machine<?, I, ?> m, List<I> s) {
            this.m = m;
            a = s.get(0);
            b = s.get(1);
            c = s.get(2);
            d = s.get(3);
            e = s.get(4);
            f = s.get(5);
            g = s.get(6);
            h = s.get(7);
            bc = m.xor(b, c);
        }

        I variable(int i) {
            return List.of(a, b, c, d, e, f, g, h).get(i);
        }

        /** One round, its operations in the order in which they are executed. */
        void next(I wk) {
            I sigma1 = m.xor(rotateRight(m, e, 6), rotateRight(m, e, 11));
            I choice = m.and(m.xor(f, g), e);
            I e25 = rotateRight(m, e, 25);
            I t1 = m.add(h, wk);
            t1 = m.add(t1, m.xor(choice, g));
            I sigma0 = rotateRight(m, a, 2);
            sigma1 = m.xor(sigma1, e25);
            I a13 = rotateRight(m, a, 13);
            t1 = m.add(t1, sigma1);
            sigma0 = m.xor(sigma0, a13);
            I ab = m.xor(b, a);
            sigma0 = m.xor(sigma0, rotateRight(m, a, 22));
            I newE = m.add(d, t1);
            I newA = m.add(t1, sigma0);
            newA = m.add(newA, m.xor(m.and(bc, ab), b));
            h = g;
            g = f;
            f = e;
            e = newE;
            d = c;
            c = b;
            b = a;
            a = newA;
            bc = ab;
        }
    }

    /** The message schedule of one block, {@link #advance advanced} by four words in four rounds. */
    private static final class Schedule<V, I, A> {

        private final Machine<V, I, A> m;
        private final A wk;
        private final V firstHalf;
        private final V secondHalf;
        /** The last 16 words, the oldest first, and the next four as far as they are summed up. */
        private final List<V> w = new ArrayList<>();
        private V sum;

        Schedule(Machine<V, I, A> m, A block, A wk) {
            this.m = m;
            this.wk = wk;
            firstHalf = m.constant(0x03020100, 0x0B0A0908, -1, -1);
            secondHalf = m.constant(-1, -1, 0x03020100, 0x0B0A0908);
            V toBigEndian = m.constant(0x00010203, 0x04050607, 0x08090A0B, 0x0C0D0E0F);
            for (int t = 0; t < 16; t += 4) {
                w.add(m.pshufb(m.load(Width.XMM, block, 4 * t), toBigEndian));
                store(t, w.getLast());
            }
        }

        /** What is to be done before round {@code t} towards the words of round {@code t + 16}. */
        void advance(int t) {
            if (t >= 48) {
                return;
            }
            switch (t % 4) {
                case 0 -> sum = m.paddd(m.paddd(w.get(0), m.palignr(w.get(3), w.get(2), 4)), sigma0(m.palignr(w.get(1), w.get(0), 4)));
                case 1 -> sum = m.paddd(sum, m.pshufb(sigma1(m.pshufd(w.get(3), 0xFA)), firstHalf));
                case 2 -> sum = m.paddd(sum, m.pshufb(sigma1(m.pshufd(sum, 0x50)), secondHalf));
                default -> {
                }
            }
        }

        /** What is to be done after round {@code t}: its place in memory is free once the last of four is. */
        void finish(int t) {
            if (t < 48 && t % 4 == 3) {
                w.removeFirst();
                w.add(sum);
                store(t - 3 + 16, sum);
            }
        }

        private void store(int t, V words) {
            m.storeVector(wk, 4 * (t % 16), m.paddd(words, RoundConstants.vector(m, t)));
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
