package org.cryptointrinsics.tool.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/** The two ends of a connection of TLS 1.3 in this VM, after the handshake. */
final class TlsConnection {

    private static final SSLParameters PARAMETERS = new SSLParameters(new String[]{"TLS_AES_128_GCM_SHA256"}, new String[]{"TLSv1.3"});
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    /** Bytes that are enough for all that one end sends before the other answers. */
    private static final int FLIGHT = 1 << 16;

    private final SSLEngine client;
    private final SSLEngine server;

    /**
     * @param store with the key of the server, whose certificate the client trusts
     */
    TlsConnection(Path store) throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance(store.toFile(), ServerKey.PASSWORD.toCharArray());
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("PKIX");
        keyManagers.init(keys, ServerKey.PASSWORD.toCharArray());
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
        trustManagers.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
        client = newEngine(context, true);
        server = newEngine(context, false);
        shakeHands();
    }

    private static SSLEngine newEngine(SSLContext context, boolean isClient) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(isClient);
        engine.setSSLParameters(PARAMETERS);
        return engine;
    }

    SSLEngine client() {
        return client;
    }

    SSLEngine server() {
        return server;
    }

    private void shakeHands() throws SSLException {
        ByteBuffer toServer = ByteBuffer.allocate(FLIGHT);
        ByteBuffer toClient = ByteBuffer.allocate(FLIGHT);
        client.beginHandshake();
        server.beginHandshake();
        while (send(client, toServer, server) | send(server, toClient, client)) {
            continue;
        }
        if (status(client) != HandshakeStatus.NOT_HANDSHAKING || status(server) != HandshakeStatus.NOT_HANDSHAKING) {
            throw new SSLException("the handshake did not end");
        }
    }

    /** Returns whether something was sent. */
    private static boolean send(SSLEngine from, ByteBuffer records, SSLEngine to) throws SSLException {
        boolean isSent = false;
        while (status(from) == HandshakeStatus.NEED_WRAP) {
            isSent |= from.wrap(NOTHING, records).bytesProduced() > 0;
        }
        records.flip();
        while (records.hasRemaining() && status(to) != HandshakeStatus.NEED_WRAP && to.unwrap(records, ByteBuffer.allocate(FLIGHT)).bytesConsumed() > 0) {
            isSent = true;
        }
        records.compact();
        return isSent;
    }

    private static HandshakeStatus status(SSLEngine engine) {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
        return engine.getHandshakeStatus();
    }
}
