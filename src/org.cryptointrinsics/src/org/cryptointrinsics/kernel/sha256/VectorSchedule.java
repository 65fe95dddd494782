package org.cryptointrinsics.kernel.sha256;

import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.sha2.ScheduledRounds;

/**
 * SHA-224 and SHA-256 with the message schedule {@code W[t] = sigma1(W[t-2]) + W[t-7] + sigma0(W[t-15]) + W[t-16]} in vectors, four words at a time.
 *
 * <p>The last two words of a group of four need {@code sigma1} of the first two, so {@code sigma1} is computed for two words at a time. There each word fills
 * both halves of a 64-bit lane, so that a shift of the lane rotates the word; the idea is that of J. Guilford, K. Yap and V. Gopal, "Fast SHA-256
 * Implementations on Intel Architecture Processors" (Intel, 2012).
 */
abstract class VectorSchedule extends ScheduledRounds {

    VectorSchedule(Rotation rotation) {
        super(Size.DWORD, Width.XMM, 64, List.of(2, 13, 22), List.of(6, 11, 25), rotation);
    }

    @Override
    protected final Vector nextWords(Machine m, List<Vector> w) {
        Vector sum = m.paddd(m.paddd(w.get(0), m.palignr(w.get(3), w.get(2), 4)), sigma0(m, m.palignr(w.get(1), w.get(0), 4)));
        sum = m.paddd(sum, sigma1OfLast(m, w.get(3)));
        return m.paddd(sum, sigma1OfFirst(m, sum));
    }

    /** {@code ROTR(x, 7) ^ ROTR(x, 18) ^ (x >>> 3)}: the shifts by 18 and 25 are made of those by 7 and 14. */
    Vector sigma0(Machine m, Vector x) {
        Vector right = m.psrld(x, 7);
        Vector left = m.pslld(x, 14);
        Vector result = m.pxor(m.pxor(m.psrld(x, 3), right), left);
        return m.pxor(m.pxor(result, m.psrld(right, 11)), m.pslld(left, 11));
    }

    /** {@code sigma1} of the last two words, as the first two; the last two are 0. */
    Vector sigma1OfLast(Machine m, Vector x) {
        return m.pshufb(sigma1(m, m.pshufd(x, 0xFA)), m.constant(0x03020100, 0x0B0A0908, -1, -1));
    }

    /** {@code sigma1} of the first two words, as the last two; the first two are 0. */
    Vector sigma1OfFirst(Machine m, Vector x) {
        return m.pshufb(sigma1(m, m.pshufd(x, 0x50)), m.constant(-1, -1, 0x03020100, 0x0B0A0908));
    }

    /** {@code ROTR(x, 17) ^ ROTR(x, 19) ^ (x >>> 10)} in the lower half of each 64-bit lane, both halves of which hold x. */
    private static Vector sigma1(Machine m, Vector x) {
        Vector right = m.psrlq(x, 17);
        return m.pxor(m.pxor(m.psrld(x, 10), right), m.psrlq(right, 2));
    }
}
