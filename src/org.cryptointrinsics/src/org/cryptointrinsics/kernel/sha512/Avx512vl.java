package org.cryptointrinsics.kernel.sha512;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.Vector;

/** {@link VectorSchedule} with RORX, and with rotations and the XOR of three vectors by one instruction each: sigma0 and sigma1 take 4 instead of 7 and 9. */
public final class Avx512vl extends VectorSchedule {

    public Avx512vl() {
        super(Rotation.RORX, Width.YMM);
    }

    @Override
    Vector sigma0(Machine m, Vector x) {
        return m.vpternlogq(m.vprorq(x, 1), m.vprorq(x, 8), m.psrlq(x, 7), Machine.XOR3);
    }

    @Override
    Vector sigma1(Machine m, Vector x) {
        return m.vpternlogq(m.vprorq(x, 19), m.vprorq(x, 61), m.psrlq(x, 6), Machine.XOR3);
    }
}
