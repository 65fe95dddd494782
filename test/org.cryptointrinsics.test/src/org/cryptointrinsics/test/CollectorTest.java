package org.cryptointrinsics.test;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;

import javax.crypto.Cipher;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/** Messages, digests and ciphers are young objects, which collectors move while kernels work on them. */
@RunWith(Parameterized.class)
public class CollectorTest {

    private static final int TAG_BYTES = 16;
    private static final int FEWEST_COLLECTIONS = 20;
    /** Of the blocks. Code may be thrown away and compiled again. */
    private static final double LEAST_BY_KERNELS = 0.9;

    private final List<String> options;

    public CollectorTest(String options) {
        this.options = List.of(options.split(" "));
    }

    /** The options for each collector. */
    @Parameters(name = "{0}")
    public static Collection<String> collectors() {
        return List.of("-XX:+UseSerialGC -Xmn4m", "-XX:+UseParallelGC -Xmn4m", "-XX:+UseG1GC -Xmn8m", "-XX:+UseZGC", "-XX:+UseSerialGC -Xmn4m -XX:-UseCompressedOops",
                        "-XX:+UseG1GC -Xmn8m -XX:+UseCompactObjectHeaders");
    }

    @Test
    public void resultsForYoungArraysAreRight() throws Exception {
        List<String> all = new ArrayList<>(options);
        all.add("-Xmx192m");
        String printed = JavaProcess.runLikeThis(all, Main.class);
        assertTrue(printed, printed.contains(Main.DONE));
    }

    /** Digests, encrypts and decrypts while memory is running out again and again. */
    public static final class Main {

        private static final String DONE = "all is right";
        private static final long NANOS = 2_000_000_000L;
        private static final int THREADS = 3;

        private Main() {
        }

        /** What a thread does until that time, with how many blocks. */
        private interface Work {
            long run(Random random, long end) throws Exception;
        }

        public static void main(String[] arguments) throws Exception {
            Calls.prepare();
            CipherCalls.Compiled.prepare();
            run(CollectorTest::digest);
            if (Jit.intrinsics().aesGcm().isOn()) {
                run(CollectorTest::crypt);
            }
            System.out.println(DONE);
        }

        private static void run(Work work) throws InterruptedException {
            long collections = collections();
            long blocks = blocks();
            long end = System.nanoTime() + NANOS;
            Thread[] threads = new Thread[THREADS];
            Throwable[] failures = new Throwable[THREADS];
            LongAdder expected = new LongAdder();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                threads[i] = new Thread(() -> {
                    try {
                        expected.add(work.run(new Random(thread), end));
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
            collections = collections() - collections;
            blocks = blocks() - blocks;
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
     * Digests messages of all kinds, and checks the digests.
     *
     * @return how many blocks they had
     */
    static long digest(Random random, long end) throws Exception {
        long blocks = 0;
        ByteBuffer direct = ByteBuffer.allocateDirect(Reference.message().length).put(Reference.message()).flip();
        for (int i = 0; System.nanoTime() < end; i++) {
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
     * Encrypts and decrypts messages of all lengths, and checks the results.
     *
     * @return how many blocks they had
     */
    private static long crypt(Random random, long end) throws Exception {
        long blocks = 0;
        for (int i = 0; System.nanoTime() < end; i++) {
            byte[] key = new byte[16 + 8 * random.nextInt(3)];
            byte[] iv = new byte[12];
            random.nextBytes(key);
            random.nextBytes(iv);
            // All is new.
            byte[] plaintext = Reference.message(i % 10 == 0 ? random.nextInt(1 << 15) : random.nextInt(Reference.SMALL));
            Cipher encryption = AesGcmReference.cipher(Cipher.ENCRYPT_MODE, key, iv, iv, TAG_BYTES);
            byte[] ciphertext = new byte[plaintext.length + TAG_BYTES];
            if (random.nextBoolean()) {
                ciphertext = CipherCalls.COMPILED.doFinal(encryption, plaintext);
            } else {
                CipherCalls.COMPILED.doFinal(encryption, ByteBuffer.wrap(plaintext).asReadOnlyBuffer(), ByteBuffer.wrap(ciphertext));
            }
            Cipher decryption = AesGcmReference.cipher(Cipher.DECRYPT_MODE, key, iv, iv, TAG_BYTES);
            if (random.nextBoolean()) {
                assertArrayEquals(plaintext, CipherCalls.COMPILED.doFinal(decryption, ciphertext));
            } else {
                assertEquals(plaintext.length, CipherCalls.COMPILED.doFinal(decryption, ciphertext, 0, ciphertext.length, ciphertext));
                assertArrayEquals(plaintext, Arrays.copyOf(ciphertext, plaintext.length));
            }
            blocks += 2 * ((plaintext.length + 15) / 16);
        }
        return blocks;
    }
}
