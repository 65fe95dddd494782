package org.cryptointrinsics.proof;

import java.util.List;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.VectorInstruction;

/**
 * What instructions compute if nothing is known of most but that they compute the same of the same: enough where the same instructions are compared that a compiler has given
 * registers. Bits that are moved are known where they go.
 */
public final class UninterpretedMeanings extends SymbolicMeanings {

    private final Variables variables;

    public UninterpretedMeanings(Variables variables) {
        super(variables);
        this.variables = variables;
    }

    private record Uninterpreted(ScalarInstruction instruction, int immediate, List<Bits> sources) implements Variables.Definition {
        @Override
        public int width() {
            return sources.getFirst().width();
        }

        @Override
        public Bits evaluate(Evaluation evaluation) {
            Variables none = new Variables();
            return new SymbolicMeanings(none).meaning(instruction, immediate, sources.stream().map(evaluation::value).toList());
        }
    }

    @Override
    Bits meaning(VectorInstruction instruction, int immediate, List<Bits> s) {
        boolean isKnown = switch (instruction) {
            case MOVDQU, MOVDQU_STORE, MOVD, MOVD_STORE, MOVQ, MOVQ_STORE, MOVHPS, PSLLD, PSRLD, PSRAD, PSRAW, PSLLQ, PSRLQ, PSHUFD, PUNPCKLDQ, PUNPCKHDQ, PUNPCKLQDQ, PUNPCKHQDQ,
                            SHUFPS, PALIGNR, PBLENDW, VBROADCASTI32X4, VPERM2I128, VSHUFI64X2, VPROLD, VPRORD, VPROLQ, VPRORQ -> true;
            case PSHUFB -> s.get(1).isConstant();
            case PXOR -> s.get(0).equals(s.get(1));
            default -> false;
        };
        return isKnown || s.stream().allMatch(Bits::isConstant) ? super.meaning(instruction, immediate, s) : opaque(instruction, immediate, s);
    }

    @Override
    Bits meaning(ScalarInstruction instruction, int immediate, List<Bits> s) {
        boolean isKnown = switch (instruction) {
            case MOV, MOV_STORE, NOT, XOR, ROL, ROR, RORX -> true;
            case AND, OR -> IntStream.range(0, s.get(0).width()).allMatch(i -> s.stream().anyMatch(source -> source.bit(i).isConstant()));
            default -> false;
        };
        return isKnown || s.stream().allMatch(Bits::isConstant) ? super.meaning(instruction, immediate, s) : variables.define(new Uninterpreted(instruction, immediate, s));
    }
}
