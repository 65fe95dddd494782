package org.cryptointrinsics.kernel.sha512;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.sha2.RoundConstants;

/**
 * SHA-384, SHA-512, SHA-512/224 and SHA-512/256 (FIPS 180-4 section 6.4.2) with the SHA512 instructions, which do on lanes of 64 bits what the SHA instructions
 * do on lanes of 32: {@code vsha512rnds2} does two rounds, {@code vsha512msg1} and {@code vsha512msg2} two of the terms of four words of the message schedule.
 * The state is kept as they want it, from lane 3 down: ABEF and CDGH.
 */
public final class X86Sha512 implements DigestKernel {

    private static final int BLOCK_BYTES = 128;
    /** Of four words. */
    private static final int GROUPS = 20;
    private static final int SWAP_LANES = 0x4E;
    // Which half of which source, 0 and 1 of the first, 2 and 3 of the second, is to be the low half and, by the high digit, the high one.
    private static final int LOW_HALVES = 0x20;
    private static final int HIGH_HALVES = 0x31;
    private static final int MIDDLE_HALVES = 0x21;
    private static final int SWAP_HALVES = 0x01;

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        Vector toBigEndian = m.constant(0x0001020304050607L, 0x08090A0B0C0D0E0FL, 0x0001020304050607L, 0x08090A0B0C0D0E0FL);
        Vector dcba = m.load(Width.YMM, state, 0);
        Vector hgfe = m.load(Width.YMM, state, 32);
        Vector abef = m.pshufd(m.vperm2i128(hgfe, dcba, LOW_HALVES), SWAP_LANES);
        Vector cdgh = m.pshufd(m.vperm2i128(hgfe, dcba, HIGH_HALVES), SWAP_LANES);

        List<Vector> result = m.repeat(blocks, data, BLOCK_BYTES, List.of(abef, cdgh), (block, chain) -> {
            Vector newer = chain.get(0);
            Vector older = chain.get(1);
            List<Vector> w = new ArrayList<>(Collections.nCopies(4, null));
            for (int i = 0; i < GROUPS; i++) {
                int here = i % 4;
                int next = (i + 1) % 4;
                int previous = (i + 3) % 4;
                if (i < 4) {
                    w.set(here, m.pshufb(m.load(Width.YMM, block, 32 * i), toBigEndian));
                }
                Vector wk = m.paddq(w.get(here), constants(m, 4 * i));
                older = m.vsha512rnds2(older, newer, wk);
                if (i >= 3 && i < GROUPS - 1) {
                    Vector w7 = m.palignr(m.vperm2i128(w.get(previous), w.get(here), MIDDLE_HALVES), w.get(previous), 8);
                    w.set(next, m.vsha512msg2(m.paddq(w.get(next), w7), w.get(here)));
                }
                newer = m.vsha512rnds2(newer, older, m.vperm2i128(wk, wk, SWAP_HALVES));
                if (i >= 1 && i < GROUPS - 3) {
                    w.set(previous, m.vsha512msg1(w.get(previous), w.get(here)));
                }
            }
            return List.of(m.paddq(newer, chain.get(0)), m.paddq(older, chain.get(1)));
        });

        Vector bafe = m.pshufd(result.get(0), SWAP_LANES);
        Vector dchg = m.pshufd(result.get(1), SWAP_LANES);
        m.storeVector(state, 0, m.vperm2i128(bafe, dchg, HIGH_HALVES));
        m.storeVector(state, 32, m.vperm2i128(bafe, dchg, LOW_HALVES));
    }

    /** The constants of rounds {@code t} to {@code t + 3}. */
    private static Vector constants(Machine m, int t) {
        return m.constant(RoundConstants.word64(t), RoundConstants.word64(t + 1), RoundConstants.word64(t + 2), RoundConstants.word64(t + 3));
    }
}
