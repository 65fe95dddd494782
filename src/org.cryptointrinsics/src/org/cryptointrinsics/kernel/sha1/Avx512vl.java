package org.cryptointrinsics.kernel.sha1;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.Words;

/**
 * {@link VectorSchedule} with each variable in lane 0 of a vector register, where f is one instruction. A round takes six and a load, and no copy: 197 cycles a
 * block where three vector instructions are done in a cycle, with those of the schedule.
 */
public final class Avx512vl extends VectorSchedule {

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        compress(m, state, data, blocks, Words.inLane0(m), (t, s, sum) -> round(m, t, s, sum));
    }

    /** Its operations in the order in which they are executed: the last use of b is where it is overwritten. */
    private static List<Vector> round(Machine m, int t, List<Vector> variables, Vector sum) {
        Vector a = variables.get(0);
        Vector b = variables.get(1);
        Vector c = variables.get(2);
        Vector d = variables.get(3);
        Vector newC = m.vprold(b, 30);
        Vector newSum = m.paddd(sum, m.vpternlogd(b, c, d, function(t)));
        return List.of(m.paddd(newSum, m.vprold(a, 5)), a, newC, c, d);
    }

    private static int function(int t) {
        return switch (t / 20) {
            case 0 -> Machine.CHOICE;
            case 2 -> Machine.MAJORITY;
            default -> Machine.XOR3;
        };
    }

    @Override
    Vector xor3(Machine m, Vector x, Vector y, Vector z) {
        return m.vpternlogd(x, y, z, Machine.XOR3);
    }

    @Override
    Vector rotateLeft(Machine m, Vector x, int count) {
        return m.vprold(x, count);
    }
}
