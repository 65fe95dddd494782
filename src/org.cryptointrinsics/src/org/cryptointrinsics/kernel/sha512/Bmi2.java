package org.cryptointrinsics.kernel.sha512;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.sha2.Sha2;
import org.cryptointrinsics.kernel.sha2.Sha2GeneralRounds;

/** With RORX, and a message schedule of four words at a time: 5 % faster than two on Zen 3, where six instructions are begun in a cycle. */
public final class Bmi2 implements DigestKernel {

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        new Sha2GeneralRounds(m, Sha2.SHA_512, Rotation.RORX).compress(state, data, blocks, block -> new Sha512Schedule(m, Width.YMM, block));
    }
}
