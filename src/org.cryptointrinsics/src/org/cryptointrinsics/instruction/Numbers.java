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
        return right == 0 ? a : constant(a >>> right | a << bits - right);
    }

    @Override
    public Long shiftRight(Long a, int count) {
        return a >>> count;
    }
}
