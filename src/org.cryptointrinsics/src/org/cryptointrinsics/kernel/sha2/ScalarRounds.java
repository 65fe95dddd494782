package org.cryptointrinsics.kernel.sha2;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;

/**
 * SHA-2 (FIPS 180-4 sections 6.2.2 and 6.4.2) for CPUs without instructions for it: the message schedule in vectors, woven into the rounds, which run on
 * general registers and take {@code W[t] + K[t]} from memory.
 *
 * <p>A round is {@code T1 = h + Sigma1(e) + Ch(e, f, g) + K + W}, {@code e = d + T1}, {@code a = T1 + Sigma0(a) + Maj(a, b, c)}, with
 * {@code Ch = ((f ^ g) & e) ^ g} and {@code Maj = ((a ^ b) & (b ^ c)) ^ b}, where {@code a ^ b} is the {@code b ^ c} of the next round: 22 operations. The
 * next round waits five cycles for {@code e}. For the 64 rounds of SHA-256 that is 352 cycles a block where four operations are done in a cycle, and at least
 * 320; for the 80 of SHA-512 440 and 400. On Zen 3, SHA-512 takes 497: of some thousand orders of the operations none was faster. With the schedule between
 * the rounds, not between their operations, it takes 529, whatever the order.
 */
public abstract class ScalarRounds implements DigestKernel {

    private static final int WORDS = 8;
    /** What the rounds find in memory at once. */
    private static final int RING = 16;

    private final Size word;
    /** How many words of the message schedule are a vector. */
    private final int lanes;
    private final int rounds;
    private final List<Integer> sigma0;
    private final List<Integer> sigma1;
    private final Rotation rotation;

    /**
     * @param word the size of a word
     * @param width of the vectors of the message schedule
     * @param sigma0 what Sigma0 rotates by
     * @param sigma1 what Sigma1 rotates by
     */
    protected ScalarRounds(Size word, Width width, int rounds, List<Integer> sigma0, List<Integer> sigma1, Rotation rotation) {
        this.word = word;
        lanes = width.bytes() / word.bytes();
        this.rounds = rounds;
        this.sigma0 = sigma0;
        this.sigma1 = sigma1;
        this.rotation = rotation;
    }

    /** The message schedule of one block. Before the first round, the first 16 sums are in memory. */
    protected interface Schedule {

        /** Computes the next vector of words. */
        void advance();

        /** Stores it with the constants added, from round {@code t} on. */
        void store(int t);
    }

    /**
     * @param wk where {@code W[t] + K[t]} is to be, in a ring of 16 words
     */
    protected abstract <V, I, A> Schedule schedule(Machine<V, I, A> m, A block, A wk);

    @Override
    public final <V, I, A> void compress(Machine<V, I, A> m, A state, A data, I blocks) {
        A wk = m.scratch(RING * word.bytes());
        List<I> chain = new ArrayList<>();
        for (int i = 0; i < WORDS; i++) {
            chain.add(m.load(word, state, i * word.bytes()));
        }
        m.repeat(blocks, data, 16 * word.bytes(), chain, (block, s) -> {
            Schedule schedule = schedule(m, block, wk);
            Rounds<I> variables = new Rounds<>(m, s);
            for (int t = 0; t < rounds; t += lanes) {
                int first = t;
                Runnable theseRounds = () -> {
                    for (int i = 0; i < lanes; i++) {
                        variables.next(m.memory(word, wk, (first + i) % RING * word.bytes()));
                    }
                };
                if (t < rounds - RING) {
                    m.weave(schedule::advance, theseRounds);
                    schedule.store(t + RING);
                } else {
                    theseRounds.run();
                }
            }
            List<I> sums = new ArrayList<>();
            for (int i = 0; i < WORDS; i++) {
                sums.add(m.add(variables.get(i), m.memory(word, state, i * word.bytes())));
                m.storeInteger(state, i * word.bytes(), sums.get(i));
            }
            return sums;
        });
    }

    /** The variables of the rounds. */
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

        I get(int i) {
            return List.of(a, b, c, d, e, f, g, h).get(i);
        }

        private I rotateRight(I x, int count) {
            return rotation.right(m, word, x, count);
        }

        /** One round, its operations in the order in which they are executed. */
        void next(I wk) {
            I functionOfE = m.xor(rotateRight(e, sigma1.get(0)), rotateRight(e, sigma1.get(1)));
            I choice = m.and(m.xor(f, g), e);
            I lastOfE = rotateRight(e, sigma1.get(2));
            I t1 = m.add(h, wk);
            t1 = m.add(t1, m.xor(choice, g));
            functionOfE = m.xor(functionOfE, lastOfE);
            I functionOfA = rotateRight(a, sigma0.get(0));
            I secondOfA = rotateRight(a, sigma0.get(1));
            t1 = m.add(t1, functionOfE);
            I lastOfA = rotateRight(a, sigma0.get(2));
            functionOfA = m.xor(functionOfA, secondOfA);
            I ab = m.xor(b, a);
            I majority = m.and(bc, ab);
            functionOfA = m.xor(functionOfA, lastOfA);
            I newE = m.add(d, t1);
            I newA = m.add(t1, functionOfA);
            newA = m.add(newA, m.xor(majority, b));
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
}
