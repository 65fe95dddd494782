package org.cryptointrinsics.test.cipher;

import static org.cryptointrinsics.test.cipher.AesGcmTierTest.BLOCK;
import static org.cryptointrinsics.test.cipher.AesGcmTierTest.FEWEST_BYTES;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.stub.AesPart;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Snapshot;
import org.cryptointrinsics.test.cipher.AesGcmTierTest.Left;
import org.cryptointrinsics.test.cipher.AesGcmTierTest.Pair;
import org.cryptointrinsics.test.stub.AesBlocksStubTest;
import org.junit.BeforeClass;
import org.junit.Test;

/** AES in counter mode: calls in which kernels do the blocks yield, and leave in the JDK's objects, what calls in the interpreter do. */
public class AesCtrTest {

    private static final int[] KEYS = {16, 24, 32};

    /** What calls are about. */
    private enum Scenario {
        PARTS,
        COUNTERS,
        OVERLAPS,
        ENDS;

        String done() {
            return this + " are right";
        }
    }

    private static String printed;

    /** In a Java of its own, in which methods of the JDK are compiled for some calls and interpreted for others. */
    @BeforeClass
    public static void run() throws Exception {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        printed = JavaProcess.runLikeThis(List.of(), Main.class);
    }

    private static void assertRight(Scenario scenario) {
        assertTrue(printed, printed.contains(scenario.done()));
    }

    /**
     * Of all lengths, also after the end of a message. HotSpot's own code for AVX-512 once left a wrong state if it was given less than a block: JDK-8292158.
     */
    @Test
    public void parts() {
        assertRight(Scenario.PARTS);
    }

    /** The last 32, 64 or 128 bits of the counter become zeros. */
    @Test
    public void countersOverflow() {
        assertRight(Scenario.COUNTERS);
    }

    /** The output is the input, or begins before or behind the beginning of the input, near or far. */
    @Test
    public void overlaps() {
        assertRight(Scenario.OVERLAPS);
    }

    /**
     * Input and output end with their arrays, also in the midst of a block. HotSpot's own code for AVX-512 once read beyond: JDK-8330611. Kernels are given
     * whole blocks only; that they read nothing else is seen in {@link AesBlocksStubTest}.
     */
    @Test
    public void endsOfArrays() {
        assertRight(Scenario.ENDS);
    }

    /** With other last bits. */
    private static byte[] counter(byte[] counter, int last) {
        return ByteBuffer.wrap(counter.clone()).putInt(BLOCK - Integer.BYTES, last).array();
    }

    /** Messages in parts. */
    private static final class CtrPair extends Pair {

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
        private Piece piece;
        private int distance;

        CtrPair(Scenario scenario, int seed) throws GeneralSecurityException {
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
                iv = counter(iv, -1 - random.nextInt(FEW_BLOCKS));
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
            boolean isEnded = piece == null || piece.isLast();
            position = isEnded ? 0 : position + piece.input().length;
            // After a message, there may be another one with the same IV.
            isFirst = piece == null || isEnded && random.nextBoolean();
            if (isFirst) {
                begin();
            }
            int length = length();
            piece = piece(random.nextInt(MOST_PARTS) == 0, bytes(length), scenario == Scenario.ENDS ? 0 : MARGIN);
            distance = switch (random.nextInt(4)) {
                case 0 -> 0;
                case 1 -> random.nextInt(-NEAR, NEAR + 1);
                default -> random.nextInt(-length, length + 1);
            };
            return blocks(length);
        }

        /** But for what is left of the last block, and what begins one. */
        private long blocks(int length) {
            int most = scenario == Scenario.OVERLAPS || piece.isOfArray() ? length : COPIED;
            long blocks = 0;
            for (int done = 0; done < length; done += most) {
                int bytes = Math.min(length - done, most);
                blocks += bytes < FEWEST_BYTES ? 0 : (bytes - untilBlock(position + done)) / BLOCK;
            }
            return blocks;
        }

        @Override
        Left call(Cipher cipher) throws Exception {
            if (isFirst) {
                cipher.init(isEncryption ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(iv));
            }
            byte[] output = scenario == Scenario.OVERLAPS ? cryptWithin(cipher) : crypt(cipher, piece);
            return new Left(output, state(cipher));
        }

        /** All of the array that both input and output are in. */
        private byte[] cryptWithin(Cipher cipher) throws GeneralSecurityException {
            int length = piece.input().length;
            byte[] array = filled(3 * length + 2 * NEAR);
            int in = length + NEAR;
            int out = in + distance;
            System.arraycopy(piece.input(), 0, array, in, length);
            int count;
            if (piece.form() == Form.BUFFERS) {
                ByteBuffer input = ByteBuffer.wrap(array, in, length);
                ByteBuffer output = ByteBuffer.wrap(array).position(out);
                count = piece.isLast() ? doFinal(cipher, input, output) : cipher.update(input, output);
            } else {
                count = piece.isLast() ? doFinal(cipher, array, in, length, array, out) : cipher.update(array, in, length, array, out);
            }
            assertEquals(length, count);
            return array;
        }

        private static String state(Cipher cipher) {
            Object mode = Snapshot.get(Snapshot.get(Snapshot.get(cipher, "spi"), "core"), "cipher");
            int used = (int) Snapshot.get(mode, "used");
            // A block of which all is used is not looked at again.
            String rest = used == BLOCK ? "" : " of " + hex(Snapshot.get(mode, "encryptedCounter"));
            return "counter " + hex(Snapshot.get(mode, "counter")) + ", used " + used + rest;
        }

        @Override
        public String toString() {
            return scenario + (isEncryption ? ", encryption" : ", decryption") + ", key " + hex(key) + ", IV " + hex(iv) + ", at " + position + " " +
                            piece.input().length + " bytes, distance " + distance + ", " + piece;
        }
    }

    /** Encrypts and decrypts in pairs. */
    public static final class Main {

        private static final int PAIRS = 100;
        private static final int ROUNDS = 10;
        private static final int FEW_PAIRS = 20;

        private Main() {
        }

        public static void main(String[] arguments) throws Exception {
            BlockMethods methods = new BlockMethods("CounterMode.encrypt", "CounterMode.decrypt");
            BlockMethods.reach(AesPart.COUNTER);
            List<Pair> few = new ArrayList<>();
            for (Scenario scenario : Scenario.values()) {
                few.addAll(pairs(scenario, 0, FEW_PAIRS));
            }
            AesGcmTierTest.prepare(methods, few, ROUNDS);
            for (Scenario scenario : Scenario.values()) {
                try {
                    AesGcmTierTest.takeTurns(methods, pairs(scenario, FEW_PAIRS, PAIRS), ROUNDS);
                    System.out.println(scenario.done());
                } catch (AssertionError e) {
                    e.printStackTrace(System.out);
                }
            }
        }

        private static List<Pair> pairs(Scenario scenario, int seed, int count) throws GeneralSecurityException {
            List<Pair> pairs = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                pairs.add(new CtrPair(scenario, seed + i));
            }
            return pairs;
        }
    }
}
