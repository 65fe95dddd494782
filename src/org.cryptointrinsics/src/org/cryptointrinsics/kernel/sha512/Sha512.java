package org.cryptointrinsics.kernel.sha512;

import java.util.List;

import org.cryptointrinsics.kernel.DigestKernel;

/** The variants of SHA-384, SHA-512 and SHA-512/t. */
public final class Sha512 {

    private Sha512() {
    }

    /** The best one first. Of the last three, which have the same rounds, the first was not measured; it has the fewest instructions beside them. */
    public static List<DigestKernel> variants() {
        return List.of(new X86Sha512(), new Avx512vl(), new Bmi2(), new Ssse3());
    }
}
