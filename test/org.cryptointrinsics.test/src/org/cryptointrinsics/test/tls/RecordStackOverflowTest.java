package org.cryptointrinsics.test.tls;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;

import org.cryptointrinsics.substitution.tls.SSLEngineSubstitutions;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.LittleStack;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** What was decrypted of a record that is wrong, or no data, is gone wherever the stack overflows. */
@Category(EveryTier.class)
public class RecordStackOverflowTest extends Records {

    private static final byte FILL = 0x55;

    /** Makes a record. */
    private interface Sender {
        void send(SSLEngine engine, ByteBuffer record) throws Exception;
    }

    @Test
    public void wrongTag() throws Exception {
        assertNothingIsLeft((engine, record) -> {
            byte[] data = new byte[1000];
            Arrays.fill(data, (byte) 1);
            engine.wrap(ByteBuffer.wrap(data), record);
            int tag = record.position() - TAG;
            record.put(tag, (byte) ~record.get(tag));
        });
    }

    @Test
    public void otherContent() throws Exception {
        assumeTrue("the header tells what it is", is13);
        assertNothingIsLeft((engine, record) -> {
            engine.closeOutbound();
            engine.wrap(ByteBuffer.allocate(0), record);
        });
    }

    private void assertNothingIsLeft(Sender sender) throws Exception {
        assumeTrue("takes time", suite.contains("128"));
        for (boolean isDirect : new boolean[]{false, true}) {
            Work before = Jit.work(Jit.intrinsics().aesGcm());
            int overflows = LittleStack.overflows(frames -> overflow(sender, isDirect, frames)).size();
            assertTrue(overflows + " overflows", overflows > 2);
            assertTrue("kernels", Jit.work(Jit.intrinsics().aesGcm()).minus(before).calls() >= LittleStack.ENOUGH);
        }
    }

    private StackOverflowError overflow(Sender sender, boolean isDirect, int frames) throws Exception {
        // An engine whose lock overflows the stack may stay locked, in the JDK, too.
        Engines pair = new Engines(suite);
        exchange(pair);
        ByteBuffer from = isDirect ? ByteBuffer.allocateDirect(CAPACITY) : ByteBuffer.allocate(CAPACITY);
        ByteBuffer to = isDirect ? ByteBuffer.allocateDirect(CAPACITY) : ByteBuffer.allocate(CAPACITY);
        sender.send(pair.client, from);
        from.flip();
        for (int i = 0; i < CAPACITY; i++) {
            to.put(i, FILL);
        }
        SSLEngineResult[] result = new SSLEngineResult[1];
        StackOverflowError overflow = LittleStack.overflow(frames, () -> result[0] = SSLEngineSubstitutions.unwrap(pair.server, from, to));
        assertNull(result[0]);
        assertEquals(0, to.position());
        for (int i = 0; i < CAPACITY; i++) {
            assertTrue("byte " + i + " with " + frames + " frames", to.get(i) == FILL || to.get(i) == 0);
        }
        return overflow;
    }
}
