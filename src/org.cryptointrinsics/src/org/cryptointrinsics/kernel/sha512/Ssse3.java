package org.cryptointrinsics.kernel.sha512;

import org.cryptointrinsics.kernel.Rotation;

/** {@link VectorSchedule} with ROL. */
public final class Ssse3 extends VectorSchedule {

    public Ssse3() {
        super(Rotation.ROL);
    }
}
