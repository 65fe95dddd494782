package org.cryptointrinsics.kernel.mlkem;

import java.util.ArrayList;
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
 * ML-KEM's arithmetic with coefficients of 16 bits. Products are Montgomery's with {@code R = 2^16}: {@code a b / R}. What is multiplied by is known beforehand, times {@code R},
 * and also times the inverse of {@code q}: that takes three multiplications, two of which do not wait for each other (Seiler, eprint 2018/039).
 */
public abstract class MlKem extends Ring implements FunctionKernel<MlKemFunction> {

    /** The modulus of coefficients, FIPS 203, 2.3. */
    public static final int Q = 3329;

    private static final int ROOT = 17;
    private static final int BITS_OF_EXPONENT = 7;
    private static final int R = 1 << 16;
    /** {@code q^-1} modulo {@code R}. */
    private static final int Q_INVERSE = -3327;
    /** {@code 128^-1}, algorithm 10. */
    private static final int INVERSE_OF_128 = 3303;

    // Barrett's reduction: 20159 / 2^26 is a little more than 1 / q.
    private static final int BARRETT_MULTIPLIER = 20159;
    private static final int BARRETT_SHIFT = 26 - Short.SIZE;

    private static List<MlKem> variants;

    /** A variant for vectors of {@code width}. */
    MlKem(Width width) {
        super(width, Short.BYTES, Q, ROOT, BITS_OF_EXPONENT);
    }

    /** All variants, the best one first. */
    public static synchronized List<MlKem> variants() {
        if (variants == null) {
            variants = List.of(new Avx512bw(), new Avx2());
        }
        return variants;
    }

    @Override
    public final Class<MlKemFunction> functions() {
        return MlKemFunction.class;
    }

    /** A polynomial. */
    @Override
    public final int arrayBytes(MlKemFunction function, int array) {
        return polynomialBytes();
    }

    @Override
    public final void execute(Machine m, MlKemFunction function, List<Address> addresses) {
        function.execute(this, m, addresses);
    }

    @Override
    protected final List<byte[]> factor(int[] numbers) {
        int[] montgomery = new int[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            montgomery[i] = centered((long) numbers[i] * R);
        }
        return List.of(lanes(i -> montgomery[i]), lanes(i -> montgomery[i] * Q_INVERSE));
    }

    /** In the low half of each 32 bits. */
    private Vector low(Machine m, int number) {
        return m.constant(lanes(i -> i % 2 == 0 ? number : 0));
    }

    /** A factor that is the same for all lanes. */
    private IntFunction<Vector> factor(Machine m, int number) {
        int[] numbers = new int[lanes()];
        Arrays.fill(numbers, number);
        List<byte[]> vectors = factor(numbers);
        return i -> m.constant(vectors.get(i));
    }

    @Override
    protected final Vector add(Machine m, Vector a, Vector b) {
        return m.paddw(a, b);
    }

    @Override
    protected final Vector subtract(Machine m, Vector a, Vector b) {
        return m.psubw(a, b);
    }

    @Override
    protected final Vector multiply(Machine m, Vector a, IntFunction<Vector> factor) {
        Vector low = m.pmullw(a, factor.apply(1));
        return m.psubw(m.pmulhw(a, factor.apply(0)), m.pmulhw(low, everywhere(m, Q)));
    }

    /** Each sum may be twice what was added: it is at most 8 q. */
    @Override
    protected final Vector reduceSum(Machine m, Vector sum, int distance) {
        return distance == 8 || distance == 64 ? reduce(m, sum) : sum;
    }

    private Vector reduce(Machine m, Vector a) {
        Vector quotient = m.psraw(m.pmulhw(a, everywhere(m, BARRETT_MULTIPLIER)), BARRETT_SHIFT);
        return m.psubw(a, m.pmullw(quotient, everywhere(m, Q)));
    }

    final void ntt(Machine m, Address polynomial) {
        new Transform(this, false, this::reduce).execute(m, polynomial);
    }

    final void inverseNtt(Machine m, Address polynomial) {
        new Transform(this, true, (machine, a) -> multiply(machine, a, factor(machine, INVERSE_OF_128))).execute(m, polynomial);
    }

    final void reduce(Machine m, Address polynomial) {
        forAll(m, List.of(polynomial), arrays -> m.storeVector(arrays.getFirst(), 0, reduce(m, m.load(width, arrays.getFirst(), 0))));
    }

    final void add(Machine m, Address sum, Address a, Address b) {
        forAll(m, List.of(sum, a, b), arrays -> m.storeVector(arrays.getFirst(), 0, sum(m, arrays)));
    }

    final void addThree(Machine m, Address sum, Address a, Address b, Address c) {
        forAll(m, List.of(sum, a, b, c), arrays -> m.storeVector(arrays.getFirst(), 0, reduce(m, sum(m, arrays))));
    }

    /** Of what all addresses have but the first one, and of q for each that is added: not negative. */
    private Vector sum(Machine m, List<Address> arrays) {
        Vector sum = m.load(width, arrays.get(1), 0);
        for (Address address : arrays.subList(2, arrays.size())) {
            sum = m.paddw(m.paddw(sum, everywhere(m, Q)), m.memory(width, address, 0));
        }
        return sum;
    }

    /** Two coefficients side by side are a polynomial modulo {@code X^2 - gamma}: their products are added in 32 bits, and reduced once. */
    final void multiply(Machine m, Address product, Address a, Address b) {
        int vectors = COEFFICIENTS / lanes();
        List<byte[]> gammas = new ArrayList<>();
        List<byte[]> reductions = new ArrayList<>();
        for (int vector = 0; vector < vectors; vector++) {
            int[] numbers = new int[lanes()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = i % 2 == 0 ? 1 : gamma((vector * lanes() + i) / 2);
            }
            List<byte[]> factor = factor(numbers);
            gammas.add(factor.getFirst());
            reductions.add(factor.getLast());
        }
        gammas.addAll(reductions);
        Address table = m.table(longs(gammas));
        forAll(m, List.of(product, a, b, table), arrays -> {
            Vector x = m.load(width, arrays.get(1), 0);
            // Times R, by which Montgomery's reduction divides.
            Vector y = multiply(m, m.load(width, arrays.get(2), 0), factor(m, R % Q));
            Vector yGamma = multiply(m, y, i -> m.memory(width, arrays.get(3), i * vectors * width.bytes()));
            Vector even = reduceSums(m, m.pmaddwd(x, yGamma));
            Vector odd = reduceSums(m, m.pmaddwd(x, m.pshufb(y, m.constant(swap()))));
            m.storeVector(arrays.getFirst(), 0, m.pxor(m.psrld(even, Short.SIZE), odd));
        });
    }

    /** Montgomery's reduction of 32 bits: what is left is in the high half of these, and the low half is 0. */
    private Vector reduceSums(Machine m, Vector sums) {
        return m.psubd(sums, m.pmaddwd(m.pmullw(sums, low(m, Q_INVERSE)), low(m, Q)));
    }

    /** {@code zeta^(2 BitRev7(i) + 1)}, algorithm 11. */
    private int gamma(int i) {
        return zetaTo(2 * reversed(i) + 1);
    }

    /** What swaps the halves of each 32 bits. */
    private byte[] swap() {
        byte[] order = new byte[width.bytes()];
        for (int i = 0; i < order.length; i++) {
            order[i] = (byte) (i % Width.XMM.bytes() ^ Short.BYTES);
        }
        return order;
    }
}
