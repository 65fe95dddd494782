package org.cryptointrinsics.kernel.sha2;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.Value;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.Words;

/**
 * SHA-2 (FIPS 180-4 sections 6.2.2 and 6.4.2) for CPUs without instructions for it: the message schedule in vectors, woven into the rounds, which take
 * {@code W[t] + K[t]} from memory. Sixteen rounds at a time are a loop, but for the last ones, which need no words after theirs.
 *
 * <p>A round is {@code T1 = h + Sigma1(e) + Ch(e, f, g) + K + W}, {@code e = d + T1}, {@code a = T1 + Sigma0(a) + Maj(a, b, c)}.
 */
public abstract class ScheduledRounds implements DigestKernel {

    private static final int WORDS = 8;
    /** What the rounds find in memory at once. */
    private static final int RING = 16;

    private final Size word;
    private final Width width;
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
    protected ScheduledRounds(Size word, Width width, int rounds, List<Integer> sigma0, List<Integer> sigma1, Rotation rotation) {
        this.word = word;
        this.width = width;
        lanes = width.bytes() / word.bytes();
        this.rounds = rounds;
        this.sigma0 = sigma0;
        this.sigma1 = sigma1;
        this.rotation = rotation;
    }

    /**
     * The next words of the message schedule.
     *
     * @param w the last 16 words, the oldest first
     */
    protected abstract Vector nextWords(Machine m, List<Vector> w);

    /**
     * The rounds of a block.
     *
     * @param <T> what the variables are in
     */
    protected interface Rounds<T extends Value> {

        /** A round, which finds the sum of word and constant in memory; that of a second message is behind it. */
        void next(Address wk, int displacement);

        /** From a to h. */
        List<T> variables();
    }

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        compress(m, state, data, blocks, Words.general(m, word), s -> new GeneralRounds(m, s));
    }

    /** With words as in {@code words}. */
    protected final <T extends Value> void compress(Machine m, Address state, Address data, Count blocks, Words<T> words, Function<List<T>, Rounds<T>> begin) {
        Address wk = m.scratch(RING * word.bytes());
        Address constants = constants(m);
        List<T> chain = new ArrayList<>();
        for (int i = 0; i < WORDS; i++) {
            chain.add(words.load(state, i * word.bytes()));
        }
        m.repeat(blocks, data, RING * word.bytes(), chain, (block, s) -> {
            List<T> variables = rounds(m, List.of(block), wk, constants, s, begin);
            List<T> sums = new ArrayList<>();
            for (int i = 0; i < WORDS; i++) {
                sums.add(words.add(variables.get(i), state, i * word.bytes()));
                words.store(state, i * word.bytes(), sums.get(i));
            }
            return sums;
        });
    }

    /** The address of the constants of all rounds. */
    protected final Address constants(Machine m) {
        return m.table((word == Size.DWORD ? Sha2.SHA_256 : Sha2.SHA_512).constants(0, rounds));
    }

    /**
     * All rounds.
     *
     * @param blocks one of each message: one, or two of words of 32 bits
     * @param wk for 16 words of each message
     * @param constants those of {@link #constants}
     * @param chain from a to h, before
     * @param begin makes rounds that begin with given variables
     * @return from a to h, afterwards
     */
    protected final <T extends Value> List<T> rounds(Machine m, List<Address> blocks, Address wk, Address constants, List<T> chain,
                    Function<List<T>, Rounds<T>> begin) {
        int messages = blocks.size();
        // By turns of the messages.
        List<Vector> first = new ArrayList<>();
        for (int t = 0; t < RING; t += lanes) {
            for (Address block : blocks) {
                first.add(words(m, block, t));
            }
            storeSums(m, wk, t, first.subList(first.size() - messages, first.size()), constants, t);
        }
        Count times = m.count(rounds / RING - 1);
        int words = first.size();
        List<Value> initial = new ArrayList<>(first);
        initial.addAll(chain);
        List<Value> variables = m.repeat(times, constants, RING * word.bytes(), initial, (k, current) -> {
            List<Vector> w = new ArrayList<>(current.subList(0, words).stream().map(Vector.class::cast).toList());
            Rounds<T> these = begin.apply(chain(current, words));
            for (int t = 0; t < RING; t += lanes) {
                int now = t;
                m.weave(() -> addNextWords(m, w, messages), () -> next(these, wk, now, messages));
                w.subList(0, messages).clear();
                storeSums(m, wk, t, w.subList(w.size() - messages, w.size()), k, RING + t);
            }
            List<Value> next = new ArrayList<>(w);
            next.addAll(these.variables());
            return next;
        });
        Rounds<T> last = begin.apply(chain(variables, words));
        for (int t = 0; t < RING; t += lanes) {
            next(last, wk, t, messages);
        }
        return last.variables();
    }

    @SuppressWarnings("unchecked")
    private static <T> List<T> chain(List<Value> variables, int words) {
        return (List<T>) variables.subList(words, variables.size());
    }

    private void addNextWords(Machine m, List<Vector> w, int messages) {
        List<Vector> before = List.copyOf(w);
        for (int message = 0; message < messages; message++) {
            List<Vector> ofMessage = new ArrayList<>();
            for (int i = message; i < before.size(); i += messages) {
                ofMessage.add(before.get(i));
            }
            w.add(nextWords(m, ofMessage));
        }
    }

    /** Stores sums of words and constants, those of two messages side by side. */
    private void storeSums(Machine m, Address wk, int t, List<Vector> words, Address constants, int constantsAt) {
        List<Vector> sums = words.stream().map(w -> addConstants(m, w, constants, constantsAt)).toList();
        int displacement = t * words.size() * word.bytes();
        if (words.size() == 1) {
            m.storeVector(wk, displacement, sums.getFirst());
        } else {
            m.storeVector(wk, displacement, m.punpckldq(sums.getFirst(), sums.getLast()));
            m.storeVector(wk, displacement + width.bytes(), m.punpckhdq(sums.getFirst(), sums.getLast()));
        }
    }

    /** Words of the block, from the {@code t}-th one on. */
    private Vector words(Machine m, Address block, int t) {
        byte[] toBigEndian = new byte[width.bytes()];
        for (int i = 0; i < toBigEndian.length; i++) {
            toBigEndian[i] = (byte) (i % Width.XMM.bytes() ^ word.bytes() - 1);
        }
        return m.pshufb(m.loadByQwords(width, block, t * word.bytes()), m.constant(toBigEndian));
    }

    private Vector addConstants(Machine m, Vector words, Address constants, int t) {
        Vector k = m.memory(width, constants, t * word.bytes());
        return word == Size.DWORD ? m.paddd(words, k) : m.paddq(words, k);
    }

    /** As many rounds as a vector has words. */
    private <T extends Value> void next(Rounds<T> these, Address wk, int t, int messages) {
        for (int i = 0; i < lanes; i++) {
            these.next(wk, (t + i) * messages * word.bytes());
        }
    }

    /**
     * Rounds on general registers, with {@code Ch = ((f ^ g) & e) ^ g} and {@code Maj = ((a ^ b) & (b ^ c)) ^ b}, where {@code a ^ b} is the {@code b ^ c} of the next
     * round: 22 operations. The next round waits five cycles for {@code e}. For the 64 rounds of SHA-256 that is 352 cycles a block where four operations are done
     * in a cycle, and at least 320; for the 80 of SHA-512 440 and 400. On Zen 3, without the loop, SHA-512 takes 497: of some thousand orders of the operations none
     * was faster. With the schedule between the rounds, not between their operations, it takes 529, whatever the order.
     */
    private final class GeneralRounds implements Rounds<Int> {

        private final Machine m;
        /** The variables a to h, and {@code b ^ c}. */
        private Int a;
        private Int b;
        private Int c;
        private Int d;
        private Int e;
        private Int f;
        private Int g;
        private Int h;
        private Int bc;

        GeneralRounds(Machine m, List<Int> s) {
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

        @Override
        public List<Int> variables() {
            return List.of(a, b, c, d, e, f, g, h);
        }

        private Int rotateRight(Int x, int count) {
            return rotation.right(m, word, x, count);
        }

        /** Its operations in the order in which they are executed. */
        @Override
        public void next(Address wk, int displacement) {
            Int functionOfE = m.xor(rotateRight(e, sigma1.get(0)), rotateRight(e, sigma1.get(1)));
            Int choice = m.and(m.xor(f, g), e);
            Int lastOfE = rotateRight(e, sigma1.get(2));
            Int t1 = m.add(h, m.memory(word, wk, displacement));
            t1 = m.add(t1, m.xor(choice, g));
            functionOfE = m.xor(functionOfE, lastOfE);
            Int functionOfA = rotateRight(a, sigma0.get(0));
            Int secondOfA = rotateRight(a, sigma0.get(1));
            t1 = m.add(t1, functionOfE);
            Int lastOfA = rotateRight(a, sigma0.get(2));
            functionOfA = m.xor(functionOfA, secondOfA);
            Int ab = m.xor(b, a);
            Int majority = m.and(bc, ab);
            functionOfA = m.xor(functionOfA, lastOfA);
            Int newE = m.add(d, t1);
            Int newA = m.add(t1, functionOfA);
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
