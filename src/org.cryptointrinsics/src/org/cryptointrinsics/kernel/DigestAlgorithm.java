package org.cryptointrinsics.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.LongStream;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.md5.Md5;
import org.cryptointrinsics.kernel.sha1.Sha1;
import org.cryptointrinsics.kernel.sha3.Sha3;
import org.cryptointrinsics.kernel.sha256.Sha256;
import org.cryptointrinsics.kernel.sha512.Sha512;

/** The digests that have kernels. */
public enum DigestAlgorithm {
    MD5("MD5", ByteOrder.LITTLE_ENDIAN, Size.DWORD, 0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476),
    SHA_1("SHA-1", ByteOrder.BIG_ENDIAN, Size.DWORD, 0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0),
    /** SHA-224 is the same but for the initial state. */
    SHA_256("SHA-256", ByteOrder.BIG_ENDIAN, Size.DWORD, 0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19),
    /** SHA-384 and SHA-512/t are the same but for the initial state. */
    SHA_512("SHA-512", ByteOrder.BIG_ENDIAN, Size.QWORD, 0x6A09E667F3BCC908L, 0xBB67AE8584CAA73BL, 0x3C6EF372FE94F82BL, 0xA54FF53A5F1D36F1L, 0x510E527FADE682D1L,
                    0x9B05688C2B3E6C1FL, 0x1F83D9ABFB41BD6BL, 0x5BE0CD19137E2179L),
    SHA3_224("SHA3-224", 144, DigestAlgorithm.HASH),
    /** SHAKE256 is the same but for the padding. */
    SHA3_256("SHA3-256", 136, DigestAlgorithm.HASH),
    SHA3_384("SHA3-384", 104, DigestAlgorithm.HASH),
    SHA3_512("SHA3-512", 72, DigestAlgorithm.HASH),
    SHAKE128_256("SHAKE128-256", 168, DigestAlgorithm.EXTENDABLE_OUTPUT);

    private static final int WORDS_OF_BLOCK = 16;
    /** The last ones, which hold the length of the message. */
    private static final int WORDS_OF_LENGTH = 2;

    // The first byte after the message in FIPS 180-4 section 5.1, and in FIPS 202 section B.2.
    private static final int BIT = 0x80;
    private static final int HASH = 0x06;
    private static final int EXTENDABLE_OUTPUT = 0x1F;

    private final String standardName;
    private final ByteOrder order;
    private final Size word;
    private final int blockBytes;
    private final int suffix;
    private final long[] initialState;
    private List<DigestKernel> variants;

    /**
     * A digest of FIPS 202.
     *
     * @param rate the size of a block
     * @param suffix the first byte after the message
     */
    DigestAlgorithm(String standardName, int rate, int suffix) {
        this(standardName, ByteOrder.LITTLE_ENDIAN, Size.QWORD, rate, suffix, new long[25]);
    }

    /**
     * A digest in which the length of the message ends its last block.
     *
     * @param order order of the bytes in the message length and in the digest
     * @param word the size of a word
     */
    DigestAlgorithm(String standardName, ByteOrder order, Size word, long... initialState) {
        this(standardName, order, word, WORDS_OF_BLOCK * word.bytes(), BIT, initialState);
    }

    DigestAlgorithm(String standardName, ByteOrder order, Size word, int blockBytes, int suffix, long[] initialState) {
        this.standardName = standardName;
        this.order = order;
        this.word = word;
        this.blockBytes = blockBytes;
        this.suffix = suffix;
        this.initialState = initialState;
    }

    /** The name in the Java Security Standard Algorithm Names, which is the name in options and reports. */
    public String standardName() {
        return standardName;
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

    /** Whether it has the rate of SHAKE128 or SHAKE256, of which ML-KEM and ML-DSA compute several at once. */
    public boolean isOfSeveral() {
        return this == SHAKE128_256 || this == SHA3_256;
    }

    /** Copies the initial chaining value, in native byte order, to {@code state}, and returns that. */
    public MemorySegment copyInitialState(MemorySegment state) {
        return state.copyFrom(word == Size.DWORD ? MemorySegment.ofArray((int[]) initialWords()) : MemorySegment.ofArray((long[]) initialWords()));
    }

    /** The initial chaining value: an {@code int[]} or a {@code long[]}, by the size of a word. */
    public Object initialWords() {
        return word == Size.DWORD ? LongStream.of(initialState).mapToInt(w -> (int) w).toArray() : initialState.clone();
    }
}
