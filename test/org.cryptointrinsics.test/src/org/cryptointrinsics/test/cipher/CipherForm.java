package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;

import javax.crypto.Cipher;

/** The forms of {@code Cipher.doFinal}, each for the same. */
enum CipherForm {
    ARRAY,
    PART_OF_ARRAY,
    PART_OF_ARRAY_TO_ARRAY,
    PART_OF_ARRAY_TO_PART_OF_ARRAY,
    HEAP_BUFFERS,
    DIRECT_BUFFERS;

    private static final int MARGIN = 5;
    /** What output is filled with before. */
    static final byte FILL = 0x55;

    /** Ends a message with {@code input}. Checks all but the result: what is returned, the positions, the input and what is around the output. */
    byte[] doFinal(CipherCalls calls, Cipher cipher, byte[] input, int resultLength) throws GeneralSecurityException {
        byte[] in = inMargins(input);
        byte[] out = filled(resultLength + 2 * MARGIN);
        byte[] result = switch (this) {
            case ARRAY -> {
                byte[] copy = input.clone();
                byte[] array = calls.doFinal(cipher, copy);
                assertArrayEquals(input, copy);
                yield array;
            }
            case PART_OF_ARRAY -> calls.doFinal(cipher, in, MARGIN, input.length);
            case PART_OF_ARRAY_TO_ARRAY -> {
                assertEquals(resultLength, calls.doFinal(cipher, in, MARGIN, input.length, out));
                yield assertMargins(out, 0, resultLength);
            }
            case PART_OF_ARRAY_TO_PART_OF_ARRAY -> {
                assertEquals(resultLength, calls.doFinal(cipher, in, MARGIN, input.length, out, MARGIN));
                yield assertMargins(out, MARGIN, resultLength);
            }
            case HEAP_BUFFERS -> doFinal(calls, cipher, ByteBuffer.wrap(in), ByteBuffer.wrap(out), resultLength);
            case DIRECT_BUFFERS -> doFinal(calls, cipher, ByteBuffer.allocateDirect(in.length).put(in), ByteBuffer.allocateDirect(out.length).put(out), resultLength);
        };
        assertArrayEquals(inMargins(input), in);
        return result;
    }

    private static byte[] doFinal(CipherCalls calls, Cipher cipher, ByteBuffer in, ByteBuffer out, int resultLength) throws GeneralSecurityException {
        in.limit(in.capacity() - MARGIN).position(MARGIN);
        out.clear().position(MARGIN);
        assertEquals(resultLength, calls.doFinal(cipher, in, out));
        assertEquals(in.limit(), in.position());
        assertEquals(in.capacity() - MARGIN, in.limit());
        assertEquals(MARGIN + resultLength, out.position());
        assertEquals(out.capacity(), out.limit());
        byte[] bytes = new byte[out.capacity()];
        out.get(0, bytes);
        return assertMargins(bytes, MARGIN, resultLength);
    }

    private static byte[] inMargins(byte[] bytes) {
        byte[] all = new byte[bytes.length + 2 * MARGIN];
        System.arraycopy(bytes, 0, all, MARGIN, bytes.length);
        return all;
    }

    static byte[] filled(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, FILL);
        return bytes;
    }

    /** Checks what is around a part of {@code bytes}, which is returned. */
    static byte[] assertMargins(byte[] bytes, int offset, int length) {
        byte[] expected = filled(bytes.length);
        System.arraycopy(bytes, offset, expected, offset, length);
        assertArrayEquals(expected, bytes);
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }
}
