package org.cryptointrinsics.linkage;

import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.GcmMessage;

import jdk.internal.foreign.MemorySessionImpl;

/** AES-GCM of messages, for one length of the key and one direction. */
public abstract class AesGcmMethod extends KernelMethod {

    // What crypt returns.

    /** Nothing was done. */
    public static final int NOT_DONE = 0;
    /** What was to be done is done; of a message, the tag is right, or was written, or comes with a later part. */
    public static final int RIGHT = GcmMessage.RIGHT;
    /** The tag is wrong. The result, unless the tag was to be verified first, is zeros, or what it was if it was to be where the data are. */
    public static final int WRONG = GcmMessage.WRONG;

    /**
     * Encrypts or decrypts a message, or a part of one. Bases and addresses are those of {@code Unsafe}.
     *
     * @param sessionKey the round keys, each word of FIPS 197 an int
     * @param iv begins with the 12 bytes of the IV
     * @param aad begins with the additional authenticated data
     * @param length of the part, without the tag, which is behind the ciphertext; a thread does not stop at a safepoint meanwhile
     * @param tagBytes the length of the tag; 0 for a part that is not the last one
     * @param state what parts leave to the next one, two words; of no use to a message that has none
     * @param position where in the message the part begins
     * @param inputScope that of the input's memory, or null
     * @param outputScope that of the output's memory, or null
     * @return {@link #RIGHT}, {@link #WRONG}, or {@link #NOT_DONE}
     */
    @Inlined
    public final int crypt(int[] sessionKey, byte[] iv, byte[] aad, int aadLength, Object inputBase, long input, int length, Object outputBase, long output, int tagBytes,
                    long[] state, int position, MemorySessionImpl inputScope, MemorySessionImpl outputScope) {
        int stripe = Counters.stripe();
        int blocks = blocks(length);
        int result = execute(sessionKey, iv, aad, aadLength, inputBase, input, length, outputBase, output, tagBytes, state, position, inputScope, outputScope);
        if (result != NOT_DONE) {
            counters.counts[stripe]++;
            counters.counts[stripe + 1] += blocks;
        }
        return result;
    }

    /** The kernel, uncounted. */
    protected abstract int execute(int[] sessionKey, byte[] iv, byte[] aad, int aadLength, Object inputBase, long input, int length, Object outputBase, long output, int tagBytes,
                    long[] state, int position, MemorySessionImpl inputScope, MemorySessionImpl outputScope);

    /** How many blocks data have. The last one may be filled in part. */
    @Inlined
    static int blocks(int length) {
        return (length + AesContext.BLOCK - 1) / AesContext.BLOCK;
    }
}
