package org.cryptointrinsics.substitution.lattice;

import org.cryptointrinsics.substitution.JdkMembers;

import jdk.internal.misc.Unsafe;

/** What the JDK's class for ML-DSA (FIPS 204) keeps of the parameter set that it was made for. */
public final class MlDsaFields {

    static final String ML_DSA = "sun.security.provider.ML_DSA";

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final JdkMembers MEMBERS = MlDsaFamily.MEMBERS;

    private static final Class<?> TYPE = MEMBERS.type(ML_DSA);
    private static final long K = MEMBERS.field(TYPE, "mlDsa_k", int.class);
    private static final long L = MEMBERS.field(TYPE, "mlDsa_l", int.class);
    private static final long GAMMA1_BITS = MEMBERS.field(TYPE, "gamma1Bits", int.class);

    private MlDsaFields() {
    }

    /** Rows of the matrix. */
    static int rows(Object mlDsa) {
        return U.getInt(mlDsa, K);
    }

    /** Columns of it. */
    static int columns(Object mlDsa) {
        return U.getInt(mlDsa, L);
    }

    /** The logarithm of {@code gamma1}. */
    static int gamma1Bits(Object mlDsa) {
        return U.getInt(mlDsa, GAMMA1_BITS);
    }
}
