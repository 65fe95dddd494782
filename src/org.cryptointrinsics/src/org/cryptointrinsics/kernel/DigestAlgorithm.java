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

import org.cryptointrinsics.kernel.md5.Scalar;
import org.cryptointrinsics.kernel.sha256.Bmi2;
import org.cryptointrinsics.kernel.sha256.Ssse3;
import org.cryptointrinsics.kernel.sha256.X86Sha;

/** The digests that have kernels. */
public enum DigestAlgorithm {
    MD5("MD5", "sun.security.provider.MD5", "UseMD5Intrinsics", ByteOrder.LITTLE_ENDIAN, new int[]{0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476},
                    "57edf4a22be3c955ac49da2e2107b67a", "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
                    new Scalar()),
    /** SHA-224 is the same but for the initial state. */
    SHA_256("SHA-256", "sun.security.provider.SHA2", "UseSHA256Intrinsics", ByteOrder.BIG_ENDIAN,
                    new int[]{0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19},
                    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                    new X86Sha(), new Bmi2(), new Ssse3());

    /** Bytes of a block. */
    private static final int BLOCK = 64;

    private final String standardName;
    private final String jdkClass;
    private final String vmFlag;
    private final ByteOrder order;
    private final int[] initialState;
    private final String knownDigest;
    private final String knownMessage;
    private final List<Kernel> variants;

    /**
     * @param jdkClass name of the class that implements it in the JDK
     * @param vmFlag HotSpot's flag for the algorithm
     * @param order order of the bytes in the message length and in the digest
     * @param knownDigest the digest of {@code knownMessage}, which fills two blocks: RFC 1321 appendix A.5, and the example for FIPS 180-4 in NIST's
     *            "Cryptographic Standards and Guidelines: SHA-256"
     * @param variants the best one first
     */
    DigestAlgorithm(String standardName, String jdkClass, String vmFlag, ByteOrder order, int[] initialState, String knownDigest, String knownMessage, Kernel... variants) {
        this.standardName = standardName;
        this.jdkClass = jdkClass;
        this.vmFlag = vmFlag;
        this.order = order;
        this.initialState = initialState;
        this.knownDigest = knownDigest;
        this.knownMessage = knownMessage;
        this.variants = List.of(variants);
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
        return jdkClass;
    }

    /** HotSpot's flag that turns its own intrinsic for this algorithm on or off. */
    public String vmFlag() {
        return vmFlag;
    }

    /** HotSpot's name of its own intrinsic for this algorithm, such as {@code _sha2_implCompress}. */
    public String vmIntrinsic() {
        return "_" + jdkClass.substring(jdkClass.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT) + "_implCompress";
    }

    /** All variants, the best one first. */
    public List<Kernel> variants() {
        return variants;
    }

    public int blockBytes() {
        return BLOCK;
    }

    /** What compresses blocks in memory outside of the heap; the arguments are those of {@link Kernel#compress}. */
    @FunctionalInterface
    public interface Compression {
        void compress(MemorySegment state, MemorySegment data, int blocks) throws Exception;
    }

    /**
     * The digest of {@code message}, computed by compressing all its blocks at once.
     */
    public byte[] digest(byte[] message, Compression compression) throws Exception {
        int blocks = (message.length + 1 + Long.BYTES + BLOCK - 1) / BLOCK;
        byte[] padded = Arrays.copyOf(message, blocks * BLOCK);
        padded[message.length] = (byte) 0x80;
        ByteBuffer.wrap(padded).order(order).putLong(padded.length - Long.BYTES, (long) message.length * Byte.SIZE);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocateFrom(ValueLayout.JAVA_INT, initialState);
            compression.compress(state, arena.allocateFrom(ValueLayout.JAVA_BYTE, padded), blocks);
            ByteBuffer digest = ByteBuffer.allocate(Integer.BYTES * initialState.length).order(order);
            digest.asIntBuffer().put(state.toArray(ValueLayout.JAVA_INT));
            return digest.array();
        }
    }

    /** Whether {@code compression} computes a digest that is known from the standard. */
    public boolean passesSelfTest(Compression compression) throws Exception {
        return Arrays.equals(HexFormat.of().parseHex(knownDigest), digest(knownMessage.getBytes(StandardCharsets.US_ASCII), compression));
    }
}
