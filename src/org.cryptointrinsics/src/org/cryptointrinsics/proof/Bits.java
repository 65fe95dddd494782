package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The content of memory or of a register, the lowest bit first. Immutable. */
public final class Bits {

    /** Null where they are variables one after another, as most are: these have no objects before somebody asks for one. */
    private final Bit[] bits;
    private final int firstVariable;
    private final int width;
    /** 0 if it is not known yet. */
    private int hash;

    /**
     * @param bits not changed any more
     */
    private Bits(Bit[] bits) {
        this.bits = bits;
        firstVariable = -1;
        width = bits.length;
    }

    private Bits(int firstVariable, int width) {
        bits = null;
        this.firstVariable = firstVariable;
        this.width = width;
    }

    static Bits of(Bit... bits) {
        return new Bits(bits.clone());
    }

    /** Variables with the numbers from {@code first} on. */
    static Bits ofVariables(int first, int width) {
        return new Bits(first, width);
    }

    /** Whether they are variables one after another, from {@link #firstVariable} on. */
    boolean areVariables() {
        return bits == null;
    }

    int firstVariable() {
        return firstVariable;
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
        return width;
    }

    Bit bit(int index) {
        return bits == null ? Bit.of(firstVariable + Objects.checkIndex(index, width)) : bits[index];
    }

    public boolean isConstant() {
        for (int i = 0; i < width; i++) {
            if (areVariables() || !bits[i].isConstant()) {
                return false;
            }
        }
        return true;
    }

    /** Whether a bit is 1, whatever the variables are. */
    public boolean hasOne() {
        for (int i = 0; i < width && !areVariables(); i++) {
            if (bits[i].equals(Bit.ONE)) {
                return true;
            }
        }
        return false;
    }

    /** Those of a constant. */
    public byte[] bytes() {
        if (!isConstant()) {
            throw new IllegalArgumentException("no constant");
        }
        byte[] bytes = new byte[width / Byte.SIZE];
        for (int i = 0; i < width; i++) {
            bytes[i / Byte.SIZE] |= (byte) (bits[i].size() << i % Byte.SIZE);
        }
        return bytes;
    }

    /** The bits of {@code parts}, the first of which are the lowest. */
    public static Bits concatenate(List<Bits> parts) {
        int width = 0;
        boolean areVariables = !parts.isEmpty();
        for (Bits part : parts) {
            areVariables &= part.areVariables() && part.firstVariable == parts.getFirst().firstVariable + width;
            width += part.width;
        }
        if (areVariables) {
            return new Bits(parts.getFirst().firstVariable, width);
        }
        Bit[] result = new Bit[width];
        int next = 0;
        for (Bits part : parts) {
            part.copy(0, result, next, part.width);
            next += part.width;
        }
        return new Bits(result);
    }

    private void copy(int from, Bit[] target, int to, int count) {
        if (!areVariables()) {
            System.arraycopy(bits, from, target, to, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            target[to + i] = bit(from + i);
        }
    }

    public Bits part(int from, int count) {
        Objects.checkFromIndexSize(from, count, width);
        if (from == 0 && count == width) {
            return this;
        }
        return areVariables() ? new Bits(firstVariable + from, count) : new Bits(Arrays.copyOfRange(bits, from, from + count));
    }

    /** Parts of one width. */
    public List<Bits> split(int widthOfPart) {
        List<Bits> parts = new ArrayList<>(width / widthOfPart);
        for (int from = 0; from + widthOfPart <= width; from += widthOfPart) {
            parts.add(part(from, widthOfPart));
        }
        return parts;
    }

    /** Wider, by zeros. */
    public Bits extend(int toWidth) {
        if (toWidth == width) {
            return this;
        }
        Bit[] result = new Bit[toWidth];
        copy(0, result, 0, width);
        Arrays.fill(result, width, toWidth, Bit.ZERO);
        return new Bits(result);
    }

    public Bits rotateRight(int count) {
        Bit[] result = new Bit[width];
        Arrays.setAll(result, i -> bit(Math.floorMod(i + count, width)));
        return new Bits(result);
    }

    /** By zeros. */
    public Bits shiftRight(int count) {
        return part(count, width - count).extend(width);
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
        Bit[] result = new Bit[width];
        for (int i = 0; i < result.length; i++) {
            result[i] = function.apply(bit(i));
        }
        return new Bits(result);
    }

    Bits combine(Bits other, BinaryOperator<Bit> operation) {
        checkWidth(other);
        Bit[] result = new Bit[width];
        for (int i = 0; i < result.length; i++) {
            result[i] = operation.apply(bit(i), other.bit(i));
        }
        return new Bits(result);
    }

    private void checkWidth(Bits other) {
        if (width != other.width) {
            throw new IllegalArgumentException(width + " bits and " + other.width);
        }
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof Bits same && hashCode() == same.hashCode() && width == same.width && areEqual(same);
    }

    private boolean areEqual(Bits other) {
        if (areVariables() && other.areVariables()) {
            return firstVariable == other.firstVariable || width == 0;
        }
        for (int i = 0; i < width; i++) {
            if (!bit(i).equals(other.bit(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            int sum = 1;
            for (int i = 0; i < width; i++) {
                // That of a variable is its number.
                sum = 31 * sum + (areVariables() ? firstVariable + i : bits[i].hashCode());
            }
            hash = sum;
        }
        return hash;
    }

    @Override
    public String toString() {
        return IntStream.range(0, width).mapToObj(this::bit).toList().toString();
    }
}
