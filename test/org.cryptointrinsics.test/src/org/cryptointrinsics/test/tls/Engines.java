package org.cryptointrinsics.test.tls;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.function.Consumer;
import java.util.function.IntFunction;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

import org.cryptointrinsics.test.JavaProcess;

/** The JDK's two ends of a connection in this VM, after the handshake. */
public final class Engines {

    /** The property that names a file that {@link #makeStore} made for several processes. */
    public static final String STORE = "cryptointrinsics.test.store";

    /** Of key stores. */
    public static final String PASSWORD = "password";
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int FLIGHT = 1 << 16;
    private static final SSLContext CONTEXT = newContext("TLS");
    private static final String DTLS = "DTLS";

    public final SSLEngine client;
    public final SSLEngine server;

    public Engines(String suite) throws SSLException {
        this(suite, _ -> {
        });
    }

    /**
     * @param configuration of each end
     */
    Engines(String suite, Consumer<SSLParameters> configuration) throws SSLException {
        this(CONTEXT, suite, suite.contains("ECDHE") ? "TLSv1.2" : "TLSv1.3", configuration);
    }

    private Engines(SSLContext context, String suite, String protocol, Consumer<SSLParameters> configuration) throws SSLException {
        client = newEngine(context, suite, protocol, true, configuration);
        server = newEngine(context, suite, protocol, false, configuration);
        shakeHands();
    }

    /** Those of datagrams, by DTLS 1.2. */
    static Engines ofDatagrams(String suite, int packetBytes) throws SSLException {
        return new Engines(newContext(DTLS), suite, "DTLSv1.2", parameters -> parameters.setMaximumPacketSize(packetBytes));
    }

    /** The other end. */
    public SSLEngine other(SSLEngine one) {
        return one == client ? server : client;
    }

    /** What the server receives of what the client sends, in buffers that are allocated so. */
    public byte[] send(byte[] message, IntFunction<ByteBuffer> allocation) throws SSLException {
        ByteBuffer data = allocation.apply(message.length).put(message).flip();
        ByteBuffer record = allocation.apply(client.getSession().getPacketBufferSize());
        ByteBuffer received = allocation.apply(message.length + record.capacity());
        while (data.hasRemaining()) {
            client.wrap(data, record.clear());
            server.unwrap(record.flip(), received);
        }
        byte[] result = new byte[received.flip().remaining()];
        received.get(result);
        return result;
    }

    private static SSLContext newContext(String protocol) {
        String made = System.getProperty(STORE);
        try {
            Path store = made == null ? makeStore() : Path.of(made);
            SSLContext context = context(store, protocol);
            if (made == null) {
                Files.delete(store);
            }
            return context;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** For ends that have the key in {@code store}, and trust its certificate. */
    static SSLContext context(Path store) throws GeneralSecurityException, IOException {
        return context(store, "TLS");
    }

    private static SSLContext context(Path store, String protocol) throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("PKIX");
        keyManagers.init(keys, PASSWORD.toCharArray());
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
        trustManagers.init(keys);
        SSLContext context = SSLContext.getInstance(protocol);
        context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
        return context;
    }

    /** The server's key and certificate, in a new file. */
    public static Path makeStore() throws IOException, InterruptedException {
        Path store = Files.createTempDirectory(JavaProcess.FOLDER, "engines").resolve("server.p12");
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(keytool, "-genkeypair", "-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD, "-alias", "server",
                        "-dname", "CN=localhost", "-keyalg", "EC").redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        assertEquals("keytool", 0, process.waitFor());
        return store;
    }

    private static SSLEngine newEngine(SSLContext context, String suite, String protocol, boolean isClient, Consumer<SSLParameters> configuration) {
        SSLEngine engine = context.createSSLEngine("localhost", 1);
        engine.setUseClientMode(isClient);
        SSLParameters parameters = new SSLParameters(new String[]{suite}, new String[]{protocol});
        configuration.accept(parameters);
        engine.setSSLParameters(parameters);
        return engine;
    }

    private void shakeHands() throws SSLException {
        ByteBuffer toServer = ByteBuffer.allocate(FLIGHT);
        ByteBuffer toClient = ByteBuffer.allocate(FLIGHT);
        client.beginHandshake();
        server.beginHandshake();
        while (send(client, toServer, server) | send(server, toClient, client)) {
            continue;
        }
        assertEquals(HandshakeStatus.NOT_HANDSHAKING, status(client));
        assertEquals(HandshakeStatus.NOT_HANDSHAKING, status(server));
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
        // Of datagrams that came too early.
        while (status(to) == HandshakeStatus.NEED_UNWRAP_AGAIN) {
            to.unwrap(NOTHING, ByteBuffer.allocate(FLIGHT));
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
