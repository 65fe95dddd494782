package org.cryptointrinsics.substitution.tls;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;

import org.cryptointrinsics.substitution.MethodSubstitution;

/**
 * Wraps and unwraps data of an application, in one pass from its buffer to the network's or from that to it. The JDK's methods copy the data, encrypt or decrypt them in place, and
 * take locks five or six times where one keeps others out. Whatever else a connection has to do, or is to fail, is left to them.
 */
public final class SSLEngineSubstitutions {

    private SSLEngineSubstitutions() {
    }

    /** What has members of the JDK's classes, as all of this package. */
    public static Class<?> records() {
        return GcmRecords.class;
    }

    /** {@code SSLEngine.wrap(ByteBuffer, ByteBuffer)}. */
    @MethodSubstitution("javax.net.ssl.SSLEngine")
    public static SSLEngineResult wrap(SSLEngine engine, ByteBuffer source, ByteBuffer destination) {
        return source == null || destination == null || !EngineFields.isOfJdk(engine) ? null : wrapData(engine, source, null, destination);
    }

    /** {@code SSLEngineImpl.wrap(ByteBuffer[], int, int, ByteBuffer[], int, int)}. */
    @MethodSubstitution(EngineFields.ENGINE)
    public static SSLEngineResult wrap(Object engine, ByteBuffer[] sources, int sourcesOffset, int sourcesLength, ByteBuffer[] destinations, int destinationsOffset,
                    int destinationsLength) {
        if (destinationsLength != 1 || !areThere(sources, sourcesOffset, sourcesLength) ||
                        !areThere(destinations, destinationsOffset, destinationsLength)) {
            return null;
        }
        ByteBuffer destination = destinations[destinationsOffset];
        ByteBuffer source = onlyOne(sources, sourcesOffset, sourcesLength, GcmRecords.MOST_FRAGMENT_BYTES, destination);
        return wrapData(engine, source, source == null ? new SourceBuffers(sources, sourcesOffset, sourcesLength) : null, destination);
    }

    private static SSLEngineResult wrapData(Object engine, ByteBuffer source, SourceBuffers several, ByteBuffer destination) {
        Object output = EngineFields.output(engine);
        if (!RecordFields.isSentByKernels(output)) {
            return null;
        }
        ReentrantLock lock = EngineFields.lock(engine);
        lock.lock();
        try {
            boolean isFit = EngineFields.hasOnlyData(engine) && !EngineFields.needsTicket(engine) && RecordFields.isOpenAndEmpty(output) &&
                            destination.remaining() >= EngineFields.packetBytes(engine);
            return isFit ? GcmRecords.encrypt(output, source, several, destination) : null;
        } finally {
            lock.unlock();
        }
    }

    /** {@code SSLEngine.unwrap(ByteBuffer, ByteBuffer)}. */
    @MethodSubstitution("javax.net.ssl.SSLEngine")
    public static SSLEngineResult unwrap(SSLEngine engine, ByteBuffer source, ByteBuffer destination) {
        return source == null || destination == null || !EngineFields.isOfJdk(engine) ? null : unwrapData(engine, source, destination);
    }

    /** {@code SSLEngineImpl.unwrap(ByteBuffer[], int, int, ByteBuffer[], int, int)}. */
    @MethodSubstitution(EngineFields.ENGINE)
    public static SSLEngineResult unwrap(Object engine, ByteBuffer[] sources, int sourcesOffset, int sourcesLength, ByteBuffer[] destinations, int destinationsOffset,
                    int destinationsLength) {
        if (sourcesLength != 1 || !areThere(sources, sourcesOffset, sourcesLength) ||
                        !areThere(destinations, destinationsOffset, destinationsLength)) {
            return null;
        }
        ByteBuffer source = sources[sourcesOffset];
        ByteBuffer destination = onlyOne(destinations, destinationsOffset, destinationsLength, 0, source);
        return destination == null || !canBeWritten(destinations, destinationsOffset, destinationsLength) ? null : unwrapData(engine, source, destination);
    }

    private static SSLEngineResult unwrapData(Object engine, ByteBuffer source, ByteBuffer destination) {
        Object input = EngineFields.input(engine);
        if (!RecordFields.isReceivedByKernels(input)) {
            return null;
        }
        ReentrantLock lock = EngineFields.lock(engine);
        lock.lock();
        try {
            boolean isFit = EngineFields.hasOnlyData(engine) && RecordFields.isOpenAndEmpty(EngineFields.output(engine)) && RecordFields.expectsData(input);
            return isFit ? GcmRecords.decrypt(input, source, EngineFields.packetBytes(engine), destination) : null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The first buffer that has something, or room, if the others do not matter: there is none, or it has as much as a record needs; otherwise null. It is null, too, if that
     * buffer or the one at the other end is there again: the JDK counts its bytes as often.
     */
    private static ByteBuffer onlyOne(ByteBuffer[] buffers, int offset, int length, int most, ByteBuffer otherEnd) {
        ByteBuffer one = null;
        for (int i = offset; i < offset + length; i++) {
            ByteBuffer buffer = buffers[i];
            if (buffer == one || buffer == otherEnd) {
                return null;
            }
            if (buffer.hasRemaining() && (one == null || one.remaining() < most)) {
                if (one != null) {
                    return null;
                }
                one = buffer;
            }
        }
        return one;
    }

    /** Whether the buffers are there, which the JDK looks at first. */
    private static boolean areThere(ByteBuffer[] buffers, int offset, int length) {
        if (buffers == null || offset < 0 || length < 0 || offset > buffers.length - length) {
            return false;
        }
        for (int i = offset; i < offset + length; i++) {
            if (buffers[i] == null) {
                return false;
            }
        }
        return true;
    }

    /** Whether none is read-only, and the JDK's {@code int} holds how many bytes there is room for: otherwise it finds no room. */
    private static boolean canBeWritten(ByteBuffer[] buffers, int offset, int length) {
        long room = 0;
        for (int i = offset; i < offset + length; i++) {
            if (buffers[i].isReadOnly()) {
                return false;
            }
            room += buffers[i].remaining();
        }
        return room <= Integer.MAX_VALUE;
    }
}
