package org.cryptointrinsics.proof.specification;

import java.util.ArrayList;
import java.util.List;

/**
 * The number-theoretic transforms of FIPS 203 and FIPS 204. Names are those of the standards.
 *
 * @param <W> a coefficient
 */
public final class NumberTheoreticTransform<W> {

    /** That of a polynomial of FIPS 203: section 4.3. */
    private static final int ZETA_203 = 17;
    private static final int BITS_203 = 7;
    /** That of a polynomial of FIPS 204: section 7.5. */
    private static final int ZETA_204 = 1753;
    private static final int BITS_204 = 8;
    private static final int N = 256;

    private final Residues<W> residues;
    private final int zeta;
    private final int bits;

    private NumberTheoreticTransform(Residues<W> residues, int zeta, int bits) {
        this.residues = residues;
        this.zeta = zeta;
        this.bits = bits;
    }

    public static <W> NumberTheoreticTransform<W> ofFips203(Residues<W> residues) {
        return new NumberTheoreticTransform<>(residues, ZETA_203, BITS_203);
    }

    public static <W> NumberTheoreticTransform<W> ofFips204(Residues<W> residues) {
        return new NumberTheoreticTransform<>(residues, ZETA_204, BITS_204);
    }

    private int reversed(int i) {
        return Integer.reverse(i) >>> Integer.SIZE - bits;
    }

    /** FIPS 203, algorithm 9; FIPS 204, algorithm 41. */
    public List<W> ntt(List<W> w) {
        List<W> result = new ArrayList<>(w);
        int m = 0;
        for (int len = N / 2; len >= N >> bits; len /= 2) {
            for (int start = 0; start < N; start += 2 * len) {
                long z = residues.power(zeta, reversed(++m));
                for (int j = start; j < start + len; j++) {
                    W t = residues.multiply(result.get(j + len), z);
                    result.set(j + len, residues.subtract(result.get(j), t));
                    result.set(j, residues.add(result.get(j), t));
                }
            }
        }
        return result;
    }

    /** FIPS 203, algorithm 10; FIPS 204, algorithm 42. */
    public List<W> inverseNtt(List<W> w) {
        List<W> result = new ArrayList<>(w);
        int m = 1 << bits;
        for (int len = N >> bits; len < N; len *= 2) {
            for (int start = 0; start < N; start += 2 * len) {
                long z = residues.power(zeta, reversed(--m));
                for (int j = start; j < start + len; j++) {
                    W t = result.get(j);
                    result.set(j, residues.add(t, result.get(j + len)));
                    result.set(j + len, residues.multiply(residues.subtract(result.get(j + len), t), z));
                }
            }
        }
        long inverse = residues.power(1 << bits, (int) residues.modulus() - 2);
        result.replaceAll(coefficient -> residues.multiply(coefficient, inverse));
        return result;
    }

    /** Products of pairs modulo {@code X^2 - gamma}: FIPS 203, algorithms 11 and 12. */
    public List<W> multiplyPairs(List<W> f, List<W> g) {
        List<W> result = new ArrayList<>();
        for (int i = 0; i < N / 2; i++) {
            long gamma = residues.power(zeta, 2 * reversed(i) + 1);
            W a0 = f.get(2 * i);
            W a1 = f.get(2 * i + 1);
            W b0 = g.get(2 * i);
            W b1 = g.get(2 * i + 1);
            result.add(residues.add(residues.multiply(a0, b0), residues.multiply(residues.multiply(a1, b1), gamma)));
            result.add(residues.add(residues.multiply(a0, b1), residues.multiply(a1, b0)));
        }
        return result;
    }

    /** FIPS 204, algorithm 45. */
    public List<W> multiply(List<W> a, List<W> b) {
        List<W> result = new ArrayList<>();
        for (int i = 0; i < N; i++) {
            result.add(residues.multiply(a.get(i), b.get(i)));
        }
        return result;
    }
}
