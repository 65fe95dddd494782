package org.cryptointrinsics.kernel.sha512;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.MessageSchedule;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.sha2.Sha2;
import org.cryptointrinsics.kernel.sha2.Sha2GeneralRounds;

/**
 * With RORX, and a message schedule of four words at a time with rotations and the XOR of three vectors by one instruction each: sigma0 and sigma1 take 4 instead
 * of 7 and 9.
 */
public final class Avx512vl implements DigestKernel {

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        new Sha2GeneralRounds(m, Sha2.SHA_512, Rotation.RORX).compress(state, data, blocks, block -> schedule(m, block));
    }

    private static MessageSchedule schedule(Machine m, Address block) {
        return new Sha512Schedule(m, Width.YMM, block) {

            @Override
            Vector sigma0(Vector x) {
                return m.vpternlogq(m.vprorq(x, 1), m.vprorq(x, 8), m.psrlq(x, 7), Machine.XOR3);
            }

            @Override
            Vector sigma1(Vector x) {
                return m.vpternlogq(m.vprorq(x, 19), m.vprorq(x, 61), m.psrlq(x, 6), Machine.XOR3);
            }
        };
    }
}
