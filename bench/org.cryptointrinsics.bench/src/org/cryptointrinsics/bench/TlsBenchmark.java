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
    /** Conscrypt finds no key for a server without it. */
    private static final String SUITE_OF_TLS_1_2 = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";
    static final KeyManagerFactory KEYS;
    static final TrustManagerFactory TRUST;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int FLIGHT = 128 * 1024;

    SSLEngine client;
    SSLEngine server;
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
                            "-storetype", "PKCS12", "-storepass", password, "-alias", "server", "-dname", "CN=localhost", "-keyalg", "RSA") //
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
        String suite = "TLS_" + algorithm.replace('-', '_') + (Algorithm.of(algorithm) == Algorithm.AES_128_GCM ? "_SHA256" : "_SHA384");
        makeEngines(work, suite);
        shakeHands();
        if (!client.getSession().getCipherSuite().equals(suite)) {
            throw lacks(work);
        }
        heapRecord = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
        directRecord = ByteBuffer.allocateDirect(heapRecord.capacity());
    }

    void makeEngines(Work work, String suite) throws GeneralSecurityException, ReflectiveOperationException, SSLException {
        installProvider();
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        require(work, context.getProvider(), Cipher.getInstance(CipherMessage.TRANSFORMATION).getProvider());
        context.init(KEYS.getKeyManagers(), TRUST.getTrustManagers(), null);
        client = engine(context, suite, true);
        server = engine(context, suite, false);
    }

    private SSLEngine engine(SSLContext context, String suite, boolean isClient) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(isClient);
        engine.setEnabledCipherSuites(new String[]{suite, SUITE_OF_TLS_1_2});
        return engine;
    }

    private void shakeHands() throws SSLException {
        client.beginHandshake();
        server.beginHandshake();
        ByteBuffer toServer = ByteBuffer.allocate(FLIGHT);
        ByteBuffer toClient = ByteBuffer.allocate(FLIGHT);
        boolean isGoingOn;
        do {
            isGoingOn = send(client, toServer, server);
            isGoingOn |= send(server, toClient, client);
        } while (isGoingOn);
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
        if (status(to) == HandshakeStatus.NEED_UNWRAP) {
            // Netty's engine ends the handshake when it finds no more.
            to.unwrap(records, ByteBuffer.allocate(FLIGHT));
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
        directOutput = ByteBuffer.allocateDirect(heapOutput.capacity());
    }

    @Override
    Object run(Work work) throws Exception {
        return switch (work) {
            case TLS_HEAP -> wrapAndUnwrapHeap();
            case TLS_DIRECT -> wrapAndUnwrapDirect();
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
