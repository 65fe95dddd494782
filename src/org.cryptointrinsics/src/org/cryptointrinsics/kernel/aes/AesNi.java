package org.cryptointrinsics.kernel.aes;

import org.cryptointrinsics.instruction.Width;

/** {@link AesGcm} with AES-NI and PCLMULQDQ, eight blocks at a time. */
public final class AesNi extends AesGcm {

    public AesNi() {
        super(Width.XMM, 8);
    }
}
