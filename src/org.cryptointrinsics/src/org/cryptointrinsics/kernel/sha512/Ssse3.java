package org.cryptointrinsics.kernel.sha512;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Rotation;

/** {@link VectorSchedule} with ROL, two words at a time. */
public final class Ssse3 extends VectorSchedule {

    public Ssse3() {
        super(Rotation.ROL, Width.XMM);
    }
}
