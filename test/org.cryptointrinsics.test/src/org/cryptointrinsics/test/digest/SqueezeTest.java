package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assume.assumeTrue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Stream;

import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.CodeLoss;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import sun.security.provider.SHA3;
import sun.security.provider.SHA3.SHAKE128;
import sun.security.provider.SHA3.SHAKE256;
import sun.security.provider.SHA3Parallel;
import sun.security.provider.SHA3Parallel.Shake128Parallel;

/** Output of any length (FIPS 202, 6.2), as ML-KEM, ML-DSA and EdDSA have it, is squeezed by kernels. */
@Category(EveryTier.class)
public class SqueezeTest {

    @Rule public final CodeLoss codeLoss = new CodeLoss();

    private static final VarHandle LANE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final String KERNEL128 = "SHAKE128-256";
    /** That of SHAKE256, too. */
    private static final String KERNEL256 = "SHA3-256";
    private static final int RATE128 = 168;
    private static final int RATE256 = 136;
    private static final int LANES = 25;
    private static final int EXTENDABLE_OUTPUT = 0x1F;
    private static final int LONGEST = 3000;
    private static final int REPETITIONS = 1000;
    /** Others have four, and code of C2's for them. */
    static final boolean HAS_TWO_STATES = Stream.of(SHA3Parallel.class.getMethods()).anyMatch(
                    method -> method.getName().equals("squeezeBlock") && method.getParameterCount() == 0);

    private final Random random = new Random(LONGEST);

    @Before
    public void compile() throws Exception {
        Calls.prepare();
        Jit.methods(SHA3.class, "implSqueeze").forEach(Jit::compile);
        Jit.methods(SHA3.class, "finishAbsorb").forEach(Jit::compile);
        if (HAS_TWO_STATES) {
            Jit.methods(SqueezeTest.class, "squeezeBlock").forEach(Jit::compile);
            squeezeBlock(new Shake128Parallel(new byte[2][RATE128]));
            Jit.methods(SqueezeTest.class, "squeezeBlock").forEach(Jit::compile);
        }
    }

    /** The call under test. */
    private static int squeezeBlock(SHA3Parallel parallel) {
        return parallel.squeezeBlock();
    }

    /** By the definition of the standard, and a permutation that has no kernel. */
    private static byte[] squeezed(byte[] message, int rate, int length) {
        long[] state = new long[LANES];
        byte[] padded = Arrays.copyOf(message, (message.length / rate + 1) * rate);
        padded[message.length] = EXTENDABLE_OUTPUT;
        padded[padded.length - 1] |= (byte) 0x80;
        for (int block = 0; block < padded.length; block += rate) {
            for (int i = 0; i < rate; i += Long.BYTES) {
                state[i / Long.BYTES] ^= (long) LANE.get(padded, block + i);
            }
            SHA3.keccak(state);
        }
        byte[] output = new byte[(length + rate - 1) / rate * rate];
        for (int block = 0; block < output.length; block += rate) {
            if (block != 0) {
                SHA3.keccak(state);
            }
            for (int i = 0; i < rate; i += Long.BYTES) {
                LANE.set(output, block + i, state[i / Long.BYTES]);
            }
        }
        return Arrays.copyOf(output, length);
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** The reference is right: the first bytes are those of a digest. */
    @Test
    public void referenceIsThatOfDigests() {
        byte[] message = Reference.message(1000);
        assertEquals(Reference.digest("SHAKE128-256", message.length), HexFormat.of().formatHex(squeezed(message, RATE128, 32)));
        assertEquals(Reference.digest("SHAKE256-512", message.length), HexFormat.of().formatHex(squeezed(message, RATE256, 64)));
    }

    @Test
    public void inParts() {
        SHAKE128 shake128 = new SHAKE128();
        SHAKE256 shake256 = new SHAKE256();
        for (int i = 0; i < REPETITIONS; i++) {
            byte[] message = randomBytes(random.nextInt(2 * RATE128));
            int length = random.nextInt(LONGEST);
            byte[] output128 = new byte[length];
            byte[] output256 = new byte[length];
            shake128.update(message);
            shake256.update(message);
            for (int done = 0; done < length;) {
                int part = Math.min(length - done, random.nextInt(1, 2 * RATE128));
                shake128.squeeze(output128, done, part);
                shake256.squeeze(output256, done, part);
                done += part;
            }
            assertArrayEquals("SHAKE128, length " + length, squeezed(message, RATE128, length), output128);
            assertArrayEquals("SHAKE256, length " + length, squeezed(message, RATE256, length), output256);
            shake128.reset();
            shake256.reset();
        }
    }

    /** A permutation for each block but the first one, which is there when the message has been absorbed. */
    @Test
    public void kernelsPermute() throws Exception {
        for (int blocks = 1; blocks <= 20; blocks++) {
            int all = blocks;
            Jit.assertBlocks(KERNEL128, all, Jit.work(KERNEL128, () -> new SHAKE128().squeeze(all * RATE128)).blocks());
            Jit.assertBlocks(KERNEL256, all, Jit.work(KERNEL256, () -> new SHAKE256().squeeze(all * RATE256)).blocks());
        }
    }

    /** A digest that is longer than a block, as in Ed448 (RFC 8032, 5.2). */
    @Test
    public void longDigest() throws Exception {
        byte[] message = Reference.message(200);
        for (int length : new int[]{1, 114, RATE256, RATE256 + 1, 3 * RATE256}) {
            SHAKE256 shake256 = new SHAKE256(length);
            shake256.update(message);
            assertArrayEquals("length " + length, squeezed(message, RATE256, length), shake256.digest());
        }
        SHAKE256 shake256 = new SHAKE256(3 * RATE256);
        Jit.assertBlocks(KERNEL256, 3, Jit.work(KERNEL256, shake256::digest).blocks());
    }

    /** The buffers may be longer than a block, and have another content each time. */
    @Test
    public void twoAtOnce() throws Exception {
        assumeTrue("has four states", HAS_TWO_STATES);
        Shake128Parallel parallel = new Shake128Parallel(new byte[2][RATE128]);
        for (int i = 0; i < REPETITIONS; i++) {
            byte[][] messages = {randomBytes(random.nextInt(RATE128)), randomBytes(random.nextInt(RATE128))};
            byte[][] buffers = new byte[2][RATE128 + random.nextInt(2) * 24];
            byte[][] expected = new byte[2][];
            int blocks = random.nextInt(1, 6);
            for (int j = 0; j < 2; j++) {
                System.arraycopy(messages[j], 0, buffers[j], 0, messages[j].length);
                buffers[j][messages[j].length] = EXTENDABLE_OUTPUT;
                buffers[j][RATE128 - 1] |= (byte) 0x80;
                Arrays.fill(buffers[j], RATE128, buffers[j].length, (byte) i);
                expected[j] = squeezed(messages[j], RATE128, blocks * RATE128);
            }
            parallel.reset(buffers);
            for (int block = 0; block < blocks; block++) {
                Jit.assertBlocks(KERNEL128, 2, Jit.work(KERNEL128, () -> assertEquals(1, squeezeBlock(parallel))).blocks());
                for (int j = 0; j < 2; j++) {
                    byte[] whole = Arrays.copyOf(Arrays.copyOfRange(expected[j], block * RATE128, (block + 1) * RATE128), buffers[j].length);
                    Arrays.fill(whole, RATE128, whole.length, (byte) i);
                    assertArrayEquals(whole, buffers[j]);
                }
            }
        }
    }

    /** Buffers that the JDK finds to be too short when it writes are left to it. */
    @Test
    public void shortBuffers() throws Exception {
        assumeTrue("has four states", HAS_TWO_STATES);
        byte[][] buffers = {new byte[RATE128], new byte[RATE128]};
        Shake128Parallel parallel = new Shake128Parallel(buffers);
        buffers[1] = new byte[RATE128 - 1];
        assertThrows(IndexOutOfBoundsException.class, () -> squeezeBlock(parallel));
        buffers[1] = null;
        assertThrows(NullPointerException.class, () -> squeezeBlock(parallel));
        buffers[1] = new byte[RATE128];
        // What failed has permuted, too.
        long[] state = new long[LANES];
        for (int i = 0; i < 3; i++) {
            SHA3.keccak(state);
        }
        squeezeBlock(parallel);
        assertEquals(state[0], (long) LANE.get(buffers[0], 0));
        assertEquals(state[0], (long) LANE.get(buffers[1], 0));
    }
}
