package org.cryptointrinsics.proof;

import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

import org.cryptointrinsics.proof.Variables.Definition;

/** Values of all variables: of inputs at random, of others by their definitions. */
public final class Evaluation {

    private final Variables variables;
    private final RandomGenerator random;
    private final Map<Integer, Boolean> values = new HashMap<>();

    public Evaluation(Variables variables, RandomGenerator random) {
        this.variables = variables;
        this.random = random;
    }

    private boolean variable(int number) {
        Boolean known = values.get(number);
        if (known == null) {
            Definition definition = variables.definition(number);
            if (definition == null) {
                known = random.nextBoolean();
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
