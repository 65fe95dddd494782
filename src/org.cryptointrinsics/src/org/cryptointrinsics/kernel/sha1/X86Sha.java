package org.cryptointrinsics.kernel.sha1;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Machine;

/**
 * SHA-1 (FIPS 180-4 section 6.1.2) with the SHA instructions.
 *
 * <p>The variables a to d are in one vector, from lane 3 down, as are four words of the message. {@code sha1rnds4} does four rounds, whose e comes with the
 * first word: it is the a of four rounds before, rotated, which {@code sha1nexte} adds. The message schedule
 * {@code W[t] = ROTL(W[t-3] ^ W[t-8] ^ W[t-14] ^ W[t-16], 1)} is computed four words at a time: {@code sha1msg1} adds the last two terms, {@code pxor} the
 * second, {@code sha1msg2} the first.
 *
 * <p>A block takes 20 {@code sha1rnds4}, each waiting for the one before: 120 cycles where its latency is 6.
 */
public final class X86Sha implements Kernel {

    @Override
    public <V, I, A> void compress(Machine<V, I, A> m, A state, A data, I blocks) {
        V toBigEndian = m.constant(0x0C0D0E0F, 0x08090A0B, 0x04050607, 0x00010203);
        V abcd = m.pshufd(m.loadHalves(state, 0), 0x1B);
        V e = m.pshufd(m.loadDword(state, 16), 0x15);

        List<V> result = m.repeat(blocks, data, Sha1.BLOCK_BYTES, List.of(abcd, e), (block, chain) -> {
            V current = chain.get(0);
            V previous = null;
            List<V> w = new ArrayList<>();
            for (int t = 0; t < 80; t += 4) {
                if (t < 16) {
                    w.add(m.pshufb(m.loadHalves(block, 4 * t), toBigEndian));
                } else {
                    V sum = m.pxor(m.sha1msg1(w.get(0), w.get(1)), w.get(2));
                    w.add(m.sha1msg2(sum, w.get(3)));
                    w.removeFirst();
                }
                V we = t == 0 ? m.paddd(chain.get(1), w.getLast()) : m.sha1nexte(previous, w.getLast());
                previous = current;
                current = m.sha1rnds4(current, we, t / 20);
            }
            return List.of(m.paddd(current, chain.get(0)), m.sha1nexte(previous, chain.get(1)));
        });

        m.storeVector(state, 0, m.pshufd(result.get(0), 0x1B));
        m.storeDword(state, 16, m.pshufd(result.get(1), 0xFF));
    }
}
