package org.cryptointrinsics.kernel.sha1;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;

/**
 * SHA-1 (FIPS 180-4 section 6.1.2) for CPUs without the SHA instructions: the message schedule in vectors, four words at a time, woven between the rounds,
 * which run on general registers and take {@code W[t] + K[t]} from memory.
 *
 * <p>{@code W[t] = ROTL(W[t-3] ^ W[t-8] ^ W[t-14] ^ W[t-16], 1)} needs the first of four words for the last one. From {@code t = 32} on, the same put in for
 * its own terms does not: {@code W[t] = ROTL(W[t-6] ^ W[t-16] ^ W[t-28] ^ W[t-32], 2)}; both are those of M. Locktyukhin, "Improving the Performance of the
 * Secure Hash Algorithm (SHA-1)" (Intel, 2010).
 *
 * <p>A round is {@code T = ROTL(a, 5) + f(b, c, d) + e + K + W}, {@code c = ROTL(b, 30)}, {@code a = T}. The next round waits two cycles for {@code a}, and as
 * long for {@code b} of the round before: 160 cycles a block. The halves {@code c & d} and {@code (c ^ d) & b} of Maj have no bit in common, so they are added
 * one by one.
 */
abstract class VectorSchedule implements DigestKernel {

    private static final int WORDS = 5;

    private final Rotation rotation;

    VectorSchedule(Rotation rotation) {
        this.rotation = rotation;
    }

    @Override
    public final <V, I, A> void compress(Machine<V, I, A> m, A state, A data, I blocks) {
        A wk = m.scratch(Sha1.BLOCK_BYTES);
        List<I> chain = new ArrayList<>();
        for (int i = 0; i < WORDS; i++) {
            chain.add(m.load(Size.DWORD, state, 4 * i));
        }
        m.repeat(blocks, data, Sha1.BLOCK_BYTES, chain, (block, s) -> {
            Schedule<V, I, A> schedule = new Schedule<>(m, block, wk);
            List<I> variables = s;
            for (int t = 0; t < 80; t++) {
                schedule.advance(t);
                variables = round(m, t, variables, m.memory(Size.DWORD, wk, 4 * (t % 16)));
                schedule.finish(t);
            }
            List<I> sums = new ArrayList<>();
            for (int i = 0; i < WORDS; i++) {
                sums.add(m.add(variables.get(i), m.memory(Size.DWORD, state, 4 * i)));
                m.storeInteger(state, 4 * i, sums.get(i));
            }
            return sums;
        });
    }

    /** One round, its operations in the order in which they are executed. */
    private <I> List<I> round(Machine<?, I, ?> m, int t, List<I> variables, I wk) {
        I a = variables.get(0);
        I b = variables.get(1);
        I c = variables.get(2);
        I d = variables.get(3);
        I e = variables.get(4);
        I sum = m.add(e, wk);
        I cd = m.xor(c, d);
        sum = switch (t / 20) {
            case 0 -> m.add(sum, m.xor(m.and(cd, b), d));
            case 2 -> m.add(m.add(sum, m.and(d, c)), m.and(cd, b));
            default -> m.add(sum, m.xor(cd, b));
        };
        I newC = rotation.left(m, Size.DWORD, b, 30);
        return List.of(m.add(sum, rotation.left(m, Size.DWORD, a, 5)), a, newC, c, d);
    }

    /** The message schedule of one block, four words after every fourth round. */
    private static final class Schedule<V, I, A> {

        private final Machine<V, I, A> m;
        private final A wk;
        /** The last words, the oldest first. */
        private final List<V> w = new ArrayList<>();
        private V sum;

        Schedule(Machine<V, I, A> m, A block, A wk) {
            this.m = m;
            this.wk = wk;
            V toBigEndian = m.constant(0x00010203, 0x04050607, 0x08090A0B, 0x0C0D0E0F);
            for (int t = 0; t < 16; t += 4) {
                w.add(m.pshufb(m.loadHalves(block, 4 * t), toBigEndian));
                store(t, w.getLast());
            }
        }

        /** The words from {@code t} back, of those known. */
        private V before(int t) {
            return w.get(w.size() - t / 4);
        }

        /** What is to be done before round {@code t} towards the words of round {@code t + 16}. */
        void advance(int t) {
            if (t >= 64) {
                return;
            }
            boolean waits = t < 16;
            switch (t % 4) {
                case 0 -> sum = waits ? m.pxor(before(16), m.palignr(before(12), before(16), 8)) : m.pxor(m.pxor(before(32), before(28)), before(16));
                case 1 -> sum = waits ? m.pxor(m.pxor(sum, before(8)), m.palignr(zero(), before(4), 4)) : m.pxor(sum, m.palignr(before(4), before(8), 8));
                case 2 -> {
                    V rotated = rotateLeft(sum, waits ? 1 : 2);
                    sum = waits ? m.pxor(rotated, rotateLeft(m.palignr(sum, zero(), 4), 2)) : rotated;
                }
                default -> {
                }
            }
        }

        /** What is to be done after round {@code t}: its place in memory is free once the last of four is. */
        void finish(int t) {
            if (t < 64 && t % 4 == 3) {
                w.add(sum);
                store(t - 3 + 16, sum);
            }
        }

        private void store(int t, V words) {
            int k = Sha1.constant(t);
            m.storeVector(wk, 4 * (t % 16), m.paddd(words, m.constant(k, k, k, k)));
        }

        private V zero() {
            return m.constant(0, 0, 0, 0);
        }

        private V rotateLeft(V x, int count) {
            return m.pxor(m.pslld(x, count), m.psrld(x, Integer.SIZE - count));
        }
    }
}
