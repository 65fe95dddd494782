package org.cryptointrinsics.kernel.curve25519;

import org.cryptointrinsics.kernel.Machine;

/** Limbs of 26 and 25 bits. */
public final class Avx2 extends Curve25519 {

    @Override
    public Field field(Machine m) {
        return new TenLimbs(m);
    }
}
