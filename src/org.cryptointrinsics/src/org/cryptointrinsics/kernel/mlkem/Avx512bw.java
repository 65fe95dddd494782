package org.cryptointrinsics.kernel.mlkem;

import org.cryptointrinsics.instruction.Width;

/** 32 coefficients at once. */
public final class Avx512bw extends MlKem {

    public Avx512bw() {
        super(Width.ZMM);
    }
}
