package org.cryptointrinsics.kernel.sha256;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.sha2.Sha2;
import org.cryptointrinsics.kernel.sha2.Sha2GeneralRounds;

/**
 * With RORX, which rotates into another register: no copies. Many blocks take 410 cycles each on Zen 3, 6.4 a byte.
 *
 * <p>A schedule of two blocks at once in 256-bit registers (S. Gueron and V. Krasnov, "Parallelizing message schedules to accelerate the computations of hash
 * functions", 2012) was no faster there: the rounds, not the schedule, are what takes time.
 */
public final class Bmi2 implements DigestKernel {

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        new Sha2GeneralRounds(m, Sha2.SHA_256, Rotation.RORX).compress(state, data, blocks, block -> new Sha256Schedule(m, block));
    }
}
