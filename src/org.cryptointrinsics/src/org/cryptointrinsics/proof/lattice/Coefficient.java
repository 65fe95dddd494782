package org.cryptointrinsics.proof.lattice;

/**
 * A coefficient, or a number that is computed from some, in bits of a vector, with a sign. Known is between what it is, what it is modulo the prime, and modulo a power of two. Two
 * are the same only if they are the same object.
 */
final class Coefficient {

    private final long modulus;
    private final int bits;
    private final long min;
    private final long max;
    private final LinearForm form;
    private final Coefficient base;
    private final long factor;
    private final int congruentBits;
    private final Quotient quotient;

    /**
     * How it came about: {@code floor(number factor / 2^shift)}, times a multiple.
     *
     * @param multiple 1 unless it was multiplied
     */
    record Quotient(Coefficient number, long factor, int shift, long multiple) {

        long of(long value) {
            return Math.floorDiv(value * factor, 1L << shift) * multiple;
        }
    }

    /**
     * @param form null if nothing is known of it
     * @param base {@code factor base} is congruent modulo two to the power of {@code congruentBits}; null if that is the number itself
     * @param quotient null if it is none
     */
    private Coefficient(long modulus, int bits, long min, long max, LinearForm form, Coefficient base, long factor, int congruentBits, Quotient quotient) {
        if (min < -1L << bits - 1 || max > (1L << bits - 1) - 1) {
            throw new ArithmeticException("a number from " + min + " to " + max + " does not fit in " + bits + " bits");
        }
        this.modulus = modulus;
        this.bits = bits;
        this.min = min;
        this.max = max;
        this.form = min == max ? LinearForm.constant(modulus, min) : form;
        this.base = base == null ? this : base;
        this.factor = factor;
        this.congruentBits = congruentBits;
        this.quotient = quotient;
    }

    /** What is known by its form. */
    static Coefficient of(long modulus, int bits, long min, long max, LinearForm form) {
        if (min == max) {
            // Of what is known, it is known what it becomes if it is too large.
            long wrapped = min << Long.SIZE - bits >> Long.SIZE - bits;
            return new Coefficient(modulus, bits, wrapped, wrapped, null, null, 1, Long.SIZE, null);
        }
        return new Coefficient(modulus, bits, min, max, form, null, 1, Long.SIZE, null);
    }

    static Coefficient constant(long modulus, int bits, long value) {
        return of(modulus, bits, value, value, LinearForm.constant(modulus, value));
    }

    int bits() {
        return bits;
    }

    long min() {
        return min;
    }

    long max() {
        return max;
    }

    LinearForm form() {
        return form;
    }

    boolean isConstant() {
        return min == max;
    }

    private static boolean fits(long min, long max, int bits) {
        return min >= -1L << bits - 1 && max <= (1L << bits - 1) - 1;
    }

    /** The number in the lowest bits, which is congruent. */
    Coefficient truncate(int toBits) {
        if (toBits == bits) {
            return this;
        }
        if (isConstant()) {
            return constant(modulus, toBits, min << Long.SIZE - toBits >> Long.SIZE - toBits);
        }
        long half = 1L << toBits - 1;
        return new Coefficient(modulus, toBits, -half, half - 1, null, base, factor, Math.min(congruentBits, toBits), null);
    }

    Coefficient add(Coefficient other) {
        return of(modulus, bits, Math.addExact(min, other.min), Math.addExact(max, other.max), form == null || other.form == null ? null : form.add(other.form));
    }

    private Coefficient negate() {
        return of(modulus, bits, -max, -min, form == null ? null : form.multiply(-1));
    }

    /** The difference, if it is not known to be a multiple of a power of two. */
    Coefficient subtract(Coefficient other) {
        if (quotient != null && other.quotient != null && quotient.shift == other.quotient.shift) {
            Coefficient exact = differenceOfQuotients(other);
            if (exact != null) {
                return exact;
            }
        }
        if (other.quotient != null && other.quotient.number == this) {
            return rest(other);
        }
        return add(other.negate());
    }

    /** Of two products that are congruent modulo what they were divided by, it is that of the products, divided. */
    private Coefficient differenceOfQuotients(Coefficient other) {
        Coefficient a = quotient.number;
        Coefficient b = other.quotient.number;
        int shift = quotient.shift;
        boolean isCongruent = a.base == b.base && Math.min(a.congruentBits, b.congruentBits) >= shift &&
                        (a.factor * quotient.factor - b.factor * other.quotient.factor & (1L << shift) - 1) == 0;
        if (!isCongruent || quotient.multiple != 1 || other.quotient.multiple != 1) {
            return null;
        }
        return a.times(quotient.factor, Long.SIZE).add(b.times(other.quotient.factor, Long.SIZE).negate()).shift(shift, bits);
    }

    /** Divided by a power of two that it is a multiple of. */
    private Coefficient shift(int count, int toBits) {
        return of(modulus, toBits, Math.ceilDiv(min, 1L << count), Math.floorDiv(max, 1L << count), form == null ? null : form.multiply(inverseOfPowerOfTwo(count)));
    }

    private long inverseOfPowerOfTwo(int count) {
        long inverse = 1;
        for (int i = 0; i < count; i++) {
            inverse = (inverse % 2 == 0 ? inverse : inverse + modulus) / 2;
        }
        return inverse;
    }

    /** Whether the lower half of the difference is 0; then the upper half is returned, and else null. */
    Coefficient upperHalfOfDifference(Coefficient other) {
        int half = bits / 2;
        boolean isCongruent = base == other.base && Math.min(congruentBits, other.congruentBits) >= half && (factor - other.factor & (1L << half) - 1) == 0;
        return isCongruent ? of(modulus, Long.SIZE, min, max, form).add(of(modulus, Long.SIZE, other.min, other.max, other.form).negate()).shift(half, half) : null;
    }

    /** What is left of this number when a multiple of its quotient is subtracted: for all numbers that it may be. What did not fit in on the way does not matter if this does. */
    private Coefficient rest(Coefficient product) {
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (long value = min; value <= max; value++) {
            long rest = value - product.quotient.of(value);
            least = Math.min(least, rest);
            greatest = Math.max(greatest, rest);
        }
        return of(modulus, bits, least, greatest, product.quotient.multiple % modulus == 0 ? form : null);
    }

    /** The product with a constant, in so many bits. */
    private Coefficient times(long constant, int toBits) {
        long a = Math.multiplyExact(min, constant);
        long b = Math.multiplyExact(max, constant);
        Quotient multiple = quotient == null ? null : new Quotient(quotient.number, quotient.factor, quotient.shift, quotient.multiple * constant);
        return new Coefficient(modulus, toBits, Math.min(a, b), Math.max(a, b), formTimes(constant), base, factor * constant, congruentBits, multiple);
    }

    /** A multiple of the prime is 0 whatever it is a multiple of. */
    private LinearForm formTimes(long constant) {
        return form != null ? form.multiply(constant) : constant % modulus == 0 ? LinearForm.constant(modulus, 0) : null;
    }

    /** The product, in twice as many bits. */
    Coefficient product(Coefficient other) {
        if (other.isConstant() || isConstant()) {
            Coefficient constant = other.isConstant() ? other : this;
            Coefficient variable = other.isConstant() ? this : other;
            return variable.times(constant.min, 2 * bits);
        }
        long[] corners = {min * other.min, min * other.max, max * other.min, max * other.max};
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (long corner : corners) {
            least = Math.min(least, corner);
            greatest = Math.max(greatest, corner);
        }
        return of(modulus, 2 * bits, least, greatest, form == null || other.form == null ? null : form.multiply(other.form));
    }

    /** The lower half of a product: the product itself if it fits in. */
    Coefficient lowProduct(Coefficient other) {
        Coefficient product = product(other);
        if (fits(product.min, product.max, bits)) {
            Coefficient known = product.base == product ? null : product.base;
            return new Coefficient(modulus, bits, product.min, product.max, product.form, known, product.factor, product.congruentBits, product.quotient);
        }
        // What it is congruent to is still known, and what it was a multiple of.
        Coefficient low = product.truncate(bits);
        return new Coefficient(modulus, bits, low.min, low.max, low.form, low.base, low.factor, low.congruentBits, product.quotient);
    }

    /** The upper half of the product with a constant. */
    Coefficient highProduct(Coefficient constant) {
        if (!constant.isConstant()) {
            throw new ArithmeticException("a product with what is no constant");
        }
        return quotient(new Quotient(this, constant.min, bits, 1));
    }

    private Coefficient quotient(Quotient result) {
        long a = result.of(result.number.min);
        long b = result.of(result.number.max);
        return new Coefficient(modulus, bits, Math.min(a, b), Math.max(a, b), null, null, 1, Long.SIZE, result);
    }

    /** Divided by a power of two, and rounded down. */
    Coefficient shiftRight(int count) {
        boolean isFirst = quotient == null || quotient.multiple != 1;
        return quotient(isFirst ? new Quotient(this, 1, count, 1) : new Quotient(quotient.number, quotient.factor, quotient.shift + count, 1));
    }
}
