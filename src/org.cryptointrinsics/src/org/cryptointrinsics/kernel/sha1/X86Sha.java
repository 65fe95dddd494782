package org.cryptointrinsics.kernel.sha1;

import java.util.List;
import java.util.function.IntFunction;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.ShaExtensions;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.VectorRounds;

/**
 * SHA-1 (FIPS 180-4 section 6.1.2) with Intel's SHA extensions.
 *
 * <p>The variables a to d are in one vector, from lane 3 down, as are four words of the message. {@code sha1rnds4} does four rounds, whose e comes with the
 * first word: it is the a of four rounds before, rotated, which {@code sha1nexte} adds. The message schedule
 * {@code W[t] = ROTL(W[t-3] ^ W[t-8] ^ W[t-14] ^ W[t-16], 1)} is computed four words at a time: {@code sha1msg1} adds the last two terms, {@code pxor} the
 * second, {@code sha1msg2} the first.
 *
 * <p>A block takes 20 {@code sha1rnds4}, each waiting for the one before: 120 cycles where its latency is 6.
 */
public final class X86Sha extends ShaExtensions {

    private static final int ROUNDS = 80;
    private static final int DIGEST_BYTES = 20;

    /** ABCD, and e in lane 3. */
    @Override
    protected List<Vector> loadState(Machine m, Address state) {
        return List.of(m.pshufd(m.loadByQwords(Width.XMM, state, 0), 0x1B), m.pshufd(m.loadDword(state, 16), 0x15));
    }

    @Override
    protected void storeState(Machine m, Address state, List<Vector> hash) {
        m.storeVector(state, 0, m.pshufd(hash.get(0), 0x1B));
        m.storeDword(state, 16, m.pshufd(hash.get(1), 0xFF));
    }

    @Override
    protected Vector words(Machine m, Address block, int i) {
        return m.pshufb(m.loadByQwords(Width.XMM, block, 16 * i), m.constant(0x0C0D0E0F, 0x08090A0B, 0x04050607, 0x00010203));
    }

    @Override
    protected Vector wordsOfDigest(Machine m, Address digest, int i) {
        return switch (i) {
            case 0 -> m.pshufd(m.load(Width.XMM, digest, 0), 0x1B);
            case 1 -> m.pxor(m.pshufd(m.loadDword(digest, 16), 0x15), m.constant(0, 0, 1 << 31, 0));
            case 2 -> m.constant(0, 0, 0, 0);
            default -> m.constant((BLOCK_BYTES + DIGEST_BYTES) * Byte.SIZE, 0, 0, 0);
        };
    }

    @Override
    protected VectorRounds rounds(Machine m, IntFunction<Vector> message, List<Vector> hash) {
        return new VectorRounds(ROUNDS) {

            /** {@code W[4 i]} to {@code W[4 i + 3]}. */
            private final Vector[] w = new Vector[ROUNDS / 4];
            private Vector abcd = hash.get(0);
            /** Four rounds ago. */
            private Vector previous;

            @Override
            protected void next(int i) {
                w[i] = i < 4 ? message.apply(i) : m.sha1msg2(m.pxor(m.sha1msg1(w[i - 4], w[i - 3]), w[i - 2]), w[i - 1]);
                Vector we = i == 0 ? m.paddd(hash.get(1), w[i]) : m.sha1nexte(previous, w[i]);
                previous = abcd;
                abcd = m.sha1rnds4(abcd, we, i / 5);
            }

            @Override
            public List<Vector> sums() {
                return List.of(m.paddd(abcd, hash.get(0)), m.sha1nexte(previous, hash.get(1)));
            }
        };
    }
}
