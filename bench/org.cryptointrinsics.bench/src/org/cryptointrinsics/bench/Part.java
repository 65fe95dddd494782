package org.cryptointrinsics.bench;

import java.util.Locale;

/**
 * Work that is measured in one run, to be compared. Each part is a section of the results, so that parts can be measured at different times.
 */
enum Part {
    DIGESTS("Digests", Algorithm.SHA_256, DigestBenchmark.class, ForeignBenchmark.class, Texts.CHAIN, Texts.ONE_CALL),
    DIGEST_USES("UUIDs, HMAC and PBKDF2", Algorithm.SHA_256, DigestBenchmark.class, ForeignBenchmark.class, Texts.CHAIN, Texts.ONE_CALL),
    UPDATES("Updates of digests", Algorithm.SHA_256, DigestBenchmark.class, ForeignBenchmark.class, "", ""),
    AES_GCM("AES-GCM", Algorithm.AES_128_GCM, CipherBenchmark.class, ForeignCipherBenchmark.class, Texts.UNITS,
                    "FFM is `EVP_CipherInit_ex` with the IV alone, `EVP_CipherUpdate`, `EVP_CipherFinal_ex` and `EVP_CIPHER_CTX_ctrl` of the library" + Texts.FOREIGN),
    TLS("TLS 1.3", Algorithm.AES_128_GCM, TlsBenchmark.class, NettyTlsBenchmark.class, Texts.UNITS,
                    Texts.ENGINES),
    HANDSHAKES("Handshakes of TLS 1.3", Algorithm.TLS_1_3, TlsBenchmark.class, NettyTlsBenchmark.class,
                    "There are kernels for key agreement with X25519, since 2026-11-30, and none for signatures, which take most of the time. The server's key is of RSA, with " +
                                    "3072 bits, keytool's default. Both ends are of the same thread.", Texts.ENGINES),
    KEY_AGREEMENT("Key agreement", Algorithm.X25519, KeyAgreementBenchmark.class, ForeignKeyAgreementBenchmark.class,
                    "Of one end, with a `KeyAgreement` that is used again.",
                    "FFM is `EVP_PKEY_generate`, or `EVP_PKEY_derive_init`, `EVP_PKEY_derive_set_peer` and `EVP_PKEY_derive` of the library" + Texts.FOREIGN),
    POST_QUANTUM("ML-KEM and ML-DSA", Algorithm.ML_KEM_768, PostQuantumBenchmark.class, ForeignPostQuantumBenchmark.class,
                    "A mean over random keys and numbers of attempts to sign; the message has 32 bytes.",
                    "FFM is `EVP_PKEY_generate`, `EVP_PKEY_encapsulate` and `EVP_PKEY_decapsulate`, `EVP_PKEY_sign` or `EVP_PKEY_verify` of the library" + Texts.FOREIGN),
    OTHERS("Other algorithms", Algorithm.AES_128_CBC, OtherBenchmark.class, OtherBenchmark.class, "There are no kernels for them but for counter mode.", ""),
    CALLERS("Callers that are not compiled by C2", Algorithm.AES_128_GCM, CallerBenchmark.class, CallerBenchmark.class, "Data are in direct buffers.", ""),
    COLD_START("Cold start");

    private static final class Texts {
        static final String CHAIN = "The limit is the time of the chain of dependent instructions of all blocks, or what the vector units can do, where it is known for " +
                        "this CPU; messages so short that the CPU executes several at once may take less. Of PBKDF2, cycles are those of an iteration.";
        static final String UNITS = "The limit is the time that the vector units need for AES and GHASH of all blocks, where it is known for this CPU.";
        static final String ENGINES = "Conscrypt and netty-tcnative have `SSLEngine`s of their own; the others are of the JDK, with ciphers of the first provider. ";
        static final String FOREIGN = " by the foreign-function API, with `Linker.Option.critical(true)`. AWS-LC is part of ACCP, whose library exports none of its functions. ";
        static final String ONE_CALL = "FFM is one call of `EVP_Digest`, `HMAC` or `PKCS5_PBKDF2_HMAC` of the library" + FOREIGN;
    }

    final String title;
    /** With which the JDK can do all the work; null where that is none of an algorithm. */
    final Algorithm usual;
    private final Class<? extends Message> benchmark;
    private final Class<? extends Message> foreign;
    /** What the limit is, and what others call. */
    final String limit;
    final String foreignCalls;

    Part(String title, Algorithm usual, Class<? extends Message> benchmark, Class<? extends Message> foreign, String limit, String foreignCalls) {
        this.title = title;
        this.usual = usual;
        this.benchmark = benchmark;
        this.foreign = foreign;
        this.limit = limit;
        this.foreignCalls = foreignCalls;
    }

    /** What is not work of an algorithm. */
    Part(String title) {
        this(title, null, null, null, "", "");
    }

    /** That of an option. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name of its raw results and of its picture, without what comes after the dot. */
    String fileName() {
        return toString().replace('_', '-');
    }

    /** Whether it is work of that kind of algorithm. */
    boolean suits(Algorithm algorithm) {
        return usual != null && algorithm.kind == usual.kind;
    }

    /** What the contender does the work with. */
    Message benchmark(Contender contender) throws ReflectiveOperationException {
        return benchmarkClass(contender).getConstructor().newInstance();
    }

    Class<? extends Message> benchmarkClass(Contender contender) {
        return Contender.JCA.contains(contender) ? benchmark : foreign;
    }
}
