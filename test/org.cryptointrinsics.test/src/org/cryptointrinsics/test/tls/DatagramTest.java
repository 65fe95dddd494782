package org.cryptointrinsics.test.tls;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.Status;

import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Reference;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** Records of DTLS are the JDK's own, by ciphers that have kernels. */
@Category(EveryTier.class)
public class DatagramTest {

    private static final String SUITE = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256";
    private static final int PACKET = 1400;
    private static final int CAPACITY = 1 << 14;
    private static final int LONGEST = 1300;
    private static final int STEP = 100;

    /** Sends a datagram of each length each way, and returns what is told of them. */
    private static List<String> sendAll(Engines engines) throws Exception {
        List<String> told = new ArrayList<>();
        for (int length = 0; length <= LONGEST; length += STEP) {
            for (SSLEngine from : List.of(engines.client, engines.server)) {
                byte[] data = Reference.message(length);
                ByteBuffer packet = ByteBuffer.allocate(CAPACITY);
                SSLEngineResult sent = from.wrap(ByteBuffer.wrap(data), packet);
                ByteBuffer received = ByteBuffer.allocate(CAPACITY);
                packet.flip();
                // One that is lost, and one that comes twice, of which the second is dropped.
                if (length % (3 * STEP) != 0) {
                    ByteBuffer again = packet.duplicate();
                    SSLEngineResult taken = engines.other(from).unwrap(packet, received);
                    assertEquals(Status.OK, taken.getStatus());
                    assertArrayEquals(data, Records.taken(received));
                    told.add(taken + ", again " + engines.other(from).unwrap(again, ByteBuffer.allocate(CAPACITY)));
                }
                told.add(sent.toString());
            }
        }
        return told;
    }

    @Test
    public void sameAsByTheJdk() throws Exception {
        assumeTrue("kernels are called by the agent", CallerTier.TESTED.hasAgent());
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        sendAll(Engines.ofDatagrams(SUITE, PACKET));
        Jit.compileKernels();
        List<String> expected = Jit.byTheJdk(() -> sendAll(Engines.ofDatagrams(SUITE, PACKET)));
        Engines engines = Engines.ofDatagrams(SUITE, PACKET);
        Work before = Jit.work(Jit.intrinsics().aesGcm());
        assertEquals(expected, sendAll(engines));
        long calls = Jit.work(Jit.intrinsics().aesGcm()).minus(before).calls();
        assertTrue(calls + " calls", calls >= LONGEST / STEP);
    }
}
