package org.cryptointrinsics.kernel.sha1;

import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.Words;

/** {@link VectorSchedule} with the rounds on general registers. The halves {@code c & d} and {@code (c ^ d) & b} of Maj have no bit in common, so they are added one by one. */
abstract class ScalarRounds extends VectorSchedule {

    private final Rotation rotation;

    ScalarRounds(Rotation rotation) {
        this.rotation = rotation;
    }

    @Override
    public final void compress(Machine m, Address state, Address data, Count blocks) {
        compress(m, state, data, blocks, Words.general(m, Size.DWORD), (t, s, sum) -> round(m, t, s, sum));
    }

    /** Its operations in the order in which they are executed. */
    private List<Int> round(Machine m, int t, List<Int> variables, Int sum) {
        Int a = variables.get(0);
        Int b = variables.get(1);
        Int c = variables.get(2);
        Int d = variables.get(3);
        Int cd = m.xor(c, d);
        Int newSum = switch (t / 20) {
            case 0 -> m.add(sum, m.xor(m.and(cd, b), d));
            case 2 -> m.add(m.add(sum, m.and(d, c)), m.and(cd, b));
            default -> m.add(sum, m.xor(cd, b));
        };
        Int newC = rotation.left(m, Size.DWORD, b, 30);
        return List.of(m.add(newSum, rotation.left(m, Size.DWORD, a, 5)), a, newC, c, d);
    }
}
