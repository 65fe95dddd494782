package org.cryptointrinsics.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.cryptointrinsics.substitution.CallLimits;

/**
 * What is measured: a method of the benchmarks of its {@link Part}.
 */
enum Work {
    /** Of a whole message. */
    HEAP(Part.DIGESTS, "digestHeap", "update + digest, heap"),
    DIRECT(Part.DIGESTS, "digestDirect", "update + digest, direct"),
    DIGEST(Part.DIGESTS, "digest", "digest(byte[])"),
    INSTANCE(Part.DIGEST_USES, "getInstanceAndDigest", "getInstance + digest"),
    UUID(Part.DIGEST_USES, "nameUUIDFromBytes", "nameUUIDFromBytes"),
    HMAC(Part.DIGEST_USES, "hmac", "Hmac, reused Mac"),
    /** The length is the number of iterations. */
    PBKDF2(Part.DIGEST_USES, "pbkdf2", "PBKDF2WithHmac"),
    UPDATE(Part.UPDATES, "updateDirect", "update, direct"),
    /** {@code init} with an IV of its own, and {@code doFinal}, of a whole message. */
    ENCRYPT_HEAP(Part.AES_GCM, "encryptHeap", "encrypt, heap"),
    ENCRYPT_DIRECT(Part.AES_GCM, "encryptDirect", "encrypt, direct"),
    ENCRYPT_HEAP_TO_DIRECT(Part.AES_GCM, "encryptHeapToDirect", "encrypt, heap to direct"),
    ENCRYPT_DIRECT_TO_HEAP(Part.AES_GCM, "encryptDirectToHeap", "encrypt, direct to heap"),
    DECRYPT_HEAP(Part.AES_GCM, "decryptHeap", "decrypt, heap"),
    DECRYPT_DIRECT(Part.AES_GCM, "decryptDirect", "decrypt, direct"),
    DECRYPT_HEAP_IN_PLACE(Part.AES_GCM, "decryptHeapInPlace", "decrypt in place, heap"),
    DECRYPT_DIRECT_IN_PLACE(Part.AES_GCM, "decryptDirectInPlace", "decrypt in place, direct"),
    /** Records are encrypted by one engine and decrypted by another. */
    TLS_HEAP(Part.TLS, "wrapAndUnwrapHeap", "wrap + unwrap, heap"),
    TLS_DIRECT(Part.TLS, "wrapAndUnwrapDirect", "wrap + unwrap, direct"),
    /** Two engines are made and shake hands; the length says nothing. */
    HANDSHAKE(Part.HANDSHAKES, "shakeHandsAnew", "new session"),
    RESUMPTION(Part.HANDSHAKES, "resume", "resumed session"),
    /** The length says nothing. */
    MAKE_PAIR(Part.KEY_AGREEMENT, "makePair", "make a pair of keys"),
    AGREE(Part.KEY_AGREEMENT, "agree", "agree on a secret"),
    /** The length says nothing. */
    MAKE_KEYS(Part.POST_QUANTUM, "makeKeys", "make keys"),
    ENCAPSULATE(Part.POST_QUANTUM, "encapsulate", "encapsulate + decapsulate"),
    SIGN(Part.POST_QUANTUM, "sign", "sign"),
    VERIFY(Part.POST_QUANTUM, "verify", "verify"),
    /** What the algorithm is for. */
    OPERATE(Part.OTHERS, "operate", "encrypt or sign"),
    /** Of a whole message in a direct buffer. */
    FROM_INTERPRETER(Part.CALLERS, "fromInterpreter", "called by the interpreter"),
    FROM_C1(Part.CALLERS, "fromC1", "called by C1's code");

    /** Data of a record of the JDK's, which are no longer than 16 KiB with their type and tag. */
    private static final int TLS_CHUNK = 16 * 1024 - 17;

    final Part part;
    final String method;
    final String title;

    Work(Part part, String method, String title) {
        this.part = part;
        this.method = method;
        this.title = title;
    }

    /** That of a method with or without the name of its class. */
    static Work of(String method) {
        return Arrays.stream(values()).filter(work -> work.method.equals(method.substring(method.lastIndexOf('.') + 1))).findAny().orElseThrow();
    }

    /** That of an option. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether its length is that of a message, which is read once. */
    boolean isMessage() {
        return part != Part.UPDATES && part != Part.HANDSHAKES && !isOfKeys() && this != UUID && this != HMAC && this != PBKDF2;
    }

    /** Whether that is done by the algorithm. */
    boolean suits(Algorithm algorithm) {
        return part.suits(algorithm) && switch (this) {
            case ENCAPSULATE -> algorithm.isKem();
            case SIGN, VERIFY -> !algorithm.isKem();
            default -> true;
        };
    }

    boolean isEncryption() {
        return this == ENCRYPT_HEAP || this == ENCRYPT_DIRECT || this == ENCRYPT_HEAP_TO_DIRECT || this == ENCRYPT_DIRECT_TO_HEAP;
    }

    String unit() {
        return this == PBKDF2 ? "iterations" : part == Part.HANDSHAKES ? "handshake" : isOfKeys() ? "operation" : "B";
    }

    private boolean isOfKeys() {
        return part == Part.KEY_AGREEMENT || part == Part.POST_QUANTUM;
    }

    /** The work that this differs from by where its data lie alone, and which it should be as fast as; or null. */
    Work baseline() {
        return switch (this) {
            case DIRECT -> HEAP;
            case ENCRYPT_DIRECT, ENCRYPT_HEAP_TO_DIRECT, ENCRYPT_DIRECT_TO_HEAP -> ENCRYPT_HEAP;
            case DECRYPT_HEAP_IN_PLACE -> DECRYPT_HEAP;
            case DECRYPT_DIRECT_IN_PLACE -> DECRYPT_DIRECT;
            default -> null;
        };
    }

    /** The options of its VMs. */
    List<String> options() throws IOException {
        return switch (this) {
            case FROM_INTERPRETER -> CallerBenchmark.exclude("c1", "c2");
            case FROM_C1 -> CallerBenchmark.exclude("c2");
            default -> List.of();
        };
    }

    /** Blocks that an operation of this kind must work on at least; those of the keys of an HMAC can be kept. */
    long blocks(Algorithm algorithm, int length) {
        return switch (this) {
            case HMAC -> algorithm.blocks(length) + 1;
            case PBKDF2 -> 2L * length;
            case UPDATE -> length / algorithm.block;
            case TLS_HEAP, TLS_DIRECT -> 2L * algorithm.blocks(length);
            default -> algorithm.blocks(length);
        };
    }

    /** How often kernels must be called for them: for as many as they are given at once, and for each block that is not of the message alone. */
    long calls(Algorithm algorithm, int length) {
        long blocks = blocks(algorithm, length);
        if (part == Part.TLS) {
            return 2L * Math.ceilDiv(length, TLS_CHUNK);
        }
        if (algorithm.kind == Algorithm.Kind.GCM) {
            return Math.ceilDiv(length, CallLimits.AES_GCM_BYTES);
        }
        int whole = isMessage() ? length / algorithm.block : 0;
        return Math.ceilDiv(whole, CallLimits.DIGEST_BYTES / algorithm.block) + blocks - whole;
    }
}
