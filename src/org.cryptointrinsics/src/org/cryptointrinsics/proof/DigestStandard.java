package org.cryptointrinsics.proof;

import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.Arithmetic;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.proof.specification.Fips202;

/** What the standard of a digest says of any bytes. */
public final class DigestStandard {

    private final DigestAlgorithm algorithm;
    private final Variables variables;
    private final Arithmetic<Bits> arithmetic;

    public DigestStandard(DigestAlgorithm algorithm, Variables variables) {
        this.algorithm = algorithm;
        this.variables = variables;
        arithmetic = new SymbolicArithmetic(variables, word());
    }

    private int word() {
        return algorithm.word().bits();
    }

    /** Those with which a kernel comes to the same terms. */
    public SymbolicMeanings meanings() {
        return new SymbolicMeanings(variables, algorithm.isSponge() ? word() : Integer.MAX_VALUE);
    }

    public Bits anyState() {
        return variables.input(algorithm.stateBytes() * Byte.SIZE);
    }

    public Bits anyBlock() {
        return variables.input(algorithm.blockBytes() * Byte.SIZE);
    }

    /** The next state. */
    public Bits compressed(Bits state, Bits block) {
        return Bits.concatenate(DigestClaims.compressed(algorithm, arithmetic, variables::cut, state.split(word()), ordered(block).split(word())));
    }

    /** Words for bytes, or bytes for words. */
    Bits ordered(Bits bits) {
        return algorithm.order() == ByteOrder.LITTLE_ENDIAN ? bits : Bits.concatenate(bits.split(word()).stream().map(Bits::reverseBytes).toList());
    }

    /** A state after KECCAK-p. */
    public Bits permuted(Bits state) {
        return Bits.concatenate(new Fips202<>(arithmetic, variables::cut).permute(state.split(word())));
    }

    /** The first words of all states, then the second ones, and so on. */
    public Bits interleaved(List<Bits> states) {
        return Bits.concatenate(IntStream.range(0, algorithm.stateBytes() * Byte.SIZE / word()).boxed().flatMap(
                        lane -> states.stream().map(state -> state.part(lane * word(), word()))).toList());
    }
}
