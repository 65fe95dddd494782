package org.cryptointrinsics.kernel.sha512;

import org.cryptointrinsics.kernel.Rotation;

/** {@link VectorSchedule} with RORX. */
public final class Bmi2 extends VectorSchedule {

    public Bmi2() {
        super(Rotation.RORX);
    }
}
