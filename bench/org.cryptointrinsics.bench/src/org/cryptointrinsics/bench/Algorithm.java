package org.cryptointrinsics.bench;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The digests that are measured.
 */
enum Algorithm {
    /** Four or five dependent instructions of one cycle for each of 64 steps. */
    MD5("MD5", 64, Long.BYTES, 288, Cpu.ZEN),
    /** 20 times SHA1RNDS4, one after another, of 6 cycles. */
    SHA_1("SHA-1", 64, Long.BYTES, 120, Cpu.ZEN),
    /** 32 times SHA256RNDS2, one after another, of 4 cycles. */
    SHA_256("SHA-256", 64, Long.BYTES, 128, Cpu.ZEN),
    /** 80 rounds with four dependent instructions of one cycle from one value of the variable e to the next. */
    SHA_512("SHA-512", 128, 2 * Long.BYTES, 320, Cpu.ZEN),
    /** 24 rounds of 95 vector operations, of which Zen 5 executes four in a cycle. */
    SHA3_256("SHA3-256", 136, 0, 24 * 95 / 4, Cpu.ZEN_5);

    /** Of an array. */
    private static final int HEADER = 16;
    private static final int ALIGNMENT = 8;

    private final String standardName;
    /** Bytes of a block. */
    final int block;
    private final int lengthBytes;
    private final double cycles;
    private final Set<Integer> families;

    /** CPU families of AMD. */
    private static final class Cpu {
        static final Set<Integer> ZEN_5 = Set.of(26);
        static final Set<Integer> ZEN = Set.of(23, 25, 26);
    }

    /**
     * @param lengthBytes the size of the length of the message at the end of the last block
     * @param cycles that a block takes at least
     * @param families the CPU families that this is known of
     */
    Algorithm(String standardName, int block, int lengthBytes, double cycles, Set<Integer> families) {
        this.standardName = standardName;
        this.block = block;
        this.lengthBytes = lengthBytes;
        this.cycles = cycles;
        this.families = families;
    }

    /** The name in the Java Security Standard Algorithm Names. */
    @Override
    public String toString() {
        return standardName;
    }

    static Algorithm of(String standardName) {
        return Arrays.stream(values()).filter(algorithm -> algorithm.standardName.equals(standardName)).findAny() //
                        .orElseThrow(() -> new IllegalArgumentException("there is no algorithm " + standardName + " but " +
                                        Arrays.stream(values()).map(Algorithm::toString).collect(Collectors.joining(", "))));
    }

    /** Blocks of a message, with those of the padding. */
    int blocks(int length) {
        return (length + lengthBytes) / block + 1;
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
        return families.contains(Machine.cpuFamily()) ? cycles : Double.NaN;
    }
}
