package org.cryptointrinsics.tool;

import java.util.regex.Pattern;

/**
 * How fast calls are with kernels, beside those of C2 alone, as far as a variant was measured. The figures are those of {@code docs/benchmarks}, rounded: of a CPU of AMD with
 * SHA instructions (Zen 5), of one of Intel without them (Cascade Lake), and of one with AVX512_IFMA (Emerald Rapids).
 */
enum Gain {
    UUID("MD5", "scalar", "UUIDs 1.5 times as fast, messages as fast as before"),
    MD5("MD5", "avx512vl", "messages 1.1 to 1.3 times as fast"),
    SHA_INSTRUCTIONS("SHA-(1|256)", "x86-sha", "short messages up to 1.6 times as fast, long ones about as fast"),
    SHA_1("SHA-1", "avx512vl", "3 times as fast"),
    SHA_256("SHA-256", "avx512vl", "1.1 to 1.3 times as fast"),
    SHA_512("SHA-512", "avx512vl", "1.1 to 1.4 times as fast"),
    SHA_3("SHA3.*|SHAKE.*", "avx512vl", "1.4 to 2.5 times as fast"),
    AES_GCM("AES-GCM", "vaes512", "direct buffers 2 to 6 times as fast, records of TLS 3 to 6 times, short arrays twice, long ones up to 1.4 times"),
    POST_QUANTUM("ML-KEM|ML-DSA", "avx512.*", "1.6 to 2.6 times as fast"),
    X25519("X25519", "avx512-ifma", "6 times as fast");

    private final Pattern algorithm;
    private final Pattern variant;
    private final String text;

    Gain(String algorithm, String variant, String text) {
        this.algorithm = Pattern.compile(algorithm);
        this.variant = Pattern.compile(variant);
        this.text = text;
    }

    /** In words. */
    static String of(String algorithm, String variant) {
        for (Gain gain : values()) {
            if (gain.algorithm.matcher(algorithm).matches() && gain.variant.matcher(variant).matches()) {
                return gain.text;
            }
        }
        return "not measured on such a CPU";
    }
}
