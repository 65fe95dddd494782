package org.cryptointrinsics.kernel.sha3;

import static org.cryptointrinsics.kernel.sha3.Keccak.DIMENSION;
import static org.cryptointrinsics.kernel.sha3.Keccak.LANES;
import static org.cryptointrinsics.kernel.sha3.Keccak.ROUNDS;
import static org.cryptointrinsics.kernel.sha3.Keccak.lane;
import static org.cryptointrinsics.kernel.sha3.Keccak.offset;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.ParallelSpongeKernel;
import org.cryptointrinsics.kernel.Vector;

/**
 * The sponge functions of FIPS 202 with one lane in each of 25 vector registers: rho is a rotation by an immediate, pi a renaming, and the XOR of three lanes
 * as well as chi one instruction each. A round takes 95 of them.
 */
public final class Avx512vl implements ParallelSpongeKernel {

    /** {@code a ^ ~b & c}. */
    private static final int CHI = 0xD2;
    /** The order of 32 bits that has the halves of 128 swapped. */
    private static final int SWAP_HALVES = 0x4E;

    /**
     * Rounds in the body of the loop. At its end the lanes return to their registers: the longer it is, the fewer moves, but decoded it should fit into the
     * caches of CPUs for that.
     */
    private static final int UNROLLED = 4;

    private final int rate;

    /**
     * @param rate the size of a block in bytes
     */
    public Avx512vl(int rate) {
        this.rate = rate;
    }

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        Address roundConstants = m.table(Keccak.roundConstants(1));
        List<Vector> initial = new ArrayList<>();
        for (int i = 0; i < LANES; i++) {
            initial.add(m.loadQword(state, i * Long.BYTES));
        }
        List<Vector> result = m.repeat(blocks, data, rate, initial, (block, chain) -> {
            List<Vector> absorbed = new ArrayList<>(chain);
            for (int i = 0; i < rate / Long.BYTES; i++) {
                absorbed.set(i, m.pxor(chain.get(i), m.loadQword(block, i * Long.BYTES)));
            }
            return permute(m, roundConstants, Long.BYTES, absorbed, m::loadQword);
        });
        for (int i = 0; i < LANES; i++) {
            m.storeQword(state, i * Long.BYTES, result.get(i));
        }
    }

    /** With one state in the low halves of the registers, and the other one in the high ones. */
    @Override
    public void permuteTwo(Machine m, Address state, Address otherState) {
        List<Vector> lanes = new ArrayList<>();
        for (int i = 0; i < LANES; i++) {
            lanes.add(m.pxor(m.loadQword(state, i * Long.BYTES), m.pshufd(m.loadQword(otherState, i * Long.BYTES), SWAP_HALVES)));
        }
        Address roundConstants = m.table(Keccak.roundConstants(2));
        List<Vector> result = permute(m, roundConstants, Width.XMM, lanes);
        for (int i = 0; i < LANES; i++) {
            m.storeQword(state, i * Long.BYTES, result.get(i));
            m.storeQword(otherState, i * Long.BYTES, m.pshufd(result.get(i), SWAP_HALVES));
        }
    }

    @Override
    public List<Width> widths() {
        return List.of(Width.YMM, Width.ZMM);
    }

    @Override
    public void permuteSeveral(Machine m, Width width, Address states) {
        List<Vector> lanes = new ArrayList<>();
        for (int i = 0; i < LANES; i++) {
            lanes.add(m.load(width, states, i * width.bytes()));
        }
        List<Vector> result = permute(m, m.table(Keccak.roundConstants(width.bytes() / Long.BYTES)), width, lanes);
        for (int i = 0; i < LANES; i++) {
            m.storeVector(states, i * width.bytes(), result.get(i));
        }
    }

    /** All rounds of as many states as a vector has 64-bit words. */
    private static List<Vector> permute(Machine m, Address roundConstants, Width width, List<Vector> lanes) {
        return permute(m, roundConstants, width.bytes(), lanes, (constants, i) -> m.memory(width, constants, i));
    }

    /**
     * All rounds.
     *
     * @param stride how many bytes each round constant has
     */
    private static List<Vector> permute(Machine m, Address roundConstants, int stride, List<Vector> lanes, BiFunction<Address, Integer, Vector> load) {
        return m.repeat(m.count(ROUNDS / UNROLLED), roundConstants, UNROLLED * stride, lanes, (constants, current) -> {
            List<Vector> a = current;
            for (int i = 0; i < UNROLLED; i++) {
                a = round(m, a);
                a.set(0, m.pxor(a.get(0), load.apply(constants, i * stride)));
            }
            return a;
        });
    }

    /** A round without iota. */
    private static List<Vector> round(Machine m, List<Vector> a) {
        List<Vector> d = theta(m, a);
        List<Vector> result = new ArrayList<>();
        for (int y = 0; y < DIMENSION; y++) {
            List<Vector> row = new ArrayList<>();
            for (int x = 0; x < DIMENSION; x++) {
                int sourceX = Keccak.piX(x, y);
                int sourceY = Keccak.piY(x);
                Vector lane = m.pxor(a.get(lane(sourceX, sourceY)), d.get(sourceX));
                int offset = offset(sourceX, sourceY);
                row.add(offset == 0 ? lane : m.vprolq(lane, offset));
            }
            for (int x = 0; x < DIMENSION; x++) {
                result.add(m.vpternlogq(row.get(x), row.get((x + 1) % DIMENSION), row.get((x + 2) % DIMENSION), CHI));
            }
        }
        return result;
    }

    /** {@code D} of theta. */
    private static List<Vector> theta(Machine m, List<Vector> a) {
        List<Vector> c = new ArrayList<>();
        for (int x = 0; x < DIMENSION; x++) {
            Vector parity = m.vpternlogq(a.get(lane(x, 0)), a.get(lane(x, 1)), a.get(lane(x, 2)), Machine.XOR3);
            c.add(m.vpternlogq(parity, a.get(lane(x, 3)), a.get(lane(x, 4)), Machine.XOR3));
        }
        List<Vector> d = new ArrayList<>(c);
        // In this order parities are done with soon, and 32 registers are just enough.
        for (int x : new int[]{0, 2, 4, 1, 3}) {
            d.set(x, m.pxor(m.vprolq(c.get((x + 1) % DIMENSION), 1), c.get((x + 4) % DIMENSION)));
        }
        return d;
    }
}
