package org.cryptointrinsics.kernel.sha512;

import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.sha2.ScheduledRounds;

/**
 * SHA-384, SHA-512, SHA-512/224 and SHA-512/256 with the message schedule {@code W[t] = sigma1(W[t-2]) + W[t-7] + sigma0(W[t-15]) + W[t-16]} in vectors. Two words
 * do not need each other; of four, the last two need {@code sigma1} of the first two.
 */
abstract class VectorSchedule extends ScheduledRounds {

    // Which half of which source, 0 and 1 of the first, 2 and 3 of the second, is to be the low half and, by the high digit, the high one; 8 is zero.
    private static final int MIDDLE_HALVES = 0x21;
    private static final int HIGH_HALF_AND_ZERO = 0x81;
    private static final int ZERO_AND_LOW_HALF = 0x08;

    private final Width width;
    private final int lanes;

    /**
     * @param width XMM or YMM
     */
    VectorSchedule(Rotation rotation, Width width) {
        super(Size.QWORD, width, 80, List.of(28, 34, 39), List.of(14, 18, 41), rotation);
        this.width = width;
        lanes = width.bytes() / Size.QWORD.bytes();
    }

    /** {@code ROTR(x, 1) ^ ROTR(x, 8) ^ (x >>> 7)}. */
    Vector sigma0(Machine m, Vector x) {
        Vector rotationBy8 = everywhere(m, 0x0007060504030201L, 0x080F0E0D0C0B0A09L);
        Vector result = m.pxor(m.psrlq(x, 1), m.psllq(x, 63));
        return m.pxor(m.pxor(result, m.psrlq(x, 7)), m.pshufb(x, rotationBy8));
    }

    /** {@code ROTR(x, 19) ^ ROTR(x, 61) ^ (x >>> 6)}. */
    Vector sigma1(Machine m, Vector x) {
        Vector result = m.pxor(m.psrlq(x, 19), m.psllq(x, 45));
        result = m.pxor(m.pxor(result, m.psrlq(x, 61)), m.psllq(x, 3));
        return m.pxor(result, m.psrlq(x, 6));
    }

    /** The same two lanes in each 128 bits. */
    private Vector everywhere(Machine m, long first, long second) {
        return width == Width.XMM ? m.constant(first, second) : m.constant(first, second, first, second);
    }

    @Override
    protected final Vector nextWords(Machine m, List<Vector> w) {
        Vector last = w.getLast();
        Vector sum = m.paddq(m.paddq(w.get(0), secondToNext(m, w, 8 / lanes)), sigma0(m, secondToNext(m, w, 0)));
        if (width == Width.XMM) {
            return m.paddq(sum, sigma1(m, last));
        }
        sum = m.paddq(sum, sigma1(m, m.vperm2i128(last, last, HIGH_HALF_AND_ZERO)));
        return m.paddq(sum, sigma1(m, m.vperm2i128(sum, sum, ZERO_AND_LOW_HALF)));
    }

    /** The words of vector {@code i} from the second one on, and the next one. */
    private Vector secondToNext(Machine m, List<Vector> w, int i) {
        Vector next = width == Width.XMM ? w.get(i + 1) : m.vperm2i128(w.get(i), w.get(i + 1), MIDDLE_HALVES);
        return m.palignr(next, w.get(i), Size.QWORD.bytes());
    }
}
