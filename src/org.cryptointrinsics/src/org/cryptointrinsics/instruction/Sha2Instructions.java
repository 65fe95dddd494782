package org.cryptointrinsics.instruction;

import java.util.List;

/** Meaning of the SHA-256 and SHA512 instructions: the functions of FIPS 180-4 sections 4.1.2 and 4.1.3 in the lane order of the Intel SDM. */
final class Sha2Instructions {

    private Sha2Instructions() {
    }

    /**
     * Two rounds; the first two sources name the variables from lane 3 down, c, d, g, h and a, b, e, f; the low half of the third one holds two sums of message word and constant.
     */
    static <W> List<W> rnds2(Arithmetic<W> m, @SuppressWarnings("unused") int immediate, List<List<W>> s) {
        W a = s.get(1).get(3);
        W b = s.get(1).get(2);
        W c = s.get(0).get(3);
        W d = s.get(0).get(2);
        W e = s.get(1).get(1);
        W f = s.get(1).get(0);
        W g = s.get(0).get(1);
        W h = s.get(0).get(0);
        for (int i = 0; i < 2; i++) {
            W sum1 = m.bits() == Integer.SIZE ? rotations(m, e, 6, 11, 25) : rotations(m, e, 14, 18, 41);
            W sum0 = m.bits() == Integer.SIZE ? rotations(m, a, 2, 13, 22) : rotations(m, a, 28, 34, 39);
            W choice = m.xor(m.and(e, f), m.and(m.not(e), g));
            W majority = m.xor(m.xor(m.and(a, b), m.and(a, c)), m.and(b, c));
            W t1 = m.add(m.add(h, sum1), m.add(choice, s.get(2).get(i)));
            h = g;
            g = f;
            f = e;
            e = m.add(d, t1);
            d = c;
            c = b;
            b = a;
            a = m.add(t1, m.add(sum0, majority));
        }
        return List.of(f, e, b, a);
    }

    static <W> List<W> msg1(Arithmetic<W> m, @SuppressWarnings("unused") int immediate, List<List<W>> s) {
        List<W> w = s.get(0);
        return List.of(m.add(w.get(0), sigma0(m, w.get(1))), m.add(w.get(1), sigma0(m, w.get(2))), m.add(w.get(2), sigma0(m, w.get(3))),
                        m.add(w.get(3), sigma0(m, s.get(1).get(0))));
    }

    static <W> List<W> msg2(Arithmetic<W> m, @SuppressWarnings("unused") int immediate, List<List<W>> s) {
        List<W> sum = s.get(0);
        W w16 = m.add(sum.get(0), sigma1(m, s.get(1).get(2)));
        W w17 = m.add(sum.get(1), sigma1(m, s.get(1).get(3)));
        return List.of(w16, w17, m.add(sum.get(2), sigma1(m, w16)), m.add(sum.get(3), sigma1(m, w17)));
    }

    private static <W> W sigma0(Arithmetic<W> m, W x) {
        return m.bits() == Integer.SIZE ? rotationsAndShift(m, x, 7, 18, 3) : rotationsAndShift(m, x, 1, 8, 7);
    }

    private static <W> W sigma1(Arithmetic<W> m, W x) {
        return m.bits() == Integer.SIZE ? rotationsAndShift(m, x, 17, 19, 10) : rotationsAndShift(m, x, 19, 61, 6);
    }

    private static <W> W rotations(Arithmetic<W> m, W x, int first, int second, int third) {
        return m.xor(m.xor(m.rotateRight(x, first), m.rotateRight(x, second)), m.rotateRight(x, third));
    }

    private static <W> W rotationsAndShift(Arithmetic<W> m, W x, int first, int second, int shift) {
        return m.xor(m.xor(m.rotateRight(x, first), m.rotateRight(x, second)), m.shiftRight(x, shift));
    }
}
