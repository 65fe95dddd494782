package org.cryptointrinsics.kernel.sha512;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Rotation;

/** {@link VectorSchedule} with RORX, four words at a time: 5 % faster than two on Zen 3, where six instructions are begun in a cycle. */
public final class Bmi2 extends VectorSchedule {

    public Bmi2() {
        super(Rotation.RORX, Width.YMM);
    }
}
