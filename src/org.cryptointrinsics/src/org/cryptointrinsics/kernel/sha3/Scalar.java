package org.cryptointrinsics.kernel.sha3;

import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;

/** {@link GeneralRegisters} with what every x86-64 CPU has. */
public final class Scalar extends GeneralRegisters {

    public Scalar(int rate) {
        super(rate, Rotation.ROL);
    }

    @Override
    Int andNot(Machine m, Int a, Int b) {
        return m.and(m.not(a), b);
    }
}
