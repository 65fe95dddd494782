package org.cryptointrinsics.proof;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.cryptointrinsics.instruction.Arithmetic;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.proof.specification.Fips180;
import org.cryptointrinsics.proof.specification.Fips198;
import org.cryptointrinsics.proof.specification.Fips202;
import org.cryptointrinsics.proof.specification.Rfc1321;

/** What the standard of a digest says of whole messages. Of the compression function nothing is known but that it is a function. */
final class MessageStandard {

    private final DigestAlgorithm algorithm;
    private final Variables variables;
    private final int suffix;
    private final int blockBits;
    private final int word;

    /**
     * @param suffix the first byte after a message
     */
    MessageStandard(DigestAlgorithm algorithm, int suffix, Variables variables) {
        this.algorithm = algorithm;
        this.suffix = suffix;
        this.variables = variables;
        blockBits = algorithm.blockBytes() * Byte.SIZE;
        word = algorithm.word().bits();
    }

    /** A chaining value: that of another one, and of a block, or of as many as nobody knows. */
    private record Compressed(Bits state, List<Bits> blocks) implements Variables.Definition {
        @Override
        public int width() {
            return state.width();
        }

        @Override
        public List<Bits> sources() {
            List<Bits> sources = new ArrayList<>(List.of(state));
            sources.addAll(blocks);
            return sources;
        }

        @Override
        public Bits evaluate(Evaluation evaluation) {
            return value(evaluation.value(Bits.concatenate(sources())));
        }

        /** By a function that is none of the standard's: others are different for other sources, too. */
        Bits value(Bits numbers) {
            byte[] value = new byte[width() / Byte.SIZE];
            new Random(Arrays.hashCode(numbers.bytes())).nextBytes(value);
            return Bits.of(value);
        }
    }

    private Bits define(Compressed compressed) {
        Bits all = Bits.concatenate(compressed.sources());
        // With one input there are no variables.
        return variables.constants() != null && all.isConstant() ? compressed.value(all) : variables.define(compressed);
    }

    Bits compressed(Bits state, Bits block) {
        return define(new Compressed(state, List.of(block)));
    }

    /** After the blocks of a message that nothing is known of. */
    Bits afterBlocks(Bits state) {
        return define(new Compressed(state, List.of()));
    }

    /** The last bits of a message, padded. */
    private Bits padded(Bits end, Bits length) {
        Arithmetic<Bits> bytes = new SymbolicArithmetic(variables, Byte.SIZE);
        Bits bits = Bits.concatenate(List.of(Bits.of(0, 3), length.part(0, Long.SIZE - 3)));
        List<Bits> last = end.split(Byte.SIZE);
        return Bits.concatenate(switch (algorithm) {
            case MD5 -> new Rfc1321<>(bytes).padded(last, bits.split(Byte.SIZE));
            case SHA_1, SHA_256, SHA_512 -> new Fips180<>(bytes).padded(last, bits.extend(algorithm.lengthBytes() * Byte.SIZE).reverseBytes().split(Byte.SIZE));
            case SHA3_224, SHA3_256, SHA3_384, SHA3_512, SHAKE128_256 -> Fips202.padded(bytes, last, algorithm.blockBytes(), suffix);
        });
    }

    /** A block that has a digest behind another block, see {@link org.cryptointrinsics.kernel.HmacKernel#compressDigest}. */
    Bits lastBlock(Bits state) {
        Bits digest = digest(state, algorithm.stateBytes());
        return padded(digest, Bits.of(algorithm.blockBytes() + algorithm.stateBytes(), Long.SIZE));
    }

    /** The first bytes of a chaining value. */
    private Bits digest(Bits state, int bytes) {
        Bits all = algorithm.order() == ByteOrder.LITTLE_ENDIAN ? state : Bits.concatenate(state.split(word).stream().map(Bits::reverseBytes).toList());
        return all.part(0, bytes * Byte.SIZE);
    }

    /** The digest of a message. */
    AnyMessage hash(Bits initial, AnyMessage message, int bytes) {
        Bits state = initial;
        Bits rest = Bits.of(0, 0);
        for (Bits part : message.parts()) {
            if (part == AnyMessage.BLOCKS) {
                assert rest.width() == 0;
                state = afterBlocks(state);
            } else {
                rest = Bits.concatenate(List.of(rest, part));
            }
            for (; rest.width() >= blockBits; rest = rest.part(blockBits, rest.width() - blockBits)) {
                state = compressed(state, rest.part(0, blockBits));
            }
        }
        for (Bits block : padded(rest, message.length()).split(blockBits)) {
            state = compressed(state, block);
        }
        return AnyMessage.of(digest(state, bytes));
    }

    /** What PBKDF2 makes of HMAC: the results of all iterations. */
    List<Bits> hmac(Bits initial, Bits innerKey, Bits outerKey, AnyMessage text, int bytes, int iterations) {
        Fips198<AnyMessage> hmac = new Fips198<>(message -> hash(initial, message, bytes), (a, b) -> a.followedBy(variables, b));
        return hmac.iterations(AnyMessage.of(innerKey), AnyMessage.of(outerKey), text, iterations).stream().map(message -> message.parts().getFirst()).toList();
    }
}
