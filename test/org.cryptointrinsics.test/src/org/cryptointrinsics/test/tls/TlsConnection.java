package org.cryptointrinsics.test.tls;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;

import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** The JDK's end of a connection by TLS, which one thread uses. To close it, it waits until the other end has read all, and closed, too. */
abstract class TlsConnection implements Closeable {

    /** The most data that a record has. */
    static final int RECORD = 1 << 14;

    /** What does TLS. */
    enum Transport {
        SOCKET,
        ENGINE_WITH_ARRAYS,
        ENGINE_WITH_DIRECT_BUFFERS
    }

    /** For an end that is not connected yet. */
    static TlsConnection open(Transport transport, SSLContext context, SocketChannel channel, boolean isClient, String protocol, String suite) throws IOException {
        SSLParameters parameters = new SSLParameters(new String[]{suite}, new String[]{protocol});
        int port = channel.socket().getPort();
        if (transport == Transport.SOCKET) {
            SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(channel.socket(), "localhost", port, true);
            socket.setUseClientMode(isClient);
            socket.setSSLParameters(parameters);
            return new Socket(socket);
        }
        SSLEngine engine = context.createSSLEngine("localhost", port);
        engine.setUseClientMode(isClient);
        engine.setSSLParameters(parameters);
        return new Engine(engine, channel, transport == Transport.ENGINE_WITH_ARRAYS ? ByteBuffer::allocate : ByteBuffer::allocateDirect);
    }

    /** The first handshake, or another one. No data may come meanwhile. */
    abstract void handshake() throws IOException;

    abstract void write(byte[] data, int length) throws IOException;

    /** Reads so many bytes. */
    abstract void read(byte[] data, int length) throws IOException;

    private static final class Socket extends TlsConnection {

        private static final int POLL_MILLIS = 10;

        private final SSLSocket socket;

        Socket(SSLSocket socket) {
            this.socket = socket;
        }

        @Override
        void handshake() throws IOException {
            AtomicBoolean isCompleted = new AtomicBoolean();
            HandshakeCompletedListener listener = _ -> isCompleted.set(true);
            socket.addHandshakeCompletedListener(listener);
            socket.startHandshake();
            // Only the first one is completed by now; what others need is read with data.
            socket.setSoTimeout(POLL_MILLIS);
            while (!isCompleted.get()) {
                try {
                    throw new IOException("instead of a handshake came " + socket.getInputStream().read());
                } catch (SocketTimeoutException e) {
                    // There are no data, as it should be.
                }
            }
            socket.setSoTimeout(0);
            socket.removeHandshakeCompletedListener(listener);
        }

        @Override
        void write(byte[] data, int length) throws IOException {
            socket.getOutputStream().write(data, 0, length);
        }

        @Override
        void read(byte[] data, int length) throws IOException {
            if (socket.getInputStream().readNBytes(data, 0, length) < length) {
                throw new EOFException();
            }
        }

        @Override
        public void close() throws IOException {
            try (socket) {
                socket.shutdownOutput();
                socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    private static final class Engine extends TlsConnection {

        private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

        private final SSLEngine engine;
        private final SocketChannel channel;
        private final ByteBuffer sent;
        private final ByteBuffer sentRecord;
        private final ByteBuffer receivedRecords;
        private final ByteBuffer received;

        Engine(SSLEngine engine, SocketChannel channel, IntFunction<ByteBuffer> allocate) {
            this.engine = engine;
            this.channel = channel;
            int packet = engine.getSession().getPacketBufferSize();
            sent = allocate.apply(RECORD);
            sentRecord = allocate.apply(packet);
            receivedRecords = allocate.apply(packet).flip();
            received = allocate.apply(packet);
        }

        @Override
        void handshake() throws IOException {
            engine.beginHandshake();
            while (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
                if (engine.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP) {
                    unwrap();
                }
                answer();
            }
        }

        /** Does what the engine asks for, but for waiting. */
        private void answer() throws IOException {
            for (;;) {
                switch (engine.getHandshakeStatus()) {
                    case NEED_TASK -> {
                        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                            task.run();
                        }
                    }
                    case NEED_WRAP -> wrap(NOTHING);
                    default -> {
                        return;
                    }
                }
            }
        }

        private void wrap(ByteBuffer data) throws IOException {
            SSLEngineResult result = engine.wrap(data, sentRecord.clear());
            if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
                throw new IOException(result.toString());
            }
            for (sentRecord.flip(); sentRecord.hasRemaining();) {
                channel.write(sentRecord);
            }
        }

        private void unwrap() throws IOException {
            SSLEngineResult result = engine.unwrap(receivedRecords, received.clear());
            switch (result.getStatus()) {
                case OK -> {
                }
                case BUFFER_UNDERFLOW -> {
                    if (channel.read(receivedRecords.compact()) < 0) {
                        throw new EOFException();
                    }
                    receivedRecords.flip();
                }
                default -> throw new IOException(result.toString());
            }
        }

        @Override
        void write(byte[] data, int length) throws IOException {
            for (int done = 0; done < length; done += sent.limit()) {
                sent.clear().put(data, done, Math.min(RECORD, length - done)).flip();
                while (sent.hasRemaining()) {
                    wrap(sent);
                    answer();
                }
            }
        }

        @Override
        void read(byte[] data, int length) throws IOException {
            for (int done = 0; done < length; done += received.limit()) {
                unwrap();
                answer();
                received.flip().get(data, done, received.limit());
            }
        }

        @Override
        public void close() throws IOException {
            try (channel) {
                engine.closeOutbound();
                answer();
                while (channel.read(receivedRecords.clear()) >= 0) {
                    // What comes before the end does not matter.
                }
            }
        }
    }
}
