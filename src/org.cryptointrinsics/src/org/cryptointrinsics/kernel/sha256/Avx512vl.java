package org.cryptointrinsics.kernel.sha256;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.TwoBlockKernel;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.Words;

/**
 * {@link VectorSchedule} with each variable in lane 0 of a vector register: rotations, Ch, Maj and the XOR of three vectors are one instruction each. A round
 * takes 16, a load and two copies: 430 cycles a block where three vector instructions are done in a cycle, with those of the schedule. Two blocks at once are in lanes
 * 0 and 1.
 */
public final class Avx512vl extends VectorSchedule implements TwoBlockKernel {

    private static final int WORDS = 8;
    private static final int BLOCK_BYTES = 64;

    public Avx512vl() {
        super(Rotation.RORX);
    }

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        compress(m, state, data, blocks, Words.inLane0(m), s -> new LaneRounds(m, m::loadDword, s));
    }

    @Override
    public void compressTwo(Machine m, Address state, Address data, Address otherState, Address otherData) {
        Address wk = m.scratch(2 * BLOCK_BYTES);
        List<Vector> chain = IntStream.range(0, WORDS).mapToObj(i -> wordOfBoth(m, state, otherState, i)).toList();
        List<Vector> variables = rounds(m, List.of(data, otherData), wk, constants(m), chain, s -> new LaneRounds(m, m::loadQword, s));
        for (int i = 0; i < WORDS; i++) {
            Vector sum = m.paddd(variables.get(i), wordOfBoth(m, state, otherState, i));
            m.storeDword(state, i * Integer.BYTES, sum);
            m.storeDword(otherState, i * Integer.BYTES, m.pshufd(sum, 1));
        }
    }

    private static Vector wordOfBoth(Machine m, Address state, Address otherState, int i) {
        return m.punpckldq(m.loadDword(state, i * Integer.BYTES), m.loadDword(otherState, i * Integer.BYTES));
    }

    private static final class LaneRounds implements Rounds<Vector> {

        private final Machine m;
        /** Loads a word of each message. */
        private final BiFunction<Address, Integer, Vector> load;
        /** a to h. */
        private final List<Vector> s;

        LaneRounds(Machine m, BiFunction<Address, Integer, Vector> load, List<Vector> s) {
            this.m = m;
            this.load = load;
            this.s = new ArrayList<>(s);
        }

        @Override
        public List<Vector> variables() {
            return List.copyOf(s);
        }

        @Override
        public void next(Address wk, int displacement) {
            Vector a = s.get(0);
            Vector e = s.get(4);
            Vector t1 = m.paddd(s.get(7), load.apply(wk, displacement));
            t1 = m.paddd(t1, m.vpternlogd(e, s.get(5), s.get(6), Machine.CHOICE));
            t1 = m.paddd(t1, xor3(m, e, 6, 11, 25));
            Vector t2 = m.paddd(xor3(m, a, 2, 13, 22), m.vpternlogd(a, s.get(1), s.get(2), Machine.MAJORITY));
            s.set(3, m.paddd(s.get(3), t1));
            s.removeLast();
            s.addFirst(m.paddd(t1, t2));
        }
    }

    /** The XOR of three rotations to the right. */
    private static Vector xor3(Machine m, Vector x, int first, int second, int third) {
        return m.vpternlogd(rotateRight(m, x, first), rotateRight(m, x, second), rotateRight(m, x, third), Machine.XOR3);
    }

    private static Vector rotateRight(Machine m, Vector x, int count) {
        return m.vprold(x, Integer.SIZE - count);
    }

    @Override
    Vector sigma0(Machine m, Vector x) {
        return m.vpternlogd(rotateRight(m, x, 7), rotateRight(m, x, 18), m.psrld(x, 3), Machine.XOR3);
    }

    @Override
    Vector sigma1OfLast(Machine m, Vector x) {
        return sigma1(m, m.pshufb(x, m.constant(0x0B0A0908, 0x0F0E0D0C, -1, -1)));
    }

    @Override
    Vector sigma1OfFirst(Machine m, Vector x) {
        return sigma1(m, m.pshufb(x, m.constant(-1, -1, 0x03020100, 0x07060504)));
    }

    private static Vector sigma1(Machine m, Vector x) {
        return m.vpternlogd(rotateRight(m, x, 17), rotateRight(m, x, 19), m.psrld(x, 10), Machine.XOR3);
    }
}
