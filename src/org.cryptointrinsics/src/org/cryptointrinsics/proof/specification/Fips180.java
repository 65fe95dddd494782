package org.cryptointrinsics.proof.specification;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.instruction.Arithmetic;

/**
 * The compression functions of FIPS 180-4, and its padding. Each function takes a hash value and the words of a message block, and returns the next hash value. Names are
 * those of the standard.
 *
 * @param <W> a word, of 32 bits, or of 64 in SHA-512
 */
public final class Fips180<W> {

    /** Sections 4.2.2 and 4.2.3. */
    private static final long[] K_256 = constants(64, Integer.SIZE);
    private static final long[] K_512 = constants(80, Long.SIZE);

    private final Arithmetic<W> w;

    public Fips180(Arithmetic<W> words) {
        w = words;
    }

    /** Section 6.1.2. */
    public List<W> sha1(List<W> hash, List<W> block) {
        List<W> schedule = new ArrayList<>(block);
        for (int t = 16; t < 80; t++) {
            schedule.add(w.rotateLeft(w.xor(w.xor(schedule.get(t - 3), schedule.get(t - 8)), w.xor(schedule.get(t - 14), schedule.get(t - 16))), 1));
        }
        W a = hash.get(0);
        W b = hash.get(1);
        W c = hash.get(2);
        W d = hash.get(3);
        W e = hash.get(4);
        for (int t = 0; t < 80; t++) {
            // Sections 4.1.1 and 4.2.1.
            W f = t < 20 ? ch(b, c, d) : t < 40 || t >= 60 ? w.xor(w.xor(b, c), d) : maj(b, c, d);
            W k = w.constant(t < 20 ? 0x5A827999 : t < 40 ? 0x6ED9EBA1 : t < 60 ? 0x8F1BBCDC : 0xCA62C1D6);
            W next = w.sum(List.of(w.rotateLeft(a, 5), f, e, k, schedule.get(t)));
            e = d;
            d = c;
            c = w.rotateLeft(b, 30);
            b = a;
            a = next;
        }
        return added(hash, List.of(a, b, c, d, e));
    }

    /** Section 6.2.2. */
    public List<W> sha256(List<W> hash, List<W> block) {
        return sha2(hash, block, 64, new int[]{2, 13, 22}, new int[]{6, 11, 25}, new int[]{7, 18, 3}, new int[]{17, 19, 10});
    }

    /** Section 6.4.2. */
    public List<W> sha512(List<W> hash, List<W> block) {
        return sha2(hash, block, 80, new int[]{28, 34, 39}, new int[]{14, 18, 41}, new int[]{1, 8, 7}, new int[]{19, 61, 6});
    }

    /**
     * @param sum0 what the functions of section 4.1.2 or 4.1.3 rotate by
     * @param sigma0 likewise; the last one shifts
     */
    private List<W> sha2(List<W> hash, List<W> block, int rounds, int[] sum0, int[] sum1, int[] sigma0, int[] sigma1) {
        List<W> schedule = new ArrayList<>(block);
        for (int t = 16; t < rounds; t++) {
            schedule.add(w.sum(List.of(sigma(schedule.get(t - 2), sigma1), schedule.get(t - 7), sigma(schedule.get(t - 15), sigma0), schedule.get(t - 16))));
        }
        W a = hash.get(0);
        W b = hash.get(1);
        W c = hash.get(2);
        W d = hash.get(3);
        W e = hash.get(4);
        W f = hash.get(5);
        W g = hash.get(6);
        W h = hash.get(7);
        for (int t = 0; t < rounds; t++) {
            W t1 = w.sum(List.of(h, sum(e, sum1), ch(e, f, g), w.constant((w.bits() == Integer.SIZE ? K_256 : K_512)[t]), schedule.get(t)));
            W t2 = w.add(sum(a, sum0), maj(a, b, c));
            h = g;
            g = f;
            f = e;
            e = w.add(d, t1);
            d = c;
            c = b;
            b = a;
            a = w.add(t1, t2);
        }
        return added(hash, List.of(a, b, c, d, e, f, g, h));
    }

    /**
     * Section 5.1, of words that are bytes: what a message has behind its last whole block, padded.
     *
     * @param length of the whole message in bits: 8 bytes, or 16 for SHA-512, the most significant one first
     */
    public List<W> padded(List<W> end, List<W> length) {
        int block = 8 * length.size();
        List<W> padded = new ArrayList<>(end);
        padded.add(w.constant(0x80));
        while ((padded.size() + length.size()) % block != 0) {
            padded.add(w.constant(0));
        }
        padded.addAll(length);
        return padded;
    }

    private W ch(W x, W y, W z) {
        return w.xor(w.and(x, y), w.and(w.not(x), z));
    }

    private W maj(W x, W y, W z) {
        return w.xor(w.xor(w.and(x, y), w.and(x, z)), w.and(y, z));
    }

    private W sum(W x, int[] counts) {
        return w.xor(w.xor(w.rotateRight(x, counts[0]), w.rotateRight(x, counts[1])), w.rotateRight(x, counts[2]));
    }

    private W sigma(W x, int[] counts) {
        return w.xor(w.xor(w.rotateRight(x, counts[0]), w.rotateRight(x, counts[1])), w.shiftRight(x, counts[2]));
    }

    private List<W> added(List<W> hash, List<W> variables) {
        List<W> result = new ArrayList<>();
        for (int i = 0; i < hash.size(); i++) {
            result.add(w.add(variables.get(i), hash.get(i)));
        }
        return result;
    }

    /** The first bits of the fractional parts of the cube roots of the first prime numbers. */
    private static long[] constants(int count, int bits) {
        long[] constants = new long[count];
        BigInteger prime = BigInteger.TWO;
        for (int i = 0; i < count; i++) {
            constants[i] = fractionOfCubeRoot(prime.intValue(), bits);
            prime = prime.nextProbablePrime();
        }
        return constants;
    }

    private static long fractionOfCubeRoot(int number, int bits) {
        BigInteger cube = BigInteger.valueOf(number).shiftLeft(3 * bits);
        BigInteger root = BigInteger.ZERO;
        for (int bit = bits + 4; bit >= 0; bit--) {
            BigInteger more = root.setBit(bit);
            root = more.pow(3).compareTo(cube) <= 0 ? more : root;
        }
        return root.longValue();
    }
}
