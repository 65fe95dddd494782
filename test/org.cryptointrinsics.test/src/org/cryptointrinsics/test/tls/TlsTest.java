package org.cryptointrinsics.test.tls;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import javax.net.ssl.SSLContext;

import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.linkage.Counters;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.tls.TlsConnection.Transport;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.rules.TemporaryFolder;

/**
 * TLS with AES-GCM between the JDK, on Graal with the plugin, and OpenSSL. How much is sent each way over a connection is the system property
 * {@code cryptointrinsics.test.mebibytes}.
 */
@Category(EveryTier.class)
public class TlsTest {

    private static final String PROPERTY = "cryptointrinsics.test.mebibytes";
    private static final String MEBIBYTES = System.getProperty(PROPERTY, "8");

    @Rule(order = -2) public final Fork fork = new Fork("-D" + PROPERTY + "=" + MEBIBYTES, "-Djdk.graal.CryptoIntrinsicsEntries=true");
    @Rule public TemporaryFolder folder = new TemporaryFolder();

    @Before
    public void makeCertificate() throws Exception {
        Openssl.require();
        Path path = folder.getRoot().toPath();
        Openssl.run(path, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", Peer.KEY, "-out", Peer.CERTIFICATE, "-subj",
                        "/CN=localhost", "-days", "2");
        Openssl.run(path, "pkcs12", "-export", "-in", Peer.CERTIFICATE, "-inkey", Peer.KEY, "-out", Peer.KEY_STORE, "-passout", "pass:" + Engines.PASSWORD);
    }

    @Test
    public void dataAreRightAndByKernels() throws Exception {
        Security.setProperty("jdk.tls.keyLimits", "AES/GCM/NoPadding KeyUpdate 2^" + Peer.KEY_LIMIT);
        long bytes = Long.parseLong(MEBIBYTES) << 20;
        for (Transport transport : Transport.values()) {
            for (String suite : Peer.SUITES) {
                System.out.println(transport + " " + suite + " client");
                new Peer(folder.getRoot().toPath(), bytes, transport, suite).connect();
                System.out.println(transport + " " + suite + " server");
                new Peer(folder.getRoot().toPath(), bytes, transport, suite).accept();
            }
        }
    }

    /** Sends data to OpenSSL, and receives them again, in all ways. */
    private static final class Peer {

        private static final String KEY = "key.pem";
        private static final String CERTIFICATE = "certificate.pem";
        private static final String KEY_STORE = "keys.p12";
        private static final String MESSAGES = "messages.txt";
        private static final String SESSION = "session.pem";

        private static final List<String> SUITES = List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
                        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");

        /** As much as the pipes to and from OpenSSL hold: if it waited for them, it would not read what is sent to it. */
        private static final int LONGEST = 4 * TlsConnection.RECORD;
        private static final int HOT_BYTES = 8 << 20;
        private static final long LONGEST_NANOS = 120_000_000_000L;
        /** How much of the data is by kernels once that is compiled. */
        private static final double HOT = 0.9;

        /** How much a key of TLS 1.3 is used for, as an exponent of two. */
        private static final int KEY_LIMIT = 22;

        private final byte[] data = new byte[1 << 20];
        private final byte[] received = new byte[LONGEST];
        private final Random random = new Random(1);
        private final Path folder;
        private final long bytes;
        private final Transport transport;
        private final String suite;
        private final boolean isTls13;
        private final SSLContext context;

        Peer(Path folder, long bytes, Transport transport, String suite) throws GeneralSecurityException, IOException {
            this.folder = folder;
            this.bytes = bytes;
            this.transport = transport;
            this.suite = suite;
            isTls13 = !suite.contains("ECDHE");
            random.nextBytes(data);
            context = Engines.context(folder.resolve(KEY_STORE));
        }

        void connect() throws IOException, InterruptedException {
            int port = freePort();
            try (Openssl server = openssl("s_server", "-accept", "127.0.0.1:" + port, "-naccept", "2", "-cert", CERTIFICATE, "-key", KEY, "-client_renegotiation")) {
                exchange(TlsConnection.open(transport, context, connect(port), true, protocol(), suite));
                resume(TlsConnection.open(transport, context, connect(port), true, protocol(), suite));
                server.await();
            }
            check(messages());
        }

        void accept() throws IOException, InterruptedException {
            List<String> messages = new ArrayList<>();
            try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
                String address = "127.0.0.1:" + server.socket().getLocalPort();
                try (Openssl client = openssl("s_client", "-connect", address, "-sess_out", SESSION)) {
                    exchange(TlsConnection.open(transport, context, server.accept(), false, protocol(), suite));
                    client.await();
                }
                messages.addAll(messages());
                try (Openssl client = openssl("s_client", "-connect", address, "-sess_in", SESSION)) {
                    resume(TlsConnection.open(transport, context, server.accept(), false, protocol(), suite));
                    client.await();
                }
                messages.addAll(messages());
            }
            check(messages);
        }

        private String protocol() {
            return isTls13 ? "TLSv1.3" : "TLSv1.2";
        }

        private Openssl openssl(String command, String... options) throws IOException {
            List<String> arguments = new ArrayList<>(List.of(command, isTls13 ? "-tls1_3" : "-tls1_2", "-quiet", "-msg", "-msgfile", MESSAGES));
            arguments.addAll(List.of(options));
            return Openssl.echo(folder, arguments.toArray(String[]::new));
        }

        /** What OpenSSL tells of records and messages of the last process. */
        private List<String> messages() throws IOException {
            return Files.readAllLines(folder.resolve(MESSAGES));
        }

        /** Checks that the second session was a resumed one, and that keys changed. */
        private void check(List<String> messages) {
            assertEquals(1, count(messages, ".*, Certificate"));
            assertEquals(isTls13 ? 2 : 3, count(messages, ".*, ClientHello"));
            if (isTls13) {
                for (String direction : List.of("<<<", ">>>")) {
                    long updates = count(messages, direction + ".*, KeyUpdate");
                    assertTrue(updates + " updates of keys", updates >= bytes >> KEY_LIMIT);
                }
            }
        }

        private static long count(List<String> messages, String pattern) {
            return messages.stream().filter(message -> message.matches(pattern)).count();
        }

        private static int freePort() throws IOException {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            }
        }

        private static SocketChannel connect(int port) throws IOException, InterruptedException {
            long end = System.nanoTime() + LONGEST_NANOS;
            while (true) {
                try {
                    return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                } catch (ConnectException e) {
                    if (System.nanoTime() > end) {
                        throw e;
                    }
                    // OpenSSL does not listen yet.
                    Thread.sleep(10);
                }
            }
        }

        private void exchange(TlsConnection connection) throws IOException {
            try (connection) {
                connection.handshake();
                long start = System.nanoTime();
                while (exchange(connection, HOT_BYTES) < HOT) {
                    assertTrue("kernels are not used", System.nanoTime() - start < LONGEST_NANOS);
                }
                long hot = System.nanoTime();
                double first = exchange(connection, bytes / 2);
                if (!isTls13) {
                    connection.handshake();
                }
                double second = exchange(connection, bytes / 2);
                System.out.printf("hot after %d ms, then %d MiB each way in %d ms%n", (hot - start) / 1_000_000, bytes >> 20, (System.nanoTime() - hot) / 1_000_000);
                assertTrue(first + " and " + second + " by kernels", Math.min(first, second) >= HOT);
            }
        }

        private void resume(TlsConnection connection) throws IOException {
            try (connection) {
                connection.handshake();
                exchange(connection, LONGEST);
            }
        }

        /**
         * Sends data and receives them again. The keys of the two directions are not the same: what is encrypted wrongly, does not come back.
         *
         * @return how much of them was encrypted and decrypted by kernels
         */
        private double exchange(TlsConnection connection, long total) throws IOException {
            Counters counters = Jit.intrinsics().aesGcm().counters();
            long before = counters.blocks();
            for (long done = 0; done < total;) {
                int length = (int) Math.min(total - done, random.nextBoolean() ? LONGEST : 1 + random.nextInt(LONGEST));
                int offset = random.nextInt(data.length - length);
                byte[] sent = Arrays.copyOfRange(data, offset, offset + length);
                connection.write(sent, length);
                connection.read(received, length);
                assertEquals("the first byte that is not the one sent", -1, Arrays.mismatch(sent, 0, length, received, 0, length));
                done += length;
            }
            return (double) (counters.blocks() - before) * AesContext.BLOCK / (2 * total);
        }
    }
}
