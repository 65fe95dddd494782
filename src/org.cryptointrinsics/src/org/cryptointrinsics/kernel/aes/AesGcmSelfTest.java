package org.cryptointrinsics.kernel.aes;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/**
 * A message that is encrypted and decrypted, and whose tags are known. All of it, the key, the IV and the additional authenticated data count upwards from 0; the tags
 * are those of OpenSSL. Of its blocks alone, the ciphertext and GHASH are known.
 */
public final class AesGcmSelfTest {

    private static final int IV_BYTES = 12;
    private static final int AAD_BYTES = 20;
    /** Several chunks of the widest vectors, blocks, and bytes. */
    private static final int MESSAGE_BYTES = 2007;
    /** Of the first of two parts: chunks of any vectors, and blocks. For the second one, few powers of the hash subkey are enough. */
    private static final int PART_BYTES = 1936;
    /** By the number of rounds. */
    private static final Map<Integer, String> TAGS = Map.of(10, "28f4ddc59376f81770bc9a9916772b4e", 12, "fa3908b63505e1ca4155417441cd19be", 14,
                    "d10c155108abafddf29697c979464838");

    private static final int FEWEST_ROUNDS = 10;
    private static final int FIRST_COUNTER = 2;
    private static final int BLOCKS_BYTES = 2000;
    /** By the number of rounds, {@code E(0)}. */
    private static final Map<Integer, String> SUBKEYS = Map.of(10, "c6a13b37878f5b826f4f8162a1c8d879", 12, "916251821c73a522c396d62738019607", 14,
                    "f29000b62a499fd0a9f39a6add2e7780");
    /** By the number of rounds, GHASH of the blocks' ciphertext. */
    private static final Map<Integer, String> HASHES = Map.of(10, "4d6169439aae47ddcadb9e29918fa20a", 12, "eb991a70559c4d49d35f5ec2afeea6fd", 14,
                    "496689f1eb1629f9542088e707403467");

    /** GHASH of the blocks themselves, with the first of the hash subkeys; that of OpenSSL, from the tag of a message that has them as additional authenticated data. */
    private static final String HASH = "7da802d1f59889cacefcb561b79533bc";

    /** By the number of rounds, the sum of the blocks' ciphertext as of {@code Arrays.hashCode}. */
    private static final Map<Integer, Integer> SUMS = Map.of(10, -586328472, 12, -874900265, 14, 778384825);

    private AesGcmSelfTest() {
    }

    /**
     * What encrypts or decrypts a part of a message in memory outside of the heap; the key is expanded, each word of FIPS 197 an {@code int}. The tag is empty but for the
     * last part; the hash so far is two {@code long}s.
     */
    @FunctionalInterface
    public interface Crypt {
        boolean crypt(MemorySegment sessionKey, MemorySegment iv, MemorySegment aad, MemorySegment in, MemorySegment out, MemorySegment tag, MemorySegment state, int position)
                        throws Exception;
    }

    /** The same for blocks; the counter block, and the hash subkey and the hash, each two {@code long}s, the high one first, are in memory outside of the heap, too. */
    @FunctionalInterface
    public interface CryptBlocks {
        void crypt(MemorySegment sessionKey, MemorySegment counter, MemorySegment subkey, MemorySegment state, MemorySegment in, MemorySegment out) throws Exception;
    }

    /** The same for blocks in counter mode. */
    @FunctionalInterface
    public interface CryptCounter {
        void crypt(MemorySegment sessionKey, MemorySegment counter, MemorySegment in, MemorySegment out) throws Exception;
    }

    /** The same for GHASH of blocks. */
    @FunctionalInterface
    public interface Hash {
        void hash(MemorySegment subkey, MemorySegment state, MemorySegment data) throws Exception;
    }

    /** The message, and memory for what comes of it. */
    private static final class Message {

        private final MemorySegment key;
        private final MemorySegment iv;
        private final MemorySegment aad;
        private final MemorySegment plaintext;
        private final MemorySegment once;
        private final MemorySegment twice;
        private final MemorySegment knownTag;
        private final MemorySegment tag;
        private final MemorySegment state;

        Message(Arena arena, int rounds) {
            key = key(arena, rounds);
            iv = arena.allocateFrom(ValueLayout.JAVA_BYTE, count(IV_BYTES));
            aad = arena.allocateFrom(ValueLayout.JAVA_BYTE, count(AAD_BYTES));
            plaintext = arena.allocateFrom(ValueLayout.JAVA_BYTE, count(MESSAGE_BYTES));
            once = arena.allocate(MESSAGE_BYTES);
            twice = arena.allocate(MESSAGE_BYTES);
            knownTag = arena.allocateFrom(ValueLayout.JAVA_BYTE, HexFormat.of().parseHex(TAGS.get(rounds)));
            tag = arena.allocate(knownTag.byteSize());
            state = arena.allocate(AesContext.BLOCK, Long.BYTES);
        }

        boolean crypt(Crypt crypt, MemorySegment in, MemorySegment out, MemorySegment forTag) throws Exception {
            return crypt.crypt(key, iv, aad, in, out, forTag, state, 0);
        }

        boolean cryptInParts(Crypt crypt, MemorySegment in, MemorySegment out, MemorySegment forTag) throws Exception {
            return crypt.crypt(key, iv, aad, in.asSlice(0, PART_BYTES), out.asSlice(0, PART_BYTES), forTag.asSlice(0, 0), state, 0) &&
                            crypt.crypt(key, iv, aad, in.asSlice(PART_BYTES), out.asSlice(PART_BYTES), forTag, state, PART_BYTES);
        }

        /** Whether the tag was made. */
        boolean hasTag() {
            boolean has = tag.mismatch(knownTag) == -1;
            tag.fill((byte) 0);
            return has;
        }
    }

    /**
     * Whether {@code crypt} makes the tag that is known, or takes that one only for right, and is the inverse of itself, as counter mode is, also in two parts.
     *
     * @param rounds of AES: 10, 12 or 14
     */
    public static boolean passes(int rounds, boolean isEncryption, Crypt crypt) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            Message m = new Message(arena, rounds);
            if (isEncryption) {
                return m.crypt(crypt, m.plaintext, m.once, m.tag) && m.hasTag() && m.cryptInParts(crypt, m.plaintext, m.twice, m.tag) && m.hasTag() &&
                                m.twice.mismatch(m.once) == -1 && m.crypt(crypt, m.once, m.twice, m.tag) && m.twice.mismatch(m.plaintext) == -1;
            }
            return !m.crypt(crypt, m.plaintext, m.once, m.knownTag) && m.cryptInParts(crypt, m.once, m.twice, m.knownTag) && m.twice.mismatch(m.plaintext) == -1 &&
                            m.crypt(crypt, m.once, m.twice.fill((byte) 0), m.knownTag) && m.twice.mismatch(m.plaintext) == -1;
        }
    }

    /**
     * Whether {@code decrypt} is the inverse of {@code encrypt} if the tag is right, and leaves the output alone if it is not.
     *
     * @param rounds of AES: 10, 12 or 14
     */
    public static boolean passesForVerified(int rounds, Crypt encrypt, Crypt decrypt) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            Message m = new Message(arena, rounds);
            return !m.crypt(decrypt, m.plaintext, m.twice, m.knownTag) && m.twice.mismatch(m.once) == -1 && m.crypt(encrypt, m.plaintext, m.once, m.tag) &&
                            m.crypt(decrypt, m.once, m.twice, m.knownTag) && m.twice.mismatch(m.plaintext) == -1;
        }
    }

    /** Whether {@code hash} yields the GHASH that is known. */
    public static boolean passesForHash(Hash hash) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(AesContext.BLOCK, Long.BYTES);
            hash.hash(arena.allocateFrom(ValueLayout.JAVA_LONG, longs(SUBKEYS.get(FEWEST_ROUNDS))), state, arena.allocateFrom(ValueLayout.JAVA_BYTE, count(BLOCKS_BYTES)));
            return Arrays.equals(longs(HASH), state.toArray(ValueLayout.JAVA_LONG));
        }
    }

    /**
     * Whether {@code crypt} yields the GHASH that is known, and is the inverse of itself.
     *
     * @param rounds of AES: 10, 12 or 14
     */
    public static boolean passesForBlocks(int rounds, boolean isEncryption, CryptBlocks crypt) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment key = key(arena, rounds);
            MemorySegment subkey = arena.allocateFrom(ValueLayout.JAVA_LONG, longs(SUBKEYS.get(rounds)));
            MemorySegment message = arena.allocateFrom(ValueLayout.JAVA_BYTE, count(BLOCKS_BYTES));
            MemorySegment once = arena.allocate(BLOCKS_BYTES);
            MemorySegment twice = arena.allocate(BLOCKS_BYTES);
            MemorySegment hashOfOnce = arena.allocate(AesContext.BLOCK, Long.BYTES);
            MemorySegment hashOfTwice = arena.allocate(AesContext.BLOCK, Long.BYTES);
            MemorySegment counter = counter(arena, FIRST_COUNTER);
            crypt.crypt(key, counter, subkey, hashOfOnce, message, once);
            crypt.crypt(key, counter(arena, FIRST_COUNTER), subkey, hashOfTwice, once, twice);
            MemorySegment hash = isEncryption ? hashOfOnce : hashOfTwice;
            return Arrays.equals(longs(HASHES.get(rounds)), hash.toArray(ValueLayout.JAVA_LONG)) && twice.mismatch(message) == -1 &&
                            counter.mismatch(counter(arena, FIRST_COUNTER + BLOCKS_BYTES / AesContext.BLOCK)) == -1;
        }
    }

    /**
     * Whether {@code crypt} yields the ciphertext that is known.
     *
     * @param rounds of AES: 10, 12 or 14
     */
    public static boolean passesForCounterMode(int rounds, CryptCounter crypt) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment counter = counter(arena, FIRST_COUNTER);
            MemorySegment data = arena.allocateFrom(ValueLayout.JAVA_BYTE, count(BLOCKS_BYTES));
            crypt.crypt(key(arena, rounds), counter, data, data);
            return Arrays.hashCode(data.toArray(ValueLayout.JAVA_BYTE)) == SUMS.get(rounds) &&
                            counter.mismatch(counter(arena, FIRST_COUNTER + BLOCKS_BYTES / AesContext.BLOCK)) == -1;
        }
    }

    private static MemorySegment key(Arena arena, int rounds) {
        return arena.allocateFrom(ValueLayout.JAVA_INT, KeyExpansion.expand(count((rounds - 6) * Integer.BYTES)));
    }

    private static MemorySegment counter(Arena arena, int value) {
        byte[] block = Arrays.copyOf(count(IV_BYTES), AesContext.BLOCK);
        block[block.length - 1] = (byte) value;
        return arena.allocateFrom(ValueLayout.JAVA_BYTE, block);
    }

    private static long[] longs(String block) {
        return new long[]{HexFormat.fromHexDigitsToLong(block, 0, 16), HexFormat.fromHexDigitsToLong(block, 16, 32)};
    }

    private static byte[] count(int bytes) {
        byte[] counting = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            counting[i] = (byte) i;
        }
        return counting;
    }
}
