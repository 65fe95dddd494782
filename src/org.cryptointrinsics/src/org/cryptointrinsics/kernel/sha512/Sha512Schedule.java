package org.cryptointrinsics.kernel.sha512;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.VectorSchedule;

/**
 * The message schedule of SHA-384, SHA-512 and SHA-512/t, {@code W[t] = sigma1(W[t-2]) + W[t-7] + sigma0(W[t-15]) + W[t-16]}. Two words do not need
 * each other; of four, the last two need {@code sigma1} of the first two.
 */
class Sha512Schedule extends VectorSchedule {

    // Which half of which source, 0 and 1 of the first, 2 and 3 of the second, is to be the low half and, by the high digit, the high one; 8 is zero.
    private static final int MIDDLE_HALVES = 0x21;
    private static final int HIGH_HALF_AND_ZERO = 0x81;
    private static final int ZERO_AND_LOW_HALF = 0x08;

    /**
     * @param width XMM or YMM
     */
    Sha512Schedule(Machine m, Width width, Address block) {
        super(m, Size.QWORD, width, block, 16);
    }

    @Override
    protected final Vector next(int t) {
        Vector sum = m.paddq(m.paddq(w(16), w(7)), sigma0(w(15)));
        if (width() == Width.XMM) {
            return m.paddq(sum, sigma1(w(2)));
        }
        sum = m.paddq(sum, sigma1(m.vperm2i128(w(4), w(4), HIGH_HALF_AND_ZERO)));
        return m.paddq(sum, sigma1(m.vperm2i128(sum, sum, ZERO_AND_LOW_HALF)));
    }

    @Override
    protected final Vector following(Vector words, Vector next) {
        return width() == Width.XMM ? next : m.vperm2i128(words, next, MIDDLE_HALVES);
    }

    /** {@code ROTR(x, 1) ^ ROTR(x, 8) ^ SHR(x, 7)}. */
    Vector sigma0(Vector x) {
        Vector rotationBy8 = everywhere(0x0007060504030201L, 0x080F0E0D0C0B0A09L);
        Vector result = m.pxor(m.psrlq(x, 1), m.psllq(x, 63));
        return m.pxor(m.pxor(result, m.psrlq(x, 7)), m.pshufb(x, rotationBy8));
    }

    /** {@code ROTR(x, 19) ^ ROTR(x, 61) ^ SHR(x, 6)}. */
    Vector sigma1(Vector x) {
        Vector result = m.pxor(m.psrlq(x, 19), m.psllq(x, 45));
        result = m.pxor(m.pxor(result, m.psrlq(x, 61)), m.psllq(x, 3));
        return m.pxor(result, m.psrlq(x, 6));
    }

    /** The same two lanes in each 128 bits. */
    private Vector everywhere(long first, long second) {
        return width() == Width.XMM ? m.constant(first, second) : m.constant(first, second, first, second);
    }
}
