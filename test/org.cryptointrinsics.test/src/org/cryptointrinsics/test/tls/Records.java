package org.cryptointrinsics.test.tls;

import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Pages;
import org.junit.Before;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameter;
import org.junit.runners.Parameterized.Parameters;

/** Two engines that send records to each other, those of one end by kernels and of the other one by the JDK. */
@RunWith(Parameterized.class)
public abstract class Records {

    static final Set<String> SUBSTITUTED = Set.of("wrap", "unwrap");
    static final int HEADER = 5;
    static final int TAG = 16;
    static final int BLOCK = 16;
    static final int MOST_FRAGMENT = 1 << 14;
    static final int CAPACITY = 5 * Pages.SIZE;

    @Parameter public String suite;

    boolean is13;
    /** Before the ciphertext. */
    int begin;
    /** What is encrypted after the data. */
    int end;
    /** How much data the JDK puts into a record. */
    int most;
    Engines engines;

    @Parameters(name = "{0}")
    public static List<String> suites() {
        return List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
    }

    @Before
    public void shakeHands() throws Exception {
        assumeTrue("kernels are called by the agent", CallerTier.TESTED.hasAgent());
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        is13 = !suite.contains("ECDHE");
        begin = HEADER + (is13 ? 0 : 8);
        end = is13 ? 17 : 0;
        most = MOST_FRAGMENT - end;
        engines = new Engines(suite);
        exchange(engines);
        for (Class<?> type : List.of(SSLEngine.class, engines.client.getClass())) {
            for (String name : SUBSTITUTED) {
                Jit.methods(type, name).forEach(Jit::compile);
            }
        }
        // Whoever needs a kernel first waits for it; then there is a first call for each.
        exchange(engines);
        Jit.compileKernels();
        exchange(engines);
    }

    /** A record each way, which the JDK has to initialize its ciphers by. */
    static void exchange(Engines engines) throws SSLException {
        for (SSLEngine from : List.of(engines.client, engines.server)) {
            ByteBuffer record = ByteBuffer.allocate(CAPACITY);
            from.wrap(ByteBuffer.allocate(10), record);
            engines.other(from).unwrap(record.flip(), ByteBuffer.allocate(CAPACITY));
        }
    }

    /** What wraps or unwraps. */
    interface Call {
        SSLEngineResult run() throws Exception;
    }

    /** By the substitutions of records alone, in one call of a kernel. */
    SSLEngineResult byKernel(int bytes, Call call) throws Exception {
        Work before = Jit.work(Jit.intrinsics().aesGcm());
        SSLEngineResult result = Jit.bySubstitutions(SUBSTITUTED::contains, call::run);
        assertEquals(bytes + " bytes", new Work(1, (bytes + end + BLOCK - 1) / BLOCK), Jit.work(Jit.intrinsics().aesGcm()).minus(before));
        return result;
    }

    static SSLEngineResult byTheJdk(Call call) throws Exception {
        return Jit.byTheJdk(call::run);
    }

    static void assertResult(int consumed, int produced, SSLEngineResult result) {
        assertEquals(List.of(Status.OK, HandshakeStatus.NOT_HANDSHAKING, consumed, produced),
                        List.of(result.getStatus(), result.getHandshakeStatus(), result.bytesConsumed(), result.bytesProduced()));
    }

    static byte[] taken(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.flip().remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
