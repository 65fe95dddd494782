package org.cryptointrinsics.instruction;

import org.cryptointrinsics.instruction.Decoded.Memory;
import org.cryptointrinsics.instruction.Decoded.Operand;
import org.cryptointrinsics.instruction.Decoded.Register;

/** Reads what instructions are made of (Intel SDM volume 2, 2.1): bytes, and operands by ModRM and SIB. */
class OperandDecoder {

    /** No instruction is longer. */
    public static final int MOST_BYTES = 15;

    static final int NONE = Decoded.NONE;
    static final int RSP = 4;
    private static final int RBP = 5;

    // What extends the numbers of registers, as REX has it, and what EVEX adds.
    static final int W = 8;
    static final int R = 4;
    static final int X = 2;
    static final int B = 1;
    static final int HIGH_R = 16;

    private final byte[] code;
    /** How many bytes have been read. */
    int at;
    boolean hasRex;
    int extensions;
    int modRm;

    OperandDecoder(byte[] code) {
        this.code = code;
    }

    final int peek() {
        if (at == code.length) {
            throw unknown("an instruction that is not there");
        }
        return code[at] & 0xFF;
    }

    final int next() {
        int value = peek();
        at++;
        return value;
    }

    final long immediate(int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (long) next() << i * Byte.SIZE;
        }
        int unused = Long.SIZE - bytes * Byte.SIZE;
        return value << unused >> unused;
    }

    final IllegalArgumentException unknown(String what) {
        StringBuilder bytes = new StringBuilder();
        for (int i = 0; i < Math.min(code.length, MOST_BYTES); i++) {
            bytes.append(String.format(" %02x", code[i]));
        }
        return new IllegalArgumentException("has " + what + ":" + bytes);
    }

    final void check(boolean condition, String otherwise) {
        if (!condition) {
            throw unknown(otherwise);
        }
    }

    final boolean has(int bit) {
        return (extensions & bit) != 0;
    }

    final int reg() {
        return modRm >> 3 & 7 | (has(R) ? 8 : 0) | (has(HIGH_R) ? 16 : 0);
    }

    final int digit() {
        return modRm >> 3 & 7;
    }

    final Operand rm() {
        return rm(1, false);
    }

    /**
     * @param scale the unit of a displacement of 8 bits
     * @param isHigh whether X extends a register
     */
    final Operand rm(int scale, boolean isHigh) {
        int mod = modRm >> 6;
        int low = modRm & 7;
        if (mod == 3) {
            return new Register(low | (has(B) ? 8 : 0) | (isHigh && has(X) ? 16 : 0));
        }
        if (mod == 0 && low == RBP) {
            return new Memory(Decoded.RIP, NONE, 1, (int) immediate(Integer.BYTES));
        }
        int base = low | (has(B) ? 8 : 0);
        int index = NONE;
        int factor = 1;
        if (low == RSP) {
            int sib = next();
            base = sib & 7 | (has(B) ? 8 : 0);
            index = sib >> 3 & 7 | (has(X) ? 8 : 0);
            index = index == RSP ? NONE : index;
            factor = 1 << (sib >> 6);
            if (mod == 0 && (sib & 7) == RBP) {
                return new Memory(NONE, index, factor, (int) immediate(Integer.BYTES));
            }
        }
        int displacement = mod == 0 ? 0 : mod == 1 ? (int) immediate(1) * scale : (int) immediate(Integer.BYTES);
        return new Memory(base, index, factor, displacement);
    }
}
