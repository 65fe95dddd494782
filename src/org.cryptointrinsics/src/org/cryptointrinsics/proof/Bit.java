package org.cryptointrinsics.proof;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A bit that depends on {@link Variables}: its algebraic normal form, the XOR of products of variables. Two bits are the same function of the variables if and only if they are
 * equal. Immutable.
 */
final class Bit {

    static final Bit ZERO = new Bit(new int[0]);
    static final Bit ONE = new Bit(new int[]{Variables.EMPTY_PRODUCT});

    /** Numbers of products, ascending, none twice. */
    private final int[] products;
    private final int hash;

    /**
     * @param products ascending, none twice; not changed any more
     */
    private Bit(int[] products) {
        this.products = products;
        // Most have one or two: a call for arrays would take longer.
        int sum = 0;
        for (int product : products) {
            sum = 31 * sum + product;
        }
        hash = sum;
    }

    static Bit of(int product) {
        return new Bit(new int[]{product});
    }

    static Bit of(boolean value) {
        return value ? ONE : ZERO;
    }

    /** How many products it is the XOR of. */
    int size() {
        return products.length;
    }

    /** The number of a product. */
    int product(int index) {
        return products[index];
    }

    boolean isConstant() {
        return products.length == 0 || this.equals(ONE);
    }

    /** Whether it is 1 where all variables are 0. */
    boolean hasConstant() {
        return products.length != 0 && products[0] == Variables.EMPTY_PRODUCT;
    }

    Bit not() {
        return xor(ONE);
    }

    Bit xor(Bit other) {
        int[] a = products;
        int[] b = other.products;
        if (a.length == 0) {
            return other;
        }
        if (b.length == 0) {
            return this;
        }
        if (a.length == 1 && b.length == 1) {
            return a[0] == b[0] ? ZERO : new Bit(new int[]{Math.min(a[0], b[0]), Math.max(a[0], b[0])});
        }
        int[] result = new int[a.length + b.length];
        int length = 0;
        int i = 0;
        int j = 0;
        while (i < a.length && j < b.length) {
            if (a[i] < b[j]) {
                result[length++] = a[i++];
            } else if (a[i] > b[j]) {
                result[length++] = b[j++];
            } else {
                i++;
                j++;
            }
        }
        System.arraycopy(a, i, result, length, a.length - i);
        length += a.length - i;
        System.arraycopy(b, j, result, length, b.length - j);
        length += b.length - j;
        return length == 0 ? ZERO : new Bit(length == result.length ? result : Arrays.copyOf(result, length));
    }

    /**
     * The XOR of products, each as often as it comes.
     *
     * @param sorted in any order; changed
     */
    static Bit xorOf(int[] sorted) {
        Arrays.sort(sorted);
        int length = 0;
        for (int product : sorted) {
            if (length != 0 && sorted[length - 1] == product) {
                length--;
            } else {
                sorted[length++] = product;
            }
        }
        return length == 0 ? ZERO : new Bit(Arrays.copyOf(sorted, length));
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof Bit bit && hash == bit.hash && Arrays.equals(products, bit.products);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return products.length == 0 ? "0" : Arrays.stream(products).mapToObj(Integer::toString).collect(Collectors.joining("^"));
    }
}
