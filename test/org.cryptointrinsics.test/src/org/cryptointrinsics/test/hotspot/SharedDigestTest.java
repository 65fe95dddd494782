package org.cryptointrinsics.test.hotspot;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit.Work;
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

/**
 * Threads that use one object at once get nothing useful, as in the JDK, and maybe exceptions; but the VM goes on, and nothing else is changed. What was written
 * beyond an array would be found by the collector, or by the digests that follow.
 */
@Category(EveryTier.class)
@RunWith(Parameterized.class)
public class SharedDigestTest {

    private static final int THREADS = 4;
    private static final long NANOS = 500_000_000L;
    /** Of a cipher. Exceptions may make HotSpot throw code away, so that is compiled before each. */
    private static final int PHASES = 5;
    private static final int TAG_BYTES = 16;
    private static final int MARGIN = 64;
    private static final byte FILL = 0x55;
    /** Of each thread. */
    private static final ThreadLocal<ByteBuffer> DIRECT = ThreadLocal.withInitial(
                    () -> ByteBuffer.allocateDirect(Reference.SMALL + 2 * TAG_BYTES + 2 * MARGIN));

    private final String algorithm;

    @Parameters(name = "{0}")
    public static List<String> algorithms() {
        return Reference.ONE_OF_EACH;
    }

    public SharedDigestTest(String algorithm) {
        this.algorithm = algorithm;
    }

    @Test
    public void sharedDigest() throws Exception {
        Calls.prepare();
        MessageDigest shared = MessageDigest.getInstance(algorithm);
        ByteBuffer direct = ByteBuffer.allocateDirect(Reference.SMALL).put(Reference.message(Reference.SMALL)).flip();
        Work work = Jit.work(algorithm, () -> atOnce(random -> {
            int length = random.nextInt(Reference.SMALL);
            switch (random.nextInt(8)) {
                case 0 -> Calls.update(shared, (byte) 1);
                case 1 -> Calls.update(shared, Reference.message(length));
                case 2 -> Calls.update(shared, direct.duplicate().limit(length));
                case 3 -> Calls.update(shared, direct.asReadOnlyBuffer().limit(length));
                case 4 -> Calls.digest(shared);
                case 5 -> Calls.digest(shared, Reference.message(length));
                case 6 -> Calls.copy(shared);
                default -> Calls.reset(shared);
            }
        }));
        assertTrue("by kernels", work.blocks() > 0 || !Jit.intrinsic(algorithm).isOn());
        assertOthersAreRight();
    }

    @Test
    public void sharedMac() throws Exception {
        Calls.prepare();
        Jit.compile(SharedDigestTest.class.getDeclaredMethod("doFinal", Mac.class, byte[].class));
        Mac shared = Mac.getInstance(Reference.hmac(algorithm));
        shared.init(new SecretKeySpec(new byte[1], algorithm));
        atOnce(random -> {
            int length = random.nextInt(Reference.SMALL);
            switch (random.nextInt(5)) {
                case 0 -> shared.update(Reference.message(length));
                case 1 -> shared.reset();
                case 2 -> shared.init(new SecretKeySpec(new byte[1 + length], algorithm));
                default -> doFinal(shared, Reference.message(length));
            }
        });
        assertOthersAreRight();
    }

    private static byte[] doFinal(Mac mac, byte[] message) {
        return mac.doFinal(message);
    }

    /** For AES-GCM, with whole messages and with parts. Around the memory that a thread gives for output, nothing is written, nor to its input. */
    @Test
    public void sharedCipher() throws Exception {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        assumeTrue("once is enough", algorithm.equals(algorithms().getFirst()));
        Cipher shared = AesGcmReference.cipher(Cipher.ENCRYPT_MODE, new byte[16], new byte[12], new byte[0], TAG_BYTES);
        ByteBuffer direct = ByteBuffer.allocateDirect(Reference.SMALL).put(Reference.message(Reference.SMALL)).flip();
        CipherCalls.Compiled.prepare();
        BlockMethods methods = new BlockMethods("GaloisCounterMode$GCMEncrypt.doUpdate", "GaloisCounterMode$GCMEngine.doLastBlock",
                        "GaloisCounterMode$GCMDecrypt.decryptBlocks", "GaloisCounterMode$EncryptOp.doFinal", "GaloisCounterMode$DecryptOp.doFinal");
        try {
            for (int i = 0; i < PHASES; i++) {
                CipherCalls.Compiled.prepare();
                methods.compile();
                Work work = CipherCalls.work(() -> atOnce(random -> use(shared, direct, random)));
                assertTrue("by kernels", work.blocks() > 0);
            }
        } finally {
            methods.deoptimize();
        }
        assertArrayEquals(Reference.message(Reference.SMALL), bytes(direct));
        assertOthersAreRight();
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.capacity()];
        buffer.get(0, bytes);
        return bytes;
    }

    private static void use(Cipher shared, ByteBuffer direct, Random random) throws Exception {
        int length = random.nextInt(Reference.SMALL);
        int room = length + random.nextInt(2 * TAG_BYTES);
        byte[] input = Reference.message(length);
        ByteBuffer from = random.nextBoolean() ? ByteBuffer.wrap(input) : direct.asReadOnlyBuffer().limit(length);
        try {
            switch (random.nextInt(15)) {
                case 0, 1, 2, 3 -> init(shared, random);
                case 4 -> shared.updateAAD(input, 0, length / 10);
                case 5 -> shared.updateAAD(from);
                case 6 -> shared.update(input);
                case 7 -> withArray(room, MARGIN, out -> shared.update(input, 0, length, out, MARGIN));
                case 8 -> withBuffer(room, random.nextBoolean(), out -> shared.update(from, out));
                case 9 -> CipherCalls.COMPILED.doFinal(shared, input);
                case 10 -> CipherCalls.COMPILED.doFinal(shared, input, 0, length);
                case 11 -> withArray(room, 0, out -> CipherCalls.COMPILED.doFinal(shared, input, 0, length, out));
                case 12 -> withArray(room, MARGIN, out -> CipherCalls.COMPILED.doFinal(shared, input, 0, length, out, MARGIN));
                default -> withBuffer(room, random.nextBoolean(), out -> CipherCalls.COMPILED.doFinal(shared, from, out));
            }
        } finally {
            assertArrayEquals(Reference.message(length), input);
        }
    }

    private static void init(Cipher shared, Random random) throws GeneralSecurityException {
        byte[] key = new byte[16 + 8 * random.nextInt(3)];
        byte[] iv = new byte[12];
        random.nextBytes(iv);
        AesGcmReference.init(shared, random.nextBoolean() ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE, key, iv, iv, TAG_BYTES);
    }

    @FunctionalInterface
    private interface Output<T> {
        void use(T memory) throws Exception;
    }

    /** Up to the end of the array, anything may be written. */
    private static void withArray(int room, int margin, Output<byte[]> output) throws Exception {
        byte[] array = new byte[margin + room];
        Arrays.fill(array, 0, margin, FILL);
        try {
            output.use(array);
        } finally {
            assertFilled(array, 0, margin);
        }
    }

    /** The JDK writes to the array of a heap buffer without a look at the buffer's limit. */
    private static void withBuffer(int room, boolean isDirect, Output<ByteBuffer> output) throws Exception {
        if (!isDirect) {
            withArray(room, MARGIN, array -> output.use(ByteBuffer.wrap(array).position(MARGIN)));
            return;
        }
        ByteBuffer memory = DIRECT.get();
        byte[] filled = new byte[memory.capacity()];
        Arrays.fill(filled, FILL);
        memory.put(0, filled);
        try {
            output.use(memory.slice(MARGIN, room));
        } finally {
            byte[] bytes = bytes(memory);
            assertFilled(bytes, 0, MARGIN);
            assertFilled(bytes, MARGIN + room, bytes.length);
        }
    }

    private static void assertFilled(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            assertEquals("at " + i, FILL, bytes[i]);
        }
    }

    @FunctionalInterface
    private interface Use {
        void run(Random random) throws Exception;
    }

    private static void atOnce(Use use) throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(THREADS)) {
            List<Callable<Void>> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Random random = new Random(i);
                threads.add(() -> {
                    long end = System.nanoTime() + NANOS;
                    while (System.nanoTime() < end) {
                        try {
                            use.run(random);
                        } catch (RuntimeException | GeneralSecurityException expected) {
                            // Unsupported.
                        }
                    }
                    return null;
                });
            }
            for (Future<Void> thread : executor.invokeAll(threads)) {
                thread.get();
            }
        }
    }

    private static void assertOthersAreRight() throws Exception {
        System.gc();
        for (String name : Reference.DIGESTS) {
            MessageDigest digest = MessageDigest.getInstance(name);
            assertEquals(Reference.digest(name, Reference.SMALL), HexFormat.of().formatHex(Calls.digest(digest, Reference.message(Reference.SMALL))));
        }
    }
}
