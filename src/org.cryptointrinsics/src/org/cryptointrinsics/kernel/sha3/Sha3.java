package org.cryptointrinsics.kernel.sha3;

import java.util.List;

import org.cryptointrinsics.kernel.DigestKernel;

/** The variants of the SHA-3 digests and of the extendable-output functions. They differ in their rate only. */
public final class Sha3 {

    private Sha3() {
    }

    /**
     * The best one first. The kernel for AVX-512VL is fast because each lane has a register: on Zen 5 a prototype of it did 785 MB/s of SHA3-256, the best code
     * on general registers (libgcrypt) 738, and HotSpot's stub, which has a row in each of five registers, 318.
     *
     * @param rate the size of a block in bytes
     */
    public static List<DigestKernel> variants(int rate) {
        return List.of(new Avx512vl(rate), new Avx2(rate), new Bmi(rate), new Scalar(rate));
    }
}
