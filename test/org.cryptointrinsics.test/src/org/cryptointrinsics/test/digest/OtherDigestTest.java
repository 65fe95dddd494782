package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.Provider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.CodeLoss;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Memory.Region;
import org.cryptointrinsics.test.Memory;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Snapshot;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import sun.security.provider.SHA3;

/** Digests that have no kernel are what they were, also where the same compiled call serves those that have one. */
@Category(EveryTier.class)
public class OtherDigestTest {

    @Rule public final CodeLoss codeLoss = new CodeLoss();

    private static final int FNV_PRIME = 16777619;
    private static final int FNV_BASIS = 0x811C9DC5;

    @Before
    public void compile() throws Exception {
        Calls.prepare();
    }

    /** With digests that have a kernel, in turn. */
    @Test
    public void digestsOfTheJdk() throws Exception {
        List<MessageDigest> digests = new ArrayList<>();
        for (int i = 0; i < Reference.DIGESTS.size(); i++) {
            digests.add(MessageDigest.getInstance(Reference.OTHER_DIGESTS.get(i % Reference.OTHER_DIGESTS.size())));
            digests.add(MessageDigest.getInstance(Reference.DIGESTS.get(i)));
        }
        try (Arena arena = Arena.ofConfined()) {
            for (Memory memory : Memory.values()) {
                Region region = memory.allocate(Reference.SMALL, arena);
                for (int length = 0; length <= Reference.SMALL; length += 1 + length / 10) {
                    for (MessageDigest digest : digests) {
                        int first = length / 3;
                        String message = digest.getAlgorithm() + ", " + memory + ", length " + length;
                        update(digest, region.message(0, length).limit(first));
                        update(digest, region.message(0, length).position(first));
                        assertEquals(message, Reference.digest(digest.getAlgorithm(), length), HexFormat.of().formatHex(Calls.digest(digest)));
                    }
                }
            }
            for (int length : Reference.LARGE_LENGTHS) {
                for (MessageDigest digest : digests) {
                    Calls.update(digest, Reference.message(), 0, length);
                    assertEquals(Reference.digest(digest.getAlgorithm(), length), HexFormat.of().formatHex(Calls.digest(digest)));
                }
            }
        }
    }

    /** They never come to a kernel. */
    @Test
    public void noKernelRuns() throws Exception {
        for (String kernel : Reference.DIGESTS) {
            Work work = Jit.work(kernel, () -> {
                for (String algorithm : Reference.OTHER_DIGESTS) {
                    MessageDigest digest = MessageDigest.getInstance(algorithm);
                    update(digest, ByteBuffer.allocateDirect(5000));
                    Calls.update(digest, new byte[5000]);
                    Calls.digest(digest);
                    assertNotNull("The JDK copies as it always did.", Snapshot.tempArray(digest));
                }
            });
            Jit.assertBlocks(kernel, 0, work.blocks());
        }
    }

    private static void update(MessageDigest digest, ByteBuffer input) {
        int limit = input.limit();
        Calls.update(digest, input);
        assertEquals(limit, input.position());
        assertEquals(limit, input.limit());
    }

    /** FNV-1a of all the data; it takes notes of how that came. */
    private static class Fnv extends MessageDigestSpi {

        private int hash = FNV_BASIS;
        final List<Integer> lengths = new ArrayList<>();

        @Override
        protected void engineUpdate(byte input) {
            lengths.add(-1);
            hash = (hash ^ (input & 0xFF)) * FNV_PRIME;
        }

        @Override
        protected void engineUpdate(byte[] input, int offset, int length) {
            lengths.add(length);
            for (int i = 0; i < length; i++) {
                hash = (hash ^ (input[offset + i] & 0xFF)) * FNV_PRIME;
            }
        }

        @Override
        protected byte[] engineDigest() {
            byte[] digest = ByteBuffer.allocate(Integer.BYTES).putInt(hash).array();
            engineReset();
            return digest;
        }

        @Override
        protected void engineReset() {
            hash = FNV_BASIS;
        }
    }

    /** Reads buffers itself, and leaves their position alone. */
    private static final class BufferReadingFnv extends Fnv {
        @Override
        protected void engineUpdate(ByteBuffer input) {
            for (int i = input.position(); i < input.limit(); i++) {
                engineUpdate(input.get(i));
            }
        }
    }

    /** Not behind a delegate. */
    private static final class FnvMessageDigest extends MessageDigest {

        private final Fnv fnv = new Fnv();

        FnvMessageDigest() {
            super("FNV");
        }

        @Override
        protected void engineUpdate(byte input) {
            fnv.engineUpdate(input);
        }

        @Override
        protected void engineUpdate(byte[] input, int offset, int length) {
            fnv.engineUpdate(input, offset, length);
        }

        @Override
        protected byte[] engineDigest() {
            return fnv.engineDigest();
        }

        @Override
        protected void engineReset() {
            fnv.engineReset();
        }
    }

    /** Hands over the engine that it is given. */
    private static final class EngineProvider extends Provider {

        private static final long serialVersionUID = 1L;

        EngineProvider(MessageDigestSpi engine) {
            super("Engine", "1", "");
            putService(new Service(this, "MessageDigest", "engine", engine.getClass().getName(), null, null) {
                @Override
                public Object newInstance(Object parameter) {
                    return engine;
                }
            });
        }
    }

    private static byte[] expected(byte[] data, int length) {
        Fnv fnv = new Fnv();
        fnv.engineUpdate(data, 0, length);
        return fnv.engineDigest();
    }

    @Test
    public void digestsOfOthers() throws Exception {
        Fnv plain = new Fnv();
        Fnv bufferReading = new BufferReadingFnv();
        FnvMessageDigest direct = new FnvMessageDigest();
        List<MessageDigest> digests = List.of(MessageDigest.getInstance("engine", new EngineProvider(plain)),
                        MessageDigest.getInstance("engine", new EngineProvider(bufferReading)), direct);
        // Their classes are new to the code.
        Calls.prepare();
        Random random = new Random(FNV_PRIME);
        try (Arena arena = Arena.ofConfined()) {
            for (Memory memory : Memory.values()) {
                Region region = memory.allocate(2 * Reference.SMALL, arena);
                for (int length : new int[]{0, 1, 63, 64, 1000, 5000}) {
                    for (MessageDigest digest : digests) {
                        ByteBuffer input = region.message(random.nextInt(100), length);
                        int position = input.position();
                        Calls.update(digest, input);
                        assertEquals(digest == digests.get(1) ? position : input.limit(), input.position());
                        assertEquals(HexFormat.of().formatHex(expected(Reference.message(), length)), HexFormat.of().formatHex(Calls.digest(digest)));
                    }
                    assertEquals("read as by the JDK", plain.lengths, direct.fnv.lengths);
                }
            }
        }
        // The JDK's array is of 4096 bytes.
        plain.lengths.clear();
        Calls.update(digests.getFirst(), ByteBuffer.allocateDirect(5000));
        assertEquals(List.of(4096, 904), plain.lengths);
    }

    /** As in Ed448 (RFC 8032, 5.2): the digest ends amid a word, and what is behind it is left alone. */
    @Test
    public void shake256OfEd448() throws Exception {
        int length = 114;
        byte filler = 0x55;
        MessageDigest digest = MessageDigest.getInstance("engine", new EngineProvider(new SHA3.SHAKE256(length)));
        SHA3.SHAKE256 squeezed = new SHA3.SHAKE256();
        squeezed.update(Reference.message(), 0, Reference.SMALL);
        byte[] expected = new byte[length + Long.BYTES];
        Arrays.fill(expected, filler);
        squeezed.squeeze(expected, 0, length);
        Work work = Jit.work("SHA3-256", () -> {
            for (int i = 0; i < 2; i++) {
                byte[] output = new byte[expected.length];
                Arrays.fill(output, filler);
                Calls.update(digest, Reference.message(), 0, Reference.SMALL);
                assertEquals(length, Calls.digest(digest, output, 0, length));
                assertArrayEquals(expected, output);
            }
        });
        assertTrue(work.toString(), work.blocks() > 0);
    }

    /** Of a length that is none of words, and of one that the state must be permuted for again. */
    @Test
    public void shake256OfWholeMessages() throws Exception {
        for (int length : new int[]{114, 200}) {
            MessageDigest digest = MessageDigest.getInstance("engine", new EngineProvider(new SHA3.SHAKE256(length)));
            SHA3.SHAKE256 squeezed = new SHA3.SHAKE256();
            squeezed.update(Reference.message(), 0, Reference.SMALL);
            byte[] expected = new byte[length];
            squeezed.squeeze(expected, 0, length);
            assertArrayEquals(expected, Calls.digest(digest, Arrays.copyOf(Reference.message(), Reference.SMALL)));
        }
    }
}
