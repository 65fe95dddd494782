package org.cryptointrinsics.bench;

import java.util.Arrays;

/**
 * What is measured: a method of {@link DigestBenchmark}, and perhaps of {@link ForeignBenchmark}.
 */
enum Work {
    /** Of a whole message. */
    HEAP("digestHeap", "update + digest, heap"),
    DIRECT("digestDirect", "update + digest, direct"),
    DIGEST("digest", "digest(byte[])"),
    INSTANCE("getInstanceAndDigest", "getInstance + digest"),
    UUID("nameUUIDFromBytes", "nameUUIDFromBytes"),
    HMAC("hmac", "Hmac, reused Mac"),
    /** The length is the number of iterations. */
    PBKDF2("pbkdf2", "PBKDF2WithHmac"),
    UPDATE("updateDirect", "update, direct");

    final String method;
    final String title;

    Work(String method, String title) {
        this.method = method;
        this.title = title;
    }

    /** That of a method with or without the name of its class. */
    static Work of(String method) {
        return Arrays.stream(values()).filter(work -> work.method.equals(method.substring(method.lastIndexOf('.') + 1))).findAny().orElseThrow();
    }

    /** Whether it is nothing but the digest of one message. */
    boolean isMessage() {
        return this == HEAP || this == DIRECT || this == DIGEST || this == INSTANCE;
    }

    String unit() {
        return this == PBKDF2 ? "iterations" : "B";
    }

    /** Blocks that a digest of this kind must compress at least; those of the keys of an HMAC can be kept. */
    long blocks(Algorithm algorithm, int length) {
        return switch (this) {
            case HEAP, DIRECT, DIGEST, INSTANCE, UUID -> algorithm.blocks(length);
            case HMAC -> algorithm.blocks(length) + 1;
            case PBKDF2 -> 2L * length;
            case UPDATE -> length / algorithm.block;
        };
    }
}
