package org.cryptointrinsics.kernel.sha1;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;

/** With ROL. */
public final class Ssse3 implements DigestKernel {

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        new Sha1GeneralRounds(m, Rotation.ROL).compress(state, data, blocks, block -> new Sha1Schedule(m, block));
    }
}
