package org.cryptointrinsics.instruction;

import java.util.List;

/**
 * What standards and instructions compute with words of one size: with numbers, or with what stands for any.
 *
 * @param <W> a word
 */
public interface Arithmetic<W> {

    /** How many bits a word has. */
    int bits();

    W constant(long value);

    /** Modulo two to the power of {@link #bits}. */
    W add(W a, W b);

    W and(W a, W b);

    W xor(W a, W b);

    W not(W a);

    W rotateRight(W a, int count);

    W shiftRight(W a, int count);

    default W or(W a, W b) {
        return not(and(not(a), not(b)));
    }

    default W rotateLeft(W a, int count) {
        return rotateRight(a, bits() - count);
    }

    /** The XOR of the products, bit by bit, of what is at the same place in two lists. */
    default W xorOfProducts(List<W> a, List<W> b) {
        W result = constant(0);
        for (int i = 0; i < a.size(); i++) {
            result = xor(result, and(a.get(i), b.get(i)));
        }
        return result;
    }

    default W sum(List<W> words) {
        W sum = words.getFirst();
        for (W word : words.subList(1, words.size())) {
            sum = add(sum, word);
        }
        return sum;
    }
}
