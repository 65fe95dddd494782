package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.cryptointrinsics.kernel.aes.AesContext;

/**
 * What is known of AES-GCM where messages are proved, and not kernels: CIPH is a function; GHASH is a polynomial in H, whose coefficients are blocks, their bytes in reverse
 * order. Of chunks whose number is unknown, all data are one block, and so is their key stream.
 */
final class GcmTerms {

    static final int BLOCK = AesContext.BLOCK * Byte.SIZE;
    static final Bits ZERO = Bits.of(0, BLOCK);

    private final Variables variables;
    /** Those that there were, by the variables that stand for them. */
    private final Map<Bits, Polynomial> polynomials = new HashMap<>();
    private final Map<Bits, Integer> exponents = new HashMap<>();
    private final Map<Bits, Bits> keys = new HashMap<>();

    GcmTerms(Variables variables) {
        this.variables = variables;
    }

    /** A function of which nothing else is known. */
    private record Function(String name, int width, List<Bits> sources) implements Variables.Definition {

        @Override
        public Bits evaluate(Evaluation evaluation) {
            return value(evaluation.value(Bits.concatenate(sources)));
        }

        /** By a function that is none of the standard's: others are different for other sources, too. */
        Bits value(Bits numbers) {
            byte[] value = new byte[width / Byte.SIZE];
            new Random(31L * name.hashCode() + Arrays.hashCode(numbers.bytes())).nextBytes(value);
            return Bits.of(value);
        }
    }

    /**
     * The sum of coefficients times powers of H.
     *
     * @param coefficients of {@code H^i} at place i; there are none behind the last one that is not zero
     */
    record Polynomial(Bits h, List<Bits> coefficients) {

        Polynomial times(int exponent) {
            if (coefficients.isEmpty()) {
                return this;
            }
            List<Bits> result = new ArrayList<>(Collections.nCopies(exponent, ZERO));
            result.addAll(coefficients);
            return new Polynomial(h, result);
        }

        Polynomial plus(Polynomial other) {
            if (!h.equals(other.h)) {
                throw new ProofException("adds products with powers of another H");
            }
            int size = Math.max(coefficients.size(), other.coefficients.size());
            List<Bits> result = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                Bits a = coefficient(i);
                Bits b = other.coefficient(i);
                result.add(b == ZERO ? a : a == ZERO ? b : a.xor(b));
            }
            while (!result.isEmpty() && result.getLast().equals(ZERO)) {
                result.removeLast();
            }
            return new Polynomial(h, result);
        }

        private Bits coefficient(int exponent) {
            return exponent < coefficients.size() ? coefficients.get(exponent) : ZERO;
        }
    }

    private Bits define(String name, int width, Bits... sources) {
        Function function = new Function(name, width, List.of(sources));
        if (variables.constants() != null) {
            // With one input there are no variables.
            Bits all = Bits.concatenate(function.sources);
            if (all.isConstant()) {
                return function.value(all);
            }
        }
        return variables.define(function);
    }

    /** The one object for equal round keys: what is wide takes long to compare. */
    Bits key(Bits roundKeys) {
        return keys.computeIfAbsent(roundKeys, key -> key);
    }

    /** {@code CIPH_K}. */
    Bits cipher(Bits roundKeys, Bits block) {
        return define("CIPH", BLOCK, roundKeys, block);
    }

    /** A power of H, as kernels keep it. */
    Bits power(Bits h, int exponent) {
        Bits power = define("H^" + exponent, BLOCK, h);
        exponents.put(power, exponent);
        return power;
    }

    /** What kernels keep beside it. */
    Bits folded(Bits power) {
        return define("folded", BLOCK, power);
    }

    /** Which power of H that is. */
    int exponent(Bits power) {
        Integer exponent = exponents.get(power);
        if (exponent == null) {
            throw new ProofException("multiplies by what is no power of H");
        }
        return exponent;
    }

    /** The polynomial that a block stands for, or is the one coefficient of. */
    Polynomial polynomial(Bits h, Bits block) {
        Polynomial known = polynomials.get(block);
        if (known != null && known.h.equals(h)) {
            return known;
        }
        return new Polynomial(h, block.equals(ZERO) ? List.of() : List.of(block));
    }

    /** The block that stands for a polynomial. */
    Bits value(Polynomial polynomial) {
        List<Bits> coefficients = polynomial.coefficients;
        if (coefficients.isEmpty()) {
            return ZERO;
        }
        if (coefficients.size() == 1) {
            return coefficients.getFirst();
        }
        StringBuilder name = new StringBuilder("GHASH");
        List<Bits> sources = new ArrayList<>(List.of(polynomial.h));
        for (int i = 0; i < coefficients.size(); i++) {
            if (!coefficients.get(i).equals(ZERO)) {
                name.append(' ').append(i);
                sources.add(coefficients.get(i));
            }
        }
        Bits value = define(name.toString(), BLOCK, sources.toArray(Bits[]::new));
        polynomials.put(value, polynomial);
        return value;
    }

    /** {@code (Y + X) H}: step 3 of algorithm 2, SP 800-38D, 6.4. */
    Polynomial absorb(Polynomial y, Bits block) {
        return y.plus(polynomial(y.h, block.reverseBytes())).times(1);
    }

    /** Y after chunks whose number is unknown. */
    Bits absorbUnknown(Bits h, Bits y, Bits chunks) {
        return define("GHASH of chunks", BLOCK, h, y, chunks);
    }

    /** The key stream for chunks whose number is unknown, from a counter block on. */
    Bits keyStream(Bits roundKeys, Bits counterBlock) {
        return define("GCTR of chunks", BLOCK, roundKeys, counterBlock);
    }

    /** {@code inc_32}, as often as that, of a counter block. */
    Bits increment(Bits block, int times) {
        Bits counter = block.part(BLOCK - Integer.SIZE, Integer.SIZE).reverseBytes();
        return Bits.concatenate(List.of(block.part(0, BLOCK - Integer.SIZE), variables.add(counter, Bits.of(times, Integer.SIZE)).reverseBytes()));
    }

    /** The counter block after chunks whose number is unknown. */
    Bits afterUnknown(Bits block) {
        Bits counter = block.part(BLOCK - Integer.SIZE, Integer.SIZE);
        return Bits.concatenate(List.of(block.part(0, BLOCK - Integer.SIZE), define("counter after chunks", Integer.SIZE, counter)));
    }
}
