package org.cryptointrinsics.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.md5.Md5;
import org.cryptointrinsics.kernel.sha1.Sha1;
import org.cryptointrinsics.kernel.sha3.Sha3;
import org.cryptointrinsics.kernel.sha256.Sha256;
import org.cryptointrinsics.kernel.sha512.Sha512;

/** The digests that have kernels. */
public enum DigestAlgorithm {
    MD5("MD5", "MD5", ByteOrder.LITTLE_ENDIAN, Size.DWORD, new long[]{0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476},
                    "57edf4a22be3c955ac49da2e2107b67a", "1234567890".repeat(8)),
    SHA_1("SHA-1", "SHA", ByteOrder.BIG_ENDIAN, Size.DWORD, new long[]{0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0},
                    "84983e441c3bd26ebaae4aa1f95129e5e54670f1", DigestAlgorithm.TWO_BLOCKS),
    /** SHA-224 is the same but for the initial state. */
    SHA_256("SHA-256", "SHA2", ByteOrder.BIG_ENDIAN, Size.DWORD,
                    new long[]{0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19},
                    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1", DigestAlgorithm.TWO_BLOCKS),
    /** SHA-384 and SHA-512/t are the same but for the initial state. */
    SHA_512("SHA-512", "SHA5", ByteOrder.BIG_ENDIAN, Size.QWORD,
                    new long[]{0x6A09E667F3BCC908L, 0xBB67AE8584CAA73BL, 0x3C6EF372FE94F82BL, 0xA54FF53A5F1D36F1L,
                                    0x510E527FADE682D1L, 0x9B05688C2B3E6C1FL, 0x1F83D9ABFB41BD6BL, 0x5BE0CD19137E2179L},
                    "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
                    DigestAlgorithm.TWO_LONG_BLOCKS),
    SHA3_224("SHA3-224", 144, DigestAlgorithm.HASH, "9376816aba503f72f96ce7eb65ac095deee3be4bf9bbc2a1cb7e11e0"),
    /** SHAKE256 is the same but for the padding. */
    SHA3_256("SHA3-256", 136, DigestAlgorithm.HASH, "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787"),
    SHA3_384("SHA3-384", 104, DigestAlgorithm.HASH, "1881de2ca7e41ef95dc4732b8f5f002b189cc1e42b74168ed1732649ce1dbcdd76197a31fd55ee989f2d7050dd473e8f"),
    SHA3_512("SHA3-512", 72, DigestAlgorithm.HASH,
                    "e76dfad22084a8b1467fcf2ffa58361bec7628edf5f3fdc0e4805dc48caeeca81b7c13c30adf52a3659584739a2df46be589c51ca1a4a8416df6545a1ce8ba00"),
    SHAKE128_256("SHAKE128-256", 168, DigestAlgorithm.EXTENDABLE_OUTPUT, "131ab8d2b594946b9c81333f9bb6e0ce75c3b93104fa3469d3917457385da037");

    // Examples for FIPS 180-4 in NIST's "Cryptographic Standards and Guidelines: Examples with Intermediate Values".
    private static final String TWO_BLOCKS = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    private static final String TWO_LONG_BLOCKS =
                    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";

    private static final String PACKAGE = "sun.security.provider.";

    private static final int WORDS_OF_BLOCK = 16;
    /** The last ones, which hold the length of the message. */
    private static final int WORDS_OF_LENGTH = 2;

    // The first byte after the message in FIPS 180-4 section 5.1, and in FIPS 202 section B.2.
    private static final int BIT = 0x80;
    private static final int HASH = 0x06;
    private static final int EXTENDABLE_OUTPUT = 0x1F;

    private final String standardName;
    private final String jdkClass;
    private final ByteOrder order;
    private final Size word;
    private final int blockBytes;
    private final int suffix;
    private final long[] initialState;
    private final String knownDigest;
    private final String knownMessage;
    private List<DigestKernel> variants;

    /**
     * A digest of FIPS 202.
     *
     * @param rate the size of a block
     * @param suffix the first byte after the message
     * @param knownDigest the digest of 200 bytes A3, in the examples for FIPS 202 there
     */
    DigestAlgorithm(String standardName, int rate, int suffix, String knownDigest) {
        this(standardName, "SHA3", ByteOrder.LITTLE_ENDIAN, Size.QWORD, rate, suffix, new long[25], knownDigest, "\u00A3".repeat(200));
    }

    /**
     * A digest in which the length of the message ends its last block.
     *
     * @param jdkClass the class that implements it in the JDK, in the package of its provider
     * @param order order of the bytes in the message length and in the digest
     * @param word the size of a word
     * @param knownDigest the digest of {@code knownMessage}, which fills two blocks, as published; that of MD5 in RFC 1321 appendix A.5
     */
    DigestAlgorithm(String standardName, String jdkClass, ByteOrder order, Size word, long[] initialState, String knownDigest, String knownMessage) {
        this(standardName, jdkClass, order, word, WORDS_OF_BLOCK * word.bytes(), BIT, initialState, knownDigest, knownMessage);
    }

    DigestAlgorithm(String standardName, String jdkClass, ByteOrder order, Size word, int blockBytes, int suffix, long[] initialState, String knownDigest, String knownMessage) {
        this.standardName = standardName;
        this.jdkClass = jdkClass;
        this.order = order;
        this.word = word;
        this.blockBytes = blockBytes;
        this.suffix = suffix;
        this.initialState = initialState;
        this.knownDigest = knownDigest;
        this.knownMessage = knownMessage;
    }

    /** The name in the Java Security Standard Algorithm Names, which is the name in options and reports. */
    public String standardName() {
        return standardName;
    }

    /** The name as a Java identifier, such as {@code sha256}. */
    public String identifier() {
        return standardName.replace("-", "").toLowerCase(Locale.ROOT);
    }

    /** Name of the class that implements it in the JDK. */
    public String jdkClass() {
        return PACKAGE + jdkClass;
    }

    /** HotSpot's flag that turns its own intrinsic for this algorithm on or off. */
    public String vmFlag() {
        return "Use" + (isSponge() ? jdkClass : identifier().toUpperCase(Locale.ROOT)) + "Intrinsics";
    }

    /** HotSpot's name of its own intrinsic for this algorithm, such as {@code _sha2_implCompress}. */
    public String vmIntrinsic() {
        return "_" + jdkClass.toLowerCase(Locale.ROOT) + "_implCompress";
    }

    /** All variants, the best one first. */
    public synchronized List<DigestKernel> variants() {
        // Not before they are needed: they are many classes, and time when Graal starts.
        if (variants == null) {
            variants = switch (this) {
                case MD5 -> Md5.variants();
                case SHA_1 -> Sha1.variants();
                case SHA_256 -> Sha256.variants();
                case SHA_512 -> Sha512.variants();
                default -> Sha3.variants(blockBytes);
            };
        }
        return variants;
    }

    /** The size of a word. */
    public Size word() {
        return word;
    }

    /** The order of the bytes in the length of the message and in the digest. */
    public ByteOrder order() {
        return order;
    }

    /** The size of the chaining value. */
    public int stateBytes() {
        return initialState.length * word.bytes();
    }

    /** The size of a block. */
    public int blockBytes() {
        return blockBytes;
    }

    /** The first byte after a message. */
    public int suffix() {
        return suffix;
    }

    /** The size of the length of the message, which ends the last block; 0 where there is none, and a bit ends the last block. */
    public int lengthBytes() {
        return isSponge() ? 0 : WORDS_OF_LENGTH * word.bytes();
    }

    /** Whether it is one of FIPS 202: without the length of the message at the end. */
    public boolean isSponge() {
        return suffix != BIT;
    }

    /** What compresses blocks in memory outside of the heap; the arguments are those of {@link DigestKernel#compress}. */
    @FunctionalInterface
    public interface Compression {
        void compress(MemorySegment state, MemorySegment data, int blocks) throws Exception;
    }

    /** What hashes whole messages in memory outside of the heap; the initial chaining value is in native byte order. */
    @FunctionalInterface
    public interface Hash {
        void hash(MemorySegment initialState, MemorySegment message, MemorySegment digest) throws Exception;
    }

    /** What computes HMAC of whole messages in memory outside of the heap; the initial chaining value is in native byte order, the keys are a block each. */
    @FunctionalInterface
    public interface Hmac {
        void compute(MemorySegment initialState, MemorySegment innerKey, MemorySegment outerKey, MemorySegment message, MemorySegment result, MemorySegment sum,
                        int iterations) throws Exception;
    }

    /**
     * The digest of {@code message}, computed by compressing all its blocks at once.
     */
    public byte[] digest(byte[] message, Compression compression) throws Exception {
        int blocks = (message.length + 1 + lengthBytes() + blockBytes - 1) / blockBytes;
        byte[] padded = Arrays.copyOf(message, blocks * blockBytes);
        padded[message.length] = (byte) suffix;
        if (isSponge()) {
            padded[padded.length - 1] |= (byte) BIT;
        } else {
            ByteBuffer.wrap(padded).order(order).putLong(padded.length - Long.BYTES, (long) message.length * Byte.SIZE);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = initialState(arena);
            compression.compress(state, arena.allocateFrom(ValueLayout.JAVA_BYTE, padded), blocks);
            ByteBuffer digest = ByteBuffer.allocate((int) state.byteSize()).order(order);
            put(digest, words(state.asByteBuffer().order(ByteOrder.nativeOrder())));
            return Arrays.copyOf(digest.array(), knownDigest.length() / 2);
        }
    }

    private MemorySegment initialState(Arena arena) {
        return copyInitialState(arena.allocate(stateBytes(), word.bytes()));
    }

    /** Copies the initial chaining value, in native byte order, to {@code state}, and returns that. */
    public MemorySegment copyInitialState(MemorySegment state) {
        put(state.asByteBuffer().order(ByteOrder.nativeOrder()), initialState);
        return state;
    }

    /** The initial chaining value: an {@code int[]} or a {@code long[]}, by the size of a word. */
    public Object initialWords() {
        return word == Size.DWORD ? LongStream.of(initialState).mapToInt(w -> (int) w).toArray() : initialState.clone();
    }

    private void put(ByteBuffer buffer, long[] words) {
        for (long w : words) {
            if (word == Size.DWORD) {
                buffer.putInt((int) w);
            } else {
                buffer.putLong(w);
            }
        }
    }

    private long[] words(ByteBuffer buffer) {
        long[] words = new long[buffer.remaining() / word.bytes()];
        for (int i = 0; i < words.length; i++) {
            words[i] = word == Size.DWORD ? buffer.getInt() : buffer.getLong();
        }
        return words;
    }

    /** Whether {@code compression} computes a digest that is known from the standard. */
    public boolean passesSelfTest(Compression compression) throws Exception {
        return Arrays.equals(HexFormat.of().parseHex(knownDigest), digest(knownMessage.getBytes(StandardCharsets.ISO_8859_1), compression));
    }

    /** Whether {@code hash} computes a digest that is known from the standard. */
    public boolean passesHashSelfTest(Hash hash) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment digest = arena.allocate(knownDigest.length() / 2);
            hash.hash(initialState(arena), arena.allocateFrom(ValueLayout.JAVA_BYTE, knownMessage.getBytes(StandardCharsets.ISO_8859_1)), digest);
            return knownDigest.equals(HexFormat.of().formatHex(digest.toArray(ValueLayout.JAVA_BYTE)));
        }
    }

    /** Whether {@code hmac} computes what its definition (FIPS 198-1, 4) yields with {@code compression}, which passed its own test. */
    public boolean passesHmacSelfTest(Hmac hmac, Compression compression) throws Exception {
        byte[] innerKey = new byte[blockBytes];
        byte[] outerKey = new byte[blockBytes];
        for (int i = 0; i < blockBytes; i++) {
            innerKey[i] = (byte) (i ^ 0x36);
            outerKey[i] = (byte) (i ^ 0x5C);
        }
        byte[] message = knownMessage.getBytes(StandardCharsets.ISO_8859_1);
        byte[] first = digest(concatenate(outerKey, digest(concatenate(innerKey, message), compression)), compression);
        byte[] second = digest(concatenate(outerKey, digest(concatenate(innerKey, first), compression)), compression);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment result = arena.allocate(first.length);
            MemorySegment sum = arena.allocate(first.length);
            hmac.compute(initialState(arena), arena.allocateFrom(ValueLayout.JAVA_BYTE, innerKey), arena.allocateFrom(ValueLayout.JAVA_BYTE, outerKey),
                            arena.allocateFrom(ValueLayout.JAVA_BYTE, message), result, sum, 2);
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
