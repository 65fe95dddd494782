package org.cryptointrinsics.kernel.lattice;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/** Arithmetic of polynomials with 256 coefficients modulo a prime, as many coefficients at once as a vector has. They have signs, and are not reduced unless that is said. */
public abstract class Ring {

    /** Coefficients of a polynomial. */
    public static final int COEFFICIENTS = 256;

    protected final Width width;
    private final int elementBytes;
    private final int modulus;
    private final int bitsOfExponent;
    /** Of {@code zeta}, by the exponent. */
    private final int[] powers;

    /**
     * @param elementBytes how many bytes a coefficient has, 2 or 4
     * @param root the root of unity that the standard calls {@code zeta}
     * @param bitsOfExponent how many bits the exponents have that the standard reverses
     */
    protected Ring(Width width, int elementBytes, int modulus, int root, int bitsOfExponent) {
        this.width = width;
        this.elementBytes = elementBytes;
        this.modulus = modulus;
        this.bitsOfExponent = bitsOfExponent;
        powers = new int[COEFFICIENTS];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = (int) ((long) powers[i - 1] * root % modulus);
        }
    }

    /** See {@link FunctionKernel#elementBytes}. */
    public final int elementBytes() {
        return elementBytes;
    }

    /** How many bytes a polynomial has. */
    protected final int polynomialBytes() {
        return COEFFICIENTS * elementBytes;
    }

    /**
     * What {@link #multiply} takes for a number in each lane.
     *
     * @param numbers between the negative modulus and the modulus
     */
    protected abstract List<byte[]> factor(int[] numbers);

    protected abstract Vector add(Machine m, Vector a, Vector b);

    protected abstract Vector subtract(Machine m, Vector a, Vector b);

    /**
     * Multiplies the coefficients.
     *
     * @param factor the vectors of a {@link #factor}
     */
    protected abstract Vector multiply(Machine m, Vector a, IntFunction<Vector> factor);

    /**
     * Reduces a sum of the inverse transform, if it might become too large otherwise.
     *
     * @param distance of the two coefficients that were added
     */
    protected abstract Vector reduceSum(Machine m, Vector sum, int distance);

    /** Coefficients in a vector. */
    protected final int lanes() {
        return width.bytes() / elementBytes;
    }

    protected final byte[] lanes(IntUnaryOperator lane) {
        ByteBuffer lanes = ByteBuffer.allocate(width.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < lanes(); i++) {
            if (elementBytes == Short.BYTES) {
                lanes.putShort((short) lane.applyAsInt(i));
            } else {
                lanes.putInt(lane.applyAsInt(i));
            }
        }
        return lanes.array();
    }

    /** What a lane of {@link #lanes(IntUnaryOperator)} has. */
    final int lane(byte[] vector, int lane) {
        ByteBuffer lanes = ByteBuffer.wrap(vector).order(ByteOrder.LITTLE_ENDIAN);
        return elementBytes == Short.BYTES ? lanes.getShort(lane * Short.BYTES) : lanes.getInt(lane * Integer.BYTES);
    }

    /** A number in all lanes. */
    protected final Vector everywhere(Machine m, int number) {
        return m.constant(lanes(_ -> number));
    }

    /** The number next to 0 that is congruent to {@code a}. */
    protected final int centered(long a) {
        int residue = Math.floorMod(a, modulus);
        return residue > modulus / 2 ? residue - modulus : residue;
    }

    /** {@code zeta} to the power of the exponent with its bits in reverse order. */
    protected final int zetaToReversed(int exponent) {
        return zetaTo(reversed(exponent));
    }

    protected final int reversed(int exponent) {
        return Integer.reverse(exponent) >>> Integer.SIZE - bitsOfExponent;
    }

    protected final int zetaTo(int exponent) {
        return powers[exponent];
    }

    /** Executes {@code body} for all vectors of polynomials, with their addresses. */
    protected final void forAll(Machine m, List<Address> polynomials, Consumer<List<Address>> body) {
        m.repeat(m.count(COEFFICIENTS / lanes()), polynomials, width.bytes(), List.<Vector>of(), (addresses, _) -> {
            body.accept(addresses);
            return List.of();
        });
    }

    /** What {@link Machine#table} takes for vectors. */
    protected static long[] longs(List<byte[]> vectors) {
        return vectors.stream().flatMapToLong(vector -> {
            ByteBuffer buffer = ByteBuffer.wrap(vector).order(ByteOrder.LITTLE_ENDIAN);
            return IntStream.range(0, vector.length / Long.BYTES).mapToLong(i -> buffer.getLong(i * Long.BYTES));
        }).toArray();
    }
}
