package org.cryptointrinsics.instruction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Builds the meaning of a vector instruction from the meaning of one of its lanes. A vector is its bytes, lane 0 first, little-endian. */
final class Meanings {

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Meanings() {
    }

    /** What a vector instruction computes from its immediate and its sources, all of the same width. */
    @FunctionalInterface
    interface Meaning {
        byte[] apply(int immediate, byte[]... sources);
    }

    /** The result of four 32-bit lanes, from the sources' four lanes each. */
    @FunctionalInterface
    interface Ints128 {
        int[] apply(int immediate, int[]... sources);
    }

    /** The result of four lanes, from the sources' four lanes each, whatever these are. */
    @FunctionalInterface
    interface WordMeaning {
        <W> List<W> apply(Arithmetic<W> arithmetic, int immediate, List<List<W>> sources);
    }

    /** {@code lane} is given what is extended by its sign; of the result, the low 16 bits are taken. */
    static Meaning shorts(IntBinaryOperator lane) {
        return (immediate, s) -> {
            byte[] result = new byte[s[0].length];
            for (int i = 0; i < result.length; i += Short.BYTES) {
                SHORT.set(result, i, (short) lane.applyAsInt((short) SHORT.get(s[0], i), (short) SHORT.get(s[1], i)));
            }
            return result;
        };
    }

    /** As {@link #shorts}; {@code lane} is given the lane and the immediate. */
    static Meaning shortsByImmediate(IntBinaryOperator lane) {
        return (immediate, s) -> {
            byte[] result = new byte[s[0].length];
            for (int i = 0; i < result.length; i += Short.BYTES) {
                SHORT.set(result, i, (short) lane.applyAsInt((short) SHORT.get(s[0], i), immediate & 0xFF));
            }
            return result;
        };
    }

    static Meaning ints(IntBinaryOperator lane) {
        return (immediate, s) -> {
            byte[] result = new byte[s[0].length];
            for (int i = 0; i < result.length; i += Integer.BYTES) {
                INT.set(result, i, lane.applyAsInt(getInt(s[0], i), getInt(s[1], i)));
            }
            return result;
        };
    }

    /** {@code lane} is given the lane and the immediate. */
    static Meaning intsByImmediate(IntBinaryOperator lane) {
        return (immediate, s) -> {
            byte[] result = new byte[s[0].length];
            for (int i = 0; i < result.length; i += Integer.BYTES) {
                INT.set(result, i, lane.applyAsInt(getInt(s[0], i), immediate & 0xFF));
            }
            return result;
        };
    }

    static Meaning longs(LongBinaryOperator lane) {
        return (immediate, s) -> {
            byte[] result = new byte[s[0].length];
            for (int i = 0; i < result.length; i += Long.BYTES) {
                LONG.set(result, i, lane.applyAsLong(getLong(s[0], i), getLong(s[1], i)));
            }
            return result;
        };
    }

    /** The result of a lane of 64 bits, from the sources' lanes. */
    @FunctionalInterface
    interface ThreeLongs {
        long apply(long a, long b, long c);
    }

    static Meaning longs(ThreeLongs lane) {
        return (immediate, s) -> {
            byte[] result = new byte[s[0].length];
            for (int i = 0; i < result.length; i += Long.BYTES) {
                LONG.set(result, i, lane.apply(getLong(s[0], i), getLong(s[1], i), getLong(s[2], i)));
            }
            return result;
        };
    }

    /** {@code lane} is given the lane and the immediate. */
    static Meaning longsByImmediate(LongBinaryOperator lane) {
        return (immediate, s) -> {
            byte[] result = new byte[s[0].length];
            for (int i = 0; i < result.length; i += Long.BYTES) {
                LONG.set(result, i, lane.applyAsLong(getLong(s[0], i), immediate & 0xFF));
            }
            return result;
        };
    }

    /** Applies {@code lane} to each 128-bit lane. */
    static Meaning each128(Meaning lane) {
        return (immediate, s) -> {
            byte[] result = new byte[s[0].length];
            for (int i = 0; i < result.length; i += 16) {
                byte[][] lanes = new byte[s.length][];
                for (int j = 0; j < s.length; j++) {
                    lanes[j] = slice(s[j], i);
                }
                System.arraycopy(lane.apply(immediate, lanes), 0, result, i, 16);
            }
            return result;
        };
    }

    /** Applies {@code lane} to each 128-bit lane, seen as four 32-bit lanes. */
    static Meaning each128Ints(Ints128 lane) {
        return each128((immediate, s) -> {
            int[][] lanes = new int[s.length][4];
            for (int j = 0; j < s.length; j++) {
                for (int i = 0; i < 4; i++) {
                    lanes[j][i] = getInt(s[j], Integer.BYTES * i);
                }
            }
            return ofInts(lane.apply(immediate, lanes));
        });
    }

    /** Sees a vector as four lanes of a size. */
    static Meaning words(Size size, WordMeaning meaning) {
        Numbers numbers = new Numbers(size.bits());
        return (immediate, s) -> {
            List<Long> result = meaning.apply(numbers, immediate, Stream.of(s).map(source -> words(size, source)).toList());
            return size == Size.DWORD ? ofInts(result.stream().mapToInt(Long::intValue).toArray()) : ofLongs(result.stream().mapToLong(Long::longValue).toArray());
        };
    }

    private static List<Long> words(Size size, byte[] vector) {
        return IntStream.range(0, vector.length / size.bytes()).mapToObj(
                        i -> size == Size.DWORD ? Integer.toUnsignedLong(getInt(vector, Integer.BYTES * i)) : getLong(vector, Long.BYTES * i)).toList();
    }

    static byte[] ofInts(int... lanes) {
        byte[] result = new byte[Integer.BYTES * lanes.length];
        for (int i = 0; i < lanes.length; i++) {
            INT.set(result, Integer.BYTES * i, lanes[i]);
        }
        return result;
    }

    static byte[] ofLongs(long... lanes) {
        byte[] result = new byte[Long.BYTES * lanes.length];
        for (int i = 0; i < lanes.length; i++) {
            LONG.set(result, Long.BYTES * i, lanes[i]);
        }
        return result;
    }

    static byte[] slice(byte[] vector, int from) {
        byte[] lane = new byte[16];
        System.arraycopy(vector, from, lane, 0, 16);
        return lane;
    }

    static int getInt(byte[] vector, int offset) {
        return (int) INT.get(vector, offset);
    }

    static long getLong(byte[] vector, int offset) {
        return (long) LONG.get(vector, offset);
    }
}
