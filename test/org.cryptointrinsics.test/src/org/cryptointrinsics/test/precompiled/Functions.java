package org.cryptointrinsics.test.precompiled;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.kernel.aes.GcmData;
import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.NativeCalls;
import org.cryptointrinsics.linkage.Signature;
import org.cryptointrinsics.precompiled.CodeLibrary;
import org.cryptointrinsics.proof.specification.Rfc7748;

import jdk.internal.misc.Unsafe;

/**
 * Calls precompiled functions of all variants that this CPU can execute, in a VM without Graal and JVMCI, with arrays and with memory outside of the heap, and compares what comes
 * of them with what comes of the JDK, or of other variants. Its argument is the folder with the machine code.
 */
public final class Functions {

    /** Before the number of functions that were called. */
    static final String CALLED = "functions that were called: ";

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long BYTES = Unsafe.ARRAY_BYTE_BASE_OFFSET;
    private static final long INTS = Unsafe.ARRAY_INT_BASE_OFFSET;
    private static final long LONGS = Unsafe.ARRAY_LONG_BASE_OFFSET;

    private static final MethodHandle COMPRESS = NativeCalls.link(Signature.COMPRESS);
    private static final MethodHandle HASH = NativeCalls.link(Signature.HASH);
    private static final MethodHandle HMAC = NativeCalls.link(Signature.HMAC);
    private static final MethodHandle AES = NativeCalls.link(Signature.AES);
    private static final MethodHandle ARRAYS = NativeCalls.link(Signature.ARRAYS);

    private static final int DONE = AesGcmMethod.RIGHT;
    private static final int WRONG = AesGcmMethod.WRONG;
    private static final int TAG = 16;
    private static final int RECORD_END = GcmData.END_OF_RECORD;
    private static final int AAD = 13;
    private static final int MOST_BYTES = 5000;
    /** Memory outside of the heap. */
    private static final long MEMORY = U.allocateMemory(2L * MOST_BYTES);
    /** Stands for the state of a scope. */
    private static final int[] OPEN = {0};
    private static final int[] CLOSED = {-1};

    /** Linux's names of CPU features where they are not Graal's in lower case. */
    private static final Map<String, String> LINUX = Map.of("CLMUL", "pclmulqdq", "SHA", "sha_ni", "AVX512_VPCLMULQDQ", "vpclmulqdq", "AVX512_VAES", "vaes", //
                    "AVX512_IFMA", "avx512ifma", "SSE3", "pni");

    private final Random random = new Random(1);
    private final Set<String> called = new HashSet<>();
    private int count;
    /** What came of other variants, by the intrinsic and the function. */
    private final Map<String, Object[]> ofOthers = new HashMap<>();
    private CodeLibrary.Variant variant;

    private Functions() {
    }

    public static void main(String[] arguments) throws Throwable {
        Set<String> cpu = cpu();
        CodeLibrary library = new CodeLibrary(name -> Files.newInputStream(Path.of(arguments[0], name)));
        Functions functions = new Functions();
        for (CodeLibrary.Variant variant : library.variants()) {
            if (cpu.containsAll(variant.features().stream().map(feature -> LINUX.getOrDefault(feature.name(), feature.name().toLowerCase(Locale.ROOT))).toList())) {
                functions.variant = variant;
                functions.test();
            }
        }
        System.out.println(CALLED + functions.count);
    }

    private static Set<String> cpu() throws IOException {
        return Set.of(Files.readAllLines(Path.of("/proc/cpuinfo")).stream().filter(line -> line.startsWith("flags")).findFirst().orElseThrow().split(":")[1].strip().split(" "));
    }

    private long address(String function) {
        called.add(function);
        return variant.address(variant.functions().get(function));
    }

    private void test() throws Throwable {
        called.clear();
        switch (variant.intrinsic()) {
            case "AES-GCM" -> aes();
            case "ML-KEM", "ML-DSA" -> polynomials();
            case "X25519" -> x25519();
            default -> digest();
        }
        assertEquals(variant.intrinsic() + " " + variant.name(), variant.functions().keySet(), called);
        count += called.size();
    }

    private byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static int compress(long function, int[] scope, PlainDigest digest, Object state, Object base, long data, int blocks) throws Throwable {
        return (int) COMPRESS.invokeExact(function, state, digest.elements(), base, data, (long) blocks, (Object) scope, INTS);
    }

    private static byte[] xor(byte[] key, int pad, int blockBytes) {
        byte[] block = Arrays.copyOf(key, blockBytes);
        for (int i = 0; i < blockBytes; i++) {
            block[i] ^= (byte) pad;
        }
        return block;
    }

    private void digest() throws Throwable {
        PlainDigest digest = PlainDigest.of(variant.intrinsic());
        MessageDigest jdk = MessageDigest.getInstance(digest.name());
        for (int length = 0; length < MOST_BYTES; length += length < 300 ? 1 : 97) {
            byte[] message = random(length);
            byte[] expected = jdk.digest(message);
            String told = variant.name() + ", " + length + " bytes";
            byte[] result = new byte[digest.digestBytes()];
            int done = (int) HASH.invokeExact(address("hash"), (Object) message, BYTES, (long) length, (long) digest.suffix(), digest.initialState(), digest.elements(),
                            (long) result.length, (Object) result, BYTES);
            assertEquals(told, DONE, done);
            assertArrayEquals(told, expected, result);

            byte[] padded = digest.padded(message);
            int blocks = padded.length / digest.blockBytes();
            Object state = digest.state();
            assertEquals(told, 0, compress(address("compress"), CLOSED, digest, state, padded, BYTES, blocks));
            assertEquals(told, DONE, compress(address("compress"), OPEN, digest, state, padded, BYTES, blocks));
            assertArrayEquals(told, expected, digest.digest(state));
            U.copyMemory(padded, BYTES, null, MEMORY, padded.length);
            state = digest.state();
            assertEquals(told, DONE, compress(address("compress"), OPEN, digest, state, null, MEMORY, blocks));
            assertArrayEquals(told, expected, digest.digest(state));
        }
        if (!digest.name().startsWith("SHAKE")) {
            hmac(digest);
        } else {
            // There is none of that name.
            called.add("hmac");
        }
        if (digest.isSponge()) {
            permutations(digest);
        }
    }

    private void hmac(PlainDigest digest) throws Throwable {
        String name = "Hmac" + digest.name().replaceFirst("(?<=SHA)-", "");
        byte[] key = random(16);
        Mac jdk = Mac.getInstance(name);
        jdk.init(new SecretKeySpec(key, name));
        byte[] message = random(100);
        byte[] expected = jdk.doFinal(message);
        byte[] expectedSum = expected.clone();
        for (int i = 1; i < 3; i++) {
            expected = jdk.doFinal(expected);
            for (int j = 0; j < expected.length; j++) {
                expectedSum[j] ^= expected[j];
            }
        }
        byte[] result = new byte[digest.digestBytes()];
        byte[] sum = new byte[digest.digestBytes()];
        int done = (int) HMAC.invokeExact(address("hmac"), digest.initialState(), digest.elements(), (Object) xor(key, 0x36, digest.blockBytes()), BYTES,
                        (Object) xor(key, 0x5c, digest.blockBytes()), BYTES, (Object) message, BYTES, (long) message.length, (long) digest.suffix(), (Object) result, BYTES,
                        (long) result.length, (Object) sum, BYTES, 3L);
        assertEquals(DONE, done);
        assertArrayEquals(name, expected, result);
        assertArrayEquals(name, expectedSum, sum);
    }

    private static int arrays(long function, Object... arrays) throws Throwable {
        Object[] four = Arrays.copyOf(arrays, 4);
        long elements = elements(arrays[0]);
        return (int) ARRAYS.invokeExact(function, four[0], elements, four[1], four[1] == null ? 0 : elements, four[2], four[2] == null ? 0 : elements, four[3],
                        four[3] == null ? 0 : elements);
    }

    private static long elements(Object array) {
        return array instanceof byte[] ? BYTES : array instanceof short[] ? Unsafe.ARRAY_SHORT_BASE_OFFSET : array instanceof int[] ? INTS : LONGS;
    }

    /** As blocks of zeros leave them. */
    private void permutations(PlainDigest digest) throws Throwable {
        for (String function : variant.functions().keySet()) {
            int states = switch (function) {
                case "permuteTwo" -> 2;
                case "permuteYMM" -> 4;
                case "permuteZMM" -> 8;
                default -> 0;
            };
            if (states == 0) {
                continue;
            }
            long[][] expected = new long[states][];
            long[][] actual = new long[states][];
            for (int i = 0; i < states; i++) {
                actual[i] = random.longs(25).toArray();
                expected[i] = actual[i].clone();
                compress(address("compress"), OPEN, digest, expected[i], new byte[digest.blockBytes()], BYTES, 1);
            }
            if (states == 2) {
                assertEquals(DONE, arrays(address(function), actual[0], actual[1]));
            } else {
                long[] lanes = new long[25 * states];
                Arrays.setAll(lanes, i -> actual[i % states][i / states]);
                assertEquals(DONE, arrays(address(function), (Object) lanes));
                for (int i = 0; i < lanes.length; i++) {
                    actual[i % states][i / states] = lanes[i];
                }
            }
            assertTrue(variant.name() + " " + function, Arrays.deepEquals(expected, actual));
        }
    }

    /** The same as of other variants, on coefficients that all functions take. */
    private void polynomials() throws Throwable {
        boolean isShort = variant.intrinsic().equals("ML-KEM");
        for (String function : variant.functions().keySet()) {
            Random same = new Random(2);
            Object[] arrays = new Object[4];
            for (int i = 0; i < arrays.length; i++) {
                int[] coefficients = same.ints(1024, 0, 3329).toArray();
                short[] shorts = new short[coefficients.length];
                for (int j = 0; j < shorts.length; j++) {
                    shorts[j] = (short) coefficients[j];
                }
                arrays[i] = isShort ? shorts : coefficients;
            }
            assertEquals(function, DONE, arrays(address(function), arrays));
            Object[] others = ofOthers.putIfAbsent(variant.intrinsic() + function, arrays);
            assertTrue(variant.name() + " " + function, others == null || Arrays.deepEquals(others, arrays));
        }
    }

    private void x25519() throws Throwable {
        for (int i = 0; i < 100; i++) {
            byte[] k = random(32);
            byte[] u = random(32);
            byte[] result = new byte[32];
            assertEquals(DONE, arrays(address("X25519"), result, k, u));
            assertArrayEquals(variant.name(), Rfc7748.x25519(k, u), result);
        }
    }

    /** What the JDK's key schedule has: each word of FIPS 197, 5.2, an int. */
    private static int[] sessionKey(byte[] key) throws Exception {
        // S(x), of blocks in which the other steps of a round change nothing, would take longer to explain.
        int[] sbox = new int[256];
        for (int p = 1, q = 1, i = 0; i < 255; i++) {
            p ^= p << 1 ^ ((p & 0x80) != 0 ? 0x11b : 0);
            p &= 0xff;
            q ^= q << 1;
            q ^= q << 2;
            q ^= q << 4;
            q &= 0xff;
            q ^= (q & 0x80) != 0 ? 9 : 0;
            sbox[p] = (q ^ rotate(q, 1) ^ rotate(q, 2) ^ rotate(q, 3) ^ rotate(q, 4)) ^ 0x63;
        }
        sbox[0] = 0x63;
        int words = key.length / Integer.BYTES;
        int[] w = new int[4 * (words + 7)];
        ByteBuffer.wrap(key).asIntBuffer().get(w, 0, words);
        for (int i = words, rcon = 1; i < w.length; i++) {
            int t = w[i - 1];
            if (i % words == 0) {
                t = substitute(sbox, Integer.rotateLeft(t, 8)) ^ rcon << 24;
                rcon = rcon << 1 ^ (rcon >> 7) * 0x11b;
            } else if (words > 6 && i % words == 4) {
                t = substitute(sbox, t);
            }
            w[i] = w[i - words] ^ t;
        }
        return w;
    }

    private static int rotate(int x, int bits) {
        return (x << bits | x >> 8 - bits) & 0xff;
    }

    private static int substitute(int[] sbox, int word) {
        return sbox[word >>> 24] << 24 | sbox[word >>> 16 & 255] << 16 | sbox[word >>> 8 & 255] << 8 | sbox[word & 255];
    }

    /** What functions of AES are given, but for the data. */
    private record Message(int[] sessionKey, byte[] iv, byte[] aad, byte[] counter, long[] subkey, long[] state) {

        int crypt(long function, int[] inScope, Object inBase, long in, int[] outScope, Object outBase, long out, int length, Object tagBase, long tag) throws Throwable {
            // Of odd lengths, the IV is among the arguments, as that of a record.
            boolean isInline = iv.length != 0 && length % 2 != 0;
            ByteBuffer bytes = ByteBuffer.wrap(iv).order(ByteOrder.LITTLE_ENDIAN);
            long first = isInline ? bytes.getLong(0) : BYTES;
            long last = isInline ? Integer.toUnsignedLong(bytes.getInt(Long.BYTES)) : LONGS;
            return (int) AES.invokeExact(function, (Object) (isInline ? null : iv), isInline ? 0 : BYTES, (Object) sessionKey, INTS, inBase, in, (long) length, (Object) inScope,
                            INTS, outBase, out, (Object) outScope, INTS, (Object) aad, BYTES, (long) aad.length, (Object) (isInline ? null : counter), first,
                            (Object) (isInline ? null : subkey), last, (Object) state, LONGS, tagBase, tag, (long) TAG, 0L);
        }
    }

    private void aes() throws Throwable {
        for (int bits : new int[]{128, 192, 256}) {
            byte[] key = random(bits / Byte.SIZE);
            for (int length = 0; length < MOST_BYTES; length += length < 300 ? 1 : 97) {
                messages(new SecretKeySpec(key, "AES"), bits, length);
            }
            blocks(new SecretKeySpec(key, "AES"), bits);
        }
    }

    private void messages(SecretKeySpec key, int bits, int length) throws Throwable {
        String told = variant.name() + ", " + bits + " bits, " + length + " bytes";
        Message message = new Message(sessionKey(key.getEncoded()), random(12), random(AAD), new byte[16], new long[2], new long[2]);
        byte[] plaintext = random(length);
        Cipher jdk = Cipher.getInstance("AES/GCM/NoPadding");
        jdk.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG * Byte.SIZE, message.iv));
        jdk.updateAAD(message.aad);
        byte[] expected = jdk.doFinal(plaintext);
        long encrypt = address("ENCRYPT_" + bits);
        byte[] out = new byte[length + TAG];
        assertEquals(told, 0, message.crypt(encrypt, CLOSED, plaintext, BYTES, OPEN, out, BYTES, length, out, BYTES + length));
        assertEquals(told, 0, message.crypt(encrypt, OPEN, plaintext, BYTES, CLOSED, out, BYTES, length, out, BYTES + length));
        assertArrayEquals(told, new byte[out.length], out);
        assertEquals(told, DONE, message.crypt(encrypt, OPEN, plaintext, BYTES, OPEN, out, BYTES, length, out, BYTES + length));
        assertArrayEquals(told, expected, out);
        U.copyMemory(plaintext, BYTES, null, MEMORY, length);
        Arrays.fill(out, (byte) 0);
        assertEquals(told, DONE, message.crypt(encrypt, OPEN, null, MEMORY, OPEN, null, MEMORY, length, null, MEMORY + length));
        U.copyMemory(null, MEMORY, out, BYTES, out.length);
        assertArrayEquals(told, expected, out);
        for (String function : List.of("DECRYPT_", "DECRYPT_VERIFIED_")) {
            long decrypt = address(function + bits);
            byte[] back = new byte[length];
            assertEquals(told, DONE, message.crypt(decrypt, OPEN, expected, BYTES, OPEN, back, BYTES, length, expected, BYTES + length));
            assertArrayEquals(told, plaintext, back);
            byte[] forgery = expected.clone();
            forgery[length] ^= 1;
            assertEquals(told, WRONG, message.crypt(decrypt, OPEN, forgery, BYTES, OPEN, forgery, BYTES, length, forgery, BYTES + length));
            assertArrayEquals(told, Arrays.copyOf(expected, length), Arrays.copyOf(forgery, length));
        }
        if (length >= RECORD_END) {
            // The end of a record is in the output already.
            System.arraycopy(plaintext, length - RECORD_END, out, length - RECORD_END, RECORD_END);
            byte[] content = Arrays.copyOf(plaintext, length - RECORD_END);
            assertEquals(told, DONE, message.crypt(address("ENCRYPT_RECORD_" + bits), OPEN, content, BYTES, OPEN, out, BYTES, length, out, BYTES + length));
            assertArrayEquals(told, expected, out);
        }
    }

    /** The parts of a message, of blocks alone, and counter mode. */
    private void blocks(SecretKeySpec key, int bits) throws Throwable {
        byte[] plaintext = random(2000);
        Cipher counterMode = Cipher.getInstance("AES/CTR/NoPadding");
        byte[] iv = Arrays.copyOf(random(12), 16);
        iv[15] = 2;
        counterMode.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(iv));
        byte[] expected = counterMode.doFinal(plaintext);
        Cipher block = Cipher.getInstance("AES/ECB/NoPadding");
        block.init(Cipher.ENCRYPT_MODE, key);
        ByteBuffer h = ByteBuffer.wrap(block.doFinal(new byte[16]));
        long[] subkey = {h.getLong(), h.getLong()};
        long[] hash = new long[2];
        Message hashed = new Message(new int[0], new byte[0], new byte[0], new byte[0], subkey, hash);
        assertEquals(DONE, hashed.crypt(address("HASH"), OPEN, expected, BYTES, OPEN, null, 0, expected.length, null, 0));
        for (String function : List.of("CRYPT_COUNTER_", "ENCRYPT_BLOCKS_", "DECRYPT_BLOCKS_")) {
            boolean isDecryption = function.startsWith("DECRYPT");
            byte[] out = new byte[plaintext.length];
            Message message = new Message(sessionKey(key.getEncoded()), new byte[0], new byte[0], iv.clone(), subkey, new long[2]);
            assertEquals(DONE, message.crypt(address(function + bits), OPEN, isDecryption ? expected : plaintext, BYTES, OPEN, out, BYTES, out.length, null, 0));
            assertArrayEquals(function, isDecryption ? plaintext : expected, out);
            assertEquals(function, 2 + plaintext.length / 16, message.counter[15] & 0xff);
            if (!function.startsWith("CRYPT")) {
                assertArrayEquals(function, hash, message.state);
            }
        }
    }
}
