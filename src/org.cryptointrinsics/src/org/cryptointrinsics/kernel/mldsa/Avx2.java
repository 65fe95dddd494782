package org.cryptointrinsics.kernel.mldsa;

import org.cryptointrinsics.instruction.Width;

/** 8 coefficients at once. */
public final class Avx2 extends MlDsa {

    public Avx2() {
        super(Width.YMM);
    }
}
