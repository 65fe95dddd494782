package org.cryptointrinsics.proof.specification;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.instruction.Arithmetic;

/**
 * The compression function of MD5, RFC 1321, section 3.4, and its padding. Names are those of the RFC.
 *
 * @param <W> a word of 32 bits
 */
public final class Rfc1321<W> {

    private static final int[][] SHIFTS = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

    private final Arithmetic<W> w;

    public Rfc1321(Arithmetic<W> words) {
        w = words;
    }

    public List<W> md5(List<W> hash, List<W> x) {
        W a = hash.get(0);
        W b = hash.get(1);
        W c = hash.get(2);
        W d = hash.get(3);
        for (int i = 0; i < 64; i++) {
            int round = i / 16;
            W function = switch (round) {
                case 0 -> w.or(w.and(b, c), w.and(w.not(b), d));
                case 1 -> w.or(w.and(b, d), w.and(c, w.not(d)));
                case 2 -> w.xor(w.xor(b, c), d);
                default -> w.xor(c, w.or(b, w.not(d)));
            };
            int k = switch (round) {
                case 0 -> i;
                case 1 -> 5 * i + 1;
                case 2 -> 3 * i + 5;
                default -> 7 * i;
            };
            W t = w.constant((long) Math.floor(Math.abs(StrictMath.sin(i + 1)) * 0x1p32));
            W next = w.add(b, w.rotateLeft(w.sum(List.of(a, function, x.get(k % 16), t)), SHIFTS[round][i % 4]));
            a = d;
            d = c;
            c = b;
            b = next;
        }
        return List.of(w.add(a, hash.get(0)), w.add(b, hash.get(1)), w.add(c, hash.get(2)), w.add(d, hash.get(3)));
    }

    /**
     * Sections 3.1 and 3.2, of words that are bytes: what a message has behind its last whole block, padded.
     *
     * @param length of the whole message in bits: 8 bytes, the least significant one first
     */
    public List<W> padded(List<W> end, List<W> length) {
        List<W> padded = new ArrayList<>(end);
        padded.add(w.constant(0x80));
        while (padded.size() % 64 != 56) {
            padded.add(w.constant(0));
        }
        padded.addAll(length);
        return padded;
    }
}
