package org.cryptointrinsics.linkage;

/** What compilers are told of how likely something is, where there is no profile, or that of other kernels. */
public final class Likelihood {

    private Likelihood() {
    }

    /** Says that a condition, which this returns, is rarely true. Graal takes it for {@code GraalDirectives.injectBranchProbability}. */
    public static boolean isRare(boolean condition) {
        return condition;
    }
}
