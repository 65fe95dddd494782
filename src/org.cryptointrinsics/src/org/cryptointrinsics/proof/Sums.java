package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.cryptointrinsics.proof.Variables.Definition;

/**
 * Sums modulo powers of two in canonical form: words with their coefficients, and a constant. However words are added, and in whichever order, the same sum has the same variables.
 */
final class Sums {

    /** The coefficient of a sum of words no bit of which is 1 in both is that of their XOR. */
    private record Sum(Map<Bits, Long> words, long constant, int width) implements Definition {

        @Override
        public List<Bits> sources() {
            return List.copyOf(words.keySet());
        }

        @Override
        public Bits evaluate(Evaluation evaluation) {
            long sum = constant;
            for (Map.Entry<Bits, Long> word : words.entrySet()) {
                sum += evaluation.number(word.getKey()) * word.getValue();
            }
            return Bits.of(sum, width);
        }
    }

    private final Variables variables;
    private final Map<Bits, Sum> sums = new HashMap<>();

    Sums(Variables variables) {
        this.variables = variables;
    }

    private static long mask(int width) {
        return -1L >>> Long.SIZE - width;
    }

    /**
     * @return {@code timesA a + timesB b}
     */
    Bits add(Bits a, long timesA, Bits b, long timesB) {
        if (a.width() != b.width()) {
            throw new IllegalArgumentException(a.width() + " bits and " + b.width());
        }
        Map<Bits, Long> words = new LinkedHashMap<>();
        long constant = collect(a, timesA, words) + collect(b, timesB, words);
        return sum(words, constant, a.width());
    }

    /** Adds the summands of a word to {@code words}, and returns its constant. */
    private long collect(Bits word, long times, Map<Bits, Long> words) {
        int width = word.width();
        long constant = 0;
        int zeros = width;
        Bit[] rest = new Bit[width];
        for (int i = width - 1; i >= 0; i--) {
            rest[i] = word.bit(i);
            if (rest[i].equals(Bit.ONE)) {
                constant |= 1L << i;
                rest[i] = Bit.ZERO;
            }
            if (rest[i].size() != 0) {
                zeros = i;
            }
        }
        constant *= times;
        if (zeros == width) {
            return constant;
        }
        Bits other = Bits.of(rest);
        Sum known = sums.get(other.part(zeros, width - zeros));
        if (known == null) {
            merge(words, other, times);
            return constant;
        }
        for (Map.Entry<Bits, Long> summand : known.words.entrySet()) {
            merge(words, Bits.concatenate(List.of(Bits.of(0, zeros), summand.getKey())), summand.getValue() * times);
        }
        return constant + (known.constant << zeros) * times;
    }

    private static void merge(Map<Bits, Long> words, Bits word, long times) {
        long sum = words.merge(word, times, Long::sum) & mask(word.width());
        if (sum == 0) {
            words.remove(word);
        } else {
            words.put(word, sum);
        }
    }

    private Bits sum(Map<Bits, Long> words, long constant, int width) {
        joinDisjoint(words);
        long rest = constant & mask(width);
        if (words.isEmpty()) {
            return Bits.of(rest, width);
        }
        int zeros = words.keySet().stream().mapToInt(Sums::zeros).min().getAsInt();
        if (zeros != 0) {
            // Nothing is carried from there.
            Map<Bits, Long> upper = new LinkedHashMap<>();
            words.forEach((word, times) -> merge(upper, word.part(zeros, width - zeros), times));
            return Bits.concatenate(List.of(Bits.of(rest, zeros), sum(upper, rest >>> zeros, width - zeros)));
        }
        if (rest == 0 && words.size() == 1 && words.containsValue(1L)) {
            return words.keySet().iterator().next();
        }
        Sum sum = new Sum(Map.copyOf(words), rest, width);
        Bits result = variables.define(sum);
        sums.put(result, sum);
        return result;
    }

    /** The lowest bits that are 0. */
    private static int zeros(Bits word) {
        int zeros = 0;
        while (word.bit(zeros).size() == 0) {
            zeros++;
        }
        return zeros;
    }

    /** Of words no bit of which is 1 in both, the sum is the XOR. */
    private void joinDisjoint(Map<Bits, Long> words) {
        List<Bits> candidates = new ArrayList<>(words.keySet());
        candidates.removeIf(word -> !mayBeDisjoint(word));
        for (int i = 0; i < candidates.size(); i++) {
            for (int j = i + 1; j < candidates.size(); j++) {
                Bits a = candidates.get(i);
                Bits b = candidates.get(j);
                if (words.get(a).equals(words.get(b)) && areDisjoint(a, b)) {
                    long times = words.remove(a);
                    words.remove(b);
                    merge(words, a.xor(b), times);
                    joinDisjoint(words);
                    return;
                }
            }
        }
    }

    /** No two words are disjoint of which one is made of variables alone, unless they are constant in some bits. */
    private boolean mayBeDisjoint(Bits word) {
        for (int i = 0; i < word.width(); i++) {
            Bit bit = word.bit(i);
            if (bit.isConstant() || bit.size() > 1 || variables.factors(bit.product(0)).length > 1) {
                return true;
            }
        }
        return false;
    }

    private boolean areDisjoint(Bits a, Bits b) {
        for (int i = 0; i < a.width(); i++) {
            if (variables.and(a.bit(i), b.bit(i)).size() != 0) {
                return false;
            }
        }
        return true;
    }
}
