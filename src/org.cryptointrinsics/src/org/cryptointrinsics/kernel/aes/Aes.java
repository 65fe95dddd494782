package org.cryptointrinsics.kernel.aes;

import java.util.List;
import java.util.stream.IntStream;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/** AES (FIPS 197): {@code CIPH_K} of SP 800-38D, of many blocks at once. */
final class Aes {

    private final Machine m;
    private final Blocks blocks;
    /** Nr. */
    private final int rounds;
    /** In registers, or null. */
    private List<Vector> roundKeys;

    Aes(Blocks blocks, int rounds) {
        this.m = blocks.m;
        this.blocks = blocks;
        this.rounds = rounds;
    }

    /**
     * Takes over the round keys.
     *
     * @param sessionKey address of the JDK's: each word of FIPS 197 an {@code int}
     */
    void loadKey(Address sessionKey) {
        Vector reverseWords = blocks.everywhere(0x0405060700010203L, 0x0C0D0E0F08090A0BL);
        int bytes = (rounds + 1) * AesContext.BLOCK;
        for (int i = 0; i < bytes; i += blocks.bytes()) {
            // The last vector begins earlier, so that nothing behind the keys is read.
            int offset = Math.min(i, bytes - blocks.bytes());
            m.storeVector(blocks.memory, blocks.context.roundKey(0) + offset, m.pshufb(m.load(blocks.width, sessionKey, offset), reverseWords));
        }
    }

    /** For a loop that needs few others: round keys are kept in registers, if there are enough. */
    void keepRoundKeys() {
        roundKeys = blocks.has512Bits() ? IntStream.rangeClosed(0, rounds).mapToObj(this::roundKey).toList() : null;
    }

    private Vector roundKey(int i) {
        return roundKeys != null ? roundKeys.get(i) : m.loadBroadcast(blocks.width, blocks.memory, blocks.context.roundKey(i));
    }

    /** What is added to blocks before the first round. */
    Vector firstRoundKey() {
        return roundKey(0);
    }

    /** What {@code AESENCLAST}, the last round, adds. */
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

    /** Replaces blocks to which the first round key was added by {@code CIPH_K} of them. */
    void cipher(List<Vector> states) {
        rounds(states);
        Vector key = lastRoundKey();
        states.replaceAll(state -> m.aesenclast(state, key));
    }
}
