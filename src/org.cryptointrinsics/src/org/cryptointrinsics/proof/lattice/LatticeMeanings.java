package org.cryptointrinsics.proof.lattice;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.proof.ProofException;

/** What instructions compute of any coefficients: of vectors, which are parts of 16 bits. */
final class LatticeMeanings {

    static final int PART = Short.SIZE;

    /** 16 bits of a number, the lowest ones first. */
    record Part(Coefficient number, int index) {
    }

    private final long modulus;

    LatticeMeanings(long modulus) {
        this.modulus = modulus;
    }

    static List<Part> parts(Coefficient number) {
        return IntStream.range(0, number.bits() / PART).mapToObj(i -> new Part(number, i)).toList();
    }

    private Part zero() {
        return new Part(Coefficient.constant(modulus, PART, 0), 0);
    }

    /** Of a constant. */
    private static long bits(Part part) {
        return part.number.min() >> part.index * PART & 0xFFFF;
    }

    private static boolean isZero(Part part) {
        return part.number.isConstant() && bits(part) == 0;
    }

    /** The number in some parts: constant, or all of a number, or its lowest bits. */
    Coefficient number(List<Part> parts, int from, int bits) {
        List<Part> all = parts.subList(from, from + bits / PART);
        if (all.stream().allMatch(part -> part.number.isConstant())) {
            long value = 0;
            for (int i = 0; i < all.size(); i++) {
                value |= bits(all.get(i)) << i * PART;
            }
            return Coefficient.constant(modulus, bits, value << Long.SIZE - bits >> Long.SIZE - bits);
        }
        Coefficient first = all.getFirst().number;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).number != first || all.get(i).index != i) {
                throw new ProofException("computes with parts of several numbers", false);
            }
        }
        return first.truncate(bits);
    }

    List<Part> apply(VectorInstruction instruction, int immediate, List<List<Part>> s) {
        try {
            return switch (instruction) {
                case PADDW -> lanes(s, Short.SIZE, Coefficient::add);
                case PADDD -> lanes(s, Integer.SIZE, Coefficient::add);
                case PSUBW -> lanes(s, Short.SIZE, Coefficient::subtract);
                case PSUBD -> differences(s, Integer.SIZE);
                case PSUBQ -> differences(s, Long.SIZE);
                case PMULLW -> lowProducts(s);
                case PMULLD -> lowProductsOf32(s);
                case PMULHW -> lanes(s, Short.SIZE, Coefficient::highProduct);
                case PMADDWD -> sumsOfProducts(s);
                case PMULDQ -> products(s);
                case PSRAW -> lanes(List.of(s.getFirst(), s.getFirst()), Short.SIZE, (a, _) -> a.shiftRight(Math.min(immediate & 0xFF, Short.SIZE - 1)));
                case PSRLD -> shiftRight(s.getFirst(), Integer.SIZE, immediate);
                case PSRLQ -> shiftRight(s.getFirst(), Long.SIZE, immediate);
                case PXOR -> exclusive(s);
                case PSHUFB, VSHUFI64X2, VPERM2I128, PUNPCKLDQ, PUNPCKHDQ, PUNPCKLQDQ, PUNPCKHQDQ, SHUFPS, PSHUFD, MOVDQU -> move(instruction, immediate, s);
                default -> ofConstants(instruction, immediate, s);
            };
        } catch (ArithmeticException e) {
            throw new ProofException(instruction + ": " + e.getMessage(), false);
        }
    }

    /** Any instruction. */
    private List<Part> ofConstants(VectorInstruction instruction, int immediate, List<List<Part>> s) {
        byte[][] sources = new byte[s.size()][s.getFirst().size() * Short.BYTES];
        for (int i = 0; i < sources.length; i++) {
            for (int j = 0; j < sources[i].length; j++) {
                Part part = s.get(i).get(j / Short.BYTES);
                if (!part.number.isConstant()) {
                    throw new ProofException("executes " + instruction + ", of which nothing is known", false);
                }
                sources[i][j] = (byte) (bits(part) >> j % Short.BYTES * Byte.SIZE);
            }
        }
        return constantParts(instruction.apply(immediate, sources));
    }

    private List<Part> lanes(List<List<Part>> s, int bits, BinaryOperator<Coefficient> lane) {
        List<Part> result = new ArrayList<>();
        for (int i = 0; i < s.getFirst().size(); i += bits / PART) {
            result.addAll(parts(lane.apply(number(s.get(0), i, bits), number(s.get(1), i, bits))));
        }
        return result;
    }

    /** If the lower half of a difference is 0, the upper one is a number of its own. */
    private List<Part> differences(List<List<Part>> s, int bits) {
        List<Part> result = new ArrayList<>();
        for (int i = 0; i < s.getFirst().size(); i += bits / PART) {
            Coefficient a = number(s.get(0), i, bits);
            Coefficient b = number(s.get(1), i, bits);
            Coefficient upper = a.upperHalfOfDifference(b);
            if (upper == null) {
                result.addAll(parts(a.subtract(b)));
            } else {
                result.addAll(Collections.nCopies(bits / 2 / PART, zero()));
                result.addAll(parts(upper));
            }
        }
        return result;
    }

    private List<Part> lowProducts(List<List<Part>> s) {
        List<Part> result = new ArrayList<>();
        for (int i = 0; i < s.getFirst().size(); i++) {
            result.addAll(isZero(s.get(1).get(i)) ? List.of(zero()) : parts(numberOrUnknown(s.get(0).get(i)).lowProduct(number(s.get(1), i, PART))));
        }
        return result;
    }

    private List<Part> lowProductsOf32(List<List<Part>> s) {
        List<Part> result = new ArrayList<>();
        for (int i = 0; i < s.getFirst().size(); i += Integer.SIZE / PART) {
            result.addAll(parts(numberOrUnknown(s.get(0), i, Integer.SIZE).lowProduct(numberOrUnknown(s.get(1), i, Integer.SIZE))));
        }
        return result;
    }

    private Coefficient numberOrUnknown(Part part) {
        return numberOrUnknown(List.of(part), 0, PART);
    }

    /** The upper half of a number is no number, and may be anything. */
    private Coefficient numberOrUnknown(List<Part> parts, int from, int bits) {
        Part first = parts.get(from);
        boolean isNumber = first.index == 0 || first.number.isConstant();
        return isNumber ? number(parts, from, bits) : Coefficient.of(modulus, bits, -1L << bits - 1, (1L << bits - 1) - 1, null);
    }

    private List<Part> sumsOfProducts(List<List<Part>> s) {
        List<Part> result = new ArrayList<>();
        for (int i = 0; i < s.getFirst().size(); i += 2) {
            Coefficient first = number(s.get(0), i, PART).product(number(s.get(1), i, PART));
            Coefficient second = number(s.get(0), i + 1, PART).product(number(s.get(1), i + 1, PART));
            // What is added to 0 stays what it is.
            result.addAll(parts(second.isConstant() && second.min() == 0 ? first : first.add(second)));
        }
        return result;
    }

    /** Of the lower halves of 64 bits. */
    private List<Part> products(List<List<Part>> s) {
        List<Part> result = new ArrayList<>();
        for (int i = 0; i < s.getFirst().size(); i += Long.SIZE / PART) {
            result.addAll(parts(number(s.get(0), i, Integer.SIZE).product(number(s.get(1), i, Integer.SIZE))));
        }
        return result;
    }

    private List<Part> shiftRight(List<Part> a, int bits, int count) {
        if (count < 0 || count > bits || count % PART != 0) {
            throw new ProofException("moves parts of coefficients", false);
        }
        List<Part> result = new ArrayList<>();
        int lane = bits / PART;
        for (int i = 0; i < a.size(); i++) {
            int from = i % lane + count / PART;
            result.add(from < lane ? a.get(i / lane * lane + from) : zero());
        }
        return result;
    }

    /** Where one of both is 0, or both are constants. */
    private List<Part> exclusive(List<List<Part>> s) {
        List<Part> result = new ArrayList<>();
        for (int i = 0; i < s.getFirst().size(); i++) {
            Part a = s.get(0).get(i);
            Part b = s.get(1).get(i);
            if (isZero(a) || isZero(b)) {
                result.add(isZero(a) ? b : a);
            } else if (a.number.isConstant() && b.number.isConstant()) {
                result.addAll(parts(Coefficient.of(modulus, PART, bits(a) ^ bits(b), bits(a) ^ bits(b), null)));
            } else {
                throw new ProofException("takes the XOR of coefficients", false);
            }
        }
        return result;
    }

    /** What moves bytes moves their numbers. */
    private List<Part> move(VectorInstruction instruction, int immediate, List<List<Part>> s) {
        int bytes = s.getFirst().size() * Short.BYTES;
        boolean isByControl = instruction == VectorInstruction.PSHUFB;
        List<List<Part>> moved = isByControl ? s.subList(0, 1) : s;
        byte[][] numbers = new byte[s.size()][bytes];
        for (int i = 0; i < moved.size() * bytes; i++) {
            numbers[i / bytes][i % bytes] = (byte) (i + 1);
        }
        for (int i = 0; isByControl && i < bytes; i++) {
            Coefficient control = number(s.get(1), i / Short.BYTES, PART);
            if (!control.isConstant()) {
                throw new ProofException("moves bytes by what is no constant", false);
            }
            numbers[1][i] = (byte) (control.min() >> i % Short.BYTES * Byte.SIZE);
        }
        byte[] order = instruction.apply(immediate, numbers);
        List<Part> result = new ArrayList<>();
        for (int i = 0; i < bytes; i += Short.BYTES) {
            int number = (order[i] & 0xFF) - 1;
            if (number % Short.BYTES != 0 || (order[i + 1] & 0xFF) != number + 2) {
                throw new ProofException("moves parts of coefficients", false);
            }
            result.add(moved.get(number / bytes).get(number % bytes / Short.BYTES));
        }
        return result;
    }

    List<Part> constantParts(byte[] bytes) {
        return IntStream.range(0, bytes.length / Short.BYTES).mapToObj(
                        i -> new Part(Coefficient.constant(modulus, PART, (short) (bytes[2 * i] & 0xFF | bytes[2 * i + 1] << Byte.SIZE)), 0)).toList();
    }
}
