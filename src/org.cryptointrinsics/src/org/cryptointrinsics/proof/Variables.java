package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The variables of a proof and the products of them. A variable is an input, or a bit of a {@linkplain Definition definition}: of what is no XOR of a few products. What is defined
 * in the same way has the same variables. Not thread-safe.
 */
public final class Variables {

    /** The number of the product of no variables, which is 1. */
    static final int EMPTY_PRODUCT = 0;

    /** The most products of a product of two bits; for more, variables are defined: in FIPS 202, there would be too many. */
    private static final int MOST_PRODUCTS = 100;

    /** The variables of each product, ascending; null of one variable, which has its number. */
    private final List<int[]> products = new ArrayList<>(List.of(new int[0]));
    private final PairMap productsOfTwo = new PairMap();
    /** Of each product; null of an input, and of several variables. */
    private final List<Definition> definitionOf = new ArrayList<>(Collections.singletonList(null));
    private final Map<Definition, Bits> defined = new HashMap<>();
    private final Map<Bits, Bits> cuts = new HashMap<>();
    private final Sums sums = new Sums(this);
    /** Products of variables that depend on nothing that is secret. */
    private final BitSet publicProducts = new BitSet();
    /** Public inputs that are HotSpot's. */
    private final BitSet hotSpotVariables = new BitSet();
    private final Set<Bits> notZero = new HashSet<>();
    /** Null if inputs are variables. */
    private final RandomGenerator constants;
    private int executions;
    private int others;

    public Variables() {
        this(null);
    }

    /**
     * @param constants chooses inputs, so that there are no variables; or null
     */
    Variables(RandomGenerator constants) {
        this.constants = constants;
        publicProducts.set(EMPTY_PRODUCT);
    }

    /** What variables stand for, by other variables. */
    public interface Definition {

        int width();

        /** What the value is made of. */
        List<Bits> sources();

        /** The value for the values of other variables. */
        Bits evaluate(Evaluation evaluation);
    }

    private Bits variables(int width) {
        int first = products.size();
        for (int i = 0; i < width; i++) {
            products.add(null);
            definitionOf.add(null);
        }
        return Bits.ofVariables(first, width);
    }

    /** What chooses inputs, if they are constants; or null. */
    public RandomGenerator constants() {
        return constants;
    }

    /** What may be anything; or something, if inputs are constants. */
    public Bits input(int width) {
        if (constants == null) {
            return variables(width);
        }
        Bit[] bits = new Bit[width];
        Arrays.setAll(bits, _ -> Bit.of(constants.nextBoolean()));
        return Bits.of(bits);
    }

    /** An input that is no secret: an address, or a length. */
    public Bits publicInput(int width) {
        Bits input = variables(width);
        mark(input, publicProducts);
        return input;
    }

    /** A public input that HotSpot's own checks look at, in what it puts around code. */
    public Bits hotSpotInput(int width) {
        Bits input = publicInput(width);
        mark(input, hotSpotVariables);
        return input;
    }

    private static void mark(Bits variables, BitSet set) {
        set.set(variables.firstVariable(), variables.firstVariable() + variables.width());
    }

    /** Takes it for granted that something is not zero, as the address of memory. */
    public void assumeNotZero(Bits bits) {
        notZero.add(bits);
    }

    public boolean isNotZero(Bits bits) {
        return notZero.contains(bits);
    }

    /** Whether it depends on {@linkplain #publicInput public} inputs alone. */
    public boolean isPublic(Bits bits) {
        if (bits.areVariables()) {
            return publicProducts.nextClearBit(bits.firstVariable()) >= bits.firstVariable() + bits.width();
        }
        // No stream: it is asked of all that code computes.
        for (int i = 0; i < bits.width(); i++) {
            Bit bit = bits.bit(i);
            for (int j = 0; j < bit.size(); j++) {
                if (!publicProducts.get(bit.product(j))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether it is made of {@linkplain #hotSpotInput inputs of HotSpot}, among others. */
    public boolean isOfHotSpot(Bits bits) {
        return IntStream.range(0, bits.width()).mapToObj(bits::bit).flatMapToInt(bit -> IntStream.range(0, bit.size()).map(bit::product)).flatMap(
                        product -> Arrays.stream(factors(product))).anyMatch(hotSpotVariables::get);
    }

    /** The variables of what is defined so. */
    public Bits define(Definition definition) {
        Bits known = defined.get(definition);
        if (known == null) {
            known = variables(definition.width());
            defined.put(definition, known);
            for (int i = 0; i < known.width(); i++) {
                definitionOf.set(known.firstVariable() + i, definition);
            }
            if (definition.sources().stream().allMatch(this::isPublic)) {
                mark(known, publicProducts);
            }
        }
        return known;
    }

    /** How many products there are. */
    int count() {
        return products.size() + others;
    }

    /** Counts what was done with other variables, for a part of the proof. */
    public void count(Variables ofPart) {
        executions += ofPart.executions;
        others += ofPart.count();
    }

    /** Counts an execution with these variables. */
    public void countExecution() {
        executions++;
    }

    int executions() {
        return executions;
    }

    /** The number of the product of two products. */
    private int product(int a, int b) {
        if (a == b || b == EMPTY_PRODUCT) {
            return a;
        }
        if (a == EMPTY_PRODUCT) {
            return b;
        }
        int known = productsOfTwo.get(a, b);
        if (known == PairMap.NONE) {
            known = newProduct(a, b);
            productsOfTwo.put(a, b, known);
        }
        return known;
    }

    private int newProduct(int a, int b) {
        int[] factors = union(factors(a), factors(b));
        // Each is known as that of all its variables but the last with the last.
        int last = factors[factors.length - 1];
        int others = factors[0];
        for (int i = 1; i < factors.length - 1; i++) {
            others = product(others, factors[i]);
        }
        boolean isNew = a == others && b == last || a == last && b == others;
        return isNew ? add(factors) : product(others, last);
    }

    /** What is in one of them or in both, ascending as they are. */
    private static int[] union(int[] a, int[] b) {
        int[] all = new int[a.length + b.length];
        int length = 0;
        int i = 0;
        int j = 0;
        while (i < a.length && j < b.length) {
            int least = Math.min(a[i], b[j]);
            i += a[i] == least ? 1 : 0;
            j += b[j] == least ? 1 : 0;
            all[length++] = least;
        }
        System.arraycopy(a, i, all, length, a.length - i);
        length += a.length - i;
        System.arraycopy(b, j, all, length, b.length - j);
        length += b.length - j;
        return Arrays.copyOf(all, length);
    }

    private int add(int[] factors) {
        int number = products.size();
        products.add(factors);
        definitionOf.add(null);
        if (Arrays.stream(factors).allMatch(publicProducts::get)) {
            publicProducts.set(number);
        }
        return number;
    }

    /** The variables of a product. */
    int[] factors(int product) {
        int[] factors = products.get(product);
        return factors == null ? new int[]{product} : factors;
    }

    Bit and(Bit a, Bit b) {
        if (a.equals(b)) {
            return a;
        }
        if (a.isConstant()) {
            return a.size() == 0 ? a : b;
        }
        if (b.isConstant()) {
            return b.size() == 0 ? b : a;
        }
        if (a.hasConstant()) {
            return and(a.not(), b).xor(b);
        }
        if (b.hasConstant()) {
            return and(a, b.not()).xor(a);
        }
        return a.size() * b.size() > MOST_PRODUCTS ? multiply(abbreviate(a), abbreviate(b)) : multiply(a, b);
    }

    private Bit multiply(Bit a, Bit b) {
        int[] all = new int[a.size() * b.size()];
        multiply(a, b, all, 0);
        return Bit.xorOf(all);
    }

    /** Writes the products from an index on, and returns the index behind them. */
    private int multiply(Bit a, Bit b, int[] all, int from) {
        int next = from;
        for (int i = 0; i < a.size(); i++) {
            for (int j = 0; j < b.size(); j++) {
                all[next++] = product(a.product(i), b.product(j));
            }
        }
        return next;
    }

    /** A variable for a bit that is 0 where all variables are. */
    private Bit abbreviate(Bit bit) {
        return bit.size() == 1 ? bit : define(new Definitions.Abbreviation(bit)).bit(0);
    }

    /** The XOR of all products of what is at the same place. */
    private Bit xorOfProducts(Bit[] a, Bit[] b) {
        int length = 0;
        for (int i = 0; i < a.length; i++) {
            length += a[i].size() * b[i].size();
        }
        int[] all = new int[length];
        int next = 0;
        for (int i = 0; i < a.length; i++) {
            next = multiply(a[i], b[i], all, next);
        }
        return Bit.xorOf(all);
    }

    Bits xorOfProducts(List<Bits> a, List<Bits> b) {
        Bit[] result = new Bit[a.getFirst().width()];
        for (int bit = 0; bit < result.length; bit++) {
            Bit[] factors = new Bit[a.size()];
            Bit[] others = new Bit[a.size()];
            for (int i = 0; i < factors.length; i++) {
                factors[i] = a.get(i).bit(bit);
                others[i] = b.get(i).bit(bit);
            }
            result[bit] = xorOfProducts(factors, others);
        }
        return Bits.of(result);
    }

    /** Bit {@code k} of the result is the XOR of all products of bit {@code i} and bit {@code k - i}. */
    Bits multiplyCarryless(Bits a, Bits b) {
        Bit[] result = new Bit[a.width() + b.width()];
        for (int k = 0; k < result.length; k++) {
            List<Bit> factors = new ArrayList<>();
            List<Bit> others = new ArrayList<>();
            for (int i = Math.max(0, k - b.width() + 1); i <= Math.min(k, a.width() - 1); i++) {
                factors.add(a.bit(i));
                others.add(b.bit(k - i));
            }
            result[k] = xorOfProducts(factors.toArray(Bit[]::new), others.toArray(Bit[]::new));
        }
        return Bits.of(result);
    }

    public Bits and(Bits a, Bits b) {
        return a.combine(b, this::and);
    }

    public Bits or(Bits a, Bits b) {
        return and(a.not(), b.not()).not();
    }

    /** The sum modulo two to the power of the width. */
    public Bits add(Bits a, Bits b) {
        return sums.add(a, 1, b, 1);
    }

    public Bits subtract(Bits a, Bits b) {
        return sums.add(a, 1, b, -1);
    }

    /**
     * What a table has at an index that is a byte.
     *
     * @param table 256 bytes
     */
    public Bits lookUp(List<Byte> table, Bits index) {
        return index.isConstant() ? Bits.of(table.get(index.bytes()[0] & 0xFF), Byte.SIZE) : define(new Definitions.LookUp(table, index));
    }

    /**
     * Has a value counted as variables from now on, wherever it comes from: what is made of many such values becomes no longer with each. Its complement is that of the variables.
     */
    public Bits cut(Bits value) {
        if (value.bit(0).hasConstant()) {
            return cut(value.not()).not();
        }
        return value.isConstant() ? value : cuts.computeIfAbsent(value, _ -> define(new Definitions.Cut(value)));
    }

    /** Sees to it that {@code value} counts as the same variables as {@code equal}, which a theorem says is equal. */
    public void cut(Bits value, Bits equal) {
        cuts.put(value, equal);
    }

    /** The variables that {@code value} counts as, or itself. */
    public Bits afterCut(Bits value) {
        if (cuts.isEmpty() || value.isConstant()) {
            return value;
        }
        boolean isComplement = value.bit(0).hasConstant();
        Bits known = cuts.get(isComplement ? value.not() : value);
        return known == null ? value : isComplement ? known.not() : known;
    }

    Definition definition(int variable) {
        return definitionOf.get(variable);
    }

    Bits defined(Definition definition) {
        return defined.get(definition);
    }
}
