package org.cryptointrinsics.kernel.sha256;

import java.util.List;

import org.cryptointrinsics.kernel.DigestKernel;

/** The variants of SHA-224 and SHA-256. */
public final class Sha256 {

    private Sha256() {
    }

    /** The best one first. */
    public static List<DigestKernel> variants() {
        return List.of(new X86Sha(), new Avx512vl(), new Bmi2(), new Ssse3());
    }
}
