package org.cryptointrinsics.proof.curve;

import java.math.BigInteger;

/**
 * A number of 64 bits without a sign: a polynomial of what is not known, and the bounds of what it may be.
 *
 * @param max less than {@code 2^64}
 */
record Limb(IntegerPolynomial value, BigInteger min, BigInteger max) {

    static final int BITS = Long.SIZE;

    Limb {
        if (min.signum() < 0 || max.bitLength() > BITS || min.compareTo(max) > 0) {
            throw new ArithmeticException("a number from " + min + " to " + max + " does not fit in " + BITS + " bits");
        }
    }

    static Limb constant(BigInteger value) {
        return new Limb(IntegerPolynomial.constant(value), value, value);
    }

    boolean isConstant() {
        return min.equals(max);
    }

    boolean isConstant(BigInteger number) {
        return isConstant() && min.equals(number);
    }

    Limb add(Limb other) {
        return wrapped(value.add(other.value), min.add(other.min), max.add(other.max));
    }

    Limb multiply(BigInteger factor) {
        return new Limb(value.multiply(factor), min.multiply(factor), max.multiply(factor));
    }

    Limb multiply(Limb other) {
        return new Limb(value.multiply(other.value), min.multiply(other.min), max.multiply(other.max));
    }

    /** All bits inverted: {@code 2^64 - 1 - a}. */
    Limb not() {
        return constant(BigInteger.ONE.shiftLeft(BITS).subtract(BigInteger.ONE)).subtract(this);
    }

    Limb subtract(Limb other) {
        return new Limb(value.subtract(other.value), min.subtract(other.max), max.subtract(other.min));
    }

    /** A sum that is surely more than 64 bits has lost {@code 2^64}. */
    private static Limb wrapped(IntegerPolynomial value, BigInteger min, BigInteger max) {
        if (min.bitLength() <= BITS) {
            return new Limb(value, min, max);
        }
        BigInteger lost = BigInteger.ONE.shiftLeft(BITS);
        return new Limb(value.subtract(IntegerPolynomial.constant(lost)), min.subtract(lost), max.subtract(lost));
    }
}
