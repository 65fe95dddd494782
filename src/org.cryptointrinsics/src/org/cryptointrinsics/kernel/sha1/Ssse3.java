package org.cryptointrinsics.kernel.sha1;

import org.cryptointrinsics.kernel.Rotation;

/** {@link ScalarRounds} with ROL. */
public final class Ssse3 extends ScalarRounds {

    public Ssse3() {
        super(Rotation.ROL);
    }
}
