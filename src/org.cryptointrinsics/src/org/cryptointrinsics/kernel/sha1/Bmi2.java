package org.cryptointrinsics.kernel.sha1;

import org.cryptointrinsics.kernel.Rotation;

/** {@link ScalarRounds} with RORX. */
public final class Bmi2 extends ScalarRounds {

    public Bmi2() {
        super(Rotation.RORX);
    }
}
