package org.cryptointrinsics.substitution.lattice;

import org.cryptointrinsics.kernel.mlkem.MlKem;

import jdk.internal.misc.Unsafe;

/** SampleNTT of ML-KEM (FIPS 203, algorithm 7): numbers of 12 bits. */
final class SampleNtt extends Sampler<short[]> {

    static final SampleNtt INSTANCE = new SampleNtt();

    private static final Unsafe U = Unsafe.getUnsafe();

    private static final int MODULUS = MlKem.Q;
    private static final int MASK = (1 << 12) - 1;
    private static final int LANES_AT_ONCE = 3;
    private static final int NUMBERS_AT_ONCE = 16;

    private SampleNtt() {
        super(RATE_LANES / LANES_AT_ONCE * NUMBERS_AT_ONCE);
    }

    @Override
    short[] allocate(int length) {
        return new short[length];
    }

    @Override
    int sample(long[] lanes, int states, int state, short[] to, int at) {
        long count = at;
        for (int i = state; i < RATE_LANES * states; i += LANES_AT_ONCE * states) {
            long low = lanes[i];
            long middle = lanes[i + states];
            long high = lanes[i + 2 * states];
            count = append(low, to, count);
            count = append(low >>> 12, to, count);
            count = append(low >>> 24, to, count);
            count = append(low >>> 36, to, count);
            count = append(low >>> 48, to, count);
            count = append(low >>> 60 | middle << 4, to, count);
            count = append(middle >>> 8, to, count);
            count = append(middle >>> 20, to, count);
            count = append(middle >>> 32, to, count);
            count = append(middle >>> 44, to, count);
            count = append(middle >>> 56 | high << 8, to, count);
            count = append(high >>> 4, to, count);
            count = append(high >>> 16, to, count);
            count = append(high >>> 28, to, count);
            count = append(high >>> 40, to, count);
            count = append(high >>> 52, to, count);
        }
        return (int) count;
    }

    private static long append(long bits, short[] to, long count) {
        long number = bits & MASK;
        U.putShort(to, Unsafe.ARRAY_SHORT_BASE_OFFSET + count * Short.BYTES, (short) number);
        return count - (number - MODULUS >> Long.SIZE - 1);
    }
}
