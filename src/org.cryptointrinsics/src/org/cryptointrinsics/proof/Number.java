package org.cryptointrinsics.proof;

import org.cryptointrinsics.kernel.Count;

/**
 * A number: some multiple of one that is at least 1 and otherwise unknown, and a constant.
 *
 * @param times the factor of the unknown number
 */
record Number(int times, int constant) implements Count {

    /** The unknown number itself. */
    static final Number UNKNOWN = new Number(1, 0);

    static Number of(int constant) {
        return new Number(0, constant);
    }

    boolean isKnown() {
        return times == 0;
    }

    Number plus(Number other) {
        return new Number(times + other.times, constant + other.constant);
    }

    Number times(int factor) {
        return new Number(times * factor, constant * factor);
    }

    Number dividedBy(int divisor) {
        if (times % divisor != 0) {
            throw new ProofException("divides " + this + " by " + divisor);
        }
        return new Number(times / divisor, Math.floorDiv(constant, divisor));
    }

    boolean isLess(Number other) {
        Number difference = plus(other.times(-1));
        // What it is if the unknown number is 1: the least, or the most.
        int extreme = difference.times + difference.constant;
        if (difference.isKnown() || difference.times > 0 && extreme >= 0) {
            return difference.constant < 0 && difference.isKnown();
        }
        if (difference.times < 0 && extreme < 0) {
            return true;
        }
        throw new ProofException("does not know whether " + this + " is less than " + other);
    }

    @Override
    public String toString() {
        return isKnown() ? Integer.toString(constant) : times + " n + " + constant;
    }
}
