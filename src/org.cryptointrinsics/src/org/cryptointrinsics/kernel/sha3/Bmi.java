package org.cryptointrinsics.kernel.sha3;

import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;

/** {@link GeneralRegisters} with ANDN and RORX. */
public final class Bmi extends GeneralRegisters {

    public Bmi(int rate) {
        super(rate, Rotation.RORX);
    }

    @Override
    Int andNot(Machine m, Int a, Int b) {
        return m.andn(a, b);
    }
}
