package org.cryptointrinsics.kernel.sha3;

import static org.cryptointrinsics.kernel.sha3.Keccak.DIMENSION;
import static org.cryptointrinsics.kernel.sha3.Keccak.LANES;
import static org.cryptointrinsics.kernel.sha3.Keccak.ROUNDS;
import static org.cryptointrinsics.kernel.sha3.Keccak.lane;
import static org.cryptointrinsics.kernel.sha3.Keccak.offset;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.SpongeKernel;

/**
 * The sponge functions of FIPS 202 on general registers. There are not enough of them for 25 lanes, so a round reads the state from memory and writes the next
 * one, row by row, to other memory.
 *
 * <p>A round takes 76 XOR, 29 rotations and 25 ANDN. That is 780 cycles a permutation where four operations are done in a cycle. But every lane waits for theta,
 * and theta for every lane: what comes last, the last row, stays in registers too, so that theta does not wait for memory. Without that, a permutation takes 9 %
 * longer on Zen 3; with the parities of all rows in registers, which spills, 4 %.
 */
abstract class GeneralRegisters implements SpongeKernel {

    private static final int LAST = DIMENSION - 1;
    /** A multiple of 16. */
    private static final int BYTES_OF_STATE = (LANES + 1) * Long.BYTES;

    private final int rate;
    private final Rotation rotation;

    /**
     * @param rate the size of a block in bytes
     */
    GeneralRegisters(int rate, Rotation rotation) {
        this.rate = rate;
        this.rotation = rotation;
    }

    /** {@code ~a & b}. */
    abstract Int andNot(Machine m, Int a, Int b);

    @Override
    public final void compress(Machine m, Address state, Address data, Count blocks) {
        Address next = m.scratch(BYTES_OF_STATE);
        Address roundConstants = m.table(Keccak.roundConstants());
        m.repeat(blocks, data, rate, List.<Int>of(), (block, _) -> {
            for (int i = 0; i < rate; i += Long.BYTES) {
                m.storeInteger(state, i, m.xor(m.load(Size.QWORD, block, i), m.memory(Size.QWORD, state, i)));
            }
            permute(m, state, next, roundConstants);
            return List.of();
        });
    }

    /** One after the other: a round has enough to do for all units. */
    @Override
    public final void permuteTwo(Machine m, Address state, Address otherState) {
        Address next = m.scratch(BYTES_OF_STATE);
        Address roundConstants = m.table(Keccak.roundConstants());
        permute(m, state, next, roundConstants);
        permute(m, otherState, next, roundConstants);
    }

    private void permute(Machine m, Address state, Address next, Address roundConstants) {
        List<Int> lastRow = new ArrayList<>();
        for (int x = 0; x < DIMENSION; x++) {
            lastRow.add(m.load(Size.QWORD, state, address(x, LAST)));
        }
        m.repeat(m.count(ROUNDS / 2), roundConstants, 2 * Long.BYTES, lastRow, (constants, row) -> {
            List<Int> middle = round(m, state, next, row, m.memory(Size.QWORD, constants, 0));
            return round(m, next, state, middle, m.memory(Size.QWORD, constants, Long.BYTES));
        });
    }

    /**
     * @param lastRow what is also in memory
     * @return the last row of the result
     */
    private List<Int> round(Machine m, Address from, Address to, List<Int> lastRow, Int roundConstant) {
        List<Int> d = theta(m, from, lastRow);
        List<Int> result = List.of();
        for (int y = 0; y < DIMENSION; y++) {
            List<Int> row = new ArrayList<>();
            for (int x = 0; x < DIMENSION; x++) {
                int sourceX = Keccak.piX(x, y);
                int sourceY = Keccak.piY(x);
                Int a = m.xor(m.load(Size.QWORD, from, address(sourceX, sourceY)), d.get(sourceX));
                row.add(rotateLeft(m, a, offset(sourceX, sourceY)));
            }
            result = new ArrayList<>();
            for (int x = 0; x < DIMENSION; x++) {
                Int a = m.xor(andNot(m, row.get((x + 1) % DIMENSION), row.get((x + 2) % DIMENSION)), row.get(x));
                if (x == 0 && y == 0) {
                    a = m.xor(a, roundConstant);
                }
                m.storeInteger(to, address(x, y), a);
                result.add(a);
            }
        }
        return result;
    }

    /** {@code D} of theta. */
    private List<Int> theta(Machine m, Address from, List<Int> lastRow) {
        List<Int> c = new ArrayList<>();
        for (int x = 0; x < DIMENSION; x++) {
            Int parity = m.load(Size.QWORD, from, address(x, 0));
            for (int y = 1; y < LAST; y++) {
                parity = m.xor(parity, m.memory(Size.QWORD, from, address(x, y)));
            }
            c.add(m.xor(parity, lastRow.get(x)));
        }
        List<Int> d = new ArrayList<>();
        for (int x = 0; x < DIMENSION; x++) {
            d.add(m.xor(rotateLeft(m, c.get((x + 1) % DIMENSION), 1), c.get((x + 4) % DIMENSION)));
        }
        return d;
    }

    private Int rotateLeft(Machine m, Int a, int count) {
        return count == 0 ? a : rotation.left(m, Size.QWORD, a, count);
    }

    private static int address(int x, int y) {
        return lane(x, y) * Long.BYTES;
    }
}
