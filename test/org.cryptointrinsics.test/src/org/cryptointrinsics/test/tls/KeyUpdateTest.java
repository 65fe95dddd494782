package org.cryptointrinsics.test.tls;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.nio.ByteBuffer;
import java.security.Security;
import java.util.List;
import java.util.Set;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Reference;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** New keys of TLS 1.3 (RFC 8446, 4.6.3) come after as many bytes as in the JDK ({@code jdk.tls.keyLimits}), and kernels have them then. */
@Category(EveryTier.class)
public class KeyUpdateTest {

    private static final Set<String> SUBSTITUTED = Set.of("wrap", "unwrap");
    private static final String SUITE = "TLS_AES_128_GCM_SHA256";
    private static final int RECORDS = 100;
    private static final int BYTES = 1000;
    private static final int ROOM = 1 << 16;

    @Rule public final Fork fork = new Fork();

    @Test
    public void comesAsInTheJdk() throws Exception {
        assumeTrue("kernels are called by the agent", CallerTier.TESTED.hasAgent());
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        Security.setProperty("jdk.tls.keyLimits", "AES/GCM/NoPadding KeyUpdate 2^15");
        sendAll(new Engines(SUITE));
        Jit.compileKernels();
        String expected = Jit.byTheJdk(() -> sendAll(new Engines(SUITE)));
        long updates = expected.lines().filter(line -> line.contains("NEED_WRAP")).count();
        assertTrue(expected, updates > 2);
        Engines engines = new Engines(SUITE);
        Work before = Jit.work(Jit.intrinsics().aesGcm());
        assertEquals(expected, Jit.bySubstitutions(SUBSTITUTED::contains, () -> sendAll(engines)));
        // The last record of a key, what tells of a new one, and its first record are the JDK's own.
        long calls = Jit.work(Jit.intrinsics().aesGcm()).minus(before).calls();
        assertTrue(calls + " calls, " + updates + " updates", calls > 3 * RECORDS);
    }

    /** Sends records in both directions, and returns what is told of each. */
    private static String sendAll(Engines engines) throws SSLException {
        StringBuilder told = new StringBuilder();
        for (int i = 0; i < RECORDS; i++) {
            for (SSLEngine from : List.of(engines.client, engines.server)) {
                send(engines, from, i, told);
            }
        }
        return told.toString();
    }

    private static void send(Engines engines, SSLEngine from, int seed, StringBuilder told) throws SSLException {
        ByteBuffer data = ByteBuffer.wrap(Reference.message(BYTES + seed));
        ByteBuffer received = ByteBuffer.allocate(ROOM);
        while (data.hasRemaining() || from.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            ByteBuffer record = ByteBuffer.allocate(ROOM);
            SSLEngineResult sent = from.wrap(data, record);
            SSLEngineResult taken = engines.other(from).unwrap(record.flip(), received);
            told.append(sent).append('\n').append(taken).append('\n');
        }
        assertEquals(ByteBuffer.wrap(data.array()), received.flip());
    }
}
