package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.VectorInstruction;

/**
 * What instructions compute if nothing is known of most but that they compute the same of the same: enough where the same instructions are compared that a compiler has given
 * registers. Bits that are moved are known where they go.
 */
public final class UninterpretedMeanings extends SymbolicMeanings {

    private static final int MOST_VALUES = 12;

    private final Variables variables;
    private final boolean knowsNumbers;

    public UninterpretedMeanings(Variables variables) {
        this(variables, false);
    }

    /**
     * @param knowsNumbers whether it is known what is computed of numbers: on general registers, and where blocks are counted
     */
    public UninterpretedMeanings(Variables variables, boolean knowsNumbers) {
        super(variables);
        this.variables = variables;
        this.knowsNumbers = knowsNumbers;
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

    /** The XOR of many values, as if it were an input: of SHA-3, each bit would be one of more values in each round. */
    private record Named(Bits sum) implements Variables.Definition {
        @Override
        public int width() {
            return sum.width();
        }

        @Override
        public List<Bits> sources() {
            return List.of(sum);
        }

        @Override
        public Bits evaluate(Evaluation evaluation) {
            return evaluation.value(sum);
        }
    }

    /** As of XOR on general registers. Each byte for itself: how many are computed at once makes no difference. */
    public Bits xor(Bits a, Bits b) {
        Bits sum = a.xor(b);
        return isLong(sum) ? Bits.concatenate(sum.split(Byte.SIZE).stream().map(part -> isLong(part) ? variables.define(new Named(part)) : part).toList()) : sum;
    }

    /** Of numbers, such as tags that are compared, more is known than their names. */
    private boolean isLong(Bits sum) {
        if (knowsNumbers) {
            return false;
        }
        for (int i = 0; i < sum.width(); i++) {
            if (sum.bit(i).size() > MOST_VALUES) {
                return true;
            }
        }
        return false;
    }

    /** Whether at most one source of each bit is no constant: then the result is that bit, its complement, or a constant. */
    private static boolean isMasked(List<Bits> s) {
        return IntStream.range(0, s.get(0).width()).allMatch(i -> s.stream().filter(source -> !source.bit(i).isConstant()).count() <= 1);
    }

    @Override
    Bits meaning(VectorInstruction instruction, int immediate, List<Bits> s) {
        boolean isKnown = switch (instruction) {
            case MOVDQU, MOVDQU_STORE, MOVD, MOVD_STORE, MOVQ, MOVQ_STORE, MOVHPS, PSLLD, PSRLD, PSRAD, PSRAW, PSLLQ, PSRLQ, PSHUFD, PUNPCKLDQ, PUNPCKHDQ, PUNPCKLQDQ, PUNPCKHQDQ,
                            SHUFPS, PALIGNR, PBLENDW, VBROADCASTI32X4, VPBROADCASTQ, VALIGNQ, VPERM2I128, VSHUFI64X2, VPROLD, VPRORD, VPROLQ, VPRORQ -> true;
            case PSHUFB -> s.get(1).isConstant();
            case PXOR -> true;
            case PAND, PANDN, POR -> isMasked(s);
            case PADDD -> knowsNumbers;
            default -> false;
        };
        if (isKnown || s.stream().allMatch(Bits::isConstant)) {
            return super.meaning(instruction, immediate, s);
        }
        return switch (instruction) {
            case PCLMULQDQ -> multiplyCarryless(immediate, s.get(0), s.get(1));
            // What the last round yields is XORed with its key, which kernels have XORed with the data.
            case AESENCLAST -> opaque(instruction, immediate, List.of(s.get(0), Bits.of(0, s.get(1).width()))).xor(s.get(1));
            default -> opaque(instruction, immediate, s);
        };
    }

    /** Of zero, it is known, whatever the other factor is. */
    private Bits multiplyCarryless(int immediate, Bits a, Bits b) {
        Bits zero = Bits.of(0, Long.SIZE);
        List<Bits> products = new ArrayList<>();
        for (int lane = 0; lane < a.width(); lane += LANE) {
            Bits factor = a.part(lane + Long.SIZE * (immediate & 1), Long.SIZE);
            Bits other = b.part(lane + Long.SIZE * (immediate >> 4 & 1), Long.SIZE);
            boolean isZero = factor.equals(zero) || other.equals(zero);
            products.add(isZero ? Bits.of(0, LANE) : opaque(VectorInstruction.PCLMULQDQ, 0, List.of(factor.extend(LANE), other.extend(LANE))));
        }
        return Bits.concatenate(products);
    }

    @Override
    Bits meaning(ScalarInstruction instruction, int immediate, List<Bits> s) {
        boolean isKnown = switch (instruction) {
            case MOV, MOV_STORE, NOT, XOR, ROL, ROR, RORX -> true;
            case AND, OR -> knowsNumbers || isMasked(s);
            default -> knowsNumbers;
        };
        if (instruction == ScalarInstruction.XOR) {
            return xor(s.get(0), s.get(1));
        }
        return isKnown || s.stream().allMatch(Bits::isConstant) ? super.meaning(instruction, immediate, s) : variables.define(new Uninterpreted(instruction, immediate, s));
    }
}
