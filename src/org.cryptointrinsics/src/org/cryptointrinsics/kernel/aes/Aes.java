package org.cryptointrinsics.kernel.aes;

import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/** AES (FIPS 197): {@code CIPH_K} of SP 800-38D, of many blocks at once. */
final class Aes {

    private final Machine m;
    private final Blocks blocks;
    private final AesContext context;
    private final Address memory;
    /** Nr. */
    private final int rounds;

    Aes(Blocks blocks, AesContext context, Address memory, int rounds) {
        this.m = blocks.machine();
        this.blocks = blocks;
        this.context = context;
        this.memory = memory;
        this.rounds = rounds;
    }

    /**
     * Takes over the round keys.
     *
     * @param sessionKey address of the JDK's: each word of FIPS 197 an {@code int}
     */
    void loadKey(Address sessionKey) {
        Vector reverseWords = blocks.everywhere(0x0405060700010203L, 0x0C0D0E0F08090A0BL);
        int bytes = (rounds + 1) * BLOCK;
        for (int i = 0; i < bytes; i += blocks.bytes()) {
            // The last vector begins earlier, so that nothing behind the keys is read.
            int offset = Math.min(i, bytes - blocks.bytes());
            m.storeVector(memory, context.roundKey(0) + offset, m.pshufb(m.load(blocks.width(), sessionKey, offset), reverseWords));
        }
    }

    private Vector roundKey(int i) {
        return m.loadBroadcast(blocks.width(), memory, context.roundKey(i));
    }

    /** What is added to the blocks first. */
    Vector firstRoundKey() {
        return roundKey(0);
    }

    /** What is added to the states last; {@link #end} does that. */
    Vector lastRoundKey() {
        return roundKey(rounds);
    }

    /** Replaces blocks to which the first round key was added by their states before the last round. */
    void rounds(List<Vector> states) {
        for (int round = 1; round < rounds; round++) {
            Vector key = roundKey(round);
            states.replaceAll(state -> m.aesenc(state, key));
        }
    }

    /**
     * The last round.
     *
     * @param key the last round key, or the XOR of it and of what the result is to be added to
     */
    Vector end(Vector state, Vector key) {
        return m.aesenclast(state, key);
    }

    /** Replaces blocks to which the first round key was added by {@code CIPH_K} of them. */
    void cipher(List<Vector> states) {
        rounds(states);
        Vector key = lastRoundKey();
        states.replaceAll(state -> end(state, key));
    }
}
