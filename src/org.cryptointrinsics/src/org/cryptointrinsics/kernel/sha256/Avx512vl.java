package org.cryptointrinsics.kernel.sha256;

import java.util.List;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.MessageSchedule;
import org.cryptointrinsics.kernel.TwoBlockKernel;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.VectorSchedule;
import org.cryptointrinsics.kernel.Words;
import org.cryptointrinsics.kernel.sha2.Sha2;
import org.cryptointrinsics.kernel.sha2.Sha2Rounds;

/**
 * With each variable in lane 0 of a vector register: rotations, Ch, Maj and the XOR of three vectors are one instruction each. A round takes 16, a load and two
 * copies: 430 cycles a block where three vector instructions are done in a cycle, with those of the schedule. Two blocks at once are in lanes 0 and 1.
 */
public final class Avx512vl implements TwoBlockKernel {

    private static final int HASH_WORDS = 8;

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        rounds(m, Words.inLane0(m)).compress(state, data, blocks, block -> schedule(m, block));
    }

    @Override
    public void compressTwo(Machine m, Address state, Address data, Address otherState, Address otherData) {
        Sha2Rounds<Vector> rounds = rounds(m, Words.inLanes0And1(m));
        List<Vector> hashes = IntStream.range(0, HASH_WORDS).mapToObj(i -> wordOfBoth(m, state, otherState, i)).toList();
        List<Vector> v = rounds.rounds(new TwoSchedules(m, schedule(m, data), schedule(m, otherData)), hashes);
        for (int i = 0; i < HASH_WORDS; i++) {
            Vector sum = m.paddd(v.get(i), wordOfBoth(m, state, otherState, i));
            m.storeDword(state, i * Integer.BYTES, sum);
            m.storeDword(otherState, i * Integer.BYTES, m.pshufd(sum, 1));
        }
    }

    private static Vector wordOfBoth(Machine m, Address state, Address otherState, int i) {
        return m.punpckldq(m.loadDword(state, i * Integer.BYTES), m.loadDword(otherState, i * Integer.BYTES));
    }

    private static Sha2Rounds<Vector> rounds(Machine m, Words<Vector> words) {
        return new Sha2Rounds<>(m, words, Sha2.SHA_256) {

            @Override
            protected List<Vector> round(int t, List<Vector> v, Vector sum) {
                Vector a = v.get(0);
                Vector b = v.get(1);
                Vector c = v.get(2);
                Vector d = v.get(3);
                Vector e = v.get(4);
                Vector f = v.get(5);
                Vector g = v.get(6);
                Vector h = v.get(7);
                Vector t1 = m.paddd(m.paddd(m.paddd(h, sum), m.vpternlogd(e, f, g, Machine.CHOICE)), upperSigma1(e));
                Vector t2 = m.paddd(upperSigma0(a), m.vpternlogd(a, b, c, Machine.MAJORITY));
                Vector newE = m.paddd(d, t1);
                return List.of(m.paddd(t1, t2), a, b, c, newE, e, f, g);
            }

            private Vector upperSigma0(Vector x) {
                return xor3(m, rotateRight(m, x, 2), rotateRight(m, x, 13), rotateRight(m, x, 22));
            }

            private Vector upperSigma1(Vector x) {
                return xor3(m, rotateRight(m, x, 6), rotateRight(m, x, 11), rotateRight(m, x, 25));
            }
        };
    }

    private static VectorSchedule schedule(Machine m, Address block) {
        return new Sha256Schedule(m, block) {

            @Override
            Vector sigma0(Vector x) {
                return xor3(m, rotateRight(m, x, 7), rotateRight(m, x, 18), m.psrld(x, 3));
            }

            @Override
            Vector sigma1OfLast(Vector x) {
                return sigma1(m.pshufb(x, m.constant(0x0B0A0908, 0x0F0E0D0C, -1, -1)));
            }

            @Override
            Vector sigma1OfFirst(Vector x) {
                return sigma1(m.pshufb(x, m.constant(-1, -1, 0x03020100, 0x07060504)));
            }

            private Vector sigma1(Vector x) {
                return xor3(m, rotateRight(m, x, 17), rotateRight(m, x, 19), m.psrld(x, 10));
            }
        };
    }

    private static Vector xor3(Machine m, Vector x, Vector y, Vector z) {
        return m.vpternlogd(x, y, z, Machine.XOR3);
    }

    private static Vector rotateRight(Machine m, Vector x, int count) {
        return m.vprold(x, Integer.SIZE - count);
    }

    /** The message schedules of two blocks. */
    private record TwoSchedules(Machine m, VectorSchedule one, VectorSchedule other) implements MessageSchedule {

        @Override
        public Width width() {
            return one.width();
        }

        @Override
        public void extend(int t) {
            one.extend(t);
            other.extend(t);
        }

        /** Stores sums of both side by side. */
        @Override
        public void storeSums(Address wk, int t, Vector k) {
            Vector sums = one.sums(k);
            Vector otherSums = other.sums(k);
            m.storeVector(wk, t * Long.BYTES, m.punpckldq(sums, otherSums));
            m.storeVector(wk, t * Long.BYTES + width().bytes(), m.punpckhdq(sums, otherSums));
        }

        @Override
        public List<List<Vector>> variables() {
            return List.of(one.variables().getFirst(), other.variables().getFirst());
        }
    }
}
