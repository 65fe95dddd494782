package org.cryptointrinsics.kernel;

import org.cryptointrinsics.instruction.Size;

/** How a kernel rotates integers. */
public enum Rotation {
    /** By ROL, which costs a copy where its operand is needed further. */
    ROL {
        @Override
        public <I> I left(Machine<?, I, ?> m, Size size, I x, int count) {
            return m.rol(x, count);
        }
    },
    /** By RORX, which rotates into another register: no copies. */
    RORX {
        @Override
        public <I> I left(Machine<?, I, ?> m, Size size, I x, int count) {
            return m.rorx(x, size.bits() - count);
        }
    };

    /** {@code ROTL(x, count)}, with {@code 0 < count < size}. */
    public abstract <I> I left(Machine<?, I, ?> m, Size size, I x, int count);

    /** {@code ROTR(x, count)}, with {@code 0 < count < size}. */
    public final <I> I right(Machine<?, I, ?> m, Size size, I x, int count) {
        return left(m, size, x, size.bits() - count);
    }
}
