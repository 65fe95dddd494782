package org.cryptointrinsics.proof;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

import org.cryptointrinsics.proof.Variables.Definition;

/** Values of all variables: of inputs by chance, of others by their definitions. */
public final class Evaluation {

    private final Variables variables;
    private final RandomGenerator random;
    private final boolean hasEdges;
    private final Map<Integer, Boolean> values = new HashMap<>();
    /** What inputs that follow each other have in common, if anything. */
    private final Map<Integer, Optional<Boolean>> edges = new HashMap<>();

    public Evaluation(Variables variables, RandomGenerator random) {
        this(variables, random, false);
    }

    /**
     * @param hasEdges whether inputs that follow each other are often all 0 or all 1, where sums carry and numbers change their signs
     */
    Evaluation(Variables variables, RandomGenerator random, boolean hasEdges) {
        this.variables = variables;
        this.random = random;
        this.hasEdges = hasEdges;
    }

    private boolean input(int number) {
        if (!hasEdges) {
            return random.nextBoolean();
        }
        // The first variable has number 1.
        return edges.computeIfAbsent((number - 1) / Byte.SIZE, _ -> random.nextInt(3) == 0 ? Optional.empty() : Optional.of(random.nextBoolean())).orElseGet(random::nextBoolean);
    }

    private boolean variable(int number) {
        Boolean known = values.get(number);
        if (known == null) {
            Definition definition = variables.definition(number);
            if (definition == null) {
                known = input(number);
                values.put(number, known);
            } else {
                Bits names = variables.defined(definition);
                Bits value = definition.evaluate(this);
                for (int i = 0; i < names.width(); i++) {
                    values.put(names.bit(i).product(0), !value.bit(i).equals(Bit.ZERO));
                }
                known = values.get(number);
            }
        }
        return known;
    }

    boolean value(Bit bit) {
        boolean value = false;
        for (int i = 0; i < bit.size(); i++) {
            boolean product = true;
            for (int factor : variables.factors(bit.product(i))) {
                product &= variable(factor);
            }
            value ^= product;
        }
        return value;
    }

    public Bits value(Bits bits) {
        return bits.map(bit -> Bit.of(value(bit)));
    }

    /**
     * @param word of 64 bits at most
     */
    public long number(Bits word) {
        long number = 0;
        for (int i = 0; i < word.width(); i++) {
            number |= value(word.bit(i)) ? 1L << i : 0;
        }
        return number;
    }
}
