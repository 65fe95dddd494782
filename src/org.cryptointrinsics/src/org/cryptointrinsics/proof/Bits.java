package org.cryptointrinsics.proof;

import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The content of memory or of a register, the lowest bit first. Immutable. */
public final class Bits {

    private final Bit[] bits;
    private final int hash;

    /**
     * @param bits not changed any more
     */
    private Bits(Bit[] bits) {
        this.bits = bits;
        hash = Arrays.hashCode(bits);
    }

    static Bits of(Bit... bits) {
        return new Bits(bits.clone());
    }

    /** A constant. */
    public static Bits of(long value, int width) {
        Bit[] bits = new Bit[width];
        Arrays.setAll(bits, i -> Bit.of(i < Long.SIZE && (value >>> i & 1) != 0));
        return new Bits(bits);
    }

    /** A constant; of each byte, the lowest bit comes first. */
    public static Bits of(byte[] value) {
        Bit[] bits = new Bit[value.length * Byte.SIZE];
        Arrays.setAll(bits, i -> Bit.of((value[i / Byte.SIZE] >> i % Byte.SIZE & 1) != 0));
        return new Bits(bits);
    }

    public int width() {
        return bits.length;
    }

    Bit bit(int index) {
        return bits[index];
    }

    public boolean isConstant() {
        return Arrays.stream(bits).allMatch(Bit::isConstant);
    }

    /** Those of a constant. */
    public byte[] bytes() {
        byte[] bytes = new byte[bits.length / Byte.SIZE];
        for (int i = 0; i < bits.length; i++) {
            if (!bits[i].isConstant()) {
                throw new IllegalArgumentException("no constant");
            }
            bytes[i / Byte.SIZE] |= (byte) (bits[i].size() << i % Byte.SIZE);
        }
        return bytes;
    }

    /** The bits of {@code parts}, the first of which are the lowest. */
    public static Bits concatenate(List<Bits> parts) {
        return new Bits(parts.stream().flatMap(part -> Arrays.stream(part.bits)).toArray(Bit[]::new));
    }

    public Bits part(int from, int width) {
        if (from < 0 || from + width > bits.length) {
            throw new IndexOutOfBoundsException("bits " + from + " to " + (from + width - 1) + " of " + bits.length);
        }
        return from == 0 && width == bits.length ? this : new Bits(Arrays.copyOfRange(bits, from, from + width));
    }

    /** Parts of one width. */
    public List<Bits> split(int width) {
        return IntStream.range(0, bits.length / width).mapToObj(i -> part(i * width, width)).toList();
    }

    /** Wider, by zeros. */
    Bits extend(int width) {
        return concatenate(List.of(this, of(0, width - bits.length)));
    }

    public Bits rotateRight(int count) {
        Bit[] result = new Bit[bits.length];
        Arrays.setAll(result, i -> bits[Math.floorMod(i + count, bits.length)]);
        return new Bits(result);
    }

    /** By zeros. */
    public Bits shiftRight(int count) {
        return part(count, bits.length - count).extend(bits.length);
    }

    /** The last byte first. */
    public Bits reverseBytes() {
        return concatenate(split(Byte.SIZE).reversed());
    }

    public Bits xor(Bits other) {
        return combine(other, Bit::xor);
    }

    public Bits not() {
        return map(Bit::not);
    }

    Bits map(UnaryOperator<Bit> function) {
        return new Bits(Arrays.stream(bits).map(function).toArray(Bit[]::new));
    }

    Bits combine(Bits other, BinaryOperator<Bit> operation) {
        if (bits.length != other.bits.length) {
            throw new IllegalArgumentException(bits.length + " bits and " + other.bits.length);
        }
        Bit[] result = new Bit[bits.length];
        Arrays.setAll(result, i -> operation.apply(bits[i], other.bits[i]));
        return new Bits(result);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof Bits same && hash == same.hash && Arrays.equals(bits, same.bits);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.toString(bits);
    }
}
