package org.cryptointrinsics.selection;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.DigestAlgorithm;

/**
 * A message whose digest is published, of two blocks or more.
 *
 * @param digest in hexadecimal digits
 * @param message a character for each byte
 */
public record DigestKnownAnswers(DigestAlgorithm algorithm, String digest, String message) {

    // Examples for FIPS 180-4 and FIPS 202 in NIST's "Cryptographic Standards and Guidelines: Examples with Intermediate Values".
    private static final String TWO_BLOCKS = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    private static final String TWO_LONG_BLOCKS =
                    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";
    private static final String BYTES_A3 = "\u00A3".repeat(200);
    /** RFC 1321, appendix A.5. */
    private static final String DIGITS = "1234567890".repeat(8);

    /** The last bit of the last block, of FIPS 202. */
    private static final int LAST_BIT = 0x80;
    // FIPS 198-1, table 1.
    private static final int IPAD = 0x36;
    private static final int OPAD = 0x5C;

    /** What compresses blocks in memory outside of the heap; the arguments are those of {@link org.cryptointrinsics.kernel.DigestKernel#compress}. */
    @FunctionalInterface
    public interface Compression {
        void compress(MemorySegment state, MemorySegment data, int blocks) throws Exception;
    }

    /** What hashes whole messages in memory outside of the heap; the initial chaining value is in native byte order. */
    @FunctionalInterface
    interface Hash {
        void hash(MemorySegment initialState, MemorySegment message, MemorySegment digest) throws Exception;
    }

    /** What computes HMAC of whole messages in memory outside of the heap; the initial chaining value is in native byte order, the keys are a block each. */
    @FunctionalInterface
    interface Hmac {
        void compute(MemorySegment initialState, MemorySegment innerKey, MemorySegment outerKey, MemorySegment message, MemorySegment result, MemorySegment sum,
                        int iterations) throws Exception;
    }

    public static DigestKnownAnswers of(DigestAlgorithm algorithm) {
        return switch (algorithm) {
            case MD5 -> new DigestKnownAnswers(algorithm, "57edf4a22be3c955ac49da2e2107b67a", DIGITS);
            case SHA_1 -> new DigestKnownAnswers(algorithm, "84983e441c3bd26ebaae4aa1f95129e5e54670f1", TWO_BLOCKS);
            case SHA_256 -> new DigestKnownAnswers(algorithm, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1", TWO_BLOCKS);
            case SHA_512 -> new DigestKnownAnswers(algorithm,
                            "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
                            TWO_LONG_BLOCKS);
            case SHA3_224 -> new DigestKnownAnswers(algorithm, "9376816aba503f72f96ce7eb65ac095deee3be4bf9bbc2a1cb7e11e0", BYTES_A3);
            case SHA3_256 -> new DigestKnownAnswers(algorithm, "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787", BYTES_A3);
            case SHA3_384 -> new DigestKnownAnswers(algorithm, "1881de2ca7e41ef95dc4732b8f5f002b189cc1e42b74168ed1732649ce1dbcdd76197a31fd55ee989f2d7050dd473e8f",
                            BYTES_A3);
            case SHA3_512 -> new DigestKnownAnswers(algorithm,
                            "e76dfad22084a8b1467fcf2ffa58361bec7628edf5f3fdc0e4805dc48caeeca81b7c13c30adf52a3659584739a2df46be589c51ca1a4a8416df6545a1ce8ba00",
                            BYTES_A3);
            case SHAKE128_256 -> new DigestKnownAnswers(algorithm, "131ab8d2b594946b9c81333f9bb6e0ce75c3b93104fa3469d3917457385da037", BYTES_A3);
        };
    }

    private int digestBytes() {
        return digest.length() / 2;
    }

    private byte[] messageBytes() {
        return message.getBytes(StandardCharsets.ISO_8859_1);
    }

    private MemorySegment initialState(Arena arena) {
        return algorithm.copyInitialState(arena.allocate(algorithm.stateBytes(), algorithm.word().bytes()));
    }

    /** The digest of any data, computed by compressing all their blocks at once. */
    public byte[] compute(byte[] data, Compression compression) throws Exception {
        int block = algorithm.blockBytes();
        int blocks = (data.length + 1 + algorithm.lengthBytes() + block - 1) / block;
        byte[] padded = Arrays.copyOf(data, blocks * block);
        padded[data.length] = (byte) algorithm.suffix();
        if (algorithm.isSponge()) {
            padded[padded.length - 1] |= (byte) LAST_BIT;
        } else {
            ByteBuffer.wrap(padded).order(algorithm.order()).putLong(padded.length - Long.BYTES, (long) data.length * Byte.SIZE);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = initialState(arena);
            compression.compress(state, arena.allocateFrom(ValueLayout.JAVA_BYTE, padded), blocks);
            ByteBuffer bytes = ByteBuffer.allocate(algorithm.stateBytes()).order(algorithm.order());
            if (algorithm.word() == Size.DWORD) {
                bytes.asIntBuffer().put(state.toArray(ValueLayout.JAVA_INT));
            } else {
                bytes.asLongBuffer().put(state.toArray(ValueLayout.JAVA_LONG));
            }
            return Arrays.copyOf(bytes.array(), digestBytes());
        }
    }

    /** Whether {@code compression} computes the digest. */
    public boolean passes(Compression compression) throws Exception {
        return digest.equals(HexFormat.of().formatHex(compute(messageBytes(), compression)));
    }

    /** Whether {@code hash} does. */
    boolean passesHash(Hash hash) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment computed = arena.allocate(digestBytes());
            hash.hash(initialState(arena), arena.allocateFrom(ValueLayout.JAVA_BYTE, messageBytes()), computed);
            return digest.equals(HexFormat.of().formatHex(computed.toArray(ValueLayout.JAVA_BYTE)));
        }
    }

    /** Whether {@code hmac} computes what its definition (FIPS 198-1, 4) yields with {@code compression}, which passed its own test. */
    boolean passesHmac(Hmac hmac, Compression compression) throws Exception {
        byte[] innerKey = new byte[algorithm.blockBytes()];
        byte[] outerKey = new byte[innerKey.length];
        for (int i = 0; i < innerKey.length; i++) {
            innerKey[i] = (byte) (i ^ IPAD);
            outerKey[i] = (byte) (i ^ OPAD);
        }
        byte[] first = compute(concatenate(outerKey, compute(concatenate(innerKey, messageBytes()), compression)), compression);
        byte[] second = compute(concatenate(outerKey, compute(concatenate(innerKey, first), compression)), compression);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment result = arena.allocate(first.length);
            MemorySegment sum = arena.allocate(first.length);
            hmac.compute(initialState(arena), arena.allocateFrom(ValueLayout.JAVA_BYTE, innerKey), arena.allocateFrom(ValueLayout.JAVA_BYTE, outerKey),
                            arena.allocateFrom(ValueLayout.JAVA_BYTE, messageBytes()), result, sum, 2);
            boolean passes = Arrays.equals(second, result.toArray(ValueLayout.JAVA_BYTE));
            for (int i = 0; i < first.length; i++) {
                passes &= sum.get(ValueLayout.JAVA_BYTE, i) == (first[i] ^ second[i]);
            }
            return passes;
        }
    }

    private static byte[] concatenate(byte[] a, byte[] b) {
        byte[] result = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, result, a.length, b.length);
        return result;
    }
}
