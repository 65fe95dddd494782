package org.cryptointrinsics.instruction;

import java.util.List;

/** Meaning of the SHA-1 instructions: FIPS 180-4 sections 4.1.1, 4.2.1 and 6.1.2 in the lane order of the Intel SDM, the first word in lane 3. */
final class Sha1Instructions {

    private static final long[] K = {0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6};

    private Sha1Instructions() {
    }

    /** Four rounds, with the function that {@code immediate} names; the second source holds the message words, to the first of which the variable e is added. */
    static <W> List<W> rnds4(Arithmetic<W> m, int immediate, List<List<W>> s) {
        int function = immediate & 3;
        W a = s.get(0).get(3);
        W b = s.get(0).get(2);
        W c = s.get(0).get(1);
        W d = s.get(0).get(0);
        W e = m.constant(0);
        for (int i = 3; i >= 0; i--) {
            W f = switch (function) {
                case 0 -> m.xor(m.and(b, c), m.and(m.not(b), d));
                case 2 -> m.xor(m.xor(m.and(b, c), m.and(b, d)), m.and(c, d));
                default -> m.xor(m.xor(b, c), d);
            };
            W t = m.add(m.add(m.add(m.rotateLeft(a, 5), f), m.add(e, m.constant(K[function]))), s.get(1).get(i));
            e = d;
            d = c;
            c = m.rotateLeft(b, 30);
            b = a;
            a = t;
        }
        return List.of(d, c, b, a);
    }

    static <W> List<W> nexte(Arithmetic<W> m, @SuppressWarnings("unused") int immediate, List<List<W>> s) {
        List<W> w = s.get(1);
        return List.of(w.get(0), w.get(1), w.get(2), m.add(w.get(3), m.rotateLeft(s.get(0).get(3), 30)));
    }

    static <W> List<W> msg1(Arithmetic<W> m, @SuppressWarnings("unused") int immediate, List<List<W>> s) {
        List<W> w = s.get(0);
        List<W> next = s.get(1);
        return List.of(m.xor(next.get(2), w.get(0)), m.xor(next.get(3), w.get(1)), m.xor(w.get(0), w.get(2)), m.xor(w.get(1), w.get(3)));
    }

    static <W> List<W> msg2(Arithmetic<W> m, @SuppressWarnings("unused") int immediate, List<List<W>> s) {
        List<W> sum = s.get(0);
        List<W> w = s.get(1);
        W w16 = m.rotateLeft(m.xor(sum.get(3), w.get(2)), 1);
        W w17 = m.rotateLeft(m.xor(sum.get(2), w.get(1)), 1);
        W w18 = m.rotateLeft(m.xor(sum.get(1), w.get(0)), 1);
        return List.of(m.rotateLeft(m.xor(sum.get(0), w16), 1), w18, w17, w16);
    }
}
