package org.cryptointrinsics.selection;

import org.cryptointrinsics.kernel.DigestAlgorithm;

/** What the JDK calls digests. */
public final class DigestNames {

    private static final String PACKAGE = "sun.security.provider.";

    private DigestNames() {
    }

    /** Name of the class that implements the digest in the JDK. */
    public static String jdkClass(DigestAlgorithm algorithm) {
        return PACKAGE + simpleName(algorithm);
    }

    /** Without its package. */
    static String simpleName(DigestAlgorithm algorithm) {
        return switch (algorithm) {
            case MD5 -> "MD5";
            case SHA_1 -> "SHA";
            case SHA_256 -> "SHA2";
            case SHA_512 -> "SHA5";
            case SHA3_224, SHA3_256, SHA3_384, SHA3_512, SHAKE128_256 -> "SHA3";
        };
    }
}
