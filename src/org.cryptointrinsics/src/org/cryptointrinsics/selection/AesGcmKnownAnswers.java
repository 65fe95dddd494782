package org.cryptointrinsics.selection;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;

import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.KeyExpansion;
import org.cryptointrinsics.linkage.CompiledAes;
import org.cryptointrinsics.stub.AesArgument;
import org.cryptointrinsics.stub.AesPart;

/**
 * A message that is encrypted and decrypted, and whose tags are known. All of it, the key, the IV and the additional authenticated data count upwards from 0; the tags
 * are those of OpenSSL. Of its blocks alone, the ciphertext and GHASH are known.
 */
final class AesGcmKnownAnswers {

    private static final int IV_BYTES = 12;
    private static final int AAD_BYTES = 20;
    /** Several chunks of the widest vectors, blocks, and bytes. */
    private static final int MESSAGE_BYTES = 2007;
    /** Of the first of two parts: chunks of any vectors, and blocks. For the second one, few powers of the hash subkey are enough. */
    private static final int PART_BYTES = 1936;
    /** Chunks of any vectors, not less than the message. */
    private static final int CHUNKS_BYTES = 2048;
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

    private AesGcmKnownAnswers() {
    }

    /** A stub, and memory for what it is given. */
    private static final class AesCall {

        private final Arena arena;
        private final Map<AesArgument, Long> arguments = new EnumMap<>(AesArgument.class);

        AesCall(Arena arena) {
            this.arena = arena;
        }

        AesCall set(AesArgument argument, MemorySegment value) {
            arguments.put(argument, value.address());
            return this;
        }

        AesCall key(int rounds) {
            return set(AesArgument.SESSION_KEY, arena.allocateFrom(ValueLayout.JAVA_INT, KeyExpansion.expand(count((rounds - 6) * Integer.BYTES))));
        }

        AesCall data(MemorySegment in, MemorySegment out) {
            arguments.put(AesArgument.LENGTH, in.byteSize());
            return set(AesArgument.IN, in).set(AesArgument.OUT, out);
        }

        AesCall tag(MemorySegment tag) {
            arguments.put(AesArgument.TAG_LENGTH, tag.byteSize());
            return set(AesArgument.TAG, tag);
        }

        boolean of(CompiledAes stub, long position) {
            arguments.put(AesArgument.POSITION, position);
            return stub.crypt(arguments);
        }

        boolean of(CompiledAes stub) {
            return of(stub, 0);
        }
    }

    /** The message, and memory for what comes of it. */
    private static final class Message {

        private final AesCall call;
        private final MemorySegment plaintext;
        private final MemorySegment once;
        private final MemorySegment twice;
        private final MemorySegment knownTag;
        private final MemorySegment tag;

        Message(Arena arena, int rounds) {
            call = new AesCall(arena).key(rounds).set(AesArgument.STATE, arena.allocate(AesContext.BLOCK, Long.BYTES));
            call.set(AesArgument.IV, bytes(arena, IV_BYTES)).set(AesArgument.AAD, bytes(arena, AAD_BYTES)).arguments.put(AesArgument.AAD_LENGTH, (long) AAD_BYTES);
            plaintext = bytes(arena, MESSAGE_BYTES);
            once = arena.allocate(MESSAGE_BYTES);
            twice = arena.allocate(MESSAGE_BYTES);
            knownTag = arena.allocateFrom(ValueLayout.JAVA_BYTE, HexFormat.of().parseHex(TAGS.get(rounds)));
            tag = arena.allocate(knownTag.byteSize());
        }

        boolean crypt(CompiledAes stub, MemorySegment in, MemorySegment out, MemorySegment forTag) {
            return call.data(in, out).tag(forTag).of(stub);
        }

        boolean cryptInParts(CompiledAes stub, MemorySegment in, MemorySegment out, MemorySegment forTag) {
            return crypt(stub, in.asSlice(0, PART_BYTES), out.asSlice(0, PART_BYTES), forTag.asSlice(0, 0)) &&
                            call.data(in.asSlice(PART_BYTES), out.asSlice(PART_BYTES)).tag(forTag).of(stub, PART_BYTES);
        }

        /** Whether the tag was made. */
        boolean hasTag() {
            boolean has = tag.mismatch(knownTag) == -1;
            tag.fill((byte) 0);
            return has;
        }
    }

    /**
     * Whether the stub for encryption makes the tag that is known, and is the inverse of itself, as counter mode is, also in two parts.
     *
     * @param rounds of AES: 10, 12 or 14
     */
    static boolean passesForEncryption(int rounds, CompiledAes stub) {
        try (Arena arena = Arena.ofConfined()) {
            Message m = new Message(arena, rounds);
            return m.crypt(stub, m.plaintext, m.once, m.tag) && m.hasTag() && m.cryptInParts(stub, m.plaintext, m.twice, m.tag) && m.hasTag() &&
                            m.twice.mismatch(m.once) == -1 && m.crypt(stub, m.once, m.twice, m.tag) && m.twice.mismatch(m.plaintext) == -1;
        }
    }

    /**
     * Whether the stub for decryption takes the tag that is known for right, also in two parts, and no other, of which nothing that was decrypted is left.
     *
     * @param rounds of AES: 10, 12 or 14
     */
    static boolean passesForDecryption(int rounds, CompiledAes stub) {
        try (Arena arena = Arena.ofConfined()) {
            Message m = new Message(arena, rounds);
            // Of a part that is not the last one, no tag is compared: it is encrypted, as counter mode is the inverse of itself.
            MemorySegment encrypted = arena.allocate(CHUNKS_BYTES);
            boolean passes = m.crypt(stub, bytes(arena, CHUNKS_BYTES), encrypted, m.tag.asSlice(0, 0));
            m.once.copyFrom(encrypted.asSlice(0, MESSAGE_BYTES));
            return passes && m.cryptInParts(stub, m.once, m.twice, m.knownTag) && m.twice.mismatch(m.plaintext) == -1 &&
                            !m.crypt(stub, m.plaintext, m.twice, m.knownTag) && m.twice.mismatch(arena.allocate(MESSAGE_BYTES)) == -1 &&
                            !m.crypt(stub, m.once, m.once, m.tag) && m.once.mismatch(encrypted) == MESSAGE_BYTES &&
                            m.crypt(stub, m.once, m.once, m.knownTag) && m.once.mismatch(m.plaintext) == -1;
        }
    }

    /**
     * Whether the stub that verifies first is the inverse of encryption if the tag is right, and leaves the output alone if it is not.
     *
     * @param rounds of AES: 10, 12 or 14
     */
    static boolean passesForVerified(int rounds, CompiledAes encrypt, CompiledAes decrypt) {
        try (Arena arena = Arena.ofConfined()) {
            Message m = new Message(arena, rounds);
            return !m.crypt(decrypt, m.plaintext, m.twice, m.knownTag) && m.twice.mismatch(m.once) == -1 && m.crypt(encrypt, m.plaintext, m.once, m.tag) &&
                            m.crypt(decrypt, m.once, m.twice, m.knownTag) && m.twice.mismatch(m.plaintext) == -1;
        }
    }

    /**
     * Whether the stub for records makes what encryption makes, of data and what comes after them.
     *
     * @param rounds of AES: 10, 12 or 14
     */
    static boolean passesForRecord(int rounds, CompiledAes encrypt, CompiledAes record) {
        try (Arena arena = Arena.ofConfined()) {
            Message m = new Message(arena, rounds);
            boolean passes = m.crypt(encrypt, m.plaintext, m.once, m.tag) && m.hasTag();
            m.twice.copyFrom(m.plaintext);
            MemorySegment beginning = arena.allocate(MESSAGE_BYTES).copyFrom(m.plaintext.asSlice(0, MESSAGE_BYTES - AesPart.END_OF_RECORD));
            m.twice.asSlice(0, MESSAGE_BYTES - AesPart.END_OF_RECORD).fill((byte) 0);
            return passes && m.crypt(record, beginning, m.twice, m.tag) && m.hasTag() && m.twice.mismatch(m.once) == -1;
        }
    }

    /** Whether the stub for GHASH yields what is known. */
    static boolean passesForHash(CompiledAes stub) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(AesContext.BLOCK, Long.BYTES);
            MemorySegment data = bytes(arena, BLOCKS_BYTES);
            return new AesCall(arena).set(AesArgument.SUBKEY, longs(arena, SUBKEYS.get(FEWEST_ROUNDS))).set(AesArgument.STATE, state).data(data, data).of(stub) &&
                            state.mismatch(longs(arena, HASH)) == -1;
        }
    }

    /**
     * Whether the stub for blocks yields the GHASH that is known, and is the inverse of itself.
     *
     * @param rounds of AES: 10, 12 or 14
     */
    static boolean passesForBlocks(int rounds, boolean isEncryption, CompiledAes stub) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment message = bytes(arena, BLOCKS_BYTES);
            MemorySegment once = arena.allocate(BLOCKS_BYTES);
            MemorySegment twice = arena.allocate(BLOCKS_BYTES);
            MemorySegment hashOfOnce = arena.allocate(AesContext.BLOCK, Long.BYTES);
            MemorySegment hashOfTwice = arena.allocate(AesContext.BLOCK, Long.BYTES);
            MemorySegment counter = counter(arena, FIRST_COUNTER);
            AesCall call = new AesCall(arena).key(rounds).set(AesArgument.SUBKEY, longs(arena, SUBKEYS.get(rounds)));
            return call.set(AesArgument.COUNTER, counter).set(AesArgument.STATE, hashOfOnce).data(message, once).of(stub) &&
                            call.set(AesArgument.COUNTER, counter(arena, FIRST_COUNTER)).set(AesArgument.STATE, hashOfTwice).data(once, twice).of(stub) &&
                            (isEncryption ? hashOfOnce : hashOfTwice).mismatch(longs(arena, HASHES.get(rounds))) == -1 && twice.mismatch(message) == -1 &&
                            counter.mismatch(counter(arena, FIRST_COUNTER + BLOCKS_BYTES / AesContext.BLOCK)) == -1;
        }
    }

    /**
     * Whether the stub for counter mode yields the ciphertext that is known.
     *
     * @param rounds of AES: 10, 12 or 14
     */
    static boolean passesForCounterMode(int rounds, CompiledAes stub) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment counter = counter(arena, FIRST_COUNTER);
            MemorySegment data = bytes(arena, BLOCKS_BYTES);
            return new AesCall(arena).key(rounds).set(AesArgument.COUNTER, counter).data(data, data).of(stub) &&
                            Arrays.hashCode(data.toArray(ValueLayout.JAVA_BYTE)) == SUMS.get(rounds) &&
                            counter.mismatch(counter(arena, FIRST_COUNTER + BLOCKS_BYTES / AesContext.BLOCK)) == -1;
        }
    }

    private static MemorySegment counter(Arena arena, int value) {
        byte[] block = Arrays.copyOf(count(IV_BYTES), AesContext.BLOCK);
        block[block.length - 1] = (byte) value;
        return arena.allocateFrom(ValueLayout.JAVA_BYTE, block);
    }

    private static MemorySegment longs(Arena arena, String block) {
        return arena.allocateFrom(ValueLayout.JAVA_LONG, HexFormat.fromHexDigitsToLong(block, 0, 16), HexFormat.fromHexDigitsToLong(block, 16, 32));
    }

    private static MemorySegment bytes(Arena arena, int length) {
        return arena.allocateFrom(ValueLayout.JAVA_BYTE, count(length));
    }

    private static byte[] count(int bytes) {
        byte[] counting = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            counting[i] = (byte) i;
        }
        return counting;
    }
}
