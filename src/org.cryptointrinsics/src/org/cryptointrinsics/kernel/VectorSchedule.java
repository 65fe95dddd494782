package org.cryptointrinsics.kernel;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;

/** The {@link MessageSchedule} of one block. */
public abstract class VectorSchedule implements MessageSchedule {

    protected final Machine m;
    private final Size word;
    private final Width width;
    private final Address block;
    private final int lanes;
    /** How many vectors of words later ones are computed from. */
    private final int kept;
    private final List<Vector> w = new ArrayList<>();

    /**
     * @param word the size of a word
     * @param width of vectors
     * @param kept how many words later ones are computed from
     */
    protected VectorSchedule(Machine m, Size word, Width width, Address block, int kept) {
        this.m = m;
        this.word = word;
        this.width = width;
        this.block = block;
        lanes = width.bytes() / word.bytes();
        this.kept = kept / lanes;
    }

    /** {@code W[t]} and the words after it, as many as are in a vector, for {@code t >= 16}. */
    protected abstract Vector next(int t);

    /** {@code W[t - back]} and the words after it, where {@code W[t]} is the next one. */
    protected final Vector w(int back) {
        int i = w.size() * lanes - back;
        Vector words = w.get(i / lanes);
        return i % lanes == 0 ? words : m.palignr(following(words, w.get(i / lanes + 1)), words, i % lanes * word.bytes());
    }

    /** What PALIGNR, which takes each 128 bits for themselves, is to append to {@code words}. */
    protected Vector following(@SuppressWarnings("unused") Vector words, Vector next) {
        return next;
    }

    @Override
    public final Width width() {
        return width;
    }

    @Override
    public final void extend(int t) {
        w.add(t < 16 ? load(t) : next(t));
        if (w.size() > kept) {
            w.removeFirst();
        }
    }

    private Vector load(int t) {
        byte[] toBigEndian = new byte[width.bytes()];
        for (int i = 0; i < toBigEndian.length; i++) {
            toBigEndian[i] = (byte) (i % Width.XMM.bytes() ^ word.bytes() - 1);
        }
        return m.pshufb(m.loadByQwords(width, block, t * word.bytes()), m.constant(toBigEndian));
    }

    /** The sums of the last words and {@code k}. */
    public final Vector sums(Vector k) {
        return word == Size.DWORD ? m.paddd(w.getLast(), k) : m.paddq(w.getLast(), k);
    }

    @Override
    public final void storeSums(Address wk, int t, Vector k) {
        m.storeVector(wk, t * word.bytes(), sums(k));
    }

    @Override
    public final List<List<Vector>> variables() {
        return List.of(w);
    }
}
