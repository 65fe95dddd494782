package org.cryptointrinsics.substitution.digest;

import java.util.List;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.DigestAlgorithm;

/** The digests of the JDK that there are kernels for, a line each: those of provider {@code SUN}, but for SHAKE with another length, which it has no name for. */
public enum JdkDigest {

    MD5("MD5", DigestAlgorithm.MD5, "MD5"),
    SHA_1("SHA-1", DigestAlgorithm.SHA_1, "SHA", "SHA1", "SHA"),
    SHA_224("SHA-224", DigestAlgorithm.SHA_256, "SHA2$SHA224"),
    SHA_256("SHA-256", DigestAlgorithm.SHA_256, "SHA2$SHA256"),
    SHA_384("SHA-384", DigestAlgorithm.SHA_512, "SHA5$SHA384"),
    SHA_512("SHA-512", DigestAlgorithm.SHA_512, "SHA5$SHA512"),
    SHA_512_224("SHA-512/224", DigestAlgorithm.SHA_512, "SHA5$SHA512_224"),
    SHA_512_256("SHA-512/256", DigestAlgorithm.SHA_512, "SHA5$SHA512_256"),
    SHA3_224("SHA3-224", DigestAlgorithm.SHA3_224, "SHA3$SHA224"),
    SHA3_256("SHA3-256", DigestAlgorithm.SHA3_256, "SHA3$SHA256"),
    SHA3_384("SHA3-384", DigestAlgorithm.SHA3_384, "SHA3$SHA384"),
    SHA3_512("SHA3-512", DigestAlgorithm.SHA3_512, "SHA3$SHA512"),
    SHAKE128_256("SHAKE128-256", DigestAlgorithm.SHAKE128_256, "SHA3$SHAKE128Hash"),
    SHAKE256_512("SHAKE256-512", DigestAlgorithm.SHA3_256, "SHA3$SHAKE256Hash");

    private static final String PACKAGE = "sun.security.provider.";

    private final String standardName;
    private final DigestAlgorithm algorithm;
    private final String className;
    private final List<String> aliases;

    /**
     * @param algorithm the one whose kernel it has
     * @param className of the class that its service tells, in the provider's package
     * @param aliases other names that it is mostly asked for by
     */
    JdkDigest(String standardName, DigestAlgorithm algorithm, String className, String... aliases) {
        this.standardName = standardName;
        this.algorithm = algorithm;
        this.className = PACKAGE + className;
        this.aliases = List.of(aliases);
    }

    /** The name in the Java Security Standard Algorithm Names. */
    public String standardName() {
        return standardName;
    }

    /** The algorithm whose kernel it has. */
    public DigestAlgorithm algorithm() {
        return algorithm;
    }

    /** The name of its class. */
    public String className() {
        return className;
    }

    /** All names that it is asked for by. */
    public Stream<String> names() {
        return Stream.concat(Stream.of(standardName), aliases.stream());
    }
}
