package org.cryptointrinsics.bench;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The digests and ciphers that are measured.
 */
enum Algorithm {
    /** Four or five dependent instructions of one cycle for each of 64 steps. */
    MD5("MD5", 64, Long.BYTES, Cpu.zen(288)),
    /** 20 times SHA1RNDS4, one after another, of 6 cycles. */
    SHA_1("SHA-1", 64, Long.BYTES, Cpu.zen(120)),
    /** 32 times SHA256RNDS2, one after another, of 4 cycles. */
    SHA_256("SHA-256", 64, Long.BYTES, Cpu.zen(128)),
    /** 80 rounds with four dependent instructions of one cycle from one value of the variable e to the next. */
    SHA_512("SHA-512", 128, 2 * Long.BYTES, Cpu.zen(320)),
    /** 24 rounds of 95 vector operations, of which Zen 5 executes four in a cycle. */
    SHA3_256("SHA3-256", 136, 0, Cpu.zen5(24 * 95 / 4)),
    /** 10 VAESENC, and 3 VPCLMULQDQ for a product by Karatsuba's method, of each vector. */
    AES_128_GCM("AES-128-GCM", 16, 0, Cpu.vectors(6.9)),
    /** The same with 14 VAESENC. */
    AES_256_GCM("AES-256-GCM", 16, 0, Cpu.vectors(7.94));

    /** Of an array. */
    private static final int HEADER = 16;
    private static final int ALIGNMENT = 8;

    private final String standardName;
    /** Bytes of a block. */
    final int block;
    private final int lengthBytes;
    private final Map<Integer, Double> cycles;

    /** By CPU families of AMD. */
    private static final class Cpu {
        private static final int ZEN_1_AND_2 = 23;
        private static final int ZEN_3_AND_4 = 25;
        private static final int ZEN_5 = 26;

        static Map<Integer, Double> zen(double cycles) {
            return Map.of(ZEN_1_AND_2, cycles, ZEN_3_AND_4, cycles, ZEN_5, cycles);
        }

        static Map<Integer, Double> zen5(double cycles) {
            return Map.of(ZEN_5, cycles);
        }

        /** Of blocks of 16 bytes, of which a unit takes four at once in Zen 5 and two before. */
        static Map<Integer, Double> vectors(double cycles) {
            return Map.of(ZEN_3_AND_4, cycles / 2, ZEN_5, cycles / 4);
        }
    }

    /**
     * @param lengthBytes the size of the length of the message at the end of the last block
     * @param cycles that a block takes at least, by the CPU families that this is known of
     */
    Algorithm(String standardName, int block, int lengthBytes, Map<Integer, Double> cycles) {
        this.standardName = standardName;
        this.block = block;
        this.lengthBytes = lengthBytes;
        this.cycles = cycles;
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

    boolean isCipher() {
        return this == AES_128_GCM || this == AES_256_GCM;
    }

    /** The name of its kernels, which may be for several lengths of keys. */
    String intrinsic() {
        return isCipher() ? "AES-GCM" : standardName;
    }

    int keyBytes() {
        return this == AES_256_GCM ? 32 : 16;
    }

    /** Blocks of a message, with those of a digest's padding. */
    int blocks(int length) {
        return isCipher() ? Math.ceilDiv(length, block) : (length + lengthBytes) / block + 1;
    }

    /** The size of a new array with a digest. */
    int bytesOfResult() {
        try {
            return Math.ceilDiv(HEADER + MessageDigest.getInstance(standardName).getDigestLength(), ALIGNMENT) * ALIGNMENT;
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** The least cycles for a block on this CPU, or NaN if not known. */
    double cyclesOfBlock() {
        return cycles.getOrDefault(Machine.cpuFamily(), Double.NaN);
    }
}
