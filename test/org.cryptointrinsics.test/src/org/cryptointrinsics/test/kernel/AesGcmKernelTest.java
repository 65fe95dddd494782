package org.cryptointrinsics.test.kernel;

import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.cryptointrinsics.interpreter.Interpreter;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.Icb;
import org.cryptointrinsics.kernel.aes.KeyExpansion;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.cipher.AesGcmReference;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** Composes AES-GCM of what the kernels do, in the interpreter, and compares it with that of the JDK. */
@Category(Quick.class)
@RunWith(Parameterized.class)
public class AesGcmKernelTest {

    private static final int IV_BYTES = 12;
    private static final int MESSAGES = 30;

    private final AesGcmKernel kernel;
    private final int keyBytes;
    private final int rounds;
    private final int chunkBytes;
    /** Blocks in a vector. */
    private final int lanes;
    private final Interpreter machine = new Interpreter();
    private final Random random = new Random(1);
    private final MemorySegment memory;

    public AesGcmKernelTest(@SuppressWarnings("unused") String variant, AesGcmKernel kernel, int keyBytes) {
        this.kernel = kernel;
        this.keyBytes = keyBytes;
        rounds = keyBytes / 4 + 6;
        chunkBytes = kernel.context().chunkBytes();
        lanes = kernel.context().width().bytes() / BLOCK;
        memory = Arena.ofAuto().allocate(kernel.context().bytes(), BLOCK);
    }

    @Parameters(name = "{0}, {2}")
    public static List<Object[]> parameters() {
        List<Object[]> parameters = new ArrayList<>();
        for (AesGcmKernel kernel : AesGcmKernel.variants()) {
            for (int keyBytes : List.of(16, 24, 32)) {
                parameters.add(new Object[]{kernel.variant(), kernel, keyBytes});
            }
        }
        return parameters;
    }

    private static Address at(MemorySegment segment, long offset) {
        return Interpreter.address(segment, offset);
    }

    private void execute(AesGcmFunction function, int count, Address... addresses) {
        execute(function, true, Icb.ANY, count, addresses);
    }

    private void execute(AesGcmFunction function, boolean isEncryption, Icb icb, int count, Address... addresses) {
        List<Address> all = new ArrayList<>(List.of(addresses));
        all.addFirst(at(memory, 0));
        kernel.execute(machine, function, new AesParameters(rounds, isEncryption, icb), all, machine.count(count));
    }

    private void setFirstCounter(byte[] iv) {
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, kernel.context().cb(), 1);
        for (int i = 0; i < IV_BYTES; i++) {
            memory.set(ValueLayout.JAVA_BYTE, kernel.context().cb() + BLOCK - 1 - i, iv[i]);
        }
    }

    private void prepare(byte[] key, byte[] iv, int length) throws Exception {
        memory.fill((byte) random.nextInt());
        execute(AesGcmFunction.LOAD_KEY, 1, at(MemorySegment.ofArray(KeyExpansion.expand(key)), 0));
        setFirstCounter(iv);
        execute(AesGcmFunction.BEGIN, 1);
        if (length / BLOCK < AesContext.FEW && random.nextBoolean()) {
            execute(AesGcmFunction.COMPUTE_FEW_POWERS, 1);
        } else {
            execute(AesGcmFunction.COMPUTE_POWERS, 1);
        }
        memory.asSlice(kernel.context().y(), BLOCK).fill((byte) 0);
    }

    private void hash(MemorySegment data, long offset, int chunks, int blocks) {
        if (chunks > 0) {
            execute(AesGcmFunction.GHASH_CHUNKS, chunks, at(data, offset));
        }
        long end = offset + chunks * chunkBytes;
        int vectors = random.nextBoolean() ? blocks / lanes : 0;
        int rest = blocks - vectors * lanes;
        if (vectors > 0) {
            hashVectors(data, end, vectors, vectors * lanes);
        }
        if (rest > 0 && random.nextBoolean()) {
            // With zeros before.
            int padded = (rest + lanes - 1) / lanes;
            MemorySegment copy = MemorySegment.ofArray(new byte[padded * lanes * BLOCK]);
            copy.asSlice((padded * lanes - rest) * BLOCK).copyFrom(data.asSlice(end + vectors * lanes * BLOCK, rest * BLOCK));
            hashVectors(copy, 0, padded, rest);
        } else if (rest > 0) {
            execute(AesGcmFunction.GHASH_BLOCKS, rest, at(data, end + vectors * lanes * BLOCK), power(rest));
        }
    }

    private void hashVectors(MemorySegment data, long offset, int vectors, int blocks) {
        execute(AesGcmFunction.GHASH_VECTORS, vectors, at(data, offset), power(vectors * lanes), power(blocks));
    }

    private Address power(int i) {
        return at(memory, kernel.context().power(i));
    }

    /** Less than a chunk. */
    private void crypt(boolean isEncryption, MemorySegment in, long from, MemorySegment out, long to, MemorySegment copy, int blocks) {
        int vectors = random.nextBoolean() ? blocks / lanes : 0;
        int done = vectors * lanes;
        if (vectors > 0) {
            execute(AesGcmFunction.GCTR_VECTORS, isEncryption, Icb.ANY, vectors, at(in, from), at(out, to), at(copy, 0));
        }
        if (blocks > done) {
            execute(AesGcmFunction.GCTR_BLOCKS, isEncryption, Icb.ANY, blocks - done, at(in, from + done * BLOCK), at(out, to + done * BLOCK), at(copy, done * BLOCK));
        }
    }

    private byte[] tag(int bytes) {
        MemorySegment block = MemorySegment.ofArray(new byte[BLOCK]);
        block.set(ValueLayout.JAVA_LONG_UNALIGNED, 8, Long.reverseBytes(8L * bytes));
        hash(block, 0, 0, 1);
        execute(AesGcmFunction.END, 1, at(block, 0));
        return block.toArray(ValueLayout.JAVA_BYTE);
    }

    /** Of blocks, with chunks first. */
    private byte[] encrypt(byte[] plaintext, Icb icb, boolean inOnePass) {
        MemorySegment in = MemorySegment.ofArray(plaintext);
        MemorySegment out = MemorySegment.ofArray(new byte[plaintext.length]);
        int chunks = plaintext.length / chunkBytes;
        int blocks = plaintext.length % chunkBytes / BLOCK;
        if (inOnePass && chunks > 1) {
            execute(AesGcmFunction.GCTR_CHUNKS, true, icb, 1, at(in, 0), at(out, 0));
            execute(AesGcmFunction.ENCRYPT, true, icb, chunks - 1, at(in, chunkBytes), at(out, chunkBytes), at(out, (chunks - 1) * chunkBytes));
        } else if (chunks > 0) {
            execute(AesGcmFunction.GCTR_CHUNKS, true, icb, chunks, at(in, 0), at(out, 0));
        }
        long end = (long) chunks * chunkBytes;
        if (blocks > 0) {
            MemorySegment copy = MemorySegment.ofArray(new byte[blocks * BLOCK]);
            crypt(true, in, end, out, end, copy, blocks);
            assertEquals(-1, out.asSlice(end).mismatch(copy));
        }
        int unhashed = inOnePass && chunks > 1 ? 0 : chunks;
        hash(out, end - (long) unhashed * chunkBytes, unhashed, blocks);
        return concatenate(out.toArray(ValueLayout.JAVA_BYTE), tag(plaintext.length));
    }

    /** In place, or to a place before. */
    private byte[] decrypt(byte[] ciphertext, Icb icb, int distance) {
        int length = ciphertext.length;
        MemorySegment all = MemorySegment.ofArray(new byte[distance + length]);
        all.asSlice(distance).copyFrom(MemorySegment.ofArray(ciphertext));
        int chunks = length / chunkBytes;
        int blocks = length % chunkBytes / BLOCK;
        if (chunks > 1) {
            int last = (chunks - 1) * chunkBytes;
            execute(AesGcmFunction.DECRYPT, false, icb, chunks - 1, at(all, distance), at(all, 0), at(all, distance + last), at(all, last));
        } else if (chunks == 1) {
            hash(all, distance, 1, 0);
            execute(AesGcmFunction.GCTR_CHUNKS, false, icb, 1, at(all, distance), at(all, 0));
        }
        if (blocks > 0) {
            long end = (long) chunks * chunkBytes;
            MemorySegment copy = MemorySegment.ofArray(new byte[blocks * BLOCK]);
            crypt(false, all, distance + end, all, end, copy, blocks);
            hash(copy, 0, 0, blocks);
        }
        return concatenate(all.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), tag(length));
    }

    private static byte[] concatenate(byte[] a, byte[] b) {
        byte[] result = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, result, a.length, b.length);
        return result;
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    public void kernelsMakeAesGcm() throws Exception {
        for (int i = 0; i < MESSAGES; i++) {
            byte[] key = randomBytes(keyBytes);
            byte[] iv = randomBytes(IV_BYTES);
            int length = random.nextInt(4 * chunkBytes / BLOCK) * BLOCK;
            byte[] plaintext = randomBytes(length);
            byte[] expected = AesGcmReference.encrypt(key, iv, new byte[0], plaintext, BLOCK);
            byte[] tag = Arrays.copyOfRange(expected, length, length + BLOCK);
            String message = "length " + length;
            for (Icb icb : Icb.values()) {
                for (boolean inOnePass : new boolean[]{true, false}) {
                    prepare(key, iv, length);
                    assertArrayEquals(message, expected, encrypt(plaintext, icb, inOnePass));
                }
                prepare(key, iv, length);
                assertArrayEquals(message, concatenate(plaintext, tag), decrypt(Arrays.copyOf(expected, length), icb, random.nextInt(2 * BLOCK)));
            }
        }
    }
}
