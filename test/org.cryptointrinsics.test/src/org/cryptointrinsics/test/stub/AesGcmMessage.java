package org.cryptointrinsics.test.stub;

import static java.util.Map.entry;

import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;
import static org.cryptointrinsics.linkage.Argument.AAD;
import static org.cryptointrinsics.linkage.Argument.AAD_LENGTH;
import static org.cryptointrinsics.linkage.Argument.INPUT;
import static org.cryptointrinsics.linkage.Argument.IV;
import static org.cryptointrinsics.linkage.Argument.LENGTH;
import static org.cryptointrinsics.linkage.Argument.OUTPUT;
import static org.cryptointrinsics.linkage.Argument.POSITION;
import static org.cryptointrinsics.linkage.Argument.SESSION_KEY;
import static org.cryptointrinsics.linkage.Argument.STATE;
import static org.cryptointrinsics.linkage.Argument.TAG;
import static org.cryptointrinsics.linkage.Argument.TAG_LENGTH;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;

import org.cryptointrinsics.compilation.CompiledAes;
import org.cryptointrinsics.test.cipher.AesGcmReference;

/** A message with all that belongs to it, outside of the heap. */
final class AesGcmMessage {

    private static final byte FILL = 0x55;

    final byte[] key;
    final byte[] iv;
    final byte[] plaintext;
    final byte[] ciphertext;
    final byte[] rightTag;
    final MemorySegment sessionKey;
    final MemorySegment tag;
    final MemorySegment state;
    private final MemorySegment ivMemory;
    private final MemorySegment aadMemory;
    private final AesStubs stubs;
    private final Random random;

    /**
     * @param stubs that encrypt and decrypt it
     * @param random for its content
     * @param memory for all that belongs to it
     * @param margin bytes behind its tag
     */
    AesGcmMessage(AesStubs stubs, Random random, SegmentAllocator memory, int length, int aadBytes, int tagBytes, int margin) throws Exception {
        this.stubs = stubs;
        this.random = random;
        key = bytes(stubs.keyBytes());
        iv = bytes(AesStubs.IV_BYTES);
        byte[] aad = bytes(aadBytes);
        plaintext = bytes(length);
        byte[] expected = AesGcmReference.encrypt(key, iv, aad, plaintext, tagBytes);
        ciphertext = Arrays.copyOf(expected, length);
        rightTag = Arrays.copyOfRange(expected, length, expected.length);
        sessionKey = AesStubs.sessionKey(key, memory);
        ivMemory = memory.allocateFrom(ValueLayout.JAVA_BYTE, iv);
        aadMemory = memory.allocateFrom(ValueLayout.JAVA_BYTE, aad);
        tag = memory.allocate(tagBytes + margin);
        state = memory.allocate(BLOCK, Long.BYTES);
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    int length() {
        return plaintext.length;
    }

    boolean crypt(CompiledAes stub, MemorySegment in, MemorySegment out) {
        return cryptPart(stub, in, out, length(), 0, true);
    }

    boolean cryptPart(CompiledAes stub, MemorySegment in, MemorySegment out, int bytes, int position, boolean isLast) {
        return stub.crypt(Map.ofEntries(entry(SESSION_KEY, sessionKey.address()), entry(IV, ivMemory.address()), entry(AAD, aadMemory.address()),
                        entry(AAD_LENGTH, aadMemory.byteSize()), entry(INPUT, in.address()), entry(OUTPUT, out.address()), entry(LENGTH, (long) bytes), entry(TAG, tag.address()),
                        entry(TAG_LENGTH, isLast ? (long) rightTag.length : 0), entry(STATE, state.address()), entry(POSITION, (long) position)));
    }

    void encrypt(String told, MemorySegment in, MemorySegment out) {
        out.fill(FILL);
        in.copyFrom(MemorySegment.ofArray(plaintext));
        tag.fill(FILL);
        assertTrue(told, crypt(stubs.message(true), in, out));
        assertArrayEquals(told, ciphertext, out.toArray(ValueLayout.JAVA_BYTE));
        assertTag(told);
    }

    /** Asserts that the tag was written, and nothing behind it. */
    private void assertTag(String told) {
        byte[] tagAndMore = Arrays.copyOf(rightTag, (int) tag.byteSize());
        Arrays.fill(tagAndMore, rightTag.length, tagAndMore.length, FILL);
        assertArrayEquals(told, tagAndMore, tag.toArray(ValueLayout.JAVA_BYTE));
    }

    void decrypt(String told, MemorySegment in, MemorySegment out) {
        decrypt(told, stubs.message(false), in, out);
        decrypt(told, stubs.verified(), in, out);
    }

    void decrypt(String told, CompiledAes stub, MemorySegment in, MemorySegment out) {
        out.fill(FILL);
        in.copyFrom(MemorySegment.ofArray(ciphertext));
        tag.copyFrom(MemorySegment.ofArray(rightTag));
        assertTrue(told, crypt(stub, in, out));
        assertArrayEquals(told, plaintext, out.toArray(ValueLayout.JAVA_BYTE));
    }

    /** With a wrong tag, as a message and as the last part of one: nothing is left of what was decrypted. */
    void refuse(String told, MemorySegment in, MemorySegment out) {
        tag.copyFrom(MemorySegment.ofArray(rightTag));
        tag.set(ValueLayout.JAVA_BYTE, 0, (byte) ~rightTag[0]);
        for (int position : new int[]{0, stubs.kernel().context().chunkBytes()}) {
            in.copyFrom(MemorySegment.ofArray(ciphertext));
            out.fill(FILL);
            assertFalse(told, cryptPart(stubs.message(false), in, out, length(), position, true));
            assertArrayEquals(told, new byte[length()], out.toArray(ValueLayout.JAVA_BYTE));
            assertArrayEquals(told, ciphertext, in.toArray(ValueLayout.JAVA_BYTE));
            assertFalse(told, cryptPart(stubs.message(false), in, in, length(), position, true));
            assertArrayEquals(told + " in place", ciphertext, in.toArray(ValueLayout.JAVA_BYTE));
        }
    }

    /** In parts, each where its memory ends. */
    void encryptParts(String told, MemorySegment in, MemorySegment out) {
        tag.fill(FILL);
        assertArrayEquals(told, ciphertext, inParts(told, stubs.message(true), plaintext, in, out));
        assertTag(told);
    }

    void decryptParts(String told, MemorySegment in, MemorySegment out) {
        tag.copyFrom(MemorySegment.ofArray(rightTag));
        assertArrayEquals(told, plaintext, inParts(told, stubs.message(false), ciphertext, in, out));
    }

    private byte[] inParts(String told, CompiledAes stub, byte[] data, MemorySegment in, MemorySegment out) {
        byte[] result = new byte[data.length];
        int chunkBytes = stubs.kernel().context().chunkBytes();
        int mostChunks = Math.max(2, Math.min(data.length, (int) in.byteSize()) / chunkBytes);
        int position = 0;
        boolean isLast;
        do {
            int part = chunkBytes * random.nextInt(1, mostChunks);
            isLast = part >= data.length - position;
            int bytes = isLast ? data.length - position : part;
            MemorySegment from = in.asSlice(in.byteSize() - bytes);
            MemorySegment to = out.asSlice(out.byteSize() - bytes);
            MemorySegment.copy(data, position, from, ValueLayout.JAVA_BYTE, 0, bytes);
            assertTrue(told, cryptPart(stub, from, to, bytes, position, isLast));
            MemorySegment.copy(to, ValueLayout.JAVA_BYTE, 0, result, position, bytes);
            position += bytes;
        } while (!isLast);
        assertArrayEquals("the hash so far is cleared", new byte[BLOCK], state.toArray(ValueLayout.JAVA_BYTE));
        return result;
    }
}
