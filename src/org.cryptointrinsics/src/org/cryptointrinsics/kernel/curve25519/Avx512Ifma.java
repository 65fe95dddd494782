package org.cryptointrinsics.kernel.curve25519;

import org.cryptointrinsics.kernel.Machine;

/** Limbs of 51 bits. */
public final class Avx512Ifma extends Curve25519 {

    @Override
    public Field field(Machine m) {
        return new FiveLimbs(m);
    }
}
