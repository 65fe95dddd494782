package org.cryptointrinsics.kernel.mldsa;

import org.cryptointrinsics.instruction.Width;

/** 16 coefficients at once. */
public final class Avx512f extends MlDsa {

    public Avx512f() {
        super(Width.ZMM);
    }
}
