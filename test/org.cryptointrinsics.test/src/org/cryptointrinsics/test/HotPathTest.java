package org.cryptointrinsics.test;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.test.Jit.Work;
import org.junit.Test;

/**
 * What applications call comes to the kernels once it is hot: compiled when HotSpot says so, with profiles. In a Java of its own, in which nothing else was
 * profiled.
 */
public class HotPathTest {

    private static final String ALL_ARE_HOT = "all are hot";

    @Test
    public void hotCodeCallsKernels() throws Exception {
        String printed = JavaProcess.runHot(List.of(), Main.class);
        assertTrue(printed, printed.contains(ALL_ARE_HOT));
    }

    /** A kernel is compiled when there may be something to do for it, and code from before does not keep it from being used. */
    @Test
    public void digestsMayComeLater() throws Exception {
        String printed = JavaProcess.runHot(List.of(), Main.class, "SHA-256", "MD5", "SHA3-256", "SHA-512");
        assertTrue(printed, printed.contains(ALL_ARE_HOT));
    }

    /** Whole messages, long ones and those in parts. */
    @Test
    public void hotCiphersCallKernels() throws Exception {
        String printed = JavaProcess.runHot(List.of(), Main.class, AesGcmKernel.NAME);
        assertTrue(printed, printed.contains(ALL_ARE_HOT));
    }

    /** Calls as applications do until kernels do all of the work. */
    public static final class Main {

        private static final int LENGTH = 6400;
        private static final byte[] DATA = Reference.message(LENGTH);

        private static final int REPETITIONS = 100;
        private static final long LONGEST_NANOS = 120_000_000_000L;

        /**
         * @param work of the kernel
         */
        private record Path(Intrinsic<?> intrinsic, Work work, Jit.Action action) {

            Path(String digest, Work work, Jit.Action action) {
                this(Jit.intrinsic(digest), work, action);
            }

            Work run() throws Exception {
                Work before = Jit.work(intrinsic);
                for (int i = 0; i < REPETITIONS; i++) {
                    action.run();
                }
                return Jit.work(intrinsic).minus(before);
            }

            boolean isHot() throws Exception {
                return run().equals(new Work(REPETITIONS * work.calls(), REPETITIONS * work.blocks()));
            }
        }

        private Main() {
        }

        /**
         * @param arguments AES-GCM, or digests, which are used one after another; by default, all at once, and what uses them
         */
        public static void main(String[] arguments) throws Exception {
            if (List.of(arguments).equals(List.of(AesGcmKernel.NAME))) {
                if (becomeHot(CipherPaths.all())) {
                    System.out.println(ALL_ARE_HOT);
                }
                return;
            }
            for (String algorithm : arguments) {
                if (!Jit.work(algorithm).equals(new Work(0, 0))) {
                    System.out.println(algorithm + " has a kernel before it is used");
                    return;
                }
                if (!becomeHot(paths(List.of(algorithm)))) {
                    return;
                }
            }
            if (arguments.length == 0) {
                Map<String, Path> paths = paths(Reference.ONE_OF_EACH);
                addOthers(paths);
                if (!becomeHot(paths)) {
                    return;
                }
            }
            System.out.println(ALL_ARE_HOT);
        }

        private static boolean becomeHot(Map<String, Path> paths) throws Exception {
            long start = System.nanoTime();
            while (!paths.isEmpty()) {
                for (int i = 0; i < 10; i++) {
                    for (Path path : paths.values()) {
                        path.run();
                    }
                }
                for (String name : List.copyOf(paths.keySet())) {
                    if (paths.get(name).isHot()) {
                        System.out.println(name + " after " + (System.nanoTime() - start) / 1_000_000 + " ms");
                        paths.remove(name);
                    }
                }
                if (System.nanoTime() - start > LONGEST_NANOS) {
                    for (Map.Entry<String, Path> path : paths.entrySet()) {
                        System.out.println("not hot: " + path.getKey() + ", " + path.getValue().run() + " instead of " + REPETITIONS + " times " + path.getValue().work);
                    }
                    return false;
                }
            }
            return true;
        }

        private static Map<String, Path> paths(List<String> algorithms) throws Exception {
            Map<String, Path> paths = new LinkedHashMap<>();
            for (String algorithm : algorithms) {
                MessageDigest digest = MessageDigest.getInstance(algorithm);
                int length = 50 * Jit.intrinsic(algorithm).algorithm().blockBytes();
                byte[] data = Reference.message(length);
                ByteBuffer direct = ByteBuffer.allocateDirect(length).put(data).flip();
                ByteBuffer readOnly = ByteBuffer.wrap(data).asReadOnlyBuffer();
                // All blocks at once, and the last one with the padding.
                Work whole = new Work(2, 51);
                paths.put(algorithm + " update(byte[])", new Path(algorithm, whole, () -> {
                    digest.update(data);
                    digest.digest();
                }));
                paths.put(algorithm + " digest(byte[])", new Path(algorithm, whole, () -> MessageDigest.getInstance(algorithm).digest(data)));
                paths.put(algorithm + " of two parts", new Path(algorithm, new Work(4, 51), () -> {
                    digest.update(data, 0, length / 2 - 1);
                    digest.update(data, length / 2 - 1, length / 2 + 1);
                    digest.digest();
                }));
                paths.put(algorithm + " of two direct parts", new Path(algorithm, new Work(4, 51), () -> {
                    digest.update(direct.duplicate().limit(length / 2 - 1));
                    digest.update(direct.duplicate().position(length / 2 - 1));
                    digest.digest();
                }));
                paths.put(algorithm + " of a heap buffer", new Path(algorithm, whole, () -> {
                    digest.update(ByteBuffer.wrap(data));
                    digest.digest();
                }));
                paths.put(algorithm + " of a direct buffer", new Path(algorithm, whole, () -> {
                    digest.update(direct.duplicate());
                    digest.digest();
                }));
                paths.put(algorithm + " of a read-only buffer", new Path(algorithm, whole, () -> {
                    digest.update(readOnly.duplicate());
                    digest.digest();
                }));
                paths.put(algorithm + " of a stream", new Path(algorithm, whole, () -> {
                    InputStream in = new DigestInputStream(new ByteArrayInputStream(data), digest);
                    in.readNBytes(length);
                    digest.digest();
                }));
                if (List.of("SHA-256", "SHA-512").contains(algorithm)) {
                    addPbkdf2(algorithm, paths);
                }
            }
            return paths;
        }

        /** The first HMAC and the last one by the JDK, of four blocks, and between them as many as are done at once, of two blocks but for the key. */
        private static void addPbkdf2(String algorithm, Map<String, Path> paths) throws Exception {
            int blocks = 4 + 2 + 2 * 256 + 4;
            SecretKeyFactory keys = SecretKeyFactory.getInstance("PBKDF2WithHmac" + algorithm.replace("-", ""));
            paths.put("PBKDF2 with " + algorithm, new Path(algorithm, new Work(blocks, blocks),
                            () -> keys.generateSecret(new PBEKeySpec(new char[]{'p'}, new byte[16], 1 + 256 + 1, Byte.SIZE))));
        }

        private static void addOthers(Map<String, Path> paths) throws Exception {
            paths.put("UUID", new Path("MD5", new Work(1, 1), () -> UUID.nameUUIDFromBytes(new byte[16])));
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
            // Inside, the key and the data and then the end, outside, the key, and the digest with the end.
            paths.put("HMAC", new Path("SHA-256", new Work(5, 1 + 100 + 1 + 1 + 1), () -> mac.doFinal(DATA)));
        }

        /** With keys of each length; what they yield when they are hot is what they yielded at first. */
        private static final class CipherPaths {

            private static final int WHOLE = 20_000;
            private static final int LONG = AesGcmReference.LONGEST_PART + 4477;
            private static final int BLOCK = 16;
            private static final int TAG_BYTES = 16;

            private final Map<String, Path> paths = new LinkedHashMap<>();
            private final int keyBytes;

            private CipherPaths(int keyBytes) {
                this.keyBytes = keyBytes;
            }

            static Map<String, Path> all() throws Exception {
                Map<String, Path> all = new LinkedHashMap<>();
                for (int keyBytes : new int[]{16, 24, 32}) {
                    CipherPaths some = new CipherPaths(keyBytes);
                    Work whole = new Work(1, (WHOLE + BLOCK - 1) / BLOCK);
                    some.add(WHOLE, whole, whole);
                    // In place, it is left to the JDK, which does the rest of a block.
                    int calls = (LONG + AesGcmReference.LONGEST_PART - 1) / AesGcmReference.LONGEST_PART;
                    some.add(LONG, new Work(calls, (LONG + BLOCK - 1) / BLOCK), new Work(calls, LONG / BLOCK));
                    some.addParts();
                    some.addSmallParts();
                    some.addCounterMode();
                    all.putAll(some.paths);
                }
                return all;
            }

            private void add(int length, Work work, Work workInPlace) throws Exception {
                Cipher encryption = Cipher.getInstance("AES/GCM/NoPadding");
                Cipher decryption = Cipher.getInstance("AES/GCM/NoPadding");
                byte[] message = Reference.message(length);
                byte[] result = new byte[length + TAG_BYTES];
                ByteBuffer direct = ByteBuffer.allocateDirect(length).put(message).clear();
                ByteBuffer directResult = ByteBuffer.allocateDirect(result.length);
                init(encryption, Cipher.ENCRYPT_MODE, 0);
                byte[] ciphertext = encryption.doFinal(message);
                ByteBuffer directCiphertext = ByteBuffer.allocateDirect(result.length).put(ciphertext).clear();
                put(length + " encrypted", work, () -> {
                    init(encryption, Cipher.ENCRYPT_MODE, 1);
                    encryption.doFinal(message);
                    init(encryption, Cipher.ENCRYPT_MODE, 0);
                    encryption.doFinal(message, 0, length, result);
                    assertArrayEquals(ciphertext, result);
                }, 2);
                put(length + " encrypted, direct", work, () -> {
                    init(encryption, Cipher.ENCRYPT_MODE, 1);
                    encryption.doFinal(direct.clear(), directResult.clear());
                    init(encryption, Cipher.ENCRYPT_MODE, 0);
                    encryption.doFinal(direct.clear(), directResult.clear());
                    assertEquals(directCiphertext.clear(), directResult.clear());
                }, 2);
                put(length + " decrypted", work, () -> {
                    init(decryption, Cipher.DECRYPT_MODE, 0);
                    assertArrayEquals(message, decryption.doFinal(ciphertext));
                }, 1);
                put(length + " decrypted in place", workInPlace, () -> {
                    System.arraycopy(ciphertext, 0, result, 0, result.length);
                    init(decryption, Cipher.DECRYPT_MODE, 0);
                    assertEquals(length, decryption.doFinal(result, 0, result.length, result, 0));
                    assertEquals(-1, Arrays.mismatch(message, 0, length, result, 0, length));
                }, 1);
                put(length + " decrypted, direct, in place", workInPlace, () -> {
                    directResult.clear().put(directCiphertext.clear());
                    init(decryption, Cipher.DECRYPT_MODE, 0);
                    decryption.doFinal(directResult.clear(), directResult.duplicate());
                    assertEquals(direct.clear(), directResult.clear().limit(length));
                }, 1);
            }

            private void addParts() throws Exception {
                Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
                byte[] message = Reference.message(WHOLE);
                init(cipher, Cipher.ENCRYPT_MODE, 0);
                byte[] ciphertext = cipher.doFinal(message);
                byte[] result = new byte[ciphertext.length];
                int part = WHOLE / 2 / BLOCK * BLOCK;
                put("encrypted in parts", new Work(1, part / BLOCK), () -> {
                    init(cipher, Cipher.ENCRYPT_MODE, 1);
                    cipher.update(new byte[1]);
                    init(cipher, Cipher.ENCRYPT_MODE, 0);
                    cipher.update(message, 0, part, result, 0);
                    cipher.update(message, part, part, result, part);
                    cipher.doFinal(message, 2 * part, WHOLE - 2 * part, result, 2 * part);
                    assertArrayEquals(ciphertext, result);
                }, 2);
            }

            /** Of less than the JDK has combined, outside of the heap: GHASH and GCTR by themselves. */
            private void addSmallParts() throws Exception {
                Cipher encryption = Cipher.getInstance("AES/GCM/NoPadding");
                Cipher decryption = Cipher.getInstance("AES/GCM/NoPadding");
                int aadBlocks = 37;
                int firstBlocks = 13;
                int lastBlocks = 5;
                byte[] aad = Reference.message(aadBlocks * BLOCK + 8);
                // Of one block, five bytes are in the first part.
                int first = firstBlocks * BLOCK + 5;
                byte[] message = Reference.message((firstBlocks + 1 + lastBlocks) * BLOCK + 4);
                ByteBuffer direct = ByteBuffer.allocateDirect(message.length).put(message);
                init(encryption, Cipher.ENCRYPT_MODE, 0);
                encryption.updateAAD(aad);
                ByteBuffer ciphertext = ByteBuffer.allocateDirect(message.length + TAG_BYTES).put(encryption.doFinal(message));
                ByteBuffer result = ByteBuffer.allocateDirect(ciphertext.capacity());
                put("encrypted in small parts", new Work(1 + 2 + 2 + 2, aadBlocks + 2 * firstBlocks + 2 + 2 * lastBlocks), () -> {
                    init(encryption, Cipher.ENCRYPT_MODE, 1);
                    encryption.update(new byte[1]);
                    init(encryption, Cipher.ENCRYPT_MODE, 0);
                    encryption.updateAAD(aad);
                    encryption.update(direct.clear().limit(first), result.clear());
                    encryption.doFinal(direct.limit(message.length), result);
                    assertEquals(ciphertext.clear(), result.clear());
                }, 1);
                // The first part is kept on the heap, where GHASH of that little is Graal's.
                put("decrypted in small parts", new Work(1 + 1 + 1 + 2, aadBlocks + firstBlocks + 1 + 2 * lastBlocks), () -> {
                    init(decryption, Cipher.DECRYPT_MODE, 0);
                    decryption.updateAAD(aad);
                    decryption.update(ciphertext.clear().limit(first), result.clear());
                    decryption.doFinal(ciphertext.limit(ciphertext.capacity()), result);
                    assertEquals(direct.clear(), result.flip());
                }, 1);
            }

            private void addCounterMode() throws Exception {
                Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
                byte[] message = Reference.message(WHOLE);
                // Where the last 32 bits are carried over.
                byte[] iv = new byte[BLOCK];
                Arrays.fill(iv, 10, BLOCK - 1, (byte) 0xFF);
                cipher.init(Cipher.ENCRYPT_MODE, key(), new IvParameterSpec(iv));
                byte[] ciphertext = cipher.doFinal(message);
                byte[] result = new byte[WHOLE];
                int part = 1003;
                // What is left of a block, and what begins one, is done by the JDK.
                int first = part / BLOCK;
                int second = (WHOLE - part - (BLOCK - part % BLOCK)) / BLOCK;
                put("in counter mode", new Work(3, first + second), () -> {
                    int done = cipher.update(message, 0, part, result, 0);
                    cipher.doFinal(message, part, WHOLE - part, result, done);
                    assertArrayEquals(ciphertext, result);
                }, 1);
            }

            private void put(String name, Work work, Jit.Action action, int times) {
                paths.put("AES-" + keyBytes * Byte.SIZE + ", " + name, new Path(Jit.intrinsics().aesGcm(), new Work(times * work.calls(), times * work.blocks()), action));
            }

            private SecretKey key() {
                return new SecretKeySpec(Reference.message(keyBytes), "AES");
            }

            private void init(Cipher cipher, int mode, int iv) throws Exception {
                cipher.init(mode, key(), new GCMParameterSpec(TAG_BYTES * Byte.SIZE, new byte[]{(byte) iv, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
            }
        }
    }
}
