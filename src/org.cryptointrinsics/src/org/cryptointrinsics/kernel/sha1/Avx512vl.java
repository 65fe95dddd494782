package org.cryptointrinsics.kernel.sha1;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.MessageSchedule;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.Words;

/**
 * With each variable in lane 0 of a vector register, where f is one instruction. A round takes six and a load, and no copy: 197 cycles a block where three vector
 * instructions are done in a cycle, with those of the schedule.
 */
public final class Avx512vl implements DigestKernel {

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        new Sha1Rounds<>(m, Words.inLane0(m)) {

            /** Its operations in the order in which they are executed: the last use of b is where it is overwritten. */
            @Override
            protected List<Vector> round(int t, List<Vector> v, Vector sum) {
                Vector a = v.get(0);
                Vector b = v.get(1);
                Vector c = v.get(2);
                Vector d = v.get(3);
                Vector e = v.get(4);
                Vector plusE = m.paddd(e, sum);
                Vector newC = m.vprold(b, 30);
                Vector plusF = m.paddd(plusE, m.vpternlogd(b, c, d, function(t)));
                return List.of(m.paddd(plusF, m.vprold(a, 5)), a, newC, c, d);
            }
        }.compress(state, data, blocks, block -> schedule(m, block));
    }

    private static int function(int t) {
        return switch (t / 20) {
            case 0 -> Machine.CHOICE;
            case 2 -> Machine.MAJORITY;
            default -> Machine.XOR3;
        };
    }

    private static MessageSchedule schedule(Machine m, Address block) {
        return new Sha1Schedule(m, block) {

            @Override
            Vector xor3(Vector x, Vector y, Vector z) {
                return m.vpternlogd(x, y, z, Machine.XOR3);
            }

            @Override
            Vector rotateLeft(Vector x, int count) {
                return m.vprold(x, count);
            }
        };
    }
}
