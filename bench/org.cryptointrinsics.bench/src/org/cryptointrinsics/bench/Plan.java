package org.cryptointrinsics.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which rows are measured.
 */
final class Plan {

    private static final int KI = 1024;
    private static final int MI = KI * KI;
    private static final List<Algorithm> ALL = Stream.of(Algorithm.values()).filter(Part.DIGESTS::suits).toList();
    private static final List<Algorithm> OTHER_CIPHERS = List.of(Algorithm.AES_128_CBC, Algorithm.AES_128_ECB, Algorithm.AES_128_CTR, Algorithm.CHACHA20_POLY1305);
    private static final List<Algorithm> POST_QUANTUM = Stream.of(Algorithm.values()).filter(Part.POST_QUANTUM::suits).toList();
    private static final List<Algorithm> AES_128 = List.of(Algorithm.AES_128_GCM);
    private static final List<Algorithm> AES_256 = List.of(Algorithm.AES_256_GCM);

    private final Environment environment;
    private final List<Row> rows = new ArrayList<>();

    private Plan(Environment environment) {
        this.environment = environment;
    }

    /** What takes some minutes. */
    static List<Row> quick(Environment environment) {
        Plan plan = new Plan(environment);
        plan.add(Work.HEAP, ALL, List.of(16 * KI));
        plan.add(Work.DIGEST, List.of(Algorithm.SHA_256), List.of(16));
        plan.add(Work.UUID, List.of(Algorithm.MD5), List.of(16));
        plan.add(Work.ENCRYPT_HEAP, AES_128, List.of(64, 16 * KI));
        plan.add(Work.ENCRYPT_DIRECT, AES_128, List.of(16 * KI));
        return plan.rows;
    }

    /**
     * @param lengths those of messages, or null for the usual ones
     */
    static List<Row> full(Environment environment, List<Integer> lengths) {
        Plan plan = new Plan(environment);
        plan.add(Work.HEAP, ALL, or(lengths, 16 * KI, MI));
        plan.add(Work.DIRECT, ALL, or(lengths, 16 * KI, MI));
        plan.add(Work.DIGEST, ALL, or(lengths, 16, 64, 256));
        plan.add(Work.INSTANCE, ALL, or(lengths, 16));
        plan.add(Work.UUID, List.of(Algorithm.MD5), List.of(16));
        plan.add(Work.HMAC, List.of(Algorithm.SHA_256), List.of(32));
        plan.add(Work.PBKDF2, List.of(Algorithm.SHA_256), List.of(100_000));
        plan.add(Work.UPDATE, ALL, or(lengths, 16 * KI));
        plan.add(Work.ENCRYPT_HEAP, AES_128, or(lengths, 64, 1350, 16 * KI, MI));
        plan.add(Work.ENCRYPT_DIRECT, AES_128, or(lengths, 64, 1350, 16 * KI, MI));
        plan.add(Work.ENCRYPT_HEAP_TO_DIRECT, AES_128, or(lengths, 16 * KI, MI));
        plan.add(Work.ENCRYPT_DIRECT_TO_HEAP, AES_128, or(lengths, 16 * KI, MI));
        plan.add(Work.DECRYPT_HEAP, AES_128, or(lengths, 16 * KI));
        plan.add(Work.DECRYPT_DIRECT, AES_128, or(lengths, 16 * KI));
        plan.add(Work.DECRYPT_HEAP_IN_PLACE, AES_128, or(lengths, 16 * KI));
        plan.add(Work.DECRYPT_DIRECT_IN_PLACE, AES_128, or(lengths, 16 * KI));
        plan.add(Work.ENCRYPT_HEAP, AES_256, or(lengths, 64, 16 * KI));
        plan.add(Work.ENCRYPT_DIRECT, AES_256, or(lengths, 64, 16 * KI));
        plan.add(Work.TLS_HEAP, AES_128, or(lengths, 100, KI, 4 * KI, 16_000, 16 * KI));
        plan.add(Work.TLS_DIRECT, AES_128, or(lengths, 100, KI, 4 * KI, 16_000, 16 * KI));
        plan.add(Work.HANDSHAKE, List.of(Algorithm.TLS_1_3), List.of(1));
        plan.add(Work.RESUMPTION, List.of(Algorithm.TLS_1_3), List.of(1));
        plan.add(Work.OPERATE, OTHER_CIPHERS, or(lengths, 16, 16 * KI));
        plan.add(Work.OPERATE, List.of(Algorithm.RSA, Algorithm.ECDSA), List.of(32));
        for (Work work : List.of(Work.MAKE_PAIR, Work.AGREE)) {
            plan.add(work, List.of(Algorithm.X25519), List.of(1));
        }
        for (Work work : List.of(Work.MAKE_KEYS, Work.ENCAPSULATE, Work.SIGN, Work.VERIFY)) {
            plan.add(work, POST_QUANTUM.stream().filter(work::suits).toList(), List.of(1));
        }
        for (Work work : List.of(Work.FROM_INTERPRETER, Work.FROM_C1)) {
            plan.add(work, List.of(Algorithm.SHA_256, Algorithm.AES_128_GCM), or(lengths, 64, 16 * KI));
        }
        return plan.rows;
    }

    private static List<Integer> or(List<Integer> lengths, Integer... usual) {
        return lengths == null ? Arrays.asList(usual) : lengths;
    }

    private void add(Work work, List<Algorithm> algorithms, List<Integer> lengths) {
        for (Algorithm algorithm : algorithms) {
            lengths.forEach(length -> rows.add(new Row(environment, work, algorithm, length)));
        }
    }
}
