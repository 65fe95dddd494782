package org.cryptointrinsics.kernel.curve25519;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/** Five limbs of 51 bits, of which AVX512_IFMA multiplies 52. */
final class FiveLimbs extends Field {

    private static final int LIMBS = 5;
    private static final int BITS = 51;
    private static final int OTHER_HALF = 0b01;
    private static final int LOW_HALVES = 0b00;
    /** {@code c ? b : a}, for {@code a}, {@code b} and {@code c} in this order. */
    private static final int SELECT = 0xD8;

    FiveLimbs(Machine m) {
        super(m, limbsOf());
    }

    private static int[] limbsOf() {
        int[] bits = new int[LIMBS];
        Arrays.fill(bits, BITS);
        return bits;
    }

    @Override
    protected Vector swapHalves(Vector a) {
        return m.vshufi64x2(a, a, OTHER_HALF);
    }

    @Override
    protected Vector lowHalves(Vector a) {
        return m.vshufi64x2(a, a, LOW_HALVES);
    }

    @Override
    protected Vector select(Vector mask, Vector a, Vector b) {
        return m.vpternlogq(a, b, mask, SELECT);
    }

    /** The high half of a product has the weight of 52 bits, twice that of the next limb. */
    @Override
    public List<Vector> multiply(List<Vector> a, List<Vector> b) {
        List<Vector> low = new ArrayList<>(Collections.nCopies(2 * LIMBS, null));
        List<Vector> high = new ArrayList<>(Collections.nCopies(2 * LIMBS, null));
        Vector zero = m.constant(new long[LANES]);
        for (int i = 0; i < LIMBS; i++) {
            for (int j = 0; j < LIMBS; j++) {
                Vector lowSum = low.get(i + j);
                Vector highSum = high.get(i + j + 1);
                low.set(i + j, m.vpmadd52luq(lowSum == null ? zero : lowSum, a.get(i), b.get(j)));
                high.set(i + j + 1, m.vpmadd52huq(highSum == null ? zero : highSum, a.get(i), b.get(j)));
            }
        }
        List<Vector> sums = new ArrayList<>();
        for (int i = 0; i < 2 * LIMBS; i++) {
            Vector twice = high.get(i) == null ? null : m.paddq(high.get(i), high.get(i));
            sums.add(twice == null ? low.get(i) : low.get(i) == null ? twice : m.paddq(low.get(i), twice));
        }
        List<Vector> result = new ArrayList<>();
        for (int i = 0; i < LIMBS; i++) {
            result.add(m.paddq(sums.get(i), timesC(sums.get(i + LIMBS))));
        }
        return carry(result);
    }
}
