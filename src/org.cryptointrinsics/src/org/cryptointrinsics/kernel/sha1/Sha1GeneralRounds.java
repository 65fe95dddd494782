package org.cryptointrinsics.kernel.sha1;

import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.Words;

/** {@link Sha1Rounds} on general registers. The halves {@code c & d} and {@code (c ^ d) & b} of Maj have no bit in common, so they are added one by one. */
final class Sha1GeneralRounds extends Sha1Rounds<Int> {

    private final Rotation rotation;

    Sha1GeneralRounds(Machine m, Rotation rotation) {
        super(m, Words.general(m, Size.DWORD));
        this.rotation = rotation;
    }

    @Override
    protected List<Int> round(int t, List<Int> v, Int sum) {
        Int a = v.get(0);
        Int b = v.get(1);
        Int c = v.get(2);
        Int d = v.get(3);
        Int e = v.get(4);
        Int plusE = m.add(e, sum);
        Int cd = m.xor(c, d);
        Int plusF = switch (t / 20) {
            case 0 -> m.add(plusE, m.xor(m.and(cd, b), d));
            case 2 -> m.add(m.add(plusE, m.and(d, c)), m.and(cd, b));
            default -> m.add(plusE, m.xor(cd, b));
        };
        Int newC = rotation.left(m, Size.DWORD, b, 30);
        return List.of(m.add(plusF, rotation.left(m, Size.DWORD, a, 5)), a, newC, c, d);
    }
}
