package org.cryptointrinsics.linkage;

import jdk.internal.foreign.MemorySessionImpl;

/** What works on blocks of AES, for one length of the key and one direction. */
public abstract class AesBlocksMethod extends KernelMethod {

    /**
     * Does with whole blocks what the {@link AesPart} says. What that does not need may be null. Bases and addresses are those of {@code Unsafe}.
     *
     * @param sessionKey the round keys, each word of FIPS 197 an int
     * @param counter the next counter block, which is advanced
     * @param subkey begins with the hash subkey, the high half first
     * @param state the hash so far, likewise, which is advanced
     * @param length of the blocks in bytes, a multiple of 16; a thread does not stop at a safepoint meanwhile
     * @param inputScope that of the input's memory, or null
     * @param outputScope that of the output's memory, or null
     * @return whether that was done; if not, nothing was
     */
    @Inlined
    public final boolean crypt(int[] sessionKey, byte[] counter, long[] subkey, long[] state, Object inputBase, long input, Object outputBase, long output, int length,
                    MemorySessionImpl inputScope, MemorySessionImpl outputScope) {
        int stripe = Counters.stripe();
        int blocks = AesGcmMethod.blocks(length);
        boolean isDone = execute(sessionKey, counter, subkey, state, inputBase, input, outputBase, output, length, inputScope, outputScope);
        if (isDone) {
            counters.counts[stripe]++;
            counters.counts[stripe + 1] += blocks;
        }
        return isDone;
    }

    /** The kernel, uncounted. */
    protected abstract boolean execute(int[] sessionKey, byte[] counter, long[] subkey, long[] state, Object inputBase, long input, Object outputBase, long output, int length,
                    MemorySessionImpl inputScope, MemorySessionImpl outputScope);
}
