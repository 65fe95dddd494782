package org.cryptointrinsics.kernel.sha512;

import java.util.List;

import org.cryptointrinsics.kernel.Kernel;

/** The variants of SHA-384, SHA-512, SHA-512/224 and SHA-512/256. */
public final class Sha512 {

    private Sha512() {
    }

    /** The best one first. */
    public static List<Kernel> variants() {
        return List.of(new Bmi2(), new Ssse3());
    }
}
