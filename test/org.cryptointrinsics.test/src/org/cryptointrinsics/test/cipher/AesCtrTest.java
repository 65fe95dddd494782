package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;

import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Snapshot;
import org.cryptointrinsics.test.stub.AesBlocksStubTest;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** AES in counter mode: calls in which kernels do the blocks yield, and leave in the JDK's objects, what calls in the interpreter do. */
@Category(EveryTier.class)
public class AesCtrTest {

    private static final int[] KEYS = {16, 24, 32};
    private static final int PAIRS = 100;
    private static final int ROUNDS = 10;

    @ClassRule @Rule public static final Fork FORK = new Fork();

    /** What calls are about. */
    private enum Scenario {
        PARTS,
        COUNTERS,
        OVERLAPS,
        ENDS
    }

    private static void takeTurns(Scenario scenario) throws Exception {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        CipherPair.takeTurns(new BlockMethods("CounterMode.encrypt", "CounterMode.decrypt"), seed -> new Messages(scenario, seed), PAIRS, ROUNDS);
    }

    /**
     * Of all lengths, also after the end of a message. HotSpot's own code for AVX-512 once left a wrong state if it was given less than a block: JDK-8292158.
     */
    @Test
    public void parts() throws Exception {
        takeTurns(Scenario.PARTS);
    }

    /** The last 32, 64 or 128 bits of the counter become zeros. */
    @Test
    public void countersOverflow() throws Exception {
        takeTurns(Scenario.COUNTERS);
    }

    /** The output is the input, or begins before or behind the beginning of the input, near or far. */
    @Test
    public void overlaps() throws Exception {
        takeTurns(Scenario.OVERLAPS);
    }

    /**
     * Input and output end with their arrays, also in the midst of a block. HotSpot's own code for AVX-512 once read beyond: JDK-8330611. Kernels are given
     * whole blocks only; that they read nothing else is seen in {@link AesBlocksStubTest}.
     */
    @Test
    public void endsOfArrays() throws Exception {
        takeTurns(Scenario.ENDS);
    }

    /** Messages in parts. */
    private static final class Messages extends CipherPair {

        private static final int MOST_PARTS = 4;
        /** What the JDK copies at once from buffers that give no array away. */
        private static final int COPIED = 4096;
        /** More than kernels and the JDK's own code are given at once. */
        private static final int LONG = 60_000;
        private static final int NEAR = 70;
        /** Blocks until a counter overflows. */
        private static final int FEW_BLOCKS = 40;

        private final Scenario scenario;
        private boolean isEncryption;
        private byte[] key;
        private byte[] iv;
        private boolean isFirst;
        private int position;
        private int distance;

        Messages(Scenario scenario, int seed) throws GeneralSecurityException {
            super("AES/CTR/NoPadding", seed);
            this.scenario = scenario;
        }

        private void begin() {
            isEncryption = random.nextBoolean();
            key = bytes(KEYS[random.nextInt(KEYS.length)]);
            iv = bytes(BLOCK);
            if (scenario == Scenario.COUNTERS) {
                int ones = Integer.BYTES << random.nextInt(3);
                Arrays.fill(iv, BLOCK - ones, BLOCK, (byte) 0xFF);
                ByteBuffer.wrap(iv).putInt(BLOCK - Integer.BYTES, -1 - random.nextInt(FEW_BLOCKS));
            }
        }

        private int length() {
            return switch (random.nextInt(20)) {
                case 0 -> random.nextInt(LONG, 2 * LONG);
                case 1, 2, 3, 4, 5 -> random.nextInt(2 * BLOCK + 2);
                case 6, 7, 8 -> random.nextInt(FEWEST_BYTES + 100);
                case 9, 10, 11 -> random.nextInt(FEWEST_BYTES - BLOCK - 1, FEWEST_BYTES + BLOCK + 2);
                case 12, 13, 14 -> BLOCK * random.nextInt(200);
                default -> random.nextInt(5000);
            };
        }

        @Override
        long choose() {
            boolean isEnded = piece() == null || piece().isLast();
            position = isEnded ? 0 : position + piece().input().length;
            // After a message, there may be another one with the same IV.
            isFirst = piece() == null || isEnded && random.nextBoolean();
            if (isFirst) {
                begin();
            }
            int length = length();
            choosePiece(random.nextInt(MOST_PARTS) == 0, bytes(length), scenario == Scenario.ENDS ? 0 : MARGIN);
            distance = switch (random.nextInt(4)) {
                case 0 -> 0;
                case 1 -> random.nextInt(-NEAR, NEAR + 1);
                default -> random.nextInt(-length, length + 1);
            };
            return blocks(length);
        }

        /** But for what is left of the last block, and what begins one. */
        private long blocks(int length) {
            int most = scenario == Scenario.OVERLAPS || piece().isOfArray() ? length : COPIED;
            long blocks = 0;
            for (int done = 0; done < length; done += most) {
                int bytes = Math.min(length - done, most);
                blocks += bytes < FEWEST_BYTES ? 0 : (bytes - untilBlock(position + done)) / BLOCK;
            }
            return blocks;
        }

        @Override
        byte[] give(CipherCalls calls, Cipher cipher) throws GeneralSecurityException {
            if (isFirst) {
                cipher.init(isEncryption ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(iv));
            }
            return scenario == Scenario.OVERLAPS ? cryptWithin(calls, cipher) : crypt(calls, cipher);
        }

        /** All of the array that both input and output are in. */
        private byte[] cryptWithin(CipherCalls calls, Cipher cipher) throws GeneralSecurityException {
            int length = piece().input().length;
            byte[] array = CipherForm.filled(3 * length + 2 * NEAR);
            int in = length + NEAR;
            int out = in + distance;
            System.arraycopy(piece().input(), 0, array, in, length);
            int count = piece().form() == Form.BUFFERS ? crypt(calls, cipher, ByteBuffer.wrap(array, in, length), ByteBuffer.wrap(array).position(out))
                            : crypt(calls, cipher, array, in, array, out);
            assertEquals(length, count);
            return array;
        }

        @Override
        protected Object state(Cipher cipher) {
            Object mode = Snapshot.get(Snapshot.get(Snapshot.get(cipher, "spi"), "core"), "cipher");
            int used = (int) Snapshot.get(mode, "used");
            // A block of which all is used is not looked at again.
            String rest = used == BLOCK ? "" : " of " + hex(Snapshot.get(mode, "encryptedCounter"));
            return "counter " + hex(Snapshot.get(mode, "counter")) + ", used " + used + rest;
        }

        @Override
        public String toString() {
            return scenario + (isEncryption ? ", encryption" : ", decryption") + ", key " + hex(key) + ", IV " + hex(iv) + ", at " + position + " " +
                            piece().input().length + " bytes, distance " + distance + ", " + piece();
        }
    }
}
