package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Security;

import javax.crypto.Cipher;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;

/**
 * Two {@code SSLEngine}s of one thread that send records of TLS 1.3 to each other: those of the first provider, or the JDK's own with the ciphers of the first.
 */
public class TlsBenchmark extends Message {

    private static final char[] STORE_PASSWORD = "changeit".toCharArray();
    /** Of the server's key. {@link Part} tells it. */
    private static final String RSA_BITS = "3072";
    /** Conscrypt finds no key for a server without it. */
    private static final String SUITE_OF_TLS_1_2 = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";
    static final KeyManagerFactory KEYS;
    static final TrustManagerFactory TRUST;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int FLIGHT = 128 * 1024;

    /** The peer by which a client finds a session that it may resume. */
    static final String HOST = "localhost";
    static final int PORT = 1;
    /** A server sends its certificate and a signature for a new session, and neither for one that is resumed. */
    private static final int LEAST_CERTIFICATE = 800;

    private final ByteBuffer toServer = ByteBuffer.allocate(FLIGHT);
    private final ByteBuffer toClient = ByteBuffer.allocate(FLIGHT);
    private final ByteBuffer received = ByteBuffer.allocate(FLIGHT);
    private SSLContext context;
    private String suite;
    private int bytesOfNew;
    private int bytesByServer;
    private SSLEngine client;
    private SSLEngine server;
    private ByteBuffer heapRecord;
    private ByteBuffer directRecord;
    private ByteBuffer heap;
    private ByteBuffer heapOutput;
    private ByteBuffer directOutput;

    static {
        // New keys after so many bytes would be told in messages that answer each other.
        Security.setProperty("jdk.tls.keyLimits", "AES/GCM/NoPadding KeyUpdate 2^60");
        try {
            // Before other providers are there, which may not read what the JDK's have written.
            KeyStore store = makeStore();
            KEYS = KeyManagerFactory.getInstance("SunX509");
            KEYS.init(store, STORE_PASSWORD);
            TRUST = TrustManagerFactory.getInstance("PKIX");
            TRUST.init(store);
        } catch (IOException | GeneralSecurityException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static KeyStore makeStore() throws IOException, GeneralSecurityException, InterruptedException {
        Path folder = Files.createTempDirectory("cryptointrinsics");
        Path file = folder.resolve("keystore");
        try {
            String password = String.valueOf(STORE_PASSWORD);
            int exit = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-keystore", file.toString(),
                            "-storetype", "PKCS12", "-storepass", password, "-alias", "server", "-dname", "CN=localhost", "-keyalg", "RSA", "-keysize", RSA_BITS) //
                            .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
            if (exit != 0) {
                throw new IOException("keytool failed");
            }
            return KeyStore.getInstance(file.toFile(), STORE_PASSWORD);
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    @Override
    void open(Work work) throws Exception {
        suite = Algorithm.of(algorithm) == Algorithm.AES_256_GCM ? "TLS_AES_256_GCM_SHA384" : "TLS_AES_128_GCM_SHA256";
        makeContext(work);
        bytesOfNew = connect(work == Work.RESUMPTION);
        if (!client.getSession().getCipherSuite().equals(suite) || work == Work.RESUMPTION && !isResumed(connect(true))) {
            throw lacks(work);
        }
        heapRecord = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
        directRecord = allocateDirect(heapRecord.capacity());
    }

    /** Makes what engines are made of. */
    void makeContext(Work work) throws GeneralSecurityException, ReflectiveOperationException, SSLException {
        installProvider();
        context = SSLContext.getInstance("TLSv1.3");
        require(work, context.getProvider(), Cipher.getInstance(CipherMessage.TRANSFORMATION).getProvider());
        context.init(KEYS.getKeyManagers(), TRUST.getTrustManagers(), null);
    }

    /**
     * Makes an engine.
     *
     * @param mayResume whether its session is for {@link #HOST}
     */
    SSLEngine newEngine(boolean isClient, boolean mayResume) {
        SSLEngine engine = mayResume ? context.createSSLEngine(HOST, PORT) : context.createSSLEngine();
        engine.setUseClientMode(isClient);
        engine.setEnabledCipherSuites(new String[]{suite, SUITE_OF_TLS_1_2});
        return engine;
    }

    /** Frees what an engine has outside of the heap. */
    void release(@SuppressWarnings("unused") SSLEngine engine) {
        // The JDK's have nothing, and those of providers wait for the garbage collector.
    }

    private boolean isResumed(int bytes) {
        return bytes < bytesOfNew - LEAST_CERTIFICATE;
    }

    /** Makes engines and has them shake hands; returns how many bytes the server has sent for that. */
    private int connect(boolean mayResume) throws SSLException {
        if (client != null) {
            release(client);
            release(server);
        }
        client = newEngine(true, mayResume);
        server = newEngine(false, mayResume);
        int bytes = shakeHands();
        if (mayResume) {
            // BoringSSL has its tickets wait for data.
            sendByte();
        }
        return bytes;
    }

    private void sendByte() throws SSLException {
        ByteBuffer data = ByteBuffer.allocate(1);
        while (data.hasRemaining()) {
            server.wrap(data, toClient);
        }
        toClient.flip();
        while (toClient.hasRemaining() && client.unwrap(toClient, received.clear()).bytesConsumed() > 0) {
            continue;
        }
        if (received.position() != 1) {
            throw new SSLException("no data came");
        }
    }

    private int shakeHands() throws SSLException {
        client.beginHandshake();
        server.beginHandshake();
        toServer.clear();
        toClient.clear();
        bytesByServer = 0;
        boolean isGoingOn;
        do {
            isGoingOn = send(client, toServer, server);
            isGoingOn |= send(server, toClient, client);
        } while (isGoingOn);
        if (status(client) != HandshakeStatus.NOT_HANDSHAKING || status(server) != HandshakeStatus.NOT_HANDSHAKING) {
            throw new SSLException("the handshake did not end");
        }
        return bytesByServer;
    }

    /** Returns whether something was sent. */
    private boolean send(SSLEngine from, ByteBuffer records, SSLEngine to) throws SSLException {
        boolean isSent = false;
        while (status(from) == HandshakeStatus.NEED_WRAP) {
            int bytes = from.wrap(NOTHING, records).bytesProduced();
            bytesByServer += from == server ? bytes : 0;
            isSent |= bytes > 0;
        }
        records.flip();
        while (records.hasRemaining() && status(to) != HandshakeStatus.NEED_WRAP && to.unwrap(records, received.clear()).bytesConsumed() > 0) {
            isSent = true;
        }
        if (status(to) == HandshakeStatus.NEED_UNWRAP) {
            // Netty's engine ends the handshake when it finds no more.
            to.unwrap(records, received.clear());
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

    /** Of more than one record. */
    @Override
    int[] warmUpLengths() {
        return new int[]{FLIGHT};
    }

    @Override
    void makeMessage(int bytes) throws GeneralSecurityException {
        super.makeMessage(bytes);
        heap = ByteBuffer.wrap(array);
        heapOutput = ByteBuffer.allocate(bytes + server.getSession().getApplicationBufferSize());
        directOutput = allocateDirect(heapOutput.capacity());
    }

    @Override
    Object run(Work work) throws Exception {
        return switch (work) {
            case TLS_HEAP -> wrapAndUnwrapHeap();
            case TLS_DIRECT -> wrapAndUnwrapDirect();
            case HANDSHAKE -> shakeHandsAnew();
            case RESUMPTION -> resume();
            default -> throw lacks(work);
        };
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public ByteBuffer wrapAndUnwrapHeap() throws SSLException {
        return wrapAndUnwrap(heap, heapRecord, heapOutput);
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public ByteBuffer wrapAndUnwrapDirect() throws SSLException {
        return wrapAndUnwrap(direct, directRecord, directOutput);
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public String shakeHandsAnew() throws SSLException {
        if (isResumed(connect(false))) {
            throw new SSLException("the session is not new");
        }
        return client.getSession().getCipherSuite();
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public String resume() throws SSLException {
        if (!isResumed(connect(true))) {
            throw new SSLException("the session was not resumed");
        }
        return client.getSession().getCipherSuite();
    }

    private ByteBuffer wrapAndUnwrap(ByteBuffer data, ByteBuffer record, ByteBuffer output) throws SSLException {
        data.clear();
        output.clear();
        while (data.hasRemaining()) {
            client.wrap(data, record.clear());
            server.unwrap(record.flip(), output);
        }
        if (output.flip().limit() != size) {
            throw new SSLException(output.limit() + " bytes instead of " + size);
        }
        return output;
    }
}
