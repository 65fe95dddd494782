package org.cryptointrinsics.proof;

import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * What is to be proved of a kernel.
 *
 * @param algorithm the standard name
 * @param variant of the kernel
 * @param function what the kernel does
 * @param proof throws a {@link ProofException} if it fails
 */
public record Claim(String algorithm, String variant, String function, Consumer<Variables> proof) {

    /** So many that a bit is seen which is wrong for one input in a hundred. */
    private static final int MOST_ATTEMPTS = 1000;

    /**
     * What a proof took.
     *
     * @param executions of the kernel or its code, along as many paths
     * @param terms different ones
     */
    public record Effort(int executions, int terms) {
    }

    /**
     * Proves it.
     *
     * @throws ProofException if there is no proof
     */
    public Effort prove() {
        Variables variables = new Variables();
        proof.accept(variables);
        return new Effort(variables.executions(), variables.count());
    }

    /**
     * Tries it with one input, which takes less time than a proof.
     *
     * @throws ProofException if it is wrong
     */
    public void test(long seed) {
        proof.accept(new Variables(generator(seed)));
    }

    private static RandomGenerator generator(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    @Override
    public String toString() {
        return algorithm + " " + variant + " " + function;
    }

    /**
     * @param what for messages
     * @param expected what the standard says
     */
    public static void assertEqual(Variables variables, String what, Bits expected, Bits actual) {
        if (expected.equals(actual)) {
            return;
        }
        RandomGenerator random = generator(expected.width());
        for (int i = 0; i < MOST_ATTEMPTS; i++) {
            Evaluation evaluation = new Evaluation(variables, random, i % 2 != 0);
            Bits right = evaluation.value(expected);
            Bits wrong = evaluation.value(actual);
            if (!right.equals(wrong)) {
                throw new ProofException(what + " is wrong: for some input, " + hex(wrong) + " instead of " + hex(right));
            }
        }
        throw new ProofException(what + " may be right, but is not proved", false);
    }

    private static String hex(Bits bits) {
        return HexFormat.of().formatHex(bits.bytes());
    }
}
