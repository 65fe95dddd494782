package org.cryptointrinsics.kernel.sha3;

import java.util.List;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.ParallelSpongeKernel;
import org.cryptointrinsics.kernel.Vector;

/** As {@link Bmi}, with four states at once in vectors: a round of all takes 76 XOR, 25 ANDN and 29 rotations of three instructions each, 188 instead of 520. */
public final class Avx2 implements ParallelSpongeKernel {

    private static final Width WIDTH = Width.YMM;

    private final Bmi one;

    /**
     * @param rate the size of a block in bytes
     */
    public Avx2(int rate) {
        one = new Bmi(rate);
    }

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        one.compress(m, state, data, blocks);
    }

    @Override
    public void permuteTwo(Machine m, Address state, Address otherState) {
        one.permuteTwo(m, state, otherState);
    }

    @Override
    public List<Width> widths() {
        return List.of(WIDTH);
    }

    @Override
    public void permuteSeveral(Machine m, Width width, Address states) {
        Rounds rounds = new Rounds();
        rounds.permute(m, states, rounds.scratch(m), m.table(Keccak.roundConstants(WIDTH.bytes() / Long.BYTES)));
    }

    private static final class Rounds extends MemoryRounds<Vector> {

        Rounds() {
            super(WIDTH.bytes());
        }

        @Override
        Vector load(Machine m, Address base, int displacement) {
            return m.load(WIDTH, base, displacement);
        }

        @Override
        Vector memory(Machine m, Address base, int displacement) {
            return m.memory(WIDTH, base, displacement);
        }

        @Override
        void store(Machine m, Address base, int displacement, Vector a) {
            m.storeVector(base, displacement, a);
        }

        @Override
        Vector xor(Machine m, Vector a, Vector b) {
            return m.pxor(a, b);
        }

        @Override
        Vector andNot(Machine m, Vector a, Vector b) {
            return m.pandn(a, b);
        }

        @Override
        Vector rotateLeft(Machine m, Vector a, int count) {
            return m.pxor(m.psllq(a, count), m.psrlq(a, Long.SIZE - count));
        }
    }
}
