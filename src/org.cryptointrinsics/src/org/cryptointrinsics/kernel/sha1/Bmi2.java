package org.cryptointrinsics.kernel.sha1;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;

/** With RORX. */
public final class Bmi2 implements DigestKernel {

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        new Sha1GeneralRounds(m, Rotation.RORX).compress(state, data, blocks, block -> new Sha1Schedule(m, block));
    }
}
