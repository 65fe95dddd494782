package org.cryptointrinsics.tool.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Random;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/** Sends records of TLS 1.3 from one {@code SSLEngine} to another, in direct buffers. An operation is {@code wrap} and {@code unwrap}. */
final class TlsTask implements Task {

    private static final int LENGTH = 16_000;

    private final TlsConnection connection;
    private final ByteBuffer data = ByteBuffer.allocateDirect(LENGTH);
    private final ByteBuffer record;
    private final ByteBuffer received;

    /**
     * @param store with the key of the server
     */
    TlsTask(Path store) throws GeneralSecurityException, IOException {
        connection = new TlsConnection(store);
        record = ByteBuffer.allocateDirect(connection.client().getSession().getPacketBufferSize());
        received = ByteBuffer.allocateDirect(connection.server().getSession().getApplicationBufferSize());
        byte[] bytes = new byte[LENGTH];
        new Random(LENGTH).nextBytes(bytes);
        data.put(bytes);
    }

    @Override
    public List<String> run(Pass pass, Meter meter) throws SSLException {
        int right = 0;
        for (int i = 0; i < pass.messages(); i++) {
            // Each record has data of its own.
            data.clear().putInt(0, i);
            meter.start();
            send(connection.client(), connection.server());
            meter.stop(1, LENGTH);
            if (received.flip().equals(data.clear())) {
                right++;
            }
        }
        return List.of(right == pass.messages() ? "all records are right" : "only %d of %d records are right".formatted(right, pass.messages()));
    }

    /** New keys, which are due now and then, are sent before the data. */
    private void send(SSLEngine client, SSLEngine server) throws SSLException {
        while (data.hasRemaining()) {
            client.wrap(data, record.clear());
            server.unwrap(record.flip(), received.clear());
        }
    }
}
