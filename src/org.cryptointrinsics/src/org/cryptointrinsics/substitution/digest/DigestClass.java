package org.cryptointrinsics.substitution.digest;

import java.nio.ByteOrder;
import java.util.Arrays;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.HashMethod;
import org.cryptointrinsics.linkage.HmacMethod;
import org.cryptointrinsics.linkage.PermutationMethod;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.DigestNames;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Bytes;
import org.cryptointrinsics.substitution.JdkMembers;

import jdk.internal.misc.Unsafe;

/**
 * A class of the JDK for digests: what it keeps where, and the kernels for it.
 *
 * @param type the class
 * @param algorithm what it computes; of SHA-3, with any of the rates
 * @param state offset of the chaining value
 * @param schedule offset of the message schedule, which only the JDK's own code uses and makes where there is none; or {@link Unsafe#INVALID_FIELD_OFFSET}
 * @param initialHashes offset of the initial chaining value, or {@link Unsafe#INVALID_FIELD_OFFSET} if it is always {@code initialState}
 * @param initialState an array of words
 * @param squeezeOffset offset of what tells how much of a digest of extendable output was squeezed, or {@link Unsafe#INVALID_FIELD_OFFSET}
 * @param suffixField offset of the first byte after a message, or {@link Unsafe#INVALID_FIELD_OFFSET} if it is always the algorithm's
 * @param intrinsic the only one, or of SHA-3 null
 * @param intrinsics of SHA-3, by the rate in eight bytes
 */
public record DigestClass(Class<?> type, DigestAlgorithm algorithm, long state, long schedule, long initialHashes, Object initialState, long squeezeOffset, long suffixField,
                DigestIntrinsic intrinsic, DigestIntrinsic[] intrinsics) {

    private static final Unsafe U = Unsafe.getUnsafe();

    /** In eight bytes, FIPS 202, 3.1; more than any rate. */
    private static final int STATE_OF_SPONGE = 25;

    // What has a W has the words of the message schedule there, what has initialHashes is several digests that differ in these.
    private static final DigestClass MD5 = of(DigestAlgorithm.MD5, false, false);
    private static final DigestClass SHA1 = of(DigestAlgorithm.SHA_1, true, false);
    private static final DigestClass SHA2 = of(DigestAlgorithm.SHA_256, true, true);
    private static final DigestClass SHA5 = of(DigestAlgorithm.SHA_512, true, true);
    private static final DigestClass SHA3 = of(DigestAlgorithm.SHA3_256, false, false);

    private static DigestClass of(DigestAlgorithm algorithm, boolean hasSchedule, boolean hasInitialHashes) {
        JdkMembers members = DigestFamily.MEMBERS;
        Class<?> type = members.type(DigestNames.jdkClass(algorithm), DigestFields.BASE);
        boolean isSponge = algorithm.isSponge();
        Class<?> words = algorithm.word() == Size.DWORD ? int[].class : long[].class;
        DigestIntrinsic[] intrinsics = new DigestIntrinsic[isSponge ? STATE_OF_SPONGE + 1 : 0];
        Intrinsics all = Intrinsics.first();
        if (isSponge && all != null) {
            all.digests().stream().filter(intrinsic -> DigestNames.jdkClass(intrinsic.algorithm()).equals(DigestNames.jdkClass(algorithm))).forEach(
                            intrinsic -> intrinsics[intrinsic.blockBytes() / Long.BYTES] = intrinsic);
        }
        return new DigestClass(type, algorithm, members.field(type, "state", words), //
                        hasSchedule ? members.field(type, "W", words) : Unsafe.INVALID_FIELD_OFFSET,
                        hasInitialHashes ? members.field(type, "initialHashes", words) : Unsafe.INVALID_FIELD_OFFSET, algorithm.initialWords(),
                        isSponge ? members.field(type, "squeezeOffset", int.class) : Unsafe.INVALID_FIELD_OFFSET,
                        isSponge ? members.field(type, "suffix", byte.class) : Unsafe.INVALID_FIELD_OFFSET,
                        isSponge || all == null ? null : all.of(algorithm), intrinsics);
    }

    /** What is done with a digest, whose class is a constant where this is compiled. */
    @FunctionalInterface
    interface Operation<A, B> {
        Object apply(DigestClass type, Object digest, A a, B b);
    }

    /**
     * Does something with a {@code DigestBase}; returns what that returns, or null if there are no kernels for its class.
     *
     * @param operation a constant
     */
    static <A, B> Object apply(Operation<A, B> operation, Object digest, A a, B b) {
        if (MD5.type.isInstance(digest)) {
            return operation.apply(MD5, digest, a, b);
        }
        if (SHA1.type.isInstance(digest)) {
            return operation.apply(SHA1, digest, a, b);
        }
        if (SHA2.type.isInstance(digest)) {
            return operation.apply(SHA2, digest, a, b);
        }
        if (SHA5.type.isInstance(digest)) {
            return operation.apply(SHA5, digest, a, b);
        }
        return SHA3.type.isInstance(digest) ? operation.apply(SHA3, digest, a, b) : null;
    }

    private static final Operation<Object, Object> GET = (type, _, _, _) -> type;

    /** The class of a {@code DigestBase}, or null if there are no kernels for it. */
    static DigestClass of(Object digest) {
        return (DigestClass) apply(GET, digest, null, null);
    }

    /** The intrinsic for a digest of this class, or null. */
    private DigestIntrinsic intrinsic(Object digest) {
        if (!isSponge()) {
            return intrinsic;
        }
        int index = DigestFields.blockSize(digest) >>> 3;
        return index < intrinsics.length ? intrinsics[index] : null;
    }

    /** What compresses blocks of {@code digest}, or null if it is of another class, or there is no such kernel. */
    static CompressMethod compressMethod(Object digest) {
        DigestClass type = of(digest);
        DigestIntrinsic intrinsic = type == null ? null : type.intrinsic(digest);
        return intrinsic == null ? null : intrinsic.compressMethod.get();
    }

    /** What permutes two states of functions of FIPS 202 with that rate, or null if there is no such kernel. */
    static PermutationMethod permutationMethod(int rate) {
        DigestIntrinsic intrinsic = spongeIntrinsic(rate);
        return intrinsic == null ? null : intrinsic.permutationMethod.get();
    }

    /** The intrinsic for functions of FIPS 202 with that rate, or null. */
    public static DigestIntrinsic spongeIntrinsic(int rate) {
        int index = rate >>> 3;
        return index < SHA3.intrinsics.length ? SHA3.intrinsics[index] : null;
    }

    /** As {@link #compressMethod}, what hashes whole messages. */
    HashMethod hashMethod(Object digest) {
        DigestIntrinsic intrinsic = intrinsic(digest);
        return intrinsic == null ? null : intrinsic.hashMethod.get();
    }

    /** As {@link #compressMethod}, what computes HMAC. */
    HmacMethod hmacMethod(Object digest) {
        DigestIntrinsic intrinsic = intrinsic(digest);
        return intrinsic == null ? null : intrinsic.hmacMethod.get();
    }

    /** Whether it is one of FIPS 202: without the length of the message at the end, and with any rate. */
    boolean isSponge() {
        return algorithm.isSponge();
    }

    private boolean isOfInts() {
        return algorithm.word() == Size.DWORD;
    }

    /** The chaining value, an {@code int[]} or a {@code long[]}. */
    Object state(Object digest) {
        return U.getReference(digest, state);
    }

    /** Likewise, that of no block. */
    Object initialState(Object digest) {
        return initialHashes == Unsafe.INVALID_FIELD_OFFSET ? initialState : U.getReference(digest, initialHashes);
    }

    /** The first byte after a message. */
    int suffix(Object digest) {
        return suffixField == Unsafe.INVALID_FIELD_OFFSET ? algorithm.suffix() : U.getByte(digest, suffixField);
    }

    /** What {@code implReset} does. Without a schedule, no message has to clear it any more. */
    void reset(Object digest) {
        if (schedule != Unsafe.INVALID_FIELD_OFFSET) {
            Object words = U.getReference(digest, schedule);
            if (words != null) {
                if (isOfInts()) {
                    Arrays.fill((int[]) words, 0);
                } else {
                    Arrays.fill((long[]) words, 0);
                }
                U.putReference(digest, schedule, null);
            }
        }
        // By stores that are as wide as the kernel's loads, or wider: those would have to wait until narrower ones have reached the cache.
        if (isOfInts()) {
            int[] to = (int[]) state(digest);
            System.arraycopy(initialState(digest), 0, to, 0, to.length);
        } else {
            long[] to = (long[]) state(digest);
            System.arraycopy(initialState(digest), 0, to, 0, to.length);
        }
        if (squeezeOffset != Unsafe.INVALID_FIELD_OFFSET) {
            U.putInt(digest, squeezeOffset, -1);
        }
    }

    /** Whether a digest of so many bytes is one of whole words of a block. Functions with extendable output have none, or one of any length: 114 bytes in Ed448 (RFC 8032, 5.2). */
    boolean isInWordsOfABlock(int digestLength, Object digest) {
        return !isSponge() || digestLength != 0 && digestLength % Integer.BYTES == 0 && digestLength <= DigestFields.blockSize(digest);
    }

    /** Writes the digest that the chaining value is. */
    void writeDigest(Object digest, byte[] out, int offset) {
        boolean isBigEndian = algorithm.order() == ByteOrder.BIG_ENDIAN;
        int bytes = DigestFields.digestLength(digest);
        int i = 0;
        if (isOfInts()) {
            int[] words = (int[]) state(digest);
            for (; i < bytes; i += Integer.BYTES) {
                int word = words[i / Integer.BYTES];
                Bytes.putInt(out, offset + i, isBigEndian ? Integer.reverseBytes(word) : word);
            }
        } else {
            long[] words = (long[]) state(digest);
            for (; i < bytes; i += Long.BYTES) {
                long word = words[i / Long.BYTES];
                long inOrder = isBigEndian ? Long.reverseBytes(word) : word;
                if (i <= bytes - Long.BYTES) {
                    Bytes.putLong(out, offset + i, inOrder);
                } else {
                    // The last one of 224 bits.
                    Bytes.putInt(out, offset + i, (int) inOrder);
                }
            }
        }
    }
}
