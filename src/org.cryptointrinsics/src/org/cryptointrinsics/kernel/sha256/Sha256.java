package org.cryptointrinsics.kernel.sha256;

import java.util.List;

import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.sha2.RoundConstants;

/** The variants of SHA-224 and SHA-256, and what they share. */
public final class Sha256 {

    private Sha256() {
    }

    /** The best one first. */
    public static List<DigestKernel> variants() {
        return List.of(new X86Sha(), new Avx512vl(), new Bmi2(), new Ssse3());
    }

    /** The constants of four rounds from {@code t} on. */
    static Vector constants(Machine machine, int t) {
        return machine.constant(RoundConstants.word32(t), RoundConstants.word32(t + 1), RoundConstants.word32(t + 2), RoundConstants.word32(t + 3));
    }
}
