package org.cryptointrinsics.proof.code;

import java.util.stream.IntStream;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.message.Hash;
import org.cryptointrinsics.kernel.message.Hmac;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.Signature;
import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.Region;
import org.cryptointrinsics.proof.SymbolicMessageMachine;
import org.cryptointrinsics.proof.UninterpretedMeanings;
import org.cryptointrinsics.proof.Variables;
import org.cryptointrinsics.proof.code.CodeProof.Execution;

/** What is to be proved of the code that hashes whole messages: it does what the programs do, of which {@link org.cryptointrinsics.proof.ProgramClaims} say that this is right. */
public final class MessageClaims {

    private static final int MOST_ITERATIONS = 3;

    private final DigestAlgorithm algorithm;
    private final DigestKernel kernel;

    public MessageClaims(DigestAlgorithm algorithm, DigestKernel kernel) {
        this.algorithm = algorithm;
        this.kernel = kernel;
    }

    /** Proves it of a message of one length, with variables of its own: with those of all lengths, there would be too many. */
    @FunctionalInterface
    private interface OneMessage {
        void prove(Variables variables, CodeProof proof);
    }

    private void prove(Variables all, Code code, OneMessage message) {
        Variables variables = new Variables();
        message.prove(variables, new CodeProof(variables, new UninterpretedMeanings(variables), code));
        all.count(variables);
    }

    private static SymbolicMessageMachine machine(Variables variables) {
        return new SymbolicMessageMachine(variables, new UninterpretedMeanings(variables));
    }

    private static Address input(String name, Bits content) {
        return new Region(name, content, false).address();
    }

    private static Region result(Bits before) {
        return new Region("the result", before, true);
    }

    /** Of SHA-3, half the capacity. */
    private int mostDigestBytes() {
        return algorithm.isSponge() ? (algorithm.stateBytes() - algorithm.blockBytes()) / 2 : algorithm.stateBytes();
    }

    /** Of more than a block: where something changes. */
    private IntStream longLengths() {
        int block = algorithm.blockBytes();
        return IntStream.of(block, 2 * block - 1, 2 * block, 3 * block - 1);
    }

    /**
     * {@link org.cryptointrinsics.linkage.HashMethod}: each length of less than a block, and some of more.
     *
     * @param code of the method, and of the stub that it calls
     */
    public Claim hash(Code code) {
        return new Claim(algorithm.standardName(), kernel.variant(), "code of hash", all -> {
            IntStream.concat(IntStream.range(0, algorithm.blockBytes()), longLengths()).forEach(length -> hash(all, code, length, mostDigestBytes()));
            IntStream.range(1, mostDigestBytes() / Integer.BYTES).forEach(words -> hash(all, code, 1, words * Integer.BYTES));
        });
    }

    private void hash(Variables all, Code code, int length, int bytes) {
        prove(all, code, (variables, proof) -> {
            Bits initial = variables.input(algorithm.stateBytes() * Byte.SIZE);
            Bits message = variables.input(length * Byte.SIZE);
            Arguments arguments = new Arguments(variables, code, Signature.HASH);
            arguments.array(Argument.INITIAL_STATE, initial, false);
            arguments.bytes(Argument.MESSAGE, Argument.LENGTH, message);
            arguments.number(Argument.SUFFIX, algorithm.suffix());
            Bits before = variables.input(bytes * Byte.SIZE);
            Region digest = arguments.memory(Argument.RESULT, before, true);
            arguments.number(Argument.RESULT_LENGTH, bytes);
            proof.execute(proof.new Execution(arguments), CodeClaims.TRUE);
            SymbolicMessageMachine m = machine(variables);
            Region expected = result(before);
            new Hash(algorithm, kernel).execute(m, input("the initial state", initial), input("the message", message), m.count(length), m.count(algorithm.suffix()),
                            expected.address(), m.count(bytes));
            Claim.assertEqual(variables, "the digest of " + length + " bytes", expected.content(), digest.content());
        });
    }

    /**
     * {@link org.cryptointrinsics.linkage.HmacMethod}: messages of lengths between which its code differs. What it leaves in its frame and in vector registers does not depend on
     * the key, nor on the message.
     *
     * @param code of the method, and of the stub that it calls
     */
    public Claim hmac(Code code) {
        return new Claim(algorithm.standardName(), kernel.variant(), "code of HMAC", all -> {
            int block = algorithm.blockBytes();
            // By eight bytes, and by less, and with a block more for the length.
            IntStream changes = IntStream.concat(IntStream.rangeClosed(0, 2 * Long.BYTES), IntStream.range(block - algorithm.lengthBytes() - Long.BYTES, block));
            IntStream.concat(changes, longLengths()).forEach(length -> hmac(all, code, length, mostDigestBytes(), 1, false, false));
            int most = mostDigestBytes();
            IntStream.of(Integer.BYTES, Long.BYTES, most - Integer.BYTES, most).forEach(bytes -> hmac(all, code, bytes, bytes, MOST_ITERATIONS, true, true));
            hmac(all, code, mostDigestBytes(), mostDigestBytes(), 2, false, true);
        });
    }

    /**
     * @param isSummed whether the results of all iterations are added up
     * @param isInPlace whether the message is overwritten with the result
     */
    private void hmac(Variables all, Code code, int length, int bytes, int iterations, boolean isSummed, boolean isInPlace) {
        prove(all, code, (variables, proof) -> {
            Bits initial = variables.input(algorithm.stateBytes() * Byte.SIZE);
            Bits innerKey = variables.input(algorithm.blockBytes() * Byte.SIZE);
            Bits outerKey = variables.input(algorithm.blockBytes() * Byte.SIZE);
            Bits message = variables.input(length * Byte.SIZE);
            Bits sumBefore = variables.input(bytes * Byte.SIZE);
            Arguments arguments = new Arguments(variables, code, Signature.HMAC);
            arguments.array(Argument.INITIAL_STATE, initial, false);
            arguments.array(Argument.INNER_KEY, innerKey, false);
            arguments.array(Argument.OUTER_KEY, outerKey, false);
            arguments.array(Argument.MESSAGE, message, isInPlace);
            arguments.number(Argument.LENGTH, length);
            arguments.number(Argument.SUFFIX, algorithm.suffix());
            Bits resultBefore = variables.input(bytes * Byte.SIZE);
            Region result = isInPlace ? arguments.same(Argument.RESULT, Argument.MESSAGE) : arguments.array(Argument.RESULT, resultBefore, true);
            arguments.number(Argument.RESULT_LENGTH, bytes);
            Region sum = isSummed ? arguments.memory(Argument.SUM, sumBefore, true) : arguments.noMemory(Argument.SUM);
            arguments.number(Argument.ITERATIONS, iterations);
            Execution execution = proof.new Execution(arguments);
            proof.execute(execution, CodeClaims.TRUE);
            execution.assertCleared();
            SymbolicMessageMachine m = machine(variables);
            Region text = isInPlace ? result(message) : new Region("the message", message, false);
            Region expected = isInPlace ? text : result(resultBefore);
            Region expectedSum = result(sumBefore);
            new Hmac(algorithm, kernel).execute(m, input("the initial state", initial), input("the inner key", innerKey), input("the outer key", outerKey), text.address(),
                            m.count(length), m.count(algorithm.suffix()), expected.address(), m.count(bytes), isSummed ? expectedSum.address() : SymbolicMessageMachine.NULL,
                            m.count(iterations));
            String told = "HMAC of " + length + " bytes, " + bytes + " bytes, " + iterations + " times";
            Claim.assertEqual(variables, told, expected.content(), result.content());
            if (isSummed) {
                Claim.assertEqual(variables, "the sum of " + told, expectedSum.content(), sum.content());
            }
        });
    }
}
