package org.cryptointrinsics.proof.code;

import java.util.List;

import org.cryptointrinsics.proof.Bits;

/**
 * The flags after an instruction; null is what is not known.
 *
 * @param result zero if and only if ZF is set
 * @param sources what the instruction computed with
 */
record Flags(Boolean zero, Boolean sign, Boolean carry, Boolean overflow, Bits result, List<Bits> sources) {

    // Conditions, as in opcodes.
    static final int IF_ZERO = 4;
    static final int IF_NOT_ZERO = 5;
    static final int IF_ABOVE = 7;

    static Flags ofLogic(Bits result, List<Bits> sources) {
        return result.isConstant() ? of(number(result), false, false, result, sources) : new Flags(zero(result), null, false, false, result, sources);
    }

    static Flags ofSum(Bits a, Bits b, Bits result) {
        if (!a.isConstant() || !b.isConstant()) {
            return unknown(result, List.of(a, b));
        }
        long sum = number(result);
        boolean carry = Long.compareUnsigned(zeroExtended(sum, result), zeroExtended(number(a), a)) < 0;
        return of(sum, carry, ((number(a) ^ sum) & (number(b) ^ sum)) < 0, result, List.of(a, b));
    }

    static Flags ofDifference(Bits a, Bits b, Bits result) {
        if (b.equals(Bits.of(0, b.width()))) {
            return new Flags(zero(result), sign(a), false, false, result, List.of(a, b));
        }
        if (!a.isConstant() || !b.isConstant()) {
            return unknown(result, List.of(a, b));
        }
        long difference = number(result);
        boolean carry = Long.compareUnsigned(zeroExtended(number(a), a), zeroExtended(number(b), b)) < 0;
        return of(difference, carry, ((number(a) ^ number(b)) & (number(a) ^ difference)) < 0, result, List.of(a, b));
    }

    private static Flags unknown(Bits result, List<Bits> sources) {
        return new Flags(zero(result), null, null, null, result, sources);
    }

    /** As it is where the result is zero, or not. */
    Flags with(boolean isZero) {
        return new Flags(isZero, sign, carry, overflow, result, sources);
    }

    /** It is not zero if a bit is 1. */
    private static Boolean zero(Bits result) {
        return result.isConstant() ? (Boolean) (number(result) == 0) : result.hasOne() ? Boolean.FALSE : null;
    }

    private static Flags of(long value, boolean carry, boolean overflow, Bits result, List<Bits> sources) {
        return new Flags(value == 0, value < 0, carry, overflow, result, sources);
    }

    private static Boolean sign(Bits bits) {
        Bits last = bits.part(bits.width() - 1, 1);
        return last.isConstant() ? (Boolean) last.equals(Bits.of(1, 1)) : null;
    }

    /** A constant, with its sign. */
    static long number(Bits constant) {
        long value = 0;
        byte[] bytes = constant.bytes();
        for (int i = bytes.length - 1; i >= 0; i--) {
            value = i == bytes.length - 1 ? bytes[i] : value << Byte.SIZE | bytes[i] & 0xFF;
        }
        return value;
    }

    private static long zeroExtended(long value, Bits of) {
        return value & -1L >>> Long.SIZE - of.width();
    }

    /**
     * Whether a condition holds.
     *
     * @param condition as in opcodes: Intel SDM volume 2, appendix B, table B-10
     * @return null if it is not known
     */
    Boolean holds(int condition) {
        Boolean positive = switch (condition >> 1) {
            case 0 -> overflow;
            case 1 -> carry;
            case 2 -> zero;
            case 3 -> or(carry, zero);
            case 4 -> sign;
            case 6 -> differ(sign, overflow);
            case 7 -> or(zero, differ(sign, overflow));
            default -> null;
        };
        return positive == null ? null : (Boolean) (positive ^ (condition & 1) != 0);
    }

    private static Boolean or(Boolean a, Boolean b) {
        return a == null || b == null ? null : (Boolean) (a || b);
    }

    private static Boolean differ(Boolean a, Boolean b) {
        return a == null || b == null ? null : (Boolean) (a ^ b);
    }
}
