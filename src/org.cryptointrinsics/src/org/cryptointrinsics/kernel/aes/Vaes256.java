package org.cryptointrinsics.kernel.aes;

import org.cryptointrinsics.instruction.Width;

/** {@link AesGcmKernel} with VAES and VPCLMULQDQ on 256 bits, 16 blocks at a time. */
public final class Vaes256 extends AesGcmKernel {

    public Vaes256() {
        super(Width.YMM, 8);
    }
}
