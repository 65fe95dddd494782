package org.cryptointrinsics.kernel.sha1;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Value;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.Words;

/**
 * SHA-1 (FIPS 180-4 section 6.1.2) for CPUs without the SHA instructions: the message schedule in vectors, four words at a time, woven between the rounds,
 * which take {@code W[t] + K[t]} from memory.
 *
 * <p>{@code W[t] = ROTL(W[t-3] ^ W[t-8] ^ W[t-14] ^ W[t-16], 1)} needs the first of four words for the last one. From {@code t = 32} on, the same put in for
 * its own terms does not: {@code W[t] = ROTL(W[t-6] ^ W[t-16] ^ W[t-28] ^ W[t-32], 2)}; both are those of M. Locktyukhin, "Improving the Performance of the
 * Secure Hash Algorithm (SHA-1)" (Intel, 2010).
 *
 * <p>A round is {@code T = ROTL(a, 5) + f(b, c, d) + e + K + W}, {@code c = ROTL(b, 30)}, {@code a = T}. The next round waits two cycles for {@code a}, and as
 * long for {@code b} of the round before: 160 cycles a block.
 */
abstract class VectorSchedule implements DigestKernel {

    private static final int WORDS = 5;

    /**
     * A round.
     *
     * @param <T> what the variables are in
     */
    @FunctionalInterface
    interface Round<T extends Value> {

        /**
         * @param variables a to e
         * @param sum {@code e + W[t] + K[t]}
         * @return the new variables
         */
        List<T> next(int t, List<T> variables, T sum);
    }

    /** With words as in {@code words}. */
    final <T extends Value> void compress(Machine m, Address state, Address data, Count blocks, Words<T> words, Round<T> round) {
        Address wk = m.scratch(Sha1.BLOCK_BYTES);
        List<T> chain = new ArrayList<>();
        for (int i = 0; i < WORDS; i++) {
            chain.add(words.load(state, 4 * i));
        }
        m.repeat(blocks, data, Sha1.BLOCK_BYTES, chain, (block, s) -> {
            Schedule schedule = new Schedule(m, block, wk);
            List<T> variables = s;
            for (int t = 0; t < 80; t++) {
                schedule.advance(t);
                variables = round.next(t, variables, words.add(variables.getLast(), wk, 4 * (t % 16)));
                schedule.finish(t);
            }
            List<T> sums = new ArrayList<>();
            for (int i = 0; i < WORDS; i++) {
                sums.add(words.add(variables.get(i), state, 4 * i));
                words.store(state, 4 * i, sums.get(i));
            }
            return sums;
        });
    }

    Vector xor3(Machine m, Vector x, Vector y, Vector z) {
        return m.pxor(m.pxor(x, y), z);
    }

    Vector rotateLeft(Machine m, Vector x, int count) {
        return m.pxor(m.pslld(x, count), m.psrld(x, Integer.SIZE - count));
    }

    /** The message schedule of one block, four words after every fourth round. */
    private final class Schedule {

        private final Machine m;
        private final Address wk;
        /** The last words, the oldest first. */
        private final List<Vector> w = new ArrayList<>();
        private Vector sum;

        Schedule(Machine m, Address block, Address wk) {
            this.m = m;
            this.wk = wk;
            Vector toBigEndian = m.constant(0x00010203, 0x04050607, 0x08090A0B, 0x0C0D0E0F);
            for (int t = 0; t < 16; t += 4) {
                w.add(m.pshufb(m.loadByQwords(Width.XMM, block, 4 * t), toBigEndian));
                store(t, w.getLast());
            }
        }

        /** The words from {@code t} back, of those known. */
        private Vector before(int t) {
            return w.get(w.size() - t / 4);
        }

        /** What is to be done before round {@code t} towards the words of round {@code t + 16}. */
        void advance(int t) {
            if (t >= 64) {
                return;
            }
            boolean waits = t < 16;
            switch (t % 4) {
                case 0 -> sum = waits ? xor3(m, m.palignr(before(12), before(16), 8), before(16), before(8)) : xor3(m, before(32), before(28), before(16));
                case 1 -> sum = m.pxor(sum, waits ? m.palignr(zero(), before(4), 4) : m.palignr(before(4), before(8), 8));
                case 2 -> {
                    Vector rotated = rotateLeft(m, sum, waits ? 1 : 2);
                    sum = waits ? m.pxor(rotated, rotateLeft(m, m.palignr(sum, zero(), 4), 2)) : rotated;
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

        private void store(int t, Vector words) {
            int k = Sha1.constant(t);
            m.storeVector(wk, 4 * (t % 16), m.paddd(words, m.constant(k, k, k, k)));
        }

        private Vector zero() {
            return m.constant(0, 0, 0, 0);
        }
    }
}
