package org.cryptointrinsics.test.hotspot;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.cipher.AesGcmReference;
import org.cryptointrinsics.test.cipher.BlockMethods;
import org.cryptointrinsics.test.cipher.CipherCalls;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** Messages, digests and ciphers are young objects, which collectors move while kernels work on them. */
@Category(EveryTier.class)
@RunWith(Parameterized.class)
public class CollectorTest {

    private static final int KEY_BYTES = 16;
    private static final int BLOCK = 16;
    private static final int TAG_BYTES = 16;
    /** More than a kernel is given at once, and less than what G1 does not move. */
    private static final int LONGEST = 3 * AesGcmReference.LONGEST_PART / 2;
    /** In parts, so that the JDK gives nearly all of each to kernels. */
    private static final int LEAST_IN_PARTS = 6000;
    /** After that many, kinds of messages come again. */
    private static final int MESSAGES = 20;
    private static final int FEWEST_COLLECTIONS = 20;
    /** Of the blocks. Code may be thrown away and compiled again. */
    private static final double LEAST_BY_KERNELS = 0.9;

    private final String options;

    public CollectorTest(String options) {
        this.options = options;
    }

    /** The options for each collector; of few, one that stops threads, and one that does not. */
    @Parameters(name = "{0}")
    public static List<String> collectors() {
        List<String> few = List.of("-XX:+UseSerialGC -Xmn4m", "-XX:+UseZGC");
        List<String> others = List.of("-XX:+UseParallelGC -Xmn4m -XX:-UseCompressedOops", "-XX:+UseG1GC -Xmn8m -XX:+UseCompactObjectHeaders");
        return Reference.FEW ? few : Stream.concat(few.stream(), others.stream()).toList();
    }

    @Test
    public void resultsForYoungArraysAreRight() throws Exception {
        List<String> all = new ArrayList<>(List.of(options.split(" ")));
        all.add("-Xmx192m");
        Fork.run(all, List.of(InOneJava.class));
    }

    /** Digests, encrypts and decrypts while memory is running out again and again. */
    public static final class InOneJava {

        private static final long NANOS = 2_000_000_000L;
        /** Then there are too few collections, even for a busy machine. */
        private static final long LONGEST_NANOS = 60 * NANOS;
        private static final int THREADS = 3;

        /** What a thread does until it is told to end, with how many blocks. */
        private interface Work {
            long run(Random random, BooleanSupplier isDone) throws Exception;
        }

        @Test
        public void digestsAreRight() throws Exception {
            Calls.prepare();
            run(CollectorTest::digest);
        }

        @Test
        public void ciphersAreRight() throws Exception {
            assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
            CipherCalls.Compiled.prepare();
            prepareBlocks();
            run(CollectorTest::crypt);
        }

    /** Kernels for messages in parts, with keys of one length. */
        private static void prepareBlocks() throws Exception {
            BlockMethods methods = new BlockMethods("GaloisCounterMode$GCMEncrypt.doUpdate", "GaloisCounterMode$GCMDecrypt.decryptBlocks",
                            "GaloisCounterMode$EncryptOp.doFinal", "GaloisCounterMode$DecryptOp.doFinal", "CounterMode.encrypt", "CounterMode.decrypt");
            Random random = new Random(1);
            methods.prepare(() -> {
                for (int i = 0; i < 2 * MESSAGES; i++) {
                    cryptOne(random, i);
                }
            });
        }

        private static void run(Work work) throws InterruptedException {
            long collectionsBefore = collections();
            long blocksBefore = blocks();
            long start = System.nanoTime();
            BooleanSupplier isDone = () -> {
                long nanos = System.nanoTime() - start;
                return nanos > LONGEST_NANOS || nanos > NANOS && collections() - collectionsBefore >= FEWEST_COLLECTIONS;
            };
            Thread[] threads = new Thread[THREADS];
            Throwable[] failures = new Throwable[THREADS];
            LongAdder expected = new LongAdder();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                threads[i] = new Thread(() -> {
                    try {
                        expected.add(work.run(new Random(thread), isDone));
                    } catch (Throwable e) {
                        failures[thread] = e;
                    }
                });
                threads[i].start();
            }
            for (int i = 0; i < THREADS; i++) {
                threads[i].join();
                if (failures[i] != null) {
                    throw new AssertionError(failures[i]);
                }
            }
            long collections = collections() - collectionsBefore;
            long blocks = blocks() - blocksBefore;
            System.out.println(collections + " collections, " + blocks + " of " + expected + " blocks");
            assertTrue(collections >= FEWEST_COLLECTIONS);
            assertTrue(blocks >= LEAST_BY_KERNELS * expected.sum());
        }

        private static long blocks() {
            return Jit.intrinsics().all().stream().mapToLong(intrinsic -> intrinsic.counters().blocks()).sum();
        }

        private static long collections() {
            return ManagementFactory.getGarbageCollectorMXBeans().stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
        }
    }

    /**
     * Digests messages of all kinds until it is told to end, and checks the digests.
     *
     * @return how many blocks they had
     */
    static long digest(Random random, BooleanSupplier isDone) throws Exception {
        long blocks = 0;
        ByteBuffer direct = ByteBuffer.allocateDirect(Reference.message().length).put(Reference.message()).flip();
        for (int i = 0; !isDone.getAsBoolean(); i++) {
            String algorithm = Reference.DIGESTS.get(random.nextInt(Reference.DIGESTS.size()));
            int length = i % 10 == 0 ? Reference.LARGE_LENGTHS.get(random.nextInt(Reference.LARGE_LENGTHS.size())) : random.nextInt(Reference.SMALL);
            int first = random.nextInt(length + 1);
            // All is new.
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            byte[] data = Reference.message(length);
            switch (random.nextInt(4)) {
                case 0 -> {
                    Calls.update(digest, data, 0, first);
                    digest = (MessageDigest) Calls.copy(digest);
                    Calls.update(digest, data, first, length - first);
                }
                case 1 -> {
                    Calls.update(digest, ByteBuffer.wrap(data).asReadOnlyBuffer().limit(first));
                    Calls.update(digest, ByteBuffer.wrap(data).asReadOnlyBuffer().position(first));
                }
                case 2 -> {
                    Calls.update(digest, direct.duplicate().limit(first));
                    Calls.update(digest, direct.duplicate().position(first).limit(length));
                }
                default -> {
                    assertEquals(Reference.digest(algorithm, length), HexFormat.of().formatHex(Calls.digest(digest, data)));
                    blocks += Jit.blocks(algorithm, length);
                    Calls.update(digest, data);
                }
            }
            assertEquals(Reference.digest(algorithm, length), HexFormat.of().formatHex(Calls.digest(digest)));
            blocks += Jit.blocks(algorithm, length);
        }
        return blocks;
    }

    /**
     * Encrypts and decrypts messages of all lengths until it is told to end, and checks the results.
     *
     * @return how many blocks they had
     */
    private static long crypt(Random random, BooleanSupplier isDone) throws Exception {
        long blocks = 0;
        for (int i = 0; !isDone.getAsBoolean(); i++) {
            blocks += cryptOne(random, i);
        }
        return blocks;
    }

    private static long cryptOne(Random random, int i) throws Exception {
        // All is new.
        return switch (i % MESSAGES) {
            case 0, 5, 10 -> cryptAtOnce(random, random.nextInt(LONGEST / 4), 16 + 8 * random.nextInt(3));
            case 1, 11 -> cryptAtOnce(random, random.nextInt(AesGcmReference.LONGEST_PART + 1, LONGEST), KEY_BYTES);
            case 2, 7, 12, 17 -> cryptInParts(random, LEAST_IN_PARTS + random.nextInt(random.nextBoolean() ? LEAST_IN_PARTS : LONGEST));
            case 3, 8, 13, 18 -> cryptInCounterMode(random, LEAST_IN_PARTS + random.nextInt(random.nextBoolean() ? LEAST_IN_PARTS : LONGEST));
            default -> cryptAtOnce(random, random.nextInt(Reference.SMALL), 16 + 8 * random.nextInt(3));
        };
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static long cryptAtOnce(Random random, int length, int keyBytes) throws Exception {
        byte[] key = bytes(random, keyBytes);
        byte[] iv = bytes(random, 12);
        byte[] plaintext = Reference.message(length);
        Cipher encryption = AesGcmReference.cipher(Cipher.ENCRYPT_MODE, key, iv, iv, TAG_BYTES);
        byte[] ciphertext = new byte[length + TAG_BYTES];
        if (random.nextBoolean()) {
            ciphertext = CipherCalls.COMPILED.doFinal(encryption, plaintext);
        } else {
            CipherCalls.COMPILED.doFinal(encryption, ByteBuffer.wrap(plaintext).asReadOnlyBuffer(), ByteBuffer.wrap(ciphertext));
        }
        Cipher decryption = AesGcmReference.cipher(Cipher.DECRYPT_MODE, key, iv, iv, TAG_BYTES);
        switch (random.nextInt(3)) {
            case 0 -> assertArrayEquals(plaintext, CipherCalls.COMPILED.doFinal(decryption, ciphertext));
            case 1 -> {
                assertEquals(length, CipherCalls.COMPILED.doFinal(decryption, ciphertext, 0, ciphertext.length, ciphertext));
                assertArrayEquals(plaintext, Arrays.copyOf(ciphertext, length));
            }
            default -> {
                byte[] array = Arrays.copyOf(ciphertext, ciphertext.length + length);
                assertEquals(length, CipherCalls.COMPILED.doFinal(decryption, array, 0, ciphertext.length, array, ciphertext.length));
                assertArrayEquals(plaintext, Arrays.copyOfRange(array, ciphertext.length, array.length));
            }
        }
        return 2 * ((length + BLOCK - 1) / BLOCK);
    }

    private static long cryptInParts(Random random, int length) throws Exception {
        byte[] key = bytes(random, KEY_BYTES);
        byte[] iv = bytes(random, 12);
        byte[] plaintext = Reference.message(length);
        byte[] ciphertext = inParts(random, AesGcmReference.cipher(Cipher.ENCRYPT_MODE, key, iv, iv, TAG_BYTES), plaintext);
        assertArrayEquals(plaintext, inParts(random, AesGcmReference.cipher(Cipher.DECRYPT_MODE, key, iv, iv, TAG_BYTES), ciphertext));
        return 2 * (length / BLOCK);
    }

    private static long cryptInCounterMode(Random random, int length) throws Exception {
        byte[] key = bytes(random, KEY_BYTES);
        byte[] iv = bytes(random, BLOCK);
        byte[] plaintext = Reference.message(length);
        byte[] ciphertext = inParts(random, counterMode(Cipher.ENCRYPT_MODE, key, iv), plaintext);
        assertArrayEquals(plaintext, inParts(random, counterMode(Cipher.DECRYPT_MODE, key, iv), ciphertext));
        return 2 * (length / BLOCK);
    }

    private static Cipher counterMode(int mode, byte[] key, byte[] iv) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding", AesGcmReference.PROVIDER);
        cipher.init(mode, new SecretKeySpec(key, "AES"), new IvParameterSpec(iv));
        return cipher;
    }

    /** In three parts, each about as long as the others, and an array of its own. */
    private static byte[] inParts(Random random, Cipher cipher, byte[] input) throws Exception {
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        int third = input.length / 3;
        int first = third - random.nextInt(third / 4);
        int second = first + third - random.nextInt(third / 4);
        for (byte[] part : new byte[][]{Arrays.copyOf(input, first), Arrays.copyOfRange(input, first, second)}) {
            byte[] output = new byte[part.length + BLOCK];
            boolean isBuffer = random.nextBoolean();
            int count = isBuffer ? cipher.update(ByteBuffer.wrap(part), ByteBuffer.wrap(output)) : cipher.update(part, 0, part.length, output, 0);
            result.write(output, 0, count);
        }
        result.writeBytes(CipherCalls.COMPILED.doFinal(cipher, Arrays.copyOfRange(input, second, input.length)));
        return result.toByteArray();
    }
}
