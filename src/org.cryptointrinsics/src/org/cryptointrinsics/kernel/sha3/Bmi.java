package org.cryptointrinsics.kernel.sha3;

import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;

/** {@link GeneralRegisters} with ANDN and RORX. */
public final class Bmi extends GeneralRegisters {

    public Bmi(int rate) {
        super(rate, Rotation.RORX);
    }

    @Override
    <I> I andNot(Machine<?, I, ?> m, I a, I b) {
        return m.andn(a, b);
    }
}
