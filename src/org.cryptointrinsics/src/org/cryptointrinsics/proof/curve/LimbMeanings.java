package org.cryptointrinsics.proof.curve;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.VectorInstruction;

/**
 * What instructions compute of any numbers: of vectors, which are lanes of 64 bits. What is left of a number when it is divided by a power of two is the number less a multiple of
 * the quotient, which is a variable: the same one for the same number.
 */
final class LimbMeanings {

    private static final int HALF_OF_PRODUCT = 52;
    private static final BigInteger ALL = BigInteger.ONE.shiftLeft(Limb.BITS).subtract(BigInteger.ONE);

    private final Map<Quotient, Limb> quotients = new HashMap<>();
    private final Map<IntegerPolynomial, Quotient> numbers = new HashMap<>();
    private final RandomGenerator constants;
    private final Map<IntegerPolynomial, IntegerPolynomial> products = new HashMap<>();
    private int variables;
    private String doubt;

    /**
     * @param constants chooses what is any; null if that is not known
     */
    LimbMeanings(RandomGenerator constants) {
        this.constants = constants;
    }

    /** {@code floor(number / 2^bits)}. */
    private record Quotient(IntegerPolynomial number, int bits) {
    }

    /** Whether what may be any is not known, and not chosen. */
    boolean isAnyUnknown() {
        return constants == null;
    }

    /** A number that may be any from 0 to {@code max}. */
    Limb any(BigInteger max) {
        return constants == null ? new Limb(variable(), BigInteger.ZERO, max) : Limb.constant(random(max));
    }

    /** A value up to {@code max} that is no limb. */
    IntegerPolynomial anyValue(BigInteger max) {
        return constants == null ? variable() : IntegerPolynomial.constant(random(max));
    }

    /**
     * A number with which the product of an odd one is -1 modulo a power of two.
     *
     * @param odd that may be any, or is known
     */
    Limb anyNegativeInverse(Limb odd, int bits) {
        if (odd.isConstant()) {
            return Limb.constant(odd.min().negate().modInverse(power(bits)));
        }
        Limb inverse = any(power(bits).subtract(BigInteger.ONE));
        products.put(odd.value().multiply(inverse.value()), variable().multiply(power(bits)).subtract(IntegerPolynomial.constant(BigInteger.ONE)));
        return inverse;
    }

    /** With what is known of products. */
    IntegerPolynomial simplify(IntegerPolynomial number) {
        IntegerPolynomial simple = number;
        for (Map.Entry<IntegerPolynomial, IntegerPolynomial> product : products.entrySet()) {
            simple = simple.replace(product.getKey(), product.getValue());
        }
        return simple;
    }

    /** Every other one is near a border. */
    private BigInteger random(BigInteger max) {
        BigInteger number = new BigInteger(max.bitLength(), Random.from(constants)).min(max);
        return switch (constants.nextInt(4)) {
            case 0 -> number.shiftRight(max.bitLength() / 2);
            case 1 -> max.subtract(number.shiftRight(max.bitLength() / 2));
            default -> number;
        };
    }

    private IntegerPolynomial variable() {
        return IntegerPolynomial.variable(variables++);
    }

    private static BigInteger power(int bits) {
        return BigInteger.ONE.shiftLeft(bits);
    }

    private Limb quotient(IntegerPolynomial number, BigInteger min, BigInteger max, int bits) {
        BigInteger least = min.shiftRight(bits);
        BigInteger greatest = max.shiftRight(bits);
        if (least.equals(greatest)) {
            return Limb.constant(least);
        }
        if (!products.isEmpty() && simplify(number).isMultiple(power(bits))) {
            return new Limb(simplify(number).divide(power(bits)), least, greatest);
        }
        // A quotient of a quotient is that of the number.
        Quotient of = numbers.getOrDefault(number, new Quotient(number, 0));
        Quotient quotient = new Quotient(of.number, of.bits + bits);
        return quotients.computeIfAbsent(quotient, _ -> {
            Limb limb = new Limb(variable(), least, greatest);
            numbers.put(limb.value(), quotient);
            return limb;
        });
    }

    Limb quotient(Limb a, int bits) {
        return quotient(a.value(), a.min(), a.max(), bits);
    }

    /** The lowest bits. */
    Limb rest(Limb a, int bits) {
        Limb quotient = quotient(a, bits);
        IntegerPolynomial rest = a.value().subtract(quotient.value().multiply(power(bits)));
        return quotient.isConstant(BigInteger.ZERO) ? a : new Limb(rest, BigInteger.ZERO, power(bits).subtract(BigInteger.ONE).min(a.max()));
    }

    List<Limb> apply(VectorInstruction instruction, int immediate, List<List<Limb>> s) {
        if (s.stream().flatMap(List::stream).allMatch(Limb::isConstant)) {
            return constants(instruction.apply(immediate, s.stream().map(LimbMeanings::bytes).toArray(byte[][]::new)));
        }
        return switch (instruction) {
            case PADDQ -> lanes(s, Limb::add);
            case PMULUDQ -> lanes(s, (a, b) -> half(a, Integer.SIZE).multiply(half(b, Integer.SIZE)));
            case VPMADD52LUQ -> products(s, false);
            case VPMADD52HUQ -> products(s, true);
            case PSRLQ -> lane(s, i -> quotient(s.getFirst().get(i), immediate));
            case PSLLQ -> lane(s, i -> rest(s.getFirst().get(i), Limb.BITS - immediate).multiply(power(immediate)));
            case PAND -> lanes(s, this::and);
            case PANDN -> lanes(s, (mask, a) -> and(a, Limb.constant(constant(mask)).not()));
            case POR -> lanes(s, LimbMeanings::or);
            case PXOR -> lanes(s, LimbMeanings::exclusiveOr);
            case VPTERNLOGQ -> lane(s, i -> select(immediate, s.get(0).get(i), s.get(1).get(i), s.get(2).get(i)));
            case PSHUFD, PUNPCKLQDQ, VSHUFI64X2, VPERM2I128, VBROADCASTI32X4, VPBROADCASTQ, VALIGNQ, MOVDQU -> move(instruction, immediate, s);
            default -> lane(s, _ -> {
                throw new ArithmeticException("nothing is known of it");
            });
        };
    }

    /** What cannot be told why, if a proof fails; null if everything can. */
    String doubt() {
        return doubt;
    }

    /** Each lane. Where nothing is known of the result, it may be anything. */
    private List<Limb> lane(List<List<Limb>> s, IntFunction<Limb> lane) {
        List<Limb> result = new ArrayList<>();
        for (int i = 0; i < s.getFirst().size(); i++) {
            Limb limb;
            try {
                limb = lane.apply(i);
            } catch (ArithmeticException e) {
                doubt = e.getMessage();
                limb = any(ALL);
            }
            result.add(limb);
        }
        return result;
    }

    /** Of constants. */
    private static byte[] bytes(List<Limb> lanes) {
        ByteBuffer bytes = ByteBuffer.allocate(lanes.size() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        lanes.forEach(lane -> bytes.putLong(lane.min().longValue()));
        return bytes.array();
    }

    static List<Limb> constants(byte[] vector) {
        ByteBuffer bytes = ByteBuffer.wrap(vector).order(ByteOrder.LITTLE_ENDIAN);
        return IntStream.range(0, vector.length / Long.BYTES).mapToObj(i -> Limb.constant(BigInteger.valueOf(bytes.getLong(i * Long.BYTES)).and(ALL))).toList();
    }

    private List<Limb> lanes(List<List<Limb>> s, BinaryOperator<Limb> lane) {
        return lane(s, i -> lane.apply(s.get(0).get(i), s.get(1).get(i)));
    }

    /** What has no more bits than these, which are multiplied. */
    private static Limb half(Limb a, int bits) {
        if (a.max().bitLength() > bits) {
            throw new ArithmeticException("of a number up to " + a.max() + ", some bits are not multiplied");
        }
        return a;
    }

    /** The lowest 52 bits, which are multiplied. */
    private Limb lowHalf(Limb a) {
        if (a.max().bitLength() > HALF_OF_PRODUCT) {
            doubt = "of a number up to " + a.max() + ", some bits are not multiplied";
        }
        return rest(a, HALF_OF_PRODUCT);
    }

    private List<Limb> products(List<List<Limb>> s, boolean isHigh) {
        return lane(s, i -> {
            Limb a = lowHalf(s.get(1).get(i));
            Limb b = lowHalf(s.get(2).get(i));
            IntegerPolynomial product = a.value().multiply(b.value());
            BigInteger max = a.max().multiply(b.max());
            Limb high = quotient(product, a.min().multiply(b.min()), max, HALF_OF_PRODUCT);
            IntegerPolynomial low = product.subtract(high.value().multiply(power(HALF_OF_PRODUCT)));
            return s.getFirst().get(i).add(isHigh ? high : new Limb(low, BigInteger.ZERO, power(HALF_OF_PRODUCT).subtract(BigInteger.ONE).min(max)));
        });
    }

    private static BigInteger constant(Limb a) {
        if (!a.isConstant()) {
            throw new ArithmeticException("bits of two numbers");
        }
        return a.min();
    }

    private Limb and(Limb a, Limb b) {
        if (a.isConstant() && !b.isConstant()) {
            return and(b, a);
        }
        BigInteger mask = constant(b).and(power(a.max().bitLength()).subtract(BigInteger.ONE));
        if (a.isConstant() || mask.signum() == 0) {
            return Limb.constant(a.min().and(mask));
        }
        if (mask.add(BigInteger.ONE).bitCount() != 1) {
            throw new ArithmeticException("bits that are not the lowest ones");
        }
        return rest(a, mask.bitLength());
    }

    private static Limb or(Limb a, Limb b) {
        if (!a.isConstant(BigInteger.ZERO) && !b.isConstant(BigInteger.ZERO)) {
            throw new ArithmeticException("bits of two numbers");
        }
        return a.isConstant(BigInteger.ZERO) ? b : a;
    }

    private static Limb exclusiveOr(Limb a, Limb b) {
        if (b.isConstant(ALL)) {
            return a.not();
        }
        return b.isConstant(BigInteger.ZERO) ? a : Limb.constant(constant(a).xor(constant(b)));
    }

    /** Where the third source has the same bit everywhere, and the first or the second one is chosen by it. */
    private static Limb select(int function, Limb a, Limb b, Limb c) {
        int bit = c.isConstant(ALL) ? 1 : 0;
        if (bit == 0 && !c.isConstant(BigInteger.ZERO)) {
            throw new ArithmeticException("bits of three numbers");
        }
        // Of the function, its bits for each value of the first two sources.
        int chosen = function >> bit & 1 | (function >> 2 + bit & 1) << 1 | (function >> 4 + bit & 1) << 2 | (function >> 6 + bit & 1) << 3;
        return switch (chosen) {
            case 0b1100 -> a;
            case 0b1010 -> b;
            default -> throw new ArithmeticException("bits of two numbers");
        };
    }

    /** What moves bytes moves lanes. */
    private List<Limb> move(VectorInstruction instruction, int immediate, List<List<Limb>> s) {
        int bytes = s.getFirst().size() * Long.BYTES;
        byte[][] numbers = new byte[s.size()][bytes];
        for (int i = 0; i < s.size() * bytes; i++) {
            numbers[i / bytes][i % bytes] = (byte) i;
        }
        byte[] order = instruction.apply(immediate, numbers);
        return lane(s, i -> {
            int number = order[i * Long.BYTES];
            for (int j = 0; j < Long.BYTES; j++) {
                if (number % Long.BYTES != 0 || order[i * Long.BYTES + j] != number + j) {
                    throw new ArithmeticException("parts of numbers");
                }
            }
            return s.get(number / bytes).get(number % bytes / Long.BYTES);
        });
    }
}
