package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** The content of memory or of a register, the lowest bit first. Immutable. */
public final class Bits {

    private final Bit[] bits;
    /** 0 if it is not known yet. */
    private int hash;

    /**
     * @param bits not changed any more
     */
    private Bits(Bit[] bits) {
        this.bits = bits;
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
        for (Bit bit : bits) {
            if (!bit.isConstant()) {
                return false;
            }
        }
        return true;
    }

    /** Whether a bit is 1, whatever the variables are. */
    public boolean hasOne() {
        for (Bit bit : bits) {
            if (bit.equals(Bit.ONE)) {
                return true;
            }
        }
        return false;
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
        int width = 0;
        for (Bits part : parts) {
            width += part.bits.length;
        }
        Bit[] result = new Bit[width];
        int next = 0;
        for (Bits part : parts) {
            System.arraycopy(part.bits, 0, result, next, part.bits.length);
            next += part.bits.length;
        }
        return new Bits(result);
    }

    public Bits part(int from, int width) {
        if (from < 0 || from + width > bits.length) {
            throw new IndexOutOfBoundsException("bits " + from + " to " + (from + width - 1) + " of " + bits.length);
        }
        return from == 0 && width == bits.length ? this : new Bits(Arrays.copyOfRange(bits, from, from + width));
    }

    /** Parts of one width. */
    public List<Bits> split(int width) {
        List<Bits> parts = new ArrayList<>(bits.length / width);
        for (int from = 0; from + width <= bits.length; from += width) {
            parts.add(part(from, width));
        }
        return parts;
    }

    /** Wider, by zeros. */
    public Bits extend(int width) {
        if (width == bits.length) {
            return this;
        }
        Bit[] result = Arrays.copyOf(bits, width);
        Arrays.fill(result, bits.length, width, Bit.ZERO);
        return new Bits(result);
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
        checkWidth(other);
        Bit[] result = new Bit[bits.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = bits[i].xor(other.bits[i]);
        }
        return new Bits(result);
    }

    public Bits not() {
        return map(Bit::not);
    }

    Bits map(UnaryOperator<Bit> function) {
        Bit[] result = new Bit[bits.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = function.apply(bits[i]);
        }
        return new Bits(result);
    }

    Bits combine(Bits other, BinaryOperator<Bit> operation) {
        checkWidth(other);
        Bit[] result = new Bit[bits.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = operation.apply(bits[i], other.bits[i]);
        }
        return new Bits(result);
    }

    private void checkWidth(Bits other) {
        if (bits.length != other.bits.length) {
            throw new IllegalArgumentException(bits.length + " bits and " + other.bits.length);
        }
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof Bits same && hashCode() == same.hashCode() && Arrays.equals(bits, same.bits);
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = Arrays.hashCode(bits);
        }
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.toString(bits);
    }
}
