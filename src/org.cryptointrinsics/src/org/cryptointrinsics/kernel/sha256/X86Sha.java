package org.cryptointrinsics.kernel.sha256;

import java.util.List;
import java.util.function.IntFunction;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.ShaExtensions;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.VectorRounds;
import org.cryptointrinsics.kernel.sha2.Sha2;
import org.cryptointrinsics.kernel.sha2.X86Rounds;

/**
 * SHA-224 and SHA-256 with Intel's SHA extensions, see {@link X86Rounds}. A block takes 32 {@code sha256rnds2}, each waiting for the one before: 128 cycles where its
 * latency is 4. Two blocks take no longer where one is begun every other cycle.
 */
public final class X86Sha extends ShaExtensions {

    private static final int DIGEST_BYTES = 32;

    @Override
    protected List<Vector> loadState(Machine m, Address state) {
        Vector badc = m.pshufd(m.loadByQwords(Width.XMM, state, 0), 0xB1);
        Vector efgh = m.pshufd(m.loadByQwords(Width.XMM, state, 16), 0x1B);
        Vector cdgh = m.pblendw(efgh, badc, 0xF0);
        Vector abef = m.palignr(badc, efgh, 8);
        return List.of(abef, cdgh);
    }

    @Override
    protected void storeState(Machine m, Address state, List<Vector> hash) {
        Vector feba = m.pshufd(hash.get(0), 0x1B);
        Vector dchg = m.pshufd(hash.get(1), 0xB1);
        m.storeVector(state, 0, m.pblendw(feba, dchg, 0xF0));
        m.storeVector(state, 16, m.palignr(dchg, feba, 8));
    }

    @Override
    protected Vector words(Machine m, Address block, int i) {
        return m.pshufb(m.loadByQwords(Width.XMM, block, 16 * i), m.constant(0x00010203, 0x04050607, 0x08090A0B, 0x0C0D0E0F));
    }

    @Override
    protected Vector wordsOfDigest(Machine m, Address digest, int i) {
        return switch (i) {
            case 0, 1 -> m.load(Width.XMM, digest, 16 * i);
            case 2 -> m.constant(1 << 31, 0, 0, 0);
            default -> m.constant(0, 0, 0, (BLOCK_BYTES + DIGEST_BYTES) * Byte.SIZE);
        };
    }

    @Override
    protected VectorRounds rounds(Machine m, IntFunction<Vector> message, List<Vector> hash) {
        return new X86Rounds(m, Sha2.SHA_256, message, hash);
    }
}
