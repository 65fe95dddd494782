package org.cryptointrinsics.kernel.aes;

import org.cryptointrinsics.instruction.Width;

/** {@link AesGcmKernel} with VAES and VPCLMULQDQ on 512 bits, 32 blocks at a time. */
public final class Vaes512 extends AesGcmKernel {

    public Vaes512() {
        super(Width.ZMM, 8);
    }
}
