package org.cryptointrinsics.kernel.aes;

import org.cryptointrinsics.instruction.Width;

/** {@link AesGcmKernel} with AES-NI and PCLMULQDQ, eight blocks at a time. */
public final class AesNi extends AesGcmKernel {

    public AesNi() {
        super(Width.XMM, 8);
    }
}
