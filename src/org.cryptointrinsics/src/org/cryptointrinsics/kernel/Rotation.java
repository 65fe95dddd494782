package org.cryptointrinsics.kernel;

import org.cryptointrinsics.instruction.Size;

/** How a kernel rotates integers. */
public enum Rotation {
    /** By ROL, which costs a copy where its operand is needed further. */
    ROL {
        @Override
        public Int left(Machine m, Size size, Int x, int count) {
            return m.rol(x, count);
        }
    },
    /** By RORX, which rotates into another register: no copies. */
    RORX {
        @Override
        public Int left(Machine m, Size size, Int x, int count) {
            return m.rorx(x, size.bits() - count);
        }
    };

    /** {@code ROTL(x, count)}, with {@code 0 < count < size}. */
    public abstract Int left(Machine m, Size size, Int x, int count);

    /** {@code ROTR(x, count)}, with {@code 0 < count < size}. */
    public final Int right(Machine m, Size size, Int x, int count) {
        return left(m, size, x, size.bits() - count);
    }
}
