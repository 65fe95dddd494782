package org.cryptointrinsics.kernel.mlkem;

import org.cryptointrinsics.instruction.Width;

/** 16 coefficients at once. */
public final class Avx2 extends MlKem {

    public Avx2() {
        super(Width.YMM);
    }
}
