package org.cryptointrinsics.bench;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;

/**
 * The {@code SSLEngine}s of Netty, with the BoringSSL that is in netty-tcnative.
 */
public class NettyTlsBenchmark extends TlsBenchmark {

    /** The name and the version of the library. */
    static String version() {
        OpenSsl.ensureAvailability();
        return OpenSsl.versionString();
    }

    @Override
    void makeEngines(Work work, String suite) throws SSLException {
        // BoringSSL lets nobody choose the suite.
        client = engine(SslContextBuilder.forClient().trustManager(TRUST).endpointIdentificationAlgorithm(null));
        server = engine(SslContextBuilder.forServer(KEYS));
    }

    private static SSLEngine engine(SslContextBuilder builder) throws SSLException {
        return builder.sslProvider(SslProvider.OPENSSL).protocols("TLSv1.3").build().newEngine(ByteBufAllocator.DEFAULT);
    }
}
