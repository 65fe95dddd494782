package org.cryptointrinsics.kernel.sha256;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.VectorRounds;

/**
 * SHA-224 and SHA-256 (FIPS 180-4 section 6.2.2) with the SHA instructions.
 *
 * <p>The state is kept as the instructions want it, from lane 3 down: ABEF and CDGH. {@code sha256rnds2} does two rounds and yields the new ABEF; the old one
 * is the new CDGH. So two of them, each overwriting the older vector, do four rounds. The message schedule
 * {@code W[t] = sigma1(W[t-2]) + W[t-7] + sigma0(W[t-15]) + W[t-16]} is computed four words at a time: {@code sha256msg1} adds the second and the last term,
 * {@code palignr} provides {@code W[t-7]}, {@code sha256msg2} adds the first.
 *
 * <p>A block takes 32 {@code sha256rnds2}, each waiting for the one before: 128 cycles where its latency is 4. Two blocks take no longer where one is begun every
 * other cycle.
 */
public final class X86Sha extends VectorRounds {

    private static final int DIGEST_BYTES = 32;

    public X86Sha() {
        super(64);
    }

    @Override
    protected List<Vector> loadState(Machine m, Address state) {
        Vector badc = m.pshufd(m.loadByQwords(Width.XMM, state, 0), 0xB1);
        Vector efgh = m.pshufd(m.loadByQwords(Width.XMM, state, 16), 0x1B);
        Vector cdgh = m.pblendw(efgh, badc, 0xF0);
        Vector abef = m.palignr(badc, efgh, 8);
        return List.of(abef, cdgh);
    }

    @Override
    protected void storeState(Machine m, Address state, List<Vector> chain) {
        Vector feba = m.pshufd(chain.get(0), 0x1B);
        Vector dchg = m.pshufd(chain.get(1), 0xB1);
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
    protected Rounds rounds(Machine m, IntFunction<Vector> words, List<Vector> chain) {
        return new Rounds() {

            private final List<Vector> w = new ArrayList<>(Collections.nCopies(4, null));
            private Vector newer = chain.get(0);
            private Vector older = chain.get(1);

            @Override
            public void next(int i) {
                int here = i % 4;
                if (i < 4) {
                    w.set(here, words.apply(i));
                }
                Vector wk = m.paddd(w.get(here), Sha256.constants(m, 4 * i));
                older = m.sha256rnds2(older, newer, wk);
                if (i >= 3 && i < 15) {
                    int next = (i + 1) % 4;
                    Vector w7 = m.palignr(w.get(here), w.get((i + 3) % 4), 4);
                    w.set(next, m.sha256msg2(m.paddd(w.get(next), w7), w.get(here)));
                }
                newer = m.sha256rnds2(newer, older, m.pshufd(wk, 0x0E));
                if (i >= 1 && i < 13) {
                    int previous = (i + 3) % 4;
                    w.set(previous, m.sha256msg1(w.get(previous), w.get(here)));
                }
            }

            @Override
            public List<Vector> sums() {
                return List.of(m.paddd(newer, chain.get(0)), m.paddd(older, chain.get(1)));
            }
        };
    }
}
