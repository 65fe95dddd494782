package org.cryptointrinsics.substitution.lattice;

import jdk.internal.misc.Unsafe;

/** RejNTTPoly of ML-DSA (FIPS 204, algorithm 30): numbers of 24 bits, of which the highest one is ignored. */
final class RejNttPoly extends Sampler<int[]> {

    static final RejNttPoly INSTANCE = new RejNttPoly();

    private static final Unsafe U = Unsafe.getUnsafe();

    private static final int MODULUS = 8380417;
    private static final int MASK = (1 << 23) - 1;
    private static final int LANES_AT_ONCE = 3;
    private static final int NUMBERS_AT_ONCE = 8;

    private RejNttPoly() {
        super(RATE_LANES / LANES_AT_ONCE * NUMBERS_AT_ONCE);
    }

    @Override
    int[] allocate(int length) {
        return new int[length];
    }

    @Override
    int sample(long[] lanes, int states, int state, int[] to, int at) {
        long count = at;
        for (int i = state; i < RATE_LANES * states; i += LANES_AT_ONCE * states) {
            long low = lanes[i];
            long middle = lanes[i + states];
            long high = lanes[i + 2 * states];
            count = append(low, to, count);
            count = append(low >>> 24, to, count);
            count = append(low >>> 48 | middle << 16, to, count);
            count = append(middle >>> 8, to, count);
            count = append(middle >>> 32, to, count);
            count = append(middle >>> 56 | high << 8, to, count);
            count = append(high >>> 16, to, count);
            count = append(high >>> 40, to, count);
        }
        return (int) count;
    }

    private static long append(long bits, int[] to, long count) {
        long number = bits & MASK;
        U.putInt(to, Unsafe.ARRAY_INT_BASE_OFFSET + count * Integer.BYTES, (int) number);
        return count - (number - MODULUS >> Long.SIZE - 1);
    }
}
