package org.cryptointrinsics.bench;

import static org.cryptointrinsics.bench.Microarchitecture.SKYLAKE_X;
import static org.cryptointrinsics.bench.Microarchitecture.SUNNY_COVE;
import static org.cryptointrinsics.bench.Microarchitecture.ZEN_1_AND_2;
import static org.cryptointrinsics.bench.Microarchitecture.ZEN_3_AND_4;
import static org.cryptointrinsics.bench.Microarchitecture.ZEN_5;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The digests and ciphers that are measured.
 */
enum Algorithm {
    /** Four or five dependent instructions of one cycle for each of 64 steps; four with VPTERNLOGD of one cycle. */
    MD5(Kind.DIGEST, "MD5", 64, Long.BYTES, Map.of(ZEN_1_AND_2, 288.0, ZEN_3_AND_4, 288.0, ZEN_5, 288.0, SKYLAKE_X, 256.0, SUNNY_COVE, 256.0), Map.of()),
    /** 20 times SHA1RNDS4, one after another, of 6 cycles. */
    SHA_1(Kind.DIGEST, "SHA-1", 64, Long.BYTES, Map.of(ZEN_1_AND_2, 120.0, ZEN_3_AND_4, 120.0, ZEN_5, 120.0), Map.of()),
    /** 32 times SHA256RNDS2, one after another, of 4 cycles. */
    SHA_256(Kind.DIGEST, "SHA-256", 64, Long.BYTES, Map.of(ZEN_1_AND_2, 128.0, ZEN_3_AND_4, 128.0, ZEN_5, 128.0), Map.of()),
    /** 80 rounds with four dependent instructions of one cycle from one value of the variable e to the next. */
    SHA_512(Kind.DIGEST, "SHA-512", 128, 2 * Long.BYTES, Map.of(ZEN_1_AND_2, 320.0, ZEN_3_AND_4, 320.0, ZEN_5, 320.0), Map.of(ZEN_5, 416.0)),
    /** 24 rounds of 95 vector operations, of which Zen 5 executes four in a cycle, and Skylake-X three. */
    SHA3_256(Kind.DIGEST, "SHA3-256", 136, 0, Map.of(ZEN_5, 24 * 95 / 4.0, SKYLAKE_X, 24 * 95 / 3.0), Map.of(ZEN_5, 779.0)),
    /** 10 VAESENC, and 3 VPCLMULQDQ for a product by Karatsuba's method, of each vector; on Skylake-X, one AESENC a cycle. */
    AES_128_GCM(Kind.GCM, "AES-128-GCM", 16, 0, Map.of(ZEN_3_AND_4, 3.45, ZEN_5, 1.725, SKYLAKE_X, 10.0, SUNNY_COVE, 2.75), Map.of()),
    /** The same with 14 VAESENC. */
    AES_256_GCM(Kind.GCM, "AES-256-GCM", 16, 0, Map.of(ZEN_3_AND_4, 3.97, ZEN_5, 1.985, SKYLAKE_X, 14.0, SUNNY_COVE, 3.5), Map.of()),
    AES_128_CBC("AES-128-CBC"),
    AES_128_ECB("AES-128-ECB"),
    AES_128_CTR("AES-128-CTR"),
    CHACHA20_POLY1305("ChaCha20-Poly1305"),
    X25519(Kind.KEY_AGREEMENT, "X25519", 1, 0, Map.of(), Map.of()),
    ML_KEM_512(Kind.POST_QUANTUM, "ML-KEM-512", 1, 0, Map.of(), Map.of()),
    ML_KEM_768(Kind.POST_QUANTUM, "ML-KEM-768", 1, 0, Map.of(), Map.of()),
    ML_KEM_1024(Kind.POST_QUANTUM, "ML-KEM-1024", 1, 0, Map.of(), Map.of()),
    ML_DSA_44(Kind.POST_QUANTUM, "ML-DSA-44", 1, 0, Map.of(), Map.of()),
    ML_DSA_65(Kind.POST_QUANTUM, "ML-DSA-65", 1, 0, Map.of(), Map.of()),
    ML_DSA_87(Kind.POST_QUANTUM, "ML-DSA-87", 1, 0, Map.of(), Map.of()),
    /** Its handshakes. */
    TLS_1_3(Kind.HANDSHAKE, "TLSv1.3", 1, 0, Map.of(), Map.of()),
    RSA("SHA256withRSA"),
    ECDSA("SHA256withECDSA");

    enum Kind {
        DIGEST,
        GCM,
        HANDSHAKE,
        KEY_AGREEMENT,
        POST_QUANTUM,
        OTHER
    }

    private static final String ML_KEM = "ML-KEM";

    /** Of an array. */
    private static final int HEADER = 16;
    private static final int ALIGNMENT = 8;

    final Kind kind;
    private final String standardName;
    /** Bytes of a block. */
    final int block;
    private final int lengthBytes;
    private final Map<Microarchitecture, Double> cycles;
    private final Map<Microarchitecture, Double> demonstrated;

    /**
     * @param lengthBytes the size of the length of the message at the end of the last block
     * @param cycles that a block takes at least, where this is known
     * @param demonstrated the least cycles of a block that were reached by anyone, where that is far above what it takes at least
     */
    Algorithm(Kind kind, String standardName, int block, int lengthBytes, Map<Microarchitecture, Double> cycles, Map<Microarchitecture, Double> demonstrated) {
        this.kind = kind;
        this.standardName = standardName;
        this.block = block;
        this.lengthBytes = lengthBytes;
        this.cycles = cycles;
        this.demonstrated = demonstrated;
    }

    /** One that is measured as it is, by the message. */
    Algorithm(String standardName) {
        this(Kind.OTHER, standardName, 1, 0, Map.of(), Map.of());
    }

    /** The name of a digest in the Java Security Standard Algorithm Names; of a cipher, that in OpenSSL. */
    @Override
    public String toString() {
        return standardName;
    }

    static Algorithm of(String standardName) {
        return Arrays.stream(values()).filter(algorithm -> algorithm.standardName.equals(standardName)).findAny() //
                        .orElseThrow(() -> new IllegalArgumentException("there is no algorithm " + standardName + " but " +
                                        Arrays.stream(values()).map(Algorithm::toString).collect(Collectors.joining(", "))));
    }

    /** The name of its kernels, which may be for several lengths of keys; null if what they do is not counted, or there are none. */
    String intrinsic() {
        return switch (kind) {
            case DIGEST, KEY_AGREEMENT -> standardName;
            case GCM -> "AES-GCM";
            case POST_QUANTUM -> isKem() ? ML_KEM : "ML-DSA";
            case HANDSHAKE, OTHER -> null;
        };
    }

    /** Whether it encapsulates keys. */
    boolean isKem() {
        return standardName.startsWith(ML_KEM);
    }

    int keyBytes() {
        return this == AES_256_GCM ? 32 : 16;
    }

    /** Blocks of a message, with those of a digest's padding. */
    int blocks(int length) {
        return kind == Kind.DIGEST ? (length + lengthBytes) / block + 1 : Math.ceilDiv(length, block);
    }

    /** The size of a new array with a digest. */
    int bytesOfResult() {
        try {
            return Math.ceilDiv(HEADER + MessageDigest.getInstance(standardName).getDigestLength(), ALIGNMENT) * ALIGNMENT;
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** The least cycles for a block on that CPU, or NaN if not known. */
    double cyclesOfBlock(Microarchitecture cpu) {
        return cycles.getOrDefault(cpu, Double.NaN);
    }

    /** The least cycles for a block that were reached on that CPU, where that is far above {@link #cyclesOfBlock}; or NaN. */
    double demonstratedCyclesOfBlock(Microarchitecture cpu) {
        return demonstrated.getOrDefault(cpu, Double.NaN);
    }
}
