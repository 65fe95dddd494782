package org.cryptointrinsics.selection;

import java.util.Locale;

import org.cryptointrinsics.kernel.DigestAlgorithm;

/** What the JDK and HotSpot call digests. */
public final class DigestNames {

    private static final String PACKAGE = "sun.security.provider.";

    private DigestNames() {
    }

    /** Name of the class that implements it in the JDK. */
    public static String jdkClass(DigestAlgorithm algorithm) {
        return PACKAGE + simpleName(algorithm);
    }

    private static String simpleName(DigestAlgorithm algorithm) {
        return switch (algorithm) {
            case MD5 -> "MD5";
            case SHA_1 -> "SHA";
            case SHA_256 -> "SHA2";
            case SHA_512 -> "SHA5";
            default -> "SHA3";
        };
    }

    /** HotSpot's flag that turns its own intrinsic for this algorithm on or off. */
    static String vmFlag(DigestAlgorithm algorithm) {
        String name = algorithm.isSponge() ? simpleName(algorithm) : algorithm.standardName().replace("-", "");
        return "Use" + name + "Intrinsics";
    }

    /** HotSpot's name of its own intrinsic for this algorithm, such as {@code _sha2_implCompress}. */
    static String vmIntrinsic(DigestAlgorithm algorithm) {
        return "_" + simpleName(algorithm).toLowerCase(Locale.ROOT) + "_implCompress";
    }
}
