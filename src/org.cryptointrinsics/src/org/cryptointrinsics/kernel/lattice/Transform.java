package org.cryptointrinsics.kernel.lattice;

import static org.cryptointrinsics.kernel.lattice.Ring.COEFFICIENTS;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/**
 * The number-theoretic transform of a polynomial, in place, or its inverse: FIPS 203, algorithms 9 and 10, and FIPS 204, algorithms 41 and 42.
 *
 * <p>Of two passes, one is for coefficients that lie at least four vectors apart. The other one has four vectors in registers that lie side by side; what meets there within a
 * vector is brought apart by an {@link Exchange}.
 */
public final class Transform {

    private static final int SIDE_BY_SIDE = 4;

    private final Ring ring;
    private final boolean isInverse;
    private final BiFunction<Machine, Vector, Vector> last;
    private final int vectorBytes;
    private final int lanes;
    /** Vectors of a polynomial. */
    private final int vectors;
    private final int vectorsOfFactor;

    /**
     * @param last what is done with all coefficients in the end
     */
    public Transform(Ring ring, boolean isInverse, BiFunction<Machine, Vector, Vector> last) {
        this.ring = ring;
        this.isInverse = isInverse;
        this.last = last;
        vectorBytes = ring.width.bytes();
        lanes = ring.lanes();
        vectors = COEFFICIENTS / lanes;
        vectorsOfFactor = ring.factor(new int[lanes]).size();
    }

    /**
     * What is done with two vectors.
     *
     * @param exchange null if it is a butterfly
     * @param distance of the coefficients that meet in a butterfly
     */
    private record Step(int first, int second, Exchange exchange, int distance) {
    }

    /**
     * @param polynomial address of the coefficients
     */
    public void execute(Machine m, Address polynomial) {
        if (isInverse) {
            sideBySide(m, polynomial);
            farApart(m, polynomial);
        } else {
            farApart(m, polynomial);
            sideBySide(m, polynomial);
        }
    }

    private void farApart(Machine m, Address polynomial) {
        int stride = SIDE_BY_SIDE * vectorBytes;
        int registers = vectors / SIDE_BY_SIDE;
        List<Step> steps = butterflies(registers, SIDE_BY_SIDE);
        List<byte[]> constants = constants(steps, numbers(registers, SIDE_BY_SIDE * lanes, 0));
        Address table = m.table(Ring.longs(constants));
        m.repeat(m.count(SIDE_BY_SIDE), polynomial, vectorBytes, List.<Vector>of(), (address, _) -> {
            execute(m, steps, address, registers, stride, i -> m.memory(ring.width, table, i * vectorBytes), isInverse);
            return List.of();
        });
    }

    private void sideBySide(Machine m, Address polynomial) {
        int stride = SIDE_BY_SIDE * vectorBytes;
        int rounds = vectors / SIDE_BY_SIDE;
        List<Step> steps = stepsSideBySide();
        List<List<byte[]>> constants = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            constants.add(constants(steps, numbers(SIDE_BY_SIDE, lanes, round * SIDE_BY_SIDE * lanes)));
        }
        // All addresses of a loop advance by the same, so constants lie so far apart, too.
        List<byte[]> inOrder = new ArrayList<>();
        int parts = (constants.getFirst().size() + SIDE_BY_SIDE - 1) / SIDE_BY_SIDE;
        for (int part = 0; part < parts; part++) {
            for (List<byte[]> ofRound : constants) {
                for (int i = 0; i < SIDE_BY_SIDE; i++) {
                    int index = part * SIDE_BY_SIDE + i;
                    inOrder.add(index < ofRound.size() ? ofRound.get(index) : new byte[vectorBytes]);
                }
            }
        }
        Address table = m.table(Ring.longs(inOrder));
        m.repeat(m.count(rounds), List.of(polynomial, table), stride, List.<Vector>of(), (addresses, _) -> {
            execute(m, steps, addresses.getFirst(), SIDE_BY_SIDE, vectorBytes,
                            i -> m.memory(ring.width, addresses.getLast(), i / SIDE_BY_SIDE * rounds * stride + i % SIDE_BY_SIDE * vectorBytes), !isInverse);
            return List.of();
        });
    }

    /** Those between whole vectors, in which coefficients meet that are a power of two times {@code apart} vectors apart. */
    private List<Step> butterflies(int registers, int apart) {
        List<Step> steps = new ArrayList<>();
        int levels = Integer.numberOfTrailingZeros(registers);
        for (int level = 0; level < levels; level++) {
            int distance = isInverse ? 1 << level : registers >> level + 1;
            for (int i = 0; i < registers; i++) {
                if ((i & distance) == 0) {
                    steps.add(new Step(i, i + distance, null, distance * apart * lanes));
                }
            }
        }
        return steps;
    }

    private List<Step> stepsSideBySide() {
        List<Step> steps = new ArrayList<>();
        List<Exchange> apart = Exchange.apart(ring.width);
        List<Exchange> together = Exchange.together(ring.width);
        int levels = apart.size();
        if (isInverse) {
            apart.forEach(exchange -> addPairs(steps, exchange, 0));
            for (int level = 0; level < levels; level++) {
                addPairs(steps, null, lanes >> levels - level);
                addPairs(steps, together.get(level), 0);
            }
            steps.addAll(butterflies(SIDE_BY_SIDE, 1));
        } else {
            steps.addAll(butterflies(SIDE_BY_SIDE, 1));
            for (int level = 0; level < levels; level++) {
                addPairs(steps, apart.get(level), 0);
                addPairs(steps, null, lanes >> level + 1);
            }
            together.forEach(exchange -> addPairs(steps, exchange, 0));
        }
        return steps;
    }

    private static void addPairs(List<Step> steps, Exchange exchange, int distance) {
        for (int i = 0; i < SIDE_BY_SIDE; i += 2) {
            steps.add(new Step(i, i + 1, exchange, distance));
        }
    }

    private void execute(Machine m, List<Step> steps, Address address, int registers, int stride, IntFunction<Vector> constants, boolean isLast) {
        List<Vector> values = new ArrayList<>();
        for (int i = 0; i < registers; i++) {
            values.add(m.load(ring.width, address, i * stride));
        }
        int used = 0;
        for (Step step : steps) {
            Vector a = values.get(step.first);
            Vector b = values.get(step.second);
            List<Vector> result;
            if (step.exchange != null) {
                result = step.exchange.apply(m, a, b);
            } else {
                int first = used;
                result = butterfly(m, a, b, step.distance, i -> constants.apply(first + i));
                used += vectorsOfFactor;
            }
            values.set(step.first, result.getFirst());
            values.set(step.second, result.getLast());
        }
        for (int i = 0; i < registers; i++) {
            m.storeVector(address, i * stride, isLast ? last.apply(m, values.get(i)) : values.get(i));
        }
    }

    private List<Vector> butterfly(Machine m, Vector a, Vector b, int distance, IntFunction<Vector> factor) {
        if (isInverse) {
            Vector difference = ring.subtract(m, a, b);
            return List.of(ring.reduceSum(m, ring.add(m, a, b), distance), ring.multiply(m, difference, factor));
        }
        Vector product = ring.multiply(m, b, factor);
        return List.of(ring.add(m, a, product), ring.subtract(m, a, product));
    }

    /** The constants for all butterflies of these steps, which move numbers of coefficients as they move coefficients. */
    private List<byte[]> constants(List<Step> steps, List<byte[]> numbers) {
        List<byte[]> constants = new ArrayList<>();
        for (Step step : steps) {
            byte[] first = numbers.get(step.first);
            byte[] second = numbers.get(step.second);
            if (step.exchange != null) {
                List<byte[]> exchanged = step.exchange.apply(first, second);
                numbers.set(step.first, exchanged.getFirst());
                numbers.set(step.second, exchanged.getLast());
            } else {
                int[] zetas = new int[lanes];
                for (int i = 0; i < lanes; i++) {
                    int number = ring.lane(first, i);
                    if (ring.lane(second, i) != number + step.distance) {
                        throw new IllegalStateException("coefficients " + number + " and " + ring.lane(second, i) + " do not meet at a distance of " + step.distance);
                    }
                    zetas[i] = zeta(number, step.distance);
                }
                constants.addAll(ring.factor(zetas));
            }
        }
        return constants;
    }

    /** What the standard calls {@code zeta}, for a butterfly of coefficients {@code number} and {@code number + distance}; negative in the inverse. */
    private int zeta(int number, int distance) {
        int block = number / (2 * distance);
        int index = isInverse ? COEFFICIENTS / distance - 1 - block : COEFFICIENTS / 2 / distance + block;
        int power = ring.zetaToReversed(index);
        return isInverse ? -power : power;
    }

    /** The numbers of the coefficients in vectors. */
    private List<byte[]> numbers(int registers, int apart, int first) {
        return new ArrayList<>(IntStream.range(0, registers).mapToObj(register -> ring.lanes(i -> first + register * apart + i)).toList());
    }
}
