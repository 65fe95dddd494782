package org.cryptointrinsics.substitution.lattice;

import org.cryptointrinsics.substitution.JdkMembers;

import jdk.internal.misc.Unsafe;

/** What the JDK's class for ML-KEM (FIPS 203) keeps of the parameter set that it was made for. */
public final class MlKemFields {

    static final String ML_KEM = "com.sun.crypto.provider.ML_KEM";

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final JdkMembers MEMBERS = JdkMembers.ML_KEM;

    private static final long K = MEMBERS.field(MEMBERS.type(ML_KEM), "mlKem_k", int.class);

    private MlKemFields() {
    }

    /** Rows and columns of the matrix. */
    static int dimension(Object mlKem) {
        return U.getInt(mlKem, K);
    }
}
