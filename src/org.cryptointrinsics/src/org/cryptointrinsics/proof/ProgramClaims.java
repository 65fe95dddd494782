package org.cryptointrinsics.proof;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.MessageMachine;
import org.cryptointrinsics.kernel.message.Hash;
import org.cryptointrinsics.kernel.message.Hmac;

/**
 * What is to be proved of programs that hash whole messages: with a kernel that does what {@link DigestClaims} say, they compute what the standard says of messages of any length.
 * They read what they are given, write the result alone, and read nothing of the message when they have written some of that.
 */
public final class ProgramClaims {

    /** That of SHAKE256, which is SHA3-256 but for that. */
    private static final int SHAKE_SUFFIX = 0x1F;
    private static final int MOST_ITERATIONS = 4;
    /** Where a message may begin that a result overlaps: anywhere. */
    private static final int ANYWHERE = Integer.MIN_VALUE / 2;

    private final DigestAlgorithm algorithm;
    private final DigestKernel kernel;
    private final UnaryOperator<MessageMachine> change;

    /**
     * @param change makes another machine of the one that executes the programs
     */
    public ProgramClaims(DigestAlgorithm algorithm, DigestKernel kernel, UnaryOperator<MessageMachine> change) {
        this.algorithm = algorithm;
        this.kernel = kernel;
        this.change = change;
    }

    /** Of the programs with a kernel. */
    public static Stream<Claim> of(DigestAlgorithm algorithm, DigestKernel kernel) {
        return new ProgramClaims(algorithm, kernel, UnaryOperator.identity()).all();
    }

    /** Of both programs. */
    public Stream<Claim> all() {
        return Stream.of(claim("hash", this::hash), claim("HMAC", this::hmac));
    }

    /** One execution. */
    @FunctionalInterface
    private interface Step {
        void accept(Execution execution);
    }

    /** Proves something of a message. */
    @FunctionalInterface
    private interface OfMessage {
        void prove(Execution execution, int rest);
    }

    /** For messages of each length modulo the block, without whole blocks and with any number of these. */
    private Claim claim(String function, OfMessage proof) {
        return new Claim(algorithm.standardName(), kernel.variant(), function + ", of whole messages", all -> {
            for (int rest = 0; rest < algorithm.blockBytes(); rest++) {
                int length = rest;
                for (boolean hasBlocks : new boolean[]{false, true}) {
                    execute(all, rest, hasBlocks, algorithm.suffix(), execution -> proof.prove(execution, length));
                }
            }
            if (algorithm == DigestAlgorithm.SHA3_256) {
                execute(all, 0, true, SHAKE_SUFFIX, execution -> proof.prove(execution, 0));
            }
        });
    }

    /** With variables of its own: with those of all lengths, there would be too many. */
    private void execute(Variables all, int rest, boolean hasBlocks, int suffix, Step step) {
        Variables variables = all.constants() == null ? new Variables() : new Variables(all.constants());
        step.accept(new Execution(variables, rest, hasBlocks, suffix));
        all.count(variables);
    }

    /** Of SHA-3, half the capacity. */
    private int mostDigestBytes() {
        return algorithm.isSponge() ? (algorithm.stateBytes() - algorithm.blockBytes()) / 2 : algorithm.stateBytes();
    }

    /** All that a digest may have, in turn. */
    private int digestBytes(int number) {
        int words = mostDigestBytes() / Integer.BYTES;
        return (number % words + 1) * Integer.BYTES;
    }

    private void hash(Execution execution, int rest) {
        execution.hash(digestBytes(rest));
        execution.hash(mostDigestBytes());
    }

    private void hmac(Execution execution, int rest) {
        execution.hmac(mostDigestBytes(), 1, false);
        execution.hmac(digestBytes(rest), 1 + rest % MOST_ITERATIONS, rest % 3 != 0);
    }

    /** A message, of some whole blocks and a rest, and the programs on a machine. */
    private final class Execution {

        private final Variables variables;
        private final int suffix;
        private final int blockBytes = algorithm.blockBytes();
        private final Number length;
        private final Bits lengthValue;
        private final Bits rest;
        private final boolean hasBlocks;
        private final AnyMessage message;
        private final MessageStandard standard;

        Execution(Variables variables, int restBytes, boolean hasBlocks, int suffix) {
            this.variables = variables;
            this.suffix = suffix;
            this.hasBlocks = hasBlocks;
            standard = new MessageStandard(algorithm, suffix, variables);
            length = new Number(hasBlocks ? blockBytes : 0, restBytes);
            // Less than 2^31.
            lengthValue = hasBlocks ? variables.publicInput(Integer.SIZE - 1).extend(Long.SIZE) : Bits.of(restBytes, Long.SIZE);
            rest = variables.input(restBytes * Byte.SIZE);
            message = new AnyMessage(hasBlocks ? List.of(AnyMessage.BLOCKS, rest) : List.of(rest), lengthValue);
        }

        private Region input(String name, Bits content) {
            return new Region(name, content, false);
        }

        /** The message in memory: its blocks, with its end behind them. */
        private final class InMemory {

            private final Region end = input("the end of the message", hasBlocks ? Bits.concatenate(List.of(variables.input(blockBytes * Byte.SIZE), rest)) : rest);
            private final Region blocks = hasBlocks ? input("the blocks of the message", Bits.of(0, 0)).before((Region.Location) end.address(blockBytes), blockBytes) : end;

            /** Memory for the result, which may overlap the message. */
            Region result(int bytes) {
                return new Region("the result", variables.input(bytes * Byte.SIZE), true).mayOverlap(end, ANYWHERE);
            }
        }

        private SymbolicMessageMachine machine() {
            SymbolicMessageMachine machine = new SymbolicMessageMachine(variables, new SymbolicMeanings(variables));
            machine.assume(length, lengthValue);
            return machine;
        }

        private DigestKernel kernel(InMemory memory) {
            return AnyKernel.like(kernel, algorithm, standard, memory.blocks.address());
        }

        void hash(int bytes) {
            Bits initial = variables.input(algorithm.stateBytes() * Byte.SIZE);
            InMemory memory = new InMemory();
            Region digest = memory.result(bytes);
            MessageMachine m = change.apply(machine());
            new Hash(algorithm, kernel(memory)).execute(m, input("the initial state", initial).address(), memory.blocks.address(), length, Number.of(suffix), digest.address(),
                            Number.of(bytes));
            Claim.assertEqual(variables, "the digest of a message of " + length + " bytes", standard.hash(initial, message, bytes).parts().getFirst(), digest.content());
        }

        void hmac(int bytes, int iterations, boolean isSummed) {
            Bits initial = variables.input(algorithm.stateBytes() * Byte.SIZE);
            Bits innerKey = variables.input(blockBytes * Byte.SIZE);
            Bits outerKey = variables.input(blockBytes * Byte.SIZE);
            Bits sumBefore = variables.input(bytes * Byte.SIZE);
            InMemory memory = new InMemory();
            Region result = memory.result(bytes);
            Region sum = new Region("the sum", sumBefore, true);
            Address sumAddress = isSummed ? sum.address() : SymbolicMessageMachine.NULL;
            MessageMachine m = change.apply(machine());
            new Hmac(algorithm, kernel(memory)).execute(m, input("the initial state", initial).address(), input("the inner key", innerKey).address(),
                            input("the outer key", outerKey).address(), memory.blocks.address(), length, Number.of(suffix), result.address(), Number.of(bytes), sumAddress,
                            Number.of(iterations));
            List<Bits> expected = standard.hmac(initial, innerKey, outerKey, message, bytes, iterations);
            String told = "HMAC of " + length + " bytes, " + iterations + " times";
            Claim.assertEqual(variables, told, expected.getLast(), result.content());
            Bits all = isSummed ? expected.stream().reduce(sumBefore, Bits::xor) : sumBefore;
            Claim.assertEqual(variables, "the sum of " + told, all, sum.content());
        }
    }
}
