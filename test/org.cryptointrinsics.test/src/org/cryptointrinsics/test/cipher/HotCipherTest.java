package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.HotPath;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.digest.HotDigestTest;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** What applications call comes to the kernels for AES once it is hot: whole messages, long ones and those in parts. As {@link HotDigestTest}. */
@Category(EveryTier.class)
public class HotCipherTest {

    private static final int WHOLE = 20_000;
    private static final int LONG = AesGcmReference.LONGEST_PART + 4477;
    private static final int BLOCK = 16;
    private static final int TAG_BYTES = 16;

    @Rule public final Fork fork = Fork.hot();

    private final List<HotPath> paths = new ArrayList<>();

    /** With keys of each length; what they yield when they are hot is what they yielded at first. */
    @Test
    public void hotCodeCallsKernels() throws Exception {
        for (int keyBytes : new int[]{16, 24, 32}) {
            SecretKey key = new SecretKeySpec(Reference.message(keyBytes), "AES");
            Work whole = new Work(1, (WHOLE + BLOCK - 1) / BLOCK);
            add(key, WHOLE, whole, whole);
            // In place, it is left to the JDK, which does the rest of a block.
            int calls = (LONG + AesGcmReference.LONGEST_PART - 1) / AesGcmReference.LONGEST_PART;
            add(key, LONG, new Work(calls, (LONG + BLOCK - 1) / BLOCK), new Work(calls, LONG / BLOCK));
            addParts(key);
            addSmallParts(key);
            addCounterMode(key);
        }
        HotPath.becomeHot(paths);
    }

    private void add(SecretKey key, int length, Work work, Work workInPlace) throws Exception {
        Cipher encryption = Cipher.getInstance("AES/GCM/NoPadding");
        Cipher decryption = Cipher.getInstance("AES/GCM/NoPadding");
        byte[] message = Reference.message(length);
        byte[] result = new byte[length + TAG_BYTES];
        ByteBuffer direct = ByteBuffer.allocateDirect(length).put(message).clear();
        ByteBuffer directResult = ByteBuffer.allocateDirect(result.length);
        init(encryption, Cipher.ENCRYPT_MODE, key, 0);
        byte[] ciphertext = encryption.doFinal(message);
        ByteBuffer directCiphertext = ByteBuffer.allocateDirect(result.length).put(ciphertext).clear();
        put(key, length + " encrypted", work, () -> {
            init(encryption, Cipher.ENCRYPT_MODE, key, 1);
            encryption.doFinal(message);
            init(encryption, Cipher.ENCRYPT_MODE, key, 0);
            encryption.doFinal(message, 0, length, result);
            assertArrayEquals(ciphertext, result);
        }, 2);
        put(key, length + " encrypted, direct", work, () -> {
            init(encryption, Cipher.ENCRYPT_MODE, key, 1);
            encryption.doFinal(direct.clear(), directResult.clear());
            init(encryption, Cipher.ENCRYPT_MODE, key, 0);
            encryption.doFinal(direct.clear(), directResult.clear());
            assertEquals(directCiphertext.clear(), directResult.clear());
        }, 2);
        put(key, length + " decrypted", work, () -> {
            init(decryption, Cipher.DECRYPT_MODE, key, 0);
            assertArrayEquals(message, decryption.doFinal(ciphertext));
        }, 1);
        put(key, length + " decrypted in place", workInPlace, () -> {
            System.arraycopy(ciphertext, 0, result, 0, result.length);
            init(decryption, Cipher.DECRYPT_MODE, key, 0);
            assertEquals(length, decryption.doFinal(result, 0, result.length, result, 0));
            assertEquals(-1, Arrays.mismatch(message, 0, length, result, 0, length));
        }, 1);
        put(key, length + " decrypted, direct, in place", workInPlace, () -> {
            directResult.clear().put(directCiphertext.clear());
            init(decryption, Cipher.DECRYPT_MODE, key, 0);
            decryption.doFinal(directResult.clear(), directResult.duplicate());
            assertEquals(direct.clear(), directResult.clear().limit(length));
        }, 1);
    }

    private void addParts(SecretKey key) throws Exception {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        byte[] message = Reference.message(WHOLE);
        init(cipher, Cipher.ENCRYPT_MODE, key, 0);
        byte[] ciphertext = cipher.doFinal(message);
        byte[] result = new byte[ciphertext.length];
        int part = WHOLE / 2 / BLOCK * BLOCK;
        put(key, "encrypted in parts", new Work(1, part / BLOCK), () -> {
            init(cipher, Cipher.ENCRYPT_MODE, key, 1);
            cipher.update(new byte[1]);
            init(cipher, Cipher.ENCRYPT_MODE, key, 0);
            cipher.update(message, 0, part, result, 0);
            cipher.update(message, part, part, result, part);
            cipher.doFinal(message, 2 * part, WHOLE - 2 * part, result, 2 * part);
            assertArrayEquals(ciphertext, result);
        }, 2);
    }

    /** Of less than the JDK has combined, outside of the heap: GHASH and GCTR by themselves. */
    private void addSmallParts(SecretKey key) throws Exception {
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
        init(encryption, Cipher.ENCRYPT_MODE, key, 0);
        encryption.updateAAD(aad);
        ByteBuffer ciphertext = ByteBuffer.allocateDirect(message.length + TAG_BYTES).put(encryption.doFinal(message));
        ByteBuffer result = ByteBuffer.allocateDirect(ciphertext.capacity());
        put(key, "encrypted in small parts", new Work(1 + 2 + 2 + 2, aadBlocks + 2 * firstBlocks + 2 + 2 * lastBlocks), () -> {
            init(encryption, Cipher.ENCRYPT_MODE, key, 1);
            encryption.update(new byte[1]);
            init(encryption, Cipher.ENCRYPT_MODE, key, 0);
            encryption.updateAAD(aad);
            encryption.update(direct.clear().limit(first), result.clear());
            encryption.doFinal(direct.limit(message.length), result);
            assertEquals(ciphertext.clear(), result.clear());
        }, 1);
        // The first part is kept on the heap, where GHASH of that little is Graal's.
        put(key, "decrypted in small parts", new Work(1 + 1 + 1 + 2, aadBlocks + firstBlocks + 1 + 2 * lastBlocks), () -> {
            init(decryption, Cipher.DECRYPT_MODE, key, 0);
            decryption.updateAAD(aad);
            decryption.update(ciphertext.clear().limit(first), result.clear());
            decryption.doFinal(ciphertext.limit(ciphertext.capacity()), result);
            assertEquals(direct.clear(), result.flip());
        }, 1);
    }

    private void addCounterMode(SecretKey key) throws Exception {
        Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
        byte[] message = Reference.message(WHOLE);
        // Where the last 32 bits are carried over.
        byte[] iv = new byte[BLOCK];
        Arrays.fill(iv, 10, BLOCK - 1, (byte) 0xFF);
        cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(iv));
        byte[] ciphertext = cipher.doFinal(message);
        byte[] result = new byte[WHOLE];
        int part = 1003;
        // What is left of a block, and what begins one, is done by the JDK.
        int first = part / BLOCK;
        int second = (WHOLE - part - (BLOCK - part % BLOCK)) / BLOCK;
        put(key, "in counter mode", new Work(3, first + second), () -> {
            int done = cipher.update(message, 0, part, result, 0);
            cipher.doFinal(message, part, WHOLE - part, result, done);
            assertArrayEquals(ciphertext, result);
        }, 1);
    }

    private void put(SecretKey key, String name, Work work, Jit.Action action, int times) {
        Work expected = new Work(times * work.calls(), times * work.blocks());
        paths.add(new HotPath("AES-" + key.getEncoded().length * Byte.SIZE + ", " + name, Jit.intrinsics().aesGcm(), expected, action));
    }

    private static void init(Cipher cipher, int mode, SecretKey key, int iv) throws Exception {
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, new byte[]{(byte) iv, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
    }
}
