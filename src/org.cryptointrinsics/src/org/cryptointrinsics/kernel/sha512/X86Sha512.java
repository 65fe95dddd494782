package org.cryptointrinsics.kernel.sha512;

import java.util.List;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.sha2.Sha2;
import org.cryptointrinsics.kernel.sha2.X86Rounds;

/**
 * SHA-384, SHA-512 and SHA-512/t with the SHA512 instructions, see {@link X86Rounds}.
 */
public final class X86Sha512 implements DigestKernel {

    private static final int BLOCK_BYTES = 128;
    private static final int SWAP_LANES = 0x4E;
    // Which half of which source, 0 and 1 of the first, 2 and 3 of the second, is to be the low half and, by the high digit, the high one.
    private static final int LOW_HALVES = 0x20;
    private static final int HIGH_HALVES = 0x31;

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        Vector toBigEndian = m.constant(0x0001020304050607L, 0x08090A0B0C0D0E0FL, 0x0001020304050607L, 0x08090A0B0C0D0E0FL);
        Vector dcba = m.load(Width.YMM, state, 0);
        Vector hgfe = m.load(Width.YMM, state, 32);
        Vector abef = m.pshufd(m.vperm2i128(hgfe, dcba, LOW_HALVES), SWAP_LANES);
        Vector cdgh = m.pshufd(m.vperm2i128(hgfe, dcba, HIGH_HALVES), SWAP_LANES);

        List<Vector> result = m.repeat(blocks, data, BLOCK_BYTES, List.of(abef, cdgh), (block, hash) -> new X86Rounds(m, Sha2.SHA_512,
                        i -> m.pshufb(m.load(Width.YMM, block, 32 * i), toBigEndian), hash).run());

        Vector bafe = m.pshufd(result.get(0), SWAP_LANES);
        Vector dchg = m.pshufd(result.get(1), SWAP_LANES);
        m.storeVector(state, 0, m.vperm2i128(bafe, dchg, HIGH_HALVES));
        m.storeVector(state, 32, m.vperm2i128(bafe, dchg, LOW_HALVES));
    }
}
