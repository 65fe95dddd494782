package org.cryptointrinsics.kernel.mldsa;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.lattice.Ring;
import org.cryptointrinsics.kernel.lattice.Transform;

/**
 * ML-DSA's arithmetic with coefficients of 32 bits. Products are Montgomery's with {@code R = 2^32}: {@code a b / R}. The instruction for products of 64 bits takes every other
 * lane, so the odd ones are moved to even ones first. In the end the low halves of all differences are 0, and a XOR puts even and odd ones together.
 */
public abstract class MlDsa extends Ring implements FunctionKernel<MlDsaFunction> {

    /** The modulus of coefficients, FIPS 204, 2.3. */
    public static final int Q = 8380417;
    private static final int ROOT = 1753;
    private static final int BITS_OF_EXPONENT = 8;
    /** {@code q^-1} modulo {@code R}. */
    private static final int Q_INVERSE = 58728449;
    /** {@code R} modulo {@code q}. */
    private static final int R_MODULO_Q = 4193792;
    /** {@code R^2} modulo {@code q}. */
    private static final int R_SQUARED = 2365951;
    /** {@code 256^-1 R} modulo {@code q}, algorithm 42. */
    private static final int INVERSE_OF_256 = 16382;

    /** 4 copies of each constant. */
    private static final int COPIES = Width.XMM.bytes() / Integer.BYTES;

    // The quotient by q of a number that is less than 2^31, by 2^23, which is a little more than q.
    private static final int QUOTIENT_ADDEND = 5373807;
    private static final int QUOTIENT_SHIFT = 23;
    /** What the multiplier for the quotient by {@code 2 gamma2} is divided by. */
    private static final int DECOMPOSE_SHIFT = 22;
    private static final int SIGN_SHIFT = 31;

    private static List<MlDsa> variants;

    /** A variant for vectors of {@code width}. */
    MlDsa(Width width) {
        super(width, Integer.BYTES, Q, ROOT, BITS_OF_EXPONENT);
    }

    /**
     * What {@link MlDsaFunction#DECOMPOSE} takes.
     *
     * @param multiplier {@code 2^22 / twoGamma2}, a little less or more
     */
    public static int[] constants(int twoGamma2, int multiplier) {
        int[] constants = new int[3 * COPIES];
        Arrays.fill(constants, 0, COPIES, twoGamma2);
        Arrays.fill(constants, COPIES, 2 * COPIES, multiplier);
        Arrays.fill(constants, 2 * COPIES, constants.length, twoGamma2 / 2);
        return constants;
    }

    /** All variants, the best one first. */
    public static synchronized List<MlDsa> variants() {
        if (variants == null) {
            variants = List.of(new Avx512f(), new Avx2());
        }
        return variants;
    }

    @Override
    public final Class<MlDsaFunction> functions() {
        return MlDsaFunction.class;
    }

    /** A polynomial. */
    @Override
    public final int arrayBytes(MlDsaFunction function, int array) {
        return polynomialBytes();
    }

    @Override
    public final void execute(Machine m, MlDsaFunction function, List<Address> addresses) {
        function.execute(this, m, addresses);
    }

    /** Its Montgomery form and that times the inverse of {@code q}, each for even lanes and for odd ones, which are moved down. */
    @Override
    protected final List<byte[]> factor(int[] numbers) {
        int[] montgomery = new int[numbers.length + 1];
        for (int i = 0; i < numbers.length; i++) {
            montgomery[i] = centered((long) numbers[i] << Integer.SIZE);
        }
        return List.of(lanes(i -> montgomery[i]), lanes(i -> montgomery[i + 1]), lanes(i -> montgomery[i] * Q_INVERSE), lanes(i -> montgomery[i + 1] * Q_INVERSE));
    }

    @Override
    protected final Vector add(Machine m, Vector a, Vector b) {
        return m.paddd(a, b);
    }

    @Override
    protected final Vector subtract(Machine m, Vector a, Vector b) {
        return m.psubd(a, b);
    }

    /** There is room for sums of 256 coefficients. */
    @Override
    protected final Vector reduceSum(Machine m, Vector sum, int distance) {
        return sum;
    }

    private Vector oddToEven(Machine m, Vector a) {
        return m.psrlq(a, Integer.SIZE);
    }

    @Override
    protected final Vector multiply(Machine m, Vector a, IntFunction<Vector> factor) {
        Vector odd = oddToEven(m, a);
        Vector evenReduction = m.pmuldq(a, factor.apply(2));
        Vector oddReduction = m.pmuldq(odd, factor.apply(3));
        return difference(m, m.pmuldq(a, factor.apply(0)), evenReduction, m.pmuldq(odd, factor.apply(1)), oddReduction);
    }

    private Vector multiply(Machine m, Vector a, Vector b) {
        Vector even = m.pmuldq(a, b);
        Vector odd = m.pmuldq(oddToEven(m, a), oddToEven(m, b));
        Vector inverse = everywhere(m, Q_INVERSE);
        return difference(m, even, m.pmuldq(even, inverse), odd, m.pmuldq(odd, inverse));
    }

    /**
     * @param even products of 64 bits
     * @param evenReduction in the low halves, {@code even q^-1}
     */
    private Vector difference(Machine m, Vector even, Vector evenReduction, Vector odd, Vector oddReduction) {
        Vector q = everywhere(m, Q);
        Vector evenDifference = m.psubq(even, m.pmuldq(evenReduction, q));
        Vector oddDifference = m.psubq(odd, m.pmuldq(oddReduction, q));
        return m.pxor(m.psrlq(evenDifference, Integer.SIZE), oddDifference);
    }

    /** The product of {@code a} and a number, divided by R. */
    private Vector multiply(Machine m, Vector a, int number) {
        return multiply(m, a, i -> everywhere(m, i < 2 ? number : number * Q_INVERSE));
    }

    private Vector reduce(Machine m, Vector a) {
        return multiply(m, a, R_MODULO_Q);
    }

    final void ntt(Machine m, Address polynomial) {
        new Transform(this, false, this::reduce).execute(m, polynomial);
    }

    final void inverseNtt(Machine m, Address polynomial) {
        new Transform(this, true, (machine, a) -> multiply(machine, a, INVERSE_OF_256)).execute(m, polynomial);
    }

    final void reduce(Machine m, Address polynomial) {
        forAll(m, List.of(polynomial), arrays -> m.storeVector(arrays.getFirst(), 0, reduce(m, m.load(width, arrays.getFirst(), 0))));
    }

    final void multiply(Machine m, Address product, Address a, Address b) {
        forAll(m, List.of(product, a, b), arrays -> m.storeVector(arrays.getFirst(), 0, product(m, arrays)));
    }

    final void multiplyAdd(Machine m, Address sum, Address a, Address b) {
        forAll(m, List.of(sum, a, b), arrays -> m.storeVector(arrays.getFirst(), 0, m.paddd(product(m, arrays), m.memory(width, arrays.getFirst(), 0))));
    }

    /** Of what the last two addresses have. */
    private Vector product(Machine m, List<Address> arrays) {
        return multiply(m, m.load(width, arrays.get(1), 0), multiply(m, m.load(width, arrays.get(2), 0), R_SQUARED));
    }

    private Vector constant(Machine m, Address constants, int index) {
        return m.loadBroadcast(width, constants, index * Width.XMM.bytes());
    }

    /** The JDK's steps, which leave any coefficient what they leave it in Java. */
    final void decompose(Machine m, Address input, Address low, Address high, Address constants) {
        Vector twoGamma2 = constant(m, constants, 0);
        Vector multiplier = constant(m, constants, 1);
        Vector gamma2 = constant(m, constants, 2);
        forAll(m, List.of(input, low, high), arrays -> {
            Vector q = everywhere(m, Q);
            Vector a = m.load(width, arrays.getFirst(), 0);
            a = m.psubd(a, m.pmulld(m.psrad(m.paddd(a, everywhere(m, QUOTIENT_ADDEND)), QUOTIENT_SHIFT), q));
            a = m.paddd(a, m.pand(m.psrad(a, SIGN_SHIFT), q));

            Vector quotient = m.psrad(m.pmulld(a, multiplier), DECOMPOSE_SHIFT);
            Vector r0 = m.psubd(a, m.pmulld(quotient, twoGamma2));
            Vector isMore = m.psrad(m.psubd(twoGamma2, r0), DECOMPOSE_SHIFT);
            r0 = m.psubd(r0, m.pand(isMore, twoGamma2));
            quotient = m.paddd(quotient, m.pand(isMore, everywhere(m, 1)));
            isMore = m.psrad(m.psubd(gamma2, r0), SIGN_SHIFT);
            r0 = m.psubd(r0, m.pand(isMore, twoGamma2));
            quotient = m.paddd(quotient, m.pand(isMore, everywhere(m, 1)));

            // All ones unless it is q - 1, which becomes 0, and r0 one less.
            Vector rest = m.psubd(m.psubd(a, r0), everywhere(m, Q - 1));
            Vector isOther = m.psrad(m.por(rest, m.psubd(m.pxor(rest, rest), rest)), SIGN_SHIFT);
            m.storeVector(arrays.get(1), 0, m.psubd(m.psubd(r0, everywhere(m, 1)), isOther));
            m.storeVector(arrays.get(2), 0, m.pand(isOther, quotient));
        });
    }
}
