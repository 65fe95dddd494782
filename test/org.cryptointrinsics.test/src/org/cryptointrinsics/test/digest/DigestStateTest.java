package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.CodeLoss;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Snapshot;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** What is in the fields of a digest, beyond what it remembers, is what the JDK's own methods leave and go on with. */
@Category(EveryTier.class)
@RunWith(Parameterized.class)
public class DigestStateTest {

    @Rule public final CodeLoss codeLoss = new CodeLoss();

    private final String algorithm;
    private final int block;
    private final ByteOrder order;
    /** Of FIPS 202. */
    private final boolean isSponge;

    @Parameters(name = "{0}")
    public static Collection<String> digests() {
        return DigestTest.digests();
    }

    public DigestStateTest(String algorithm) {
        DigestAlgorithm kernels = Jit.intrinsic(algorithm).algorithm();
        this.algorithm = algorithm;
        this.block = kernels.blockBytes();
        this.order = kernels.order();
        this.isSponge = kernels.lengthBytes() == 0;
    }

    @Before
    public void compile() throws Exception {
        Calls.prepare();
    }

    /** The chaining value. */
    private byte[] state(MessageDigest digest) {
        ByteBuffer bytes = ByteBuffer.allocate(200).order(order);
        if (Snapshot.field(digest, "state") instanceof int[] state) {
            bytes.asIntBuffer().put(state);
        } else {
            bytes.asLongBuffer().put((long[]) Snapshot.field(digest, "state"));
        }
        return bytes.array();
    }

    private byte[] lastBlock(int length) {
        ByteBuffer padded = ByteBuffer.allocate((int) Jit.blocks(algorithm, length) * block).order(order).put(Reference.message(length));
        if (isSponge) {
            padded.put((byte) (algorithm.startsWith("SHAKE") ? 0x1F : 0x06));
            padded.array()[padded.capacity() - 1] |= (byte) 0x80;
        } else {
            padded.put((byte) 0x80).putLong(padded.capacity() - Long.BYTES, (long) Byte.SIZE * length);
        }
        return Arrays.copyOfRange(padded.array(), padded.capacity() - block, padded.capacity());
    }

    /** What is left when a digest has ended, which is the last block and the digest, and when it was reset, which is nothing of the message. */
    @Test
    public void remains() throws Exception {
        MessageDigest fresh = MessageDigest.getInstance(algorithm);
        for (int length = 0; length < 4 * block; length++) {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            byte[] message = Reference.message(length);
            byte[][] ended = new byte[1][];
            Work work = Jit.work(algorithm, () -> {
                Calls.update(digest, message);
                ended[0] = Calls.digest(digest);
            });
            Jit.assertBlocks(algorithm, Jit.intrinsic(algorithm).isOn() ? Jit.blocks(algorithm, length) : 0, work.blocks());
            byte[] result = ended[0];
            assertArrayEquals("length " + length, lastBlock(length), (byte[]) Snapshot.field(digest, "buffer"));
            assertEquals(isSponge ? length % block : block - Long.BYTES, Snapshot.field(digest, "bufOfs"));
            assertEquals(-1L, Snapshot.field(digest, "bytesProcessed"));
            assertArrayEquals(result, Arrays.copyOf(state(digest), result.length));

            Calls.reset(digest);
            assertArrayEquals(new byte[block], (byte[]) Snapshot.field(digest, "buffer"));
            assertEquals(0, Snapshot.field(digest, "bufOfs"));
            assertEquals(0L, Snapshot.field(digest, "bytesProcessed"));
            assertArrayEquals(state(fresh), state(digest));
        }
    }

    /** After an error in the JDK's own code, or if threads used it at once, the buffer may be as full as it never is otherwise. Nothing beyond it is written to. */
    @Test
    public void overfullBuffers() throws Exception {
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        Calls.update(digest, Reference.message(block - 1));
        ((byte[]) Snapshot.field(digest, "buffer"))[block - 1] = Reference.message()[block - 1];
        Snapshot.setField(digest, "bufOfs", block);
        Snapshot.setField(digest, "bytesProcessed", (long) block);
        byte[] result = Calls.digest(digest);
        if (isSponge) {
            // Pads by the bytes processed, not by what is in the buffer.
            return;
        }
        assertEquals(Reference.digest(algorithm, block), HexFormat.of().formatHex(result));

        Calls.update(digest, Reference.message(1));
        Snapshot.setField(digest, "bufOfs", block + 1);
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> Calls.digest(digest));
    }
}
