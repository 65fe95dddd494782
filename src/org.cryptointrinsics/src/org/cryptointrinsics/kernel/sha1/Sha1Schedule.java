package org.cryptointrinsics.kernel.sha1;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.VectorSchedule;

/**
 * The message schedule of SHA-1, four words at a time.
 *
 * <p>{@code W[t] = ROTL(W[t-3] ^ W[t-8] ^ W[t-14] ^ W[t-16], 1)} needs the first of four words for the last one. From {@code t = 32} on, the same put in for
 * its own terms does not: {@code W[t] = ROTL(W[t-6] ^ W[t-16] ^ W[t-28] ^ W[t-32], 2)}; both are those of M. Locktyukhin, "Improving the Performance of the
 * Secure Hash Algorithm (SHA-1)" (Intel, 2010).
 */
class Sha1Schedule extends VectorSchedule {

    Sha1Schedule(Machine m, Address block) {
        super(m, Size.DWORD, Width.XMM, block, 32);
    }

    @Override
    protected final Vector next(int t) {
        if (t >= 32) {
            return rotateLeft(m.pxor(xor3(w(32), w(28), w(16)), w(6)), 2);
        }
        Vector zero = m.constant(0, 0, 0, 0);
        Vector sum = m.pxor(xor3(w(14), w(16), w(8)), m.palignr(zero, w(4), 4));
        return m.pxor(rotateLeft(sum, 1), rotateLeft(m.palignr(sum, zero, 4), 2));
    }

    Vector xor3(Vector x, Vector y, Vector z) {
        return m.pxor(m.pxor(x, y), z);
    }

    Vector rotateLeft(Vector x, int count) {
        return m.pxor(m.pslld(x, count), m.psrld(x, Integer.SIZE - count));
    }
}
