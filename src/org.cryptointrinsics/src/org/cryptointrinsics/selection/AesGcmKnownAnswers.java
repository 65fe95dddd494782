package org.cryptointrinsics.selection;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.GcmData;
import org.cryptointrinsics.kernel.aes.KeyExpansion;
import org.cryptointrinsics.linkage.AesBlocksMethod;
import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.AesRecordMethod;

import jdk.internal.misc.Unsafe;

/**
 * A message that is encrypted and decrypted, and whose tags are known. All of it, the key, the IV and the additional authenticated data count upwards from 0; the tags
 * are those of OpenSSL. Of its blocks alone, the ciphertext and GHASH are known.
 */
final class AesGcmKnownAnswers {

    private static final int IV_BYTES = 12;
    /** The same in two numbers, as of records. */
    private static final int IV_BEGIN = 0x03020100;
    private static final long IV_END = 0x0B0A0908_07060504L;
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
    private static final byte[] LAST_COUNTER = counter(FIRST_COUNTER + BLOCKS_BYTES / AesContext.BLOCK);
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

    private static final Unsafe U = Unsafe.getUnsafe();

    private final int rounds;
    private final int[] sessionKey;

    /**
     * @param rounds of AES: 10, 12 or 14; 0 if there is no key
     */
    AesGcmKnownAnswers(int rounds) {
        this.rounds = rounds;
        sessionKey = rounds == 0 ? null : KeyExpansion.expand(count((rounds - 6) * Integer.BYTES));
    }

    /** Memory outside of the heap, filled with zeros, for data and a tag. */
    private static final class Memory implements AutoCloseable {

        private static final int BYTES = CHUNKS_BYTES + AesContext.BLOCK;

        private final long address = U.allocateMemory(BYTES);

        Memory() {
            U.setMemory(address, BYTES, (byte) 0);
        }

        Memory put(int offset, byte[] bytes) {
            U.copyMemory(bytes, Unsafe.ARRAY_BYTE_BASE_OFFSET, null, address + offset, bytes.length);
            return this;
        }

        byte[] get(int offset, int length) {
            byte[] bytes = new byte[length];
            U.copyMemory(null, address + offset, bytes, Unsafe.ARRAY_BYTE_BASE_OFFSET, length);
            return bytes;
        }

        boolean has(int offset, byte[] bytes) {
            return Arrays.equals(get(offset, bytes.length), bytes);
        }

        @Override
        public void close() {
            U.freeMemory(address);
        }
    }

    private byte[] knownTag() {
        return HexFormat.of().parseHex(TAGS.get(rounds));
    }

    /** Calls a method for messages, which finds the tag behind the ciphertext. */
    private final class Message {

        private final AesGcmMethod method;
        private final long[] state = new long[2];
        private int result;

        Message(AesGcmMethod method) {
            this.method = method;
        }

        private boolean yields(int expected, Memory in, Memory out, int position, int length, int tagBytes) {
            Variant.call(method, () -> {
                result = method.crypt(sessionKey, count(IV_BYTES), count(AAD_BYTES), AAD_BYTES, null, in.address + position, length, null, out.address + position, tagBytes, state,
                                position, null, null);
                return result != AesGcmMethod.NOT_DONE;
            });
            return result == expected;
        }

        boolean isRight(Memory in, Memory out) {
            return yields(AesGcmMethod.RIGHT, in, out, 0, MESSAGE_BYTES, AesContext.BLOCK);
        }

        boolean isWrong(Memory in, Memory out) {
            return yields(AesGcmMethod.WRONG, in, out, 0, MESSAGE_BYTES, AesContext.BLOCK);
        }

        boolean isRightInParts(Memory in, Memory out) {
            return yields(AesGcmMethod.RIGHT, in, out, 0, PART_BYTES, 0) && yields(AesGcmMethod.RIGHT, in, out, PART_BYTES, MESSAGE_BYTES - PART_BYTES, AesContext.BLOCK);
        }

        boolean isFirstPart(Memory in, Memory out) {
            return yields(AesGcmMethod.RIGHT, in, out, 0, CHUNKS_BYTES, 0);
        }
    }

    /** Whether the method for encryption makes the tag that is known, and is the inverse of itself, as counter mode is, also in two parts. */
    boolean passesForEncryption(AesGcmMethod method) {
        byte[] message = count(MESSAGE_BYTES);
        Message encryption = new Message(method);
        try (Memory plaintext = new Memory().put(0, message); Memory once = new Memory(); Memory twice = new Memory()) {
            return encryption.isRight(plaintext, once) && once.has(MESSAGE_BYTES, knownTag()) && encryption.isRightInParts(plaintext, twice) &&
                            twice.has(0, once.get(0, MESSAGE_BYTES + AesContext.BLOCK)) && encryption.isRight(once, twice) && twice.has(0, message);
        }
    }

    /** Whether the method for decryption takes the tag that is known for right, also in two parts, and no other, of which nothing that was decrypted is left. */
    boolean passesForDecryption(AesGcmMethod method) {
        byte[] message = count(MESSAGE_BYTES);
        Message decryption = new Message(method);
        try (Memory plaintext = new Memory().put(0, count(CHUNKS_BYTES)); Memory once = new Memory(); Memory twice = new Memory()) {
            // Of a part that is not the last one, no tag is compared: it is encrypted, as counter mode is the inverse of itself.
            boolean passes = decryption.isFirstPart(plaintext, once);
            byte[] encrypted = once.get(0, MESSAGE_BYTES);
            once.put(MESSAGE_BYTES, knownTag());
            plaintext.put(MESSAGE_BYTES, knownTag());
            passes = passes && decryption.isRightInParts(once, twice) && twice.has(0, message) && decryption.isWrong(plaintext, twice) && twice.has(0, new byte[MESSAGE_BYTES]);
            once.put(MESSAGE_BYTES, new byte[AesContext.BLOCK]);
            passes = passes && decryption.isWrong(once, once) && once.has(0, encrypted);
            once.put(MESSAGE_BYTES, knownTag());
            return passes && decryption.isRight(once, once) && once.has(0, message);
        }
    }

    /** Whether the method that verifies first is the inverse of encryption if the tag is right, and leaves the output alone if it is not. */
    boolean passesForVerified(AesGcmMethod encrypt, AesGcmMethod decrypt) {
        byte[] message = count(MESSAGE_BYTES);
        try (Memory plaintext = new Memory().put(0, message).put(MESSAGE_BYTES, knownTag()); Memory once = new Memory(); Memory twice = new Memory()) {
            return new Message(decrypt).isWrong(plaintext, twice) && twice.has(0, new byte[MESSAGE_BYTES]) && new Message(encrypt).isRight(plaintext, once) &&
                            new Message(decrypt).isRight(once, twice) && twice.has(0, message);
        }
    }

    private boolean yields(int expected, AesRecordMethod method, Memory in, int length, Memory out) {
        int[] result = new int[1];
        Variant.call(method, () -> {
            result[0] = method.crypt(sessionKey, IV_BEGIN, IV_END, count(AAD_BYTES), Unsafe.ARRAY_BYTE_BASE_OFFSET, AAD_BYTES, null, in.address, length, null,
                            out.address, null, null);
            return result[0] != AesGcmMethod.NOT_DONE;
        });
        return result[0] == expected;
    }

    /**
     * Whether the method for records makes what encryption makes.
     *
     * @param isEndInOutput whether it takes what comes after the data from the output
     */
    boolean passesForSent(AesGcmMethod encrypt, AesRecordMethod method, boolean isEndInOutput) {
        byte[] message = count(MESSAGE_BYTES);
        int inBytes = isEndInOutput ? MESSAGE_BYTES - GcmData.END_OF_RECORD : MESSAGE_BYTES;
        try (Memory plaintext = new Memory().put(0, message); Memory beginning = new Memory(); Memory once = new Memory(); Memory twice = new Memory()) {
            beginning.put(0, Arrays.copyOf(message, inBytes));
            twice.put(inBytes, Arrays.copyOfRange(message, inBytes, MESSAGE_BYTES));
            return new Message(encrypt).isRight(plaintext, once) && yields(AesGcmMethod.RIGHT, method, beginning, MESSAGE_BYTES, twice) &&
                            twice.has(0, once.get(0, MESSAGE_BYTES + AesContext.BLOCK));
        }
    }

    /** Whether the method for records is the inverse of encryption if the tag is right, and leaves nothing if it is not. */
    boolean passesForReceived(AesGcmMethod encrypt, AesRecordMethod method) {
        byte[] message = count(MESSAGE_BYTES);
        try (Memory plaintext = new Memory().put(0, message); Memory once = new Memory(); Memory twice = new Memory()) {
            return yields(AesGcmMethod.WRONG, method, plaintext, MESSAGE_BYTES, twice) && twice.has(0, new byte[MESSAGE_BYTES]) && new Message(encrypt).isRight(plaintext, once) &&
                            yields(AesGcmMethod.RIGHT, method, once, MESSAGE_BYTES, twice) && twice.has(0, message);
        }
    }

    private void crypt(AesBlocksMethod method, byte[] counter, long[] subkey, long[] state, Memory in, Memory out) {
        Variant.call(method, () -> method.crypt(sessionKey, counter, subkey, state, null, in.address, null, out.address, BLOCKS_BYTES, null, null));
    }

    /** Whether the method for GHASH yields what is known. */
    boolean passesForHash(AesBlocksMethod method) {
        long[] state = new long[2];
        try (Memory data = new Memory().put(0, count(BLOCKS_BYTES))) {
            crypt(method, null, longs(SUBKEYS.get(FEWEST_ROUNDS)), state, data, data);
            return Arrays.equals(longs(HASH), state);
        }
    }

    /** Whether the method for blocks yields the GHASH that is known, and is the inverse of itself. */
    boolean passesForBlocks(boolean isEncryption, AesBlocksMethod method) {
        byte[] message = count(BLOCKS_BYTES);
        long[] subkey = longs(SUBKEYS.get(rounds));
        long[] hashOfOnce = new long[2];
        long[] hashOfTwice = new long[2];
        byte[] counter = counter(FIRST_COUNTER);
        try (Memory plaintext = new Memory().put(0, message); Memory once = new Memory(); Memory twice = new Memory()) {
            crypt(method, counter, subkey, hashOfOnce, plaintext, once);
            crypt(method, counter(FIRST_COUNTER), subkey, hashOfTwice, once, twice);
            return Arrays.equals(longs(HASHES.get(rounds)), isEncryption ? hashOfOnce : hashOfTwice) && twice.has(0, message) && Arrays.equals(LAST_COUNTER, counter);
        }
    }

    /** Whether the method for counter mode yields the ciphertext that is known. */
    boolean passesForCounterMode(AesBlocksMethod method) {
        byte[] counter = counter(FIRST_COUNTER);
        try (Memory data = new Memory().put(0, count(BLOCKS_BYTES))) {
            crypt(method, counter, null, null, data, data);
            return Arrays.hashCode(data.get(0, BLOCKS_BYTES)) == SUMS.get(rounds) && Arrays.equals(LAST_COUNTER, counter);
        }
    }

    private static byte[] counter(int value) {
        byte[] block = Arrays.copyOf(count(IV_BYTES), AesContext.BLOCK);
        block[block.length - 1] = (byte) value;
        return block;
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
