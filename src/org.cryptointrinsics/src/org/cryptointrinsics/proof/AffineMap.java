package org.cryptointrinsics.proof;

import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A function of vectors each bit of which is the XOR of bits of the sources, and of a constant. It is learned from what the function makes of vectors with one bit set. */
final class AffineMap {

    /** Of each bit of the result, the numbers of bits of the sources one after the other. */
    private final int[][] inputs;
    private final Bits constant;
    private final int inputWidth;

    /**
     * @param function is affine; this is not found out
     * @param bytes of each source
     */
    AffineMap(Function<byte[][], byte[]> function, int sources, int bytes) {
        byte[] zero = function.apply(new byte[sources][bytes]);
        List<IntStream.Builder> found = Stream.generate(IntStream::builder).limit(zero.length * Byte.SIZE).toList();
        for (int i = 0; i < sources * bytes * Byte.SIZE; i++) {
            byte[][] unit = new byte[sources][bytes];
            unit[i / Byte.SIZE / bytes][i / Byte.SIZE % bytes] = (byte) (1 << i % Byte.SIZE);
            BitSet changed = BitSet.valueOf(function.apply(unit));
            changed.xor(BitSet.valueOf(zero));
            int input = i;
            changed.stream().forEach(bit -> found.get(bit).add(input));
        }
        inputs = found.stream().map(all -> all.build().toArray()).toArray(int[][]::new);
        constant = Bits.of(zero);
        inputWidth = sources * bytes * Byte.SIZE;
    }

    Bits apply(List<Bits> sources) {
        Bits all = Bits.concatenate(sources);
        if (all.width() != inputWidth) {
            throw new IllegalArgumentException(all.width() + " bits instead of " + inputWidth);
        }
        Bit[] result = new Bit[constant.width()];
        for (int i = 0; i < result.length; i++) {
            Bit bit = constant.bit(i);
            for (int input : inputs[i]) {
                bit = bit.xor(all.bit(input));
            }
            result[i] = bit;
        }
        return Bits.of(result);
    }
}
