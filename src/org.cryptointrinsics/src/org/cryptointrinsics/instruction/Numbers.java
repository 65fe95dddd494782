package org.cryptointrinsics.instruction;

/**
 * Computes with numbers, zero-extended.
 *
 * @param bits 64 at most
 */
public record Numbers(int bits) implements Arithmetic<Long> {

    @Override
    public Long constant(long value) {
        return value & -1L >>> Long.SIZE - bits;
    }

    @Override
    public Long add(Long a, Long b) {
        return constant(a + b);
    }

    @Override
    public Long and(Long a, Long b) {
        return a & b;
    }

    @Override
    public Long xor(Long a, Long b) {
        return a ^ b;
    }

    @Override
    public Long not(Long a) {
        return constant(~a);
    }

    @Override
    public Long rotateRight(Long a, int count) {
        int right = Math.floorMod(count, bits);
        // Graal 25.0.1 compiles constant(a >>> right | a << bits - right) wrong, where it inlines this for words of both 32 and 64 bits.
        return right == 0 ? a : a >>> right | constant(a << bits - right);
    }

    @Override
    public Long shiftRight(Long a, int count) {
        return a >>> count;
    }
}
