package org.cryptointrinsics.proof;

import java.util.Arrays;

/** Numbers by pairs of numbers, in whichever order; there may be millions. */
final class PairMap {

    /** What there is for a pair that was not put. */
    static final int NONE = -1;

    private static final long MIX = 0x9E3779B97F4A7C15L;

    private long[] keys = new long[1 << 10];
    private int[] values = filled(keys.length);
    private int size;

    private static int[] filled(int length) {
        int[] values = new int[length];
        Arrays.fill(values, NONE);
        return values;
    }

    private static long key(int a, int b) {
        return (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
    }

    /** Where the pair is, or would be. */
    private int index(long key) {
        int mask = keys.length - 1;
        int index = (int) (key * MIX >>> Integer.SIZE) & mask;
        while (values[index] != NONE && keys[index] != key) {
            index = index + 1 & mask;
        }
        return index;
    }

    int get(int a, int b) {
        return values[index(key(a, b))];
    }

    /**
     * @param value not {@link #NONE}
     */
    void put(int a, int b, int value) {
        if (size > keys.length / 2) {
            long[] before = keys;
            int[] valuesBefore = values;
            keys = new long[2 * before.length];
            values = filled(keys.length);
            size = 0;
            for (int i = 0; i < before.length; i++) {
                if (valuesBefore[i] != NONE) {
                    put(before[i], valuesBefore[i]);
                }
            }
        }
        put(key(a, b), value);
    }

    private void put(long key, int value) {
        int index = index(key);
        keys[index] = key;
        values[index] = value;
        size++;
    }
}
