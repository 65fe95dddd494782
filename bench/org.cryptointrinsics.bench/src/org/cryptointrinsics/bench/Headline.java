package org.cryptointrinsics.bench;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Rows that a reader in a hurry looks for: those of the {@link Summary}, and some of them in the picture of all parts. */
enum Headline {
    RECORDS(Work.TLS_DIRECT, Algorithm.AES_128_GCM, 16_000, "TLS 1.3, 16,000 B, direct", true),
    RECORDS_ON_HEAP(Work.TLS_HEAP, Algorithm.AES_128_GCM, 16_000, "TLS 1.3, 16,000 B, arrays", false),
    SHORT_RECORDS(Work.TLS_DIRECT, Algorithm.AES_128_GCM, Sizes.KI, "TLS 1.3, 1 KiB, direct", true),
    ENCRYPTION(Work.ENCRYPT_DIRECT, Algorithm.AES_128_GCM, 16 * Sizes.KI, "AES-128-GCM, 16 KiB, direct", true),
    ENCRYPTION_ON_HEAP(Work.ENCRYPT_HEAP, Algorithm.AES_128_GCM, 16 * Sizes.KI, "AES-128-GCM, 16 KiB, arrays", false),
    LONG_ENCRYPTION_ON_HEAP(Work.ENCRYPT_HEAP, Algorithm.AES_128_GCM, Sizes.KI * Sizes.KI, "AES-128-GCM, 1 MiB, arrays", false),
    SHORT_ENCRYPTION(Work.ENCRYPT_DIRECT, Algorithm.AES_128_GCM, 64, "AES-128-GCM, 64 B, direct", false),
    SHA_3(Work.HEAP, Algorithm.SHA3_256, 16 * Sizes.KI, "SHA3-256, 16 KiB", true),
    SHA_512(Work.HEAP, Algorithm.SHA_512, 16 * Sizes.KI, "SHA-512, 16 KiB", false),
    SHA_256(Work.HEAP, Algorithm.SHA_256, 16 * Sizes.KI, "SHA-256, 16 KiB", true),
    MD5(Work.DIRECT, Algorithm.MD5, 16 * Sizes.KI, "MD5, 16 KiB, direct", true),
    SHORT_SHA_256(Work.DIGEST, Algorithm.SHA_256, 64, "SHA-256, 64 B, a digest that is used again", false),
    UUID(Work.UUID, Algorithm.MD5, 16, "UUID.nameUUIDFromBytes, 16 B", true),
    HMAC(Work.HMAC, Algorithm.SHA_256, 32, "HMAC-SHA256, 32 B", false),
    PBKDF2(Work.PBKDF2, Algorithm.SHA_256, 100_000, "PBKDF2, 100,000 iterations", false),
    INSTANCE(Work.INSTANCE, Algorithm.SHA_256, 16, "SHA-256, 16 B, with getInstance", false),
    KEM(Work.ENCAPSULATE, Algorithm.ML_KEM_768, 1, "ML-KEM-768, both ends", true),
    SIGNING(Work.SIGN, Algorithm.ML_DSA_65, 1, "ML-DSA-65, sign", false),
    SIGNATURE(Work.VERIFY, Algorithm.ML_DSA_65, 1, "ML-DSA-65, verify", true),
    AGREEMENT(Work.AGREE, Algorithm.X25519, 1, "X25519, agree on a secret", true),
    PAIR(Work.MAKE_PAIR, Algorithm.X25519, 1, "X25519, make a pair of keys", false),
    HANDSHAKE(Work.HANDSHAKE, Algorithm.TLS_1_3, 1, "new session", false),
    RESUMPTION(Work.RESUMPTION, Algorithm.TLS_1_3, 1, "resumed session", false);

    private static final class Sizes {
        static final int KI = 1024;
    }

    final Work work;
    final Algorithm algorithm;
    final int length;
    final String title;
    final boolean isInOverview;

    Headline(Work work, Algorithm algorithm, int length, String title, boolean isInOverview) {
        this.work = work;
        this.algorithm = algorithm;
        this.length = length;
        this.title = title;
        this.isInOverview = isInOverview;
    }

    static Stream<Headline> of(Part part) {
        return Stream.of(values()).filter(headline -> headline.work.part == part);
    }

    /** Its row, if that was measured. */
    Optional<Row> row(List<Row> rows) {
        return rows.stream().filter(row -> row.work == work && row.algorithm == algorithm && row.length == length).findAny();
    }
}
