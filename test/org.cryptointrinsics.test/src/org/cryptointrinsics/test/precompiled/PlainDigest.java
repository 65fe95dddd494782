package org.cryptointrinsics.test.precompiled;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

import jdk.internal.misc.Unsafe;

/** A digest of the JDK, and what its functions are given. */
record PlainDigest(String name, Object initialState, int blockBytes, int digestBytes, int suffix, ByteOrder order) {

    static PlainDigest of(String intrinsic) {
        return switch (intrinsic) {
            case "MD5" -> new PlainDigest(intrinsic, new int[]{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}, 64, 16, 0x80, ByteOrder.LITTLE_ENDIAN);
            case "SHA-1" -> new PlainDigest(intrinsic, new int[]{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}, 64, 20, 0x80, ByteOrder.BIG_ENDIAN);
            case "SHA-256" -> new PlainDigest(intrinsic, new int[]{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, 64, 32, 0x80,
                            ByteOrder.BIG_ENDIAN);
            case "SHA-512" -> new PlainDigest(intrinsic, new long[]{0x6a09e667f3bcc908L, 0xbb67ae8584caa73bL, 0x3c6ef372fe94f82bL, 0xa54ff53a5f1d36f1L, 0x510e527fade682d1L,
                            0x9b05688c2b3e6c1fL, 0x1f83d9abfb41bd6bL, 0x5be0cd19137e2179L}, 128, 64, 0x80, ByteOrder.BIG_ENDIAN);
            case "SHAKE128-256" -> new PlainDigest(intrinsic, new long[25], 168, 32, 0x1f, ByteOrder.LITTLE_ENDIAN);
            default -> {
                int digestBytes = Integer.parseInt(intrinsic.substring("SHA3-".length())) / Byte.SIZE;
                yield new PlainDigest(intrinsic, new long[25], 200 - 2 * digestBytes, digestBytes, 6, ByteOrder.LITTLE_ENDIAN);
            }
        };
    }

    boolean isSponge() {
        return suffix != 0x80;
    }

    Object state() {
        return initialState instanceof int[] ints ? ints.clone() : ((long[]) initialState).clone();
    }

    long elements() {
        return initialState instanceof int[] ? Unsafe.ARRAY_INT_BASE_OFFSET : Unsafe.ARRAY_LONG_BASE_OFFSET;
    }

    byte[] padded(byte[] message) {
        int lengthBytes = isSponge() ? 0 : blockBytes / 8;
        byte[] padded = Arrays.copyOf(message, (message.length + lengthBytes) / blockBytes * blockBytes + blockBytes);
        padded[message.length] = (byte) suffix;
        if (isSponge()) {
            padded[padded.length - 1] |= (byte) 0x80;
        } else {
            ByteBuffer.wrap(padded).order(order).putLong(padded.length - Long.BYTES, (long) message.length * Byte.SIZE);
        }
        return padded;
    }

    byte[] digest(Object state) {
        ByteBuffer bytes = ByteBuffer.allocate(200).order(order);
        if (state instanceof int[] ints) {
            bytes.asIntBuffer().put(ints);
        } else {
            bytes.asLongBuffer().put((long[]) state);
        }
        return Arrays.copyOf(bytes.array(), digestBytes);
    }
}
