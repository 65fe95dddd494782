package org.cryptointrinsics.test.proof;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Numbers;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.KeyExpansion;
import org.cryptointrinsics.kernel.aes.Vaes512;
import org.cryptointrinsics.proof.AesGcmMemory;
import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.DigestClaims;
import org.cryptointrinsics.proof.Variables;
import org.cryptointrinsics.proof.specification.Fips180;
import org.cryptointrinsics.proof.specification.Fips197;
import org.cryptointrinsics.proof.specification.Fips198;
import org.cryptointrinsics.proof.specification.Fips202;
import org.cryptointrinsics.proof.specification.NumberTheoreticTransform;
import org.cryptointrinsics.proof.specification.Residues;
import org.cryptointrinsics.proof.specification.Rfc1321;
import org.cryptointrinsics.proof.specification.Sp80038d;
import org.cryptointrinsics.selection.DigestKnownAnswers;
import org.cryptointrinsics.test.Reference;
import org.junit.Test;

/** What kernels are proved equal to computes what the standards publish. */
public class SpecificationTest {

    private static final HexFormat HEX = HexFormat.of();
    private static final int LONGEST = 700;

    private static List<Long> words(MemorySegment memory, Size size, ByteOrder order) {
        return IntStream.range(0, (int) memory.byteSize() / size.bytes()).mapToObj(i -> size == Size.DWORD
                        ? Integer.toUnsignedLong(memory.get(ValueLayout.JAVA_INT_UNALIGNED.withOrder(order), Integer.BYTES * i))
                        : memory.get(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(order), Long.BYTES * i)).toList();
    }

    private static void compress(DigestAlgorithm algorithm, MemorySegment state, MemorySegment data, int blocks) {
        Size size = algorithm.word();
        for (int block = 0; block < blocks; block++) {
            MemorySegment bytes = data.asSlice((long) block * algorithm.blockBytes(), algorithm.blockBytes());
            List<Long> result = DigestClaims.compressed(algorithm, new Numbers(size.bits()), lane -> lane, words(state, size, ByteOrder.nativeOrder()),
                            words(bytes, size, algorithm.order()));
            for (int i = 0; i < result.size(); i++) {
                if (size == Size.DWORD) {
                    state.setAtIndex(ValueLayout.JAVA_INT, i, result.get(i).intValue());
                } else {
                    state.setAtIndex(ValueLayout.JAVA_LONG, i, result.get(i));
                }
            }
        }
    }

    @Test
    public void publishedDigests() throws Exception {
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            assertTrue(algorithm.standardName(), DigestKnownAnswers.of(algorithm).passes((state, data, blocks) -> compress(algorithm, state, data, blocks)));
        }
    }

    @Test
    public void digestsOfTheJdk() throws Exception {
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            for (int length = 0; length <= LONGEST; length += 23) {
                byte[] digest = DigestKnownAnswers.of(algorithm).compute(Reference.message(length), (state, data, blocks) -> compress(algorithm, state, data, blocks));
                assertEquals(algorithm + ", length " + length, Reference.digest(algorithm.standardName(), length), HEX.formatHex(digest));
            }
        }
    }

    private static byte[] array(List<Long> bytes) {
        byte[] array = new byte[bytes.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = bytes.get(i).byteValue();
        }
        return array;
    }

    /** A message behind which there is its padding. */
    private static byte[] padded(DigestAlgorithm algorithm, byte[] message) {
        Numbers numbers = new Numbers(Byte.SIZE);
        byte[] bits = ByteBuffer.allocate(algorithm.isSponge() ? Long.BYTES : algorithm.lengthBytes()).order(algorithm.order()).putLong(
                        algorithm.order() == ByteOrder.BIG_ENDIAN ? algorithm.lengthBytes() - Long.BYTES : 0, (long) message.length * Byte.SIZE).array();
        int whole = message.length / algorithm.blockBytes() * algorithm.blockBytes();
        List<Long> end = bytes(Arrays.copyOfRange(message, whole, message.length));
        byte[] last = array(switch (algorithm) {
            case MD5 -> new Rfc1321<>(numbers).padded(end, bytes(bits));
            case SHA_1, SHA_256, SHA_512 -> new Fips180<>(numbers).padded(end, bytes(bits));
            default -> Fips202.padded(numbers, end, algorithm.blockBytes(), algorithm.suffix());
        });
        byte[] padded = Arrays.copyOf(message, whole + last.length);
        System.arraycopy(last, 0, padded, whole, last.length);
        return padded;
    }

    private static byte[] hash(DigestAlgorithm algorithm, byte[] message, int digestBytes) {
        byte[] padded = padded(algorithm, message);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = algorithm.copyInitialState(arena.allocate(algorithm.stateBytes()));
            compress(algorithm, state, arena.allocateFrom(ValueLayout.JAVA_BYTE, padded), padded.length / algorithm.blockBytes());
            ByteBuffer digest = ByteBuffer.allocate(algorithm.stateBytes()).order(algorithm.order());
            words(state, algorithm.word(), ByteOrder.nativeOrder()).forEach(word -> {
                if (algorithm.word() == Size.DWORD) {
                    digest.putInt(word.intValue());
                } else {
                    digest.putLong(word);
                }
            });
            return Arrays.copyOf(digest.array(), digestBytes);
        }
    }

    /** With the paddings of the standards. */
    @Test
    public void paddedMessages() throws Exception {
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            MessageDigest reference = MessageDigest.getInstance(algorithm.standardName());
            for (int length = 0; length <= algorithm.blockBytes(); length++) {
                byte[] message = Reference.message(length);
                assertArrayEquals(algorithm + ", length " + length, reference.digest(message), hash(algorithm, message, reference.getDigestLength()));
            }
        }
    }

    private static byte[] concatenate(byte[] a, byte[] b) {
        byte[] all = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        return all;
    }

    /** The results of all iterations, added by XOR. */
    private static byte[] mac(DigestAlgorithm algorithm, int digestBytes, String key, byte[] text, int iterations) {
        byte[] inner = new byte[algorithm.blockBytes()];
        byte[] outer = new byte[algorithm.blockBytes()];
        for (int i = 0; i < algorithm.blockBytes(); i++) {
            byte k = i < key.length() ? (byte) key.charAt(i) : 0;
            inner[i] = (byte) (k ^ 0x36);
            outer[i] = (byte) (k ^ 0x5C);
        }
        Fips198<byte[]> hmac = new Fips198<>(message -> hash(algorithm, message, digestBytes), SpecificationTest::concatenate);
        byte[] sum = new byte[digestBytes];
        for (byte[] result : hmac.iterations(inner, outer, text, iterations)) {
            for (int i = 0; i < digestBytes; i++) {
                sum[i] ^= result[i];
            }
        }
        return sum;
    }

    /** RFC 4231, test case 2; RFC 6070, the first two test vectors: PBKDF2 with HMAC-SHA-1. */
    @Test
    public void publishedMacs() {
        byte[] question = "what do ya want for nothing?".getBytes(StandardCharsets.US_ASCII);
        assertArrayEquals(HEX.parseHex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"), mac(DigestAlgorithm.SHA_256, 32, "Jefe", question, 1));
        byte[] salt = "salt\0\0\0\1".getBytes(StandardCharsets.US_ASCII);
        assertArrayEquals(HEX.parseHex("0c60c80f961f0e71f3a9b524af6012062fe037a6"), mac(DigestAlgorithm.SHA_1, 20, "password", salt, 1));
        assertArrayEquals(HEX.parseHex("ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"), mac(DigestAlgorithm.SHA_1, 20, "password", salt, 2));
    }

    private static List<Long> bytes(byte[] bytes) {
        return IntStream.range(0, bytes.length).mapToObj(i -> bytes[i] & 0xFFL).toList();
    }

    private static byte[] cipher(byte[] key, byte[] block) {
        List<List<Long>> roundKeys = new ArrayList<>();
        int[] words = KeyExpansion.expand(key);
        for (int i = 0; i < words.length; i += 4) {
            List<Long> roundKey = new ArrayList<>();
            for (int j = 0; j < 16; j++) {
                roundKey.add((long) (words[i + j / 4] >>> 24 - 8 * (j % 4) & 0xFF));
            }
            roundKeys.add(roundKey);
        }
        List<Long> result = new Fips197<>(new Numbers(Byte.SIZE), index -> Fips197.S_BOX.get(index.intValue()) & 0xFFL).cipher(bytes(block), roundKeys);
        return array(result);
    }

    /** FIPS 197, appendix C. */
    @Test
    public void publishedCiphertexts() {
        byte[] plaintext = HEX.parseHex("00112233445566778899aabbccddeeff");
        assertArrayEquals(HEX.parseHex("69c4e0d86a7b0430d8cdb78070b4c55a"), cipher(HEX.parseHex("000102030405060708090a0b0c0d0e0f"), plaintext));
        assertArrayEquals(HEX.parseHex("dda97ca4864cdfe06eaf70a0ec0d7191"), cipher(HEX.parseHex("000102030405060708090a0b0c0d0e0f1011121314151617"), plaintext));
        assertArrayEquals(HEX.parseHex("8ea2b7ca516745bfeafc49904b496089"),
                        cipher(HEX.parseHex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"), plaintext));
    }

    private static List<Long> bits(byte[] block) {
        return IntStream.range(0, Byte.SIZE * block.length).mapToObj(i -> (long) (block[i / Byte.SIZE] >> 7 - i % Byte.SIZE & 1)).toList();
    }

    /** D. McGrew and J. Viega, "The Galois/Counter Mode of Operation (GCM)", 2005, appendix B, test case 2. */
    @Test
    public void publishedHash() {
        Sp80038d<Long> gcm = new Sp80038d<>(new Numbers(1));
        List<Long> h = bits(HEX.parseHex("66e94bd4ef8a2c3b884cfa59ca342b2e"));
        List<List<Long>> blocks = List.of(bits(HEX.parseHex("0388dace60b6a392f328c2b971b2fe78")), bits(HEX.parseHex("00000000000000000000000000000080")));
        assertEquals(bits(HEX.parseHex("f38cbb1ad69223dcc3457ae5b6b0f885")), gcm.ghash(gcm.zero(), blocks, h));
    }

    /** The powers of H that kernels use come to what the standard computes step by step. */
    @Test
    public void hashByPowers() {
        Random random = new Random(LONGEST);
        AesContext layout = new Vaes512().context();
        int lanes = layout.vectorBytes() / AesContext.BLOCK;
        byte[][] bytes = new byte[2 + 2 * layout.chunkBytes() / AesContext.BLOCK][AesContext.BLOCK];
        Stream.of(bytes).forEach(random::nextBytes);
        List<Bits> blocks = Stream.of(bytes).skip(2).map(Bits::of).toList();
        AesGcmMemory memory = new AesGcmMemory(new Variables(), layout);
        Bits h = Bits.of(bytes[0]).reverseBytes();
        Bits lowest = memory.power(h);
        Bits power = lowest;
        for (int i = 1; i <= blocks.size() / 2; i++) {
            memory.set(layout.power(i), power);
            power = memory.multiply(lowest, power);
        }
        Bits y = Bits.of(bytes[1]).reverseBytes();
        Sp80038d<Long> gcm = new Sp80038d<>(new Numbers(1));
        List<Long> first = gcm.ghash(bits(bytes[1]), Stream.of(bytes).skip(2).limit(blocks.size() / 2).map(SpecificationTest::bits).toList(), bits(bytes[0]));
        memory.set(layout.y(), y);
        memory.ghash(blocks.subList(0, blocks.size() / 2));
        assertEquals(first, bits(memory.get(layout.y()).reverseBytes().bytes()));
        List<Long> second = gcm.ghash(first, Stream.of(bytes).skip(2 + blocks.size() / 2).map(SpecificationTest::bits).toList(), bits(bytes[0]));
        List<Bits> lanesOfY = new ArrayList<>(List.of(y));
        while (lanesOfY.size() < lanes) {
            lanesOfY.add(Bits.of(0, AesContext.BLOCK * Byte.SIZE));
        }
        memory.ghashLast(memory.ghashLanes(lanesOfY, blocks.subList(0, blocks.size() / 2)), blocks.subList(blocks.size() / 2, blocks.size()));
        assertEquals(second, bits(memory.get(layout.y()).reverseBytes().bytes()));
    }

    /** Numbers modulo a prime. */
    private record NumbersModulo(long modulus) implements Residues<Long> {

        @Override
        public Long constant(long value) {
            return Math.floorMod(value, modulus);
        }

        @Override
        public Long add(Long a, Long b) {
            return (a + b) % modulus;
        }

        @Override
        public Long multiply(Long a, Long b) {
            return a * b % modulus;
        }
    }

    private static List<Long> product(Residues<Long> residues, List<Long> a, List<Long> b) {
        List<Long> product = new ArrayList<>(Collections.nCopies(a.size(), 0L));
        for (int i = 0; i < a.size(); i++) {
            for (int j = 0; j < b.size(); j++) {
                long sign = i + j < a.size() ? 1 : -1;
                int index = (i + j) % a.size();
                product.set(index, residues.add(product.get(index), residues.multiply(residues.multiply(a.get(i), b.get(j)), sign)));
            }
        }
        return product;
    }

    /** Of products of transformed polynomials, the inverse is the product modulo {@code X^256 + 1}; and the transform is what it is defined to be. */
    @Test
    public void transforms() {
        Random random = new Random(LONGEST);
        Residues<Long> q203 = new NumbersModulo(3329);
        Residues<Long> q204 = new NumbersModulo(8380417);
        List<Long> a = random.longs(256, 0, 3329).boxed().toList();
        List<Long> b = random.longs(256, 0, 3329).boxed().toList();
        NumberTheoreticTransform<Long> kem = NumberTheoreticTransform.ofFips203(q203);
        NumberTheoreticTransform<Long> dsa = NumberTheoreticTransform.ofFips204(q204);
        assertEquals(product(q203, a, b), kem.inverseNtt(kem.multiplyPairs(kem.ntt(a), kem.ntt(b))));
        assertEquals(product(q204, a, b), dsa.inverseNtt(dsa.multiply(dsa.ntt(a), dsa.ntt(b))));
        // FIPS 203, section 4.3: modulo X^2 - 17^(2 BitRev7(i) + 1).
        List<Long> transformed = kem.ntt(a);
        // FIPS 204, section 7.5: at 1753^(2 BitRev8(i) + 1).
        List<Long> values = dsa.ntt(a);
        for (int i = 0; i < 256; i++) {
            long gamma = q203.power(17, 2 * (Integer.reverse(i / 2) >>> 25) + 1);
            long root = q204.power(1753, 2 * (Integer.reverse(i) >>> 24) + 1);
            long remainder = 0;
            long value = 0;
            for (int j = 255; j >= 0; j--) {
                remainder = j % 2 == i % 2 ? (remainder * gamma + a.get(j)) % 3329 : remainder;
                value = (value * root + a.get(j)) % 8380417;
            }
            assertEquals("coefficient " + i, remainder, (long) transformed.get(i));
            assertEquals("coefficient " + i, value, (long) values.get(i));
        }
    }
}
