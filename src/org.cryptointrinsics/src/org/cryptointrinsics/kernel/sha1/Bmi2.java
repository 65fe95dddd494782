package org.cryptointrinsics.kernel.sha1;

import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;

/** {@link ScalarRounds} with RORX, and with ANDN: the halves of {@code Ch = (b & c) | (~b & d)} have no bit in common, so they are added one by one. */
public class Bmi2 extends ScalarRounds {

    public Bmi2() {
        super(Rotation.RORX);
    }

    @Override
    final <I> I addChoice(Machine<?, I, ?> m, I sum, I b, I c, I d) {
        return m.add(m.add(sum, m.andn(b, d)), m.and(b, c));
    }
}
