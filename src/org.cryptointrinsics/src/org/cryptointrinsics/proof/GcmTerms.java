package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

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

    /** The sum of coefficients times powers of H. */
    private record Polynomial(Bits h, SortedMap<Integer, Bits> coefficients) {
    }

    private Bits define(String name, int width, Bits... sources) {
        Function function = new Function(name, width, List.of(sources));
        Bits all = Bits.concatenate(function.sources);
        // With one input there are no variables.
        return variables.constants() != null && all.isConstant() ? function.value(all) : variables.define(function);
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

    private Polynomial polynomial(Bits h, Bits value) {
        Polynomial known = polynomials.get(value);
        if (known != null && known.h.equals(h)) {
            return known;
        }
        return new Polynomial(h, new TreeMap<>(value.equals(ZERO) ? Map.of() : Map.of(0, value)));
    }

    /** {@code value H^exponent}. */
    Bits times(Bits h, Bits value, int exponent) {
        SortedMap<Integer, Bits> result = new TreeMap<>();
        polynomial(h, value).coefficients.forEach((power, coefficient) -> result.put(power + exponent, coefficient));
        return value(h, result);
    }

    /** {@code a + b}. */
    Bits plus(Bits h, Bits a, Bits b) {
        SortedMap<Integer, Bits> result = new TreeMap<>(polynomial(h, a).coefficients);
        polynomial(h, b).coefficients.forEach((power, coefficient) -> result.merge(power, coefficient, Bits::xor));
        result.values().removeIf(ZERO::equals);
        return value(h, result);
    }

    private Bits value(Bits h, SortedMap<Integer, Bits> coefficients) {
        if (coefficients.isEmpty()) {
            return ZERO;
        }
        if (coefficients.size() == 1 && coefficients.firstKey() == 0) {
            return coefficients.get(0);
        }
        List<Bits> sources = new ArrayList<>(List.of(h));
        sources.addAll(coefficients.values());
        Bits value = define("GHASH " + coefficients.keySet(), BLOCK, sources.toArray(Bits[]::new));
        polynomials.put(value, new Polynomial(h, coefficients));
        return value;
    }

    /** {@code (y + block) H}: step 3 of algorithm 2, SP 800-38D, 6.4. */
    Bits absorb(Bits h, Bits y, Bits block) {
        return times(h, plus(h, y, block.reverseBytes()), 1);
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
