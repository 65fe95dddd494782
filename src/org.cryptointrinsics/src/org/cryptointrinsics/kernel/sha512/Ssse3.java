package org.cryptointrinsics.kernel.sha512;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.sha2.Sha2;
import org.cryptointrinsics.kernel.sha2.Sha2GeneralRounds;

/** With ROL, and a message schedule of two words at a time. */
public final class Ssse3 implements DigestKernel {

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        new Sha2GeneralRounds(m, Sha2.SHA_512, Rotation.ROL).compress(state, data, blocks, block -> new Sha512Schedule(m, Width.XMM, block));
    }
}
