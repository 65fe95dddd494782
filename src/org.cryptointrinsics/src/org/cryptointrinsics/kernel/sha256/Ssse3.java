package org.cryptointrinsics.kernel.sha256;

import org.cryptointrinsics.kernel.Rotation;

/**
 * {@link VectorSchedule} with ROR, which costs a copy where its operand is needed further. Nested rotations need fewer copies, but the next round waits for
 * each of them, and CPUs that rename registers copy for nothing. Many blocks take 440 cycles each on Zen 3, 6.9 a byte.
 */
public final class Ssse3 extends VectorSchedule {

    public Ssse3() {
        super(Rotation.ROL);
    }
}
