package org.cryptointrinsics.kernel.sha3;

import static org.cryptointrinsics.kernel.sha3.Keccak.DIMENSION;
import static org.cryptointrinsics.kernel.sha3.Keccak.LANES;
import static org.cryptointrinsics.kernel.sha3.Keccak.ROUNDS;
import static org.cryptointrinsics.kernel.sha3.Keccak.lane;
import static org.cryptointrinsics.kernel.sha3.Keccak.offset;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Value;

/**
 * KECCAK-p[1600, 24] where there are not enough registers for 25 lanes: a round reads the state from memory and writes the next one, row by row, to other memory.
 *
 * <p>Every lane waits for theta, and theta for every lane: what comes last, the last row, stays in registers too, so that theta does not wait for memory. Without that, a
 * permutation on general registers takes 9 % longer on Zen 3; with the parities of all rows in registers, which spills, 4 %.
 *
 * @param <T> what has a lane
 */
abstract class MemoryRounds<T extends Value> {

    private static final int LAST = DIMENSION - 1;

    private final int laneBytes;

    /**
     * @param laneBytes how many bytes a lane has in memory
     */
    MemoryRounds(int laneBytes) {
        this.laneBytes = laneBytes;
    }

    abstract T load(Machine m, Address base, int displacement);

    abstract T memory(Machine m, Address base, int displacement);

    abstract void store(Machine m, Address base, int displacement, T a);

    abstract T xor(Machine m, T a, T b);

    /** {@code ~a & b}. */
    abstract T andNot(Machine m, T a, T b);

    /**
     * @param count 1 to 63
     */
    abstract T rotateLeft(Machine m, T a, int count);

    /** Memory for a state. */
    final Address scratch(Machine m) {
        // A multiple of 16.
        return m.scratch((LANES + 1) * laneBytes);
    }

    /**
     * @param state address of the state, updated
     * @param next {@link #scratch}
     * @param roundConstants address of those, as lanes
     */
    final void permute(Machine m, Address state, Address next, Address roundConstants) {
        List<T> lastRow = new ArrayList<>();
        for (int x = 0; x < DIMENSION; x++) {
            lastRow.add(load(m, state, address(x, LAST)));
        }
        m.repeat(m.count(ROUNDS / 2), roundConstants, 2 * laneBytes, lastRow, (constants, row) -> {
            List<T> middle = round(m, state, next, row, memory(m, constants, 0));
            return round(m, next, state, middle, memory(m, constants, laneBytes));
        });
    }

    /**
     * @param lastRow what is also in memory
     * @return the last row of the result
     */
    private List<T> round(Machine m, Address from, Address to, List<T> lastRow, T roundConstant) {
        List<T> d = theta(m, from, lastRow);
        List<T> result = List.of();
        for (int y = 0; y < DIMENSION; y++) {
            List<T> row = new ArrayList<>();
            for (int x = 0; x < DIMENSION; x++) {
                int sourceX = Keccak.piX(x, y);
                int sourceY = Keccak.piY(x);
                int offset = offset(sourceX, sourceY);
                T a = xor(m, load(m, from, address(sourceX, sourceY)), d.get(sourceX));
                row.add(offset == 0 ? a : rotateLeft(m, a, offset));
            }
            result = new ArrayList<>();
            for (int x = 0; x < DIMENSION; x++) {
                T a = xor(m, andNot(m, row.get((x + 1) % DIMENSION), row.get((x + 2) % DIMENSION)), row.get(x));
                if (x == 0 && y == 0) {
                    a = xor(m, a, roundConstant);
                }
                store(m, to, address(x, y), a);
                result.add(a);
            }
        }
        return result;
    }

    /** {@code D} of theta. */
    private List<T> theta(Machine m, Address from, List<T> lastRow) {
        List<T> c = new ArrayList<>();
        for (int x = 0; x < DIMENSION; x++) {
            T parity = load(m, from, address(x, 0));
            for (int y = 1; y < LAST; y++) {
                parity = xor(m, parity, memory(m, from, address(x, y)));
            }
            c.add(xor(m, parity, lastRow.get(x)));
        }
        List<T> d = new ArrayList<>();
        for (int x = 0; x < DIMENSION; x++) {
            d.add(xor(m, rotateLeft(m, c.get((x + 1) % DIMENSION), 1), c.get((x + 4) % DIMENSION)));
        }
        return d;
    }

    private int address(int x, int y) {
        return lane(x, y) * laneBytes;
    }
}
