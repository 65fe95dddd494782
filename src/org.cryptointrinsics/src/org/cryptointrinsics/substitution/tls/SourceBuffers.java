package org.cryptointrinsics.substitution.tls;

import java.nio.ByteBuffer;

import org.cryptointrinsics.substitution.Buffers;

/** Buffers that have the data of the next records, one after another. */
record SourceBuffers(ByteBuffer[] buffers, int offset, int length) {

    /** More are left to the JDK, which compares none with the others. */
    private static final int MOST_BUFFERS = 16;

    /** Whether each is there once, as the JDK takes the data of a buffer once, and none lies where the record will be. */
    boolean fit(ByteBuffer destination) {
        boolean fit = length <= MOST_BUFFERS;
        for (int i = offset; fit && i < offset + length; i++) {
            fit = !isShared(buffers[i], destination);
            for (int j = offset; j < i; j++) {
                fit &= buffers[i] != buffers[j];
            }
        }
        return fit;
    }

    private static boolean isShared(ByteBuffer source, ByteBuffer destination) {
        long in = Buffers.address(source, source.position());
        long out = Buffers.address(destination, destination.position());
        return Buffers.base(source) == Buffers.base(destination) && in < out + destination.remaining() && out < in + source.remaining();
    }

    /** How many bytes they have, but not more than {@code most}. */
    int remaining(int most) {
        int bytes = 0;
        for (int i = offset; i < offset + length && bytes < most; i++) {
            bytes += Math.min(buffers[i].remaining(), most - bytes);
        }
        return bytes;
    }

    /** Copies so many bytes; returns false if that fails, as it does again in the JDK's method, which closes the connection then. */
    boolean copy(ByteBuffer destination, int index, int bytes) {
        int copied = 0;
        try {
            for (int i = offset; i < offset + length && copied < bytes; i++) {
                int amount = Math.min(buffers[i].remaining(), bytes - copied);
                destination.put(index + copied, buffers[i], buffers[i].position(), amount);
                copied += amount;
            }
        } catch (RuntimeException e) {
            return false;
        }
        return copied == bytes;
    }

    /** Has so many bytes taken. */
    void skip(int bytes) {
        int left = bytes;
        for (int i = offset; i < offset + length && left > 0; i++) {
            int amount = Math.min(buffers[i].remaining(), left);
            buffers[i].position(buffers[i].position() + amount);
            left -= amount;
        }
    }
}
