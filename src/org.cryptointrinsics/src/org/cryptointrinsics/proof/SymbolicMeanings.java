package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.proof.Variables.Definition;

/**
 * What instructions compute of any values. It is derived from what they compute of numbers, by what kind of function they are: affine, bit by bit, a sum, of words, or bilinear.
 */
public class SymbolicMeanings {

    static final int LANE = 128;

    /** Of instructions that are affine; of PSHUFB, by its control; of AES, in the substituted bytes. */
    private static final Map<List<?>, AffineMap> AFFINE = new ConcurrentHashMap<>();

    private static final List<Byte> SUBSTITUTION = substitution();

    private final Variables variables;
    private final int cutWidth;

    public SymbolicMeanings(Variables variables) {
        this(variables, Integer.MAX_VALUE);
    }

    /**
     * @param cutWidth parts of results of that width may be {@linkplain Variables#cut cut}
     */
    public SymbolicMeanings(Variables variables, int cutWidth) {
        this.variables = variables;
        this.cutWidth = cutWidth;
    }

    public final Bits apply(VectorInstruction instruction, int immediate, List<Bits> s) {
        return cut(meaning(instruction, immediate & 0xFF, s));
    }

    public final Bits apply(ScalarInstruction instruction, int immediate, List<Bits> s) {
        return cut(meaning(instruction, immediate, s));
    }

    private Bits cut(Bits value) {
        return value.width() < cutWidth ? value : Bits.concatenate(value.split(cutWidth).stream().map(variables::afterCut).toList());
    }

    Bits meaning(VectorInstruction instruction, int immediate, List<Bits> s) {
        return switch (instruction) {
            case PADDW -> lanes(Short.SIZE, s, variables::add);
            case PADDD -> lanes(Integer.SIZE, s, variables::add);
            case PADDQ -> lanes(Long.SIZE, s, variables::add);
            case PSUBW -> lanes(Short.SIZE, s, variables::subtract);
            case PSUBD -> lanes(Integer.SIZE, s, variables::subtract);
            case PSUBQ -> lanes(Long.SIZE, s, variables::subtract);
            case PAND, PANDN, POR, VPTERNLOGD, VPTERNLOGQ -> bitwise(instruction, immediate, s);
            case PSHUFB -> shuffleBytes(s.get(0), s.get(1));
            case AESENC, AESENCLAST -> aesRound(instruction, s.get(0), s.get(1));
            case PCLMULQDQ -> multiplyCarryless(immediate, s.get(0), s.get(1));
            case SHA1RNDS4, SHA1NEXTE, SHA1MSG1, SHA1MSG2, SHA256RNDS2, SHA256MSG1, SHA256MSG2, VSHA512RNDS2, VSHA512MSG1, VSHA512MSG2 -> words(instruction, immediate, s);
            case MOVDQU, MOVDQU_STORE, MOVD, MOVD_STORE, MOVQ, MOVQ_STORE, MOVHPS, PXOR, PSLLD, PSRLD, PSRAD, PSRAW, PSLLQ, PSRLQ, PSHUFD, PUNPCKLDQ, PUNPCKHDQ, PUNPCKLQDQ,
                            PUNPCKHQDQ, SHUFPS, PALIGNR, PBLENDW, VBROADCASTI32X4, VPBROADCASTQ, VALIGNQ, VPERM2I128, VSHUFI64X2, VPROLD, VPRORD, VPROLQ, VPRORQ ->
                affine(instruction, immediate, s);
            case PMULLW, PMULHW, PMADDWD, PMULLD, PMULDQ, PMULUDQ, VPMADD52LUQ, VPMADD52HUQ -> opaque(instruction, immediate, s);
        };
    }

    Bits meaning(ScalarInstruction instruction, int immediate, List<Bits> s) {
        return switch (instruction) {
            case MOV, MOV_STORE -> s.get(0);
            case ADD -> variables.add(s.get(0), s.get(1));
            case AND -> variables.and(s.get(0), s.get(1));
            case OR -> variables.or(s.get(0), s.get(1));
            case XOR -> s.get(0).xor(s.get(1));
            case NOT -> s.get(0).not();
            case ROL -> s.get(0).rotateRight(-immediate);
            case ROR, RORX -> s.get(0).rotateRight(immediate);
            case ANDN -> variables.and(s.get(0).not(), s.get(1));
            case PREFETCHT0 -> throw new IllegalArgumentException("computes nothing");
        };
    }

    /** What an instruction computes, known by its sources alone. */
    private record Opaque(VectorInstruction instruction, int immediate, List<Bits> sources) implements Definition {
        @Override
        public int width() {
            return sources.getFirst().width();
        }

        @Override
        public Bits evaluate(Evaluation evaluation) {
            return Bits.of(instruction.apply(immediate, sources.stream().map(source -> evaluation.value(source).bytes()).toArray(byte[][]::new)));
        }
    }

    final Bits opaque(VectorInstruction instruction, int immediate, List<Bits> s) {
        return variables.define(new Opaque(instruction, immediate, s));
    }

    private static Bits lanes(int width, List<Bits> s, BinaryOperator<Bits> lane) {
        return Bits.concatenate(IntStream.range(0, s.get(0).width() / width).mapToObj(i -> lane.apply(s.get(0).part(i * width, width), s.get(1).part(i * width, width))).toList());
    }


    private static Bits affine(VectorInstruction instruction, int immediate, List<Bits> s) {
        int bytes = s.get(0).width() / Byte.SIZE;
        return AFFINE.computeIfAbsent(List.of(instruction, immediate, bytes), _ -> new AffineMap(vectors -> instruction.apply(immediate, vectors), s.size(), bytes)).apply(s);
    }

    /** By its algebraic normal form: the XOR of the products of those sources whose coefficient is 1. */
    private Bits bitwise(VectorInstruction instruction, int immediate, List<Bits> s) {
        Bits result = Bits.of(0, s.get(0).width());
        for (int product = 0; product < 1 << s.size(); product++) {
            int coefficient = 0;
            for (int values = 0; values <= product; values++) {
                if ((values & product) == values) {
                    coefficient ^= bit(instruction, immediate, values, s.size());
                }
            }
            if (coefficient == 1) {
                Bits factors = Bits.of(0, s.get(0).width()).not();
                for (int i = 0; i < s.size(); i++) {
                    factors = (product >> i & 1) == 0 ? factors : variables.and(factors, s.get(i));
                }
                result = result.xor(factors);
            }
        }
        return result;
    }

    /** What an instruction makes of bits, of which that of the first source is the lowest. */
    private static int bit(VectorInstruction instruction, int immediate, int values, int count) {
        byte[][] vectors = new byte[count][LANE / Byte.SIZE];
        for (int i = 0; i < count; i++) {
            Arrays.fill(vectors[i], (byte) -(values >> i & 1));
        }
        return instruction.apply(immediate, vectors)[0] & 1;
    }

    private Bits shuffleBytes(Bits a, Bits control) {
        if (!control.isConstant()) {
            return opaque(VectorInstruction.PSHUFB, 0, List.of(a, control));
        }
        byte[] order = control.bytes();
        AffineMap map = AFFINE.computeIfAbsent(List.of(VectorInstruction.PSHUFB, control),
                        _ -> new AffineMap(vectors -> VectorInstruction.PSHUFB.apply(0, vectors[0], order), 1, order.length));
        return map.apply(List.of(a));
    }

    private Bits words(VectorInstruction instruction, int immediate, List<Bits> s) {
        Size size = instruction.wordSize();
        return Bits.concatenate(instruction.apply(new SymbolicArithmetic(variables, size.bits()), immediate, s.stream().map(source -> source.split(size.bits())).toList()));
    }

    private static List<Byte> substitution() {
        List<Byte> table = new ArrayList<>();
        for (int i = 0; i < 1 << Byte.SIZE; i++) {
            byte[] state = new byte[LANE / Byte.SIZE];
            Arrays.fill(state, (byte) i);
            table.add(VectorInstruction.AESENCLAST.apply(0, state, new byte[state.length])[0]);
        }
        return table;
    }

    /** What comes after the substitution of bytes is affine. */
    private Bits aesRound(VectorInstruction instruction, Bits state, Bits key) {
        Bits substituted = Bits.concatenate(state.split(Byte.SIZE).stream().map(index -> variables.lookUp(SUBSTITUTION, index)).toList());
        int bytes = state.width() / Byte.SIZE;
        return AFFINE.computeIfAbsent(List.of(instruction, bytes), _ -> new AffineMap(vectors -> {
            byte[] before = new byte[bytes];
            for (int i = 0; i < bytes; i++) {
                before[i] = (byte) SUBSTITUTION.indexOf(vectors[0][i]);
            }
            return instruction.apply(0, before, vectors[1]);
        }, 2, bytes)).apply(List.of(substituted, key));
    }

    private Bits multiplyCarryless(int immediate, Bits a, Bits b) {
        List<Bits> products = new ArrayList<>();
        for (int lane = 0; lane < a.width(); lane += LANE) {
            products.add(variables.multiplyCarryless(a.part(lane + Long.SIZE * (immediate & 1), Long.SIZE), b.part(lane + Long.SIZE * (immediate >> 4 & 1), Long.SIZE)));
        }
        return Bits.concatenate(products);
    }
}
