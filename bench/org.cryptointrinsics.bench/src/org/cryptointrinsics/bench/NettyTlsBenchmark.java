package org.cryptointrinsics.bench;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.OpenSslSessionTicketKey;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;

/**
 * The {@code SSLEngine}s of Netty, with the BoringSSL that is in netty-tcnative.
 */
public class NettyTlsBenchmark extends TlsBenchmark {

    private static final int TICKET_KEY = 16;

    private SslContext forClients;
    private SslContext forServers;

    /** The name and the version of the library. */
    static String version() {
        OpenSsl.ensureAvailability();
        return OpenSsl.versionString();
    }

    @Override
    void makeContext(Work work) throws SSLException {
        forClients = build(SslContextBuilder.forClient().trustManager(TRUST).endpointIdentificationAlgorithm(null));
        forServers = build(SslContextBuilder.forServer(KEYS));
        // Without keys of its own, it gives out no tickets.
        byte[] secret = random(TICKET_KEY);
        ((OpenSslSessionContext) forServers.sessionContext()).setTicketKeys(new OpenSslSessionTicketKey(secret, secret, secret));
    }

    /** Which suite BoringSSL has, nobody chooses. */
    private static SslContext build(SslContextBuilder builder) throws SSLException {
        return builder.sslProvider(SslProvider.OPENSSL).protocols("TLSv1.3").build();
    }

    @Override
    SSLEngine newEngine(boolean isClient, boolean mayResume) {
        SslContext context = isClient ? forClients : forServers;
        return mayResume ? context.newEngine(ByteBufAllocator.DEFAULT, HOST, PORT) : context.newEngine(ByteBufAllocator.DEFAULT);
    }

    @Override
    void release(SSLEngine engine) {
        ReferenceCountUtil.release(engine);
    }
}
