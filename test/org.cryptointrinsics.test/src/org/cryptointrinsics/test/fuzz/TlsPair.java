package org.cryptointrinsics.test.fuzz;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Security;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;

/** Two ends of TLS or DTLS that send each other data with AES-GCM, and records that were changed. */
final class TlsPair {

    /** How many bytes are sent with a key of TLS 1.3. */
    private static final int KEY_LIMIT = 1 << 14;
    private static final int PACKET = 1 << 15;
    private static final int MOST_STEPS = 1000;

    private final Random random;
    /** Of how many packets a handshake has, nothing else depends. */
    private final Random kinds;
    private final Transcript transcript;
    private final boolean isDatagram;
    private final String suite;
    private final End[] ends = new End[2];

    private static final class End {
        private final SSLEngine engine;
        private final Deque<ByteBuffer> received = new ArrayDeque<>();

        End(SSLEngine engine) {
            this.engine = engine;
        }
    }

    TlsPair(KeyStore keys, char[] password, Random random, Transcript transcript) throws GeneralSecurityException {
        this.random = random;
        this.kinds = new Random(random.nextLong());
        this.transcript = transcript;
        isDatagram = random.nextInt(3) == 0;
        boolean isNew = !isDatagram && random.nextBoolean();
        String kind = random.nextBoolean() ? "AES_128_GCM_SHA256" : "AES_256_GCM_SHA384";
        suite = (isNew ? "TLS_" : "TLS_ECDHE_ECDSA_WITH_") + kind;
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("PKIX");
        keyManagers.init(keys, password);
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
        trustManagers.init(keys);
        SSLContext context = SSLContext.getInstance(isDatagram ? "DTLS" : "TLS");
        context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
        for (int i = 0; i < ends.length; i++) {
            SSLEngine engine = context.createSSLEngine("localhost", i);
            engine.setUseClientMode(i == 0);
            engine.setEnabledCipherSuites(new String[]{suite});
            engine.setEnabledProtocols(new String[]{isDatagram ? "DTLSv1.2" : isNew ? "TLSv1.3" : "TLSv1.2"});
            ends[i] = new End(engine);
        }
    }

    /** To be called before TLS is used. */
    static void prepare() {
        Security.setProperty("jdk.tls.keyLimits", "AES/GCM/NoPadding KeyUpdate " + KEY_LIMIT);
    }

    void play() throws Exception {
        transcript.note(suite + (isDatagram ? " datagrams" : ""));
        handshake();
        for (int i = random.nextInt(12); i >= 0; i--) {
            int from = random.nextInt(ends.length);
            byte[] data = new byte[random.nextInt(random.nextBoolean() ? 200 : 16_000)];
            random.nextBytes(data);
            send(from, data);
            // Answers to new keys.
            handshake();
        }
        if (random.nextBoolean()) {
            sendChanged(random.nextInt(ends.length));
        }
    }

    private static ByteBuffer allocate(boolean isDirect) {
        return isDirect ? ByteBuffer.allocateDirect(PACKET) : ByteBuffer.allocate(PACKET);
    }

    private void handshake() throws SSLException {
        for (int i = 0; i < MOST_STEPS; i++) {
            boolean isDone = true;
            for (int end = 0; end < ends.length; end++) {
                isDone &= !step(end);
            }
            if (isDone) {
                return;
            }
        }
        throw new AssertionError("no end of the handshake of " + suite);
    }

    /** Whether there was something to be done. */
    private boolean step(int end) throws SSLException {
        SSLEngine engine = ends[end].engine;
        HandshakeStatus status = engine.getHandshakeStatus();
        if (status == HandshakeStatus.NEED_TASK) {
            for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                task.run();
            }
            return true;
        }
        boolean isFirst = status == HandshakeStatus.NOT_HANDSHAKING && !engine.getSession().isValid();
        if (status == HandshakeStatus.NEED_WRAP || isFirst && end == 0) {
            wrap(end, ByteBuffer.allocate(0));
            return true;
        }
        if (status == HandshakeStatus.NEED_UNWRAP_AGAIN || !ends[end].received.isEmpty()) {
            unwrap(end);
            return true;
        }
        return false;
    }

    private void wrap(int from, ByteBuffer data) throws SSLException {
        ByteBuffer packet = allocate(kinds.nextBoolean());
        SSLEngineResult result = ends[from].engine.wrap(data, packet);
        if (result.getStatus() != Status.OK) {
            throw new SSLException(result.toString());
        }
        if (packet.flip().hasRemaining()) {
            ends[1 - from].received.add(packet);
        }
    }

    /** Gives the next packet to its end; returns what was in it. */
    private ByteBuffer unwrap(int to) throws SSLException {
        ByteBuffer packet = ends[to].received.isEmpty() ? ByteBuffer.allocate(0) : ends[to].received.peek();
        ByteBuffer data = allocate(kinds.nextBoolean());
        ends[to].engine.unwrap(packet, data);
        if (!packet.hasRemaining()) {
            ends[to].received.poll();
        }
        return data.flip();
    }

    private void send(int from, byte[] data) throws SSLException {
        ByteBuffer source = random.nextBoolean() ? ByteBuffer.wrap(data) : ByteBuffer.allocateDirect(data.length).put(data).flip();
        ByteBuffer all = ByteBuffer.allocate(data.length);
        while (source.hasRemaining()) {
            wrap(from, source);
            while (!ends[1 - from].received.isEmpty()) {
                all.put(unwrap(1 - from));
            }
        }
        transcript.note(all.flip());
    }

    private void sendChanged(int from) throws SSLException {
        wrap(from, ByteBuffer.wrap(new byte[1 + random.nextInt(1000)]));
        ByteBuffer packet = ends[1 - from].received.peekLast();
        int last = packet.limit() - 1 - random.nextInt(16);
        packet.put(last, (byte) (packet.get(last) ^ 1));
        try {
            transcript.note(unwrap(1 - from));
        } catch (SSLException e) {
            transcript.note(e.toString());
        }
    }
}
