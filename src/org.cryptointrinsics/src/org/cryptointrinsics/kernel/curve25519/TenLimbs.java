package org.cryptointrinsics.kernel.curve25519;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/** Ten limbs of 26 and 25 bits in turns, as of D. J. Bernstein, "Curve25519: new Diffie-Hellman speed records" (2006): products of 32 bits. */
final class TenLimbs extends Field {

    private static final int[] BITS = {26, 25, 26, 25, 26, 25, 26, 25, 26, 25};
    private static final int OTHER_HALF = 0x01;
    private static final int LOW_HALVES = 0x00;

    TenLimbs(Machine m) {
        super(m, BITS);
    }

    @Override
    protected Vector swapHalves(Vector a) {
        return m.vperm2i128(a, a, OTHER_HALF);
    }

    @Override
    protected Vector lowHalves(Vector a) {
        return m.vperm2i128(a, a, LOW_HALVES);
    }

    @Override
    protected Vector select(Vector mask, Vector a, Vector b) {
        return m.por(m.pandn(mask, a), m.pand(mask, b));
    }

    /** Two odd limbs meet half a bit too low, so their product counts twice; what is behind the last limb counts 19 times. */
    @Override
    public List<Vector> multiply(List<Vector> a, List<Vector> b) {
        List<Vector> timesC = b.stream().map(this::timesC).toList();
        List<Vector> result = new ArrayList<>();
        for (int k = 0; k < limbs(); k++) {
            Vector sum = null;
            for (int i = 0; i < limbs(); i++) {
                int j = (k - i + limbs()) % limbs();
                Vector x = i % 2 == 1 && j % 2 == 1 ? m.paddq(a.get(i), a.get(i)) : a.get(i);
                Vector product = m.pmuludq(x, i + j < limbs() ? b.get(j) : timesC.get(j));
                sum = sum == null ? product : m.paddq(sum, product);
            }
            result.add(sum);
        }
        return carry(carry(result));
    }
}
