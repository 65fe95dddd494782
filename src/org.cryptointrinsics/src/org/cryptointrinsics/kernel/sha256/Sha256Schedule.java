package org.cryptointrinsics.kernel.sha256;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.VectorSchedule;

/**
 * The message schedule of SHA-224 and SHA-256, {@code W[t] = sigma1(W[t-2]) + W[t-7] + sigma0(W[t-15]) + W[t-16]}, four words at a time.
 *
 * <p>The last two words of four need {@code sigma1} of the first two, so {@code sigma1} is computed for two words at a time. There each word fills both halves of a
 * 64-bit lane, so that a shift of the lane rotates the word; the idea is that of J. Guilford, K. Yap and V. Gopal, "Fast SHA-256 Implementations on Intel
 * Architecture Processors" (Intel, 2012).
 */
class Sha256Schedule extends VectorSchedule {

    Sha256Schedule(Machine m, Address block) {
        super(m, Size.DWORD, Width.XMM, block, 16);
    }

    @Override
    protected final Vector next(int t) {
        Vector sum = m.paddd(m.paddd(w(16), w(7)), sigma0(w(15)));
        sum = m.paddd(sum, sigma1OfLast(w(4)));
        return m.paddd(sum, sigma1OfFirst(sum));
    }

    /** {@code ROTR(x, 7) ^ ROTR(x, 18) ^ SHR(x, 3)}: the shifts by 18 and 25 are made of those by 7 and 14. */
    Vector sigma0(Vector x) {
        Vector right = m.psrld(x, 7);
        Vector left = m.pslld(x, 14);
        Vector result = m.pxor(m.pxor(m.psrld(x, 3), right), left);
        return m.pxor(m.pxor(result, m.psrld(right, 11)), m.pslld(left, 11));
    }

    /** {@code sigma1} of the last two words, as the first two; the last two are 0. */
    Vector sigma1OfLast(Vector x) {
        return m.pshufb(sigma1(m.pshufd(x, 0xFA)), m.constant(0x03020100, 0x0B0A0908, -1, -1));
    }

    /** {@code sigma1} of the first two words, as the last two; the first two are 0. */
    Vector sigma1OfFirst(Vector x) {
        return m.pshufb(sigma1(m.pshufd(x, 0x50)), m.constant(-1, -1, 0x03020100, 0x0B0A0908));
    }

    /** {@code ROTR(x, 17) ^ ROTR(x, 19) ^ SHR(x, 10)} in the lower half of each 64-bit lane, both halves of which hold x. */
    private Vector sigma1(Vector x) {
        Vector right = m.psrlq(x, 17);
        return m.pxor(m.pxor(m.psrld(x, 10), right), m.psrlq(right, 2));
    }
}
