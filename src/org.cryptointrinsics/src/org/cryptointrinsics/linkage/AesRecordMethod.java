package org.cryptointrinsics.linkage;

import jdk.internal.foreign.MemorySessionImpl;

/** AES-GCM of records of TLS, for one length of the key, one direction, and one format. */
public abstract class AesRecordMethod extends KernelMethod {

    /**
     * Encrypts or decrypts a record, whose tag, of 16 bytes, lies behind its ciphertext. Bases and addresses are those of {@code Unsafe}.
     *
     * @param sessionKey the round keys, each word of FIPS 197 an int
     * @param ivBegin the first 4 bytes of the IV, the first one in the lowest bits
     * @param ivEnd the other 8, likewise
     * @param aadBase what has the additional authenticated data
     * @param length in bytes, without the tag; of what is to be encrypted for TLS 1.3, the end is in the output ({@link AesPart#RECORD})
     * @param inputScope that of the input's memory, or null
     * @param outputScope that of the output's memory, or null; the additional authenticated data are in one of both, or on the heap
     * @return as of {@link AesGcmMethod#crypt}
     */
    @Inlined
    public final int crypt(int[] sessionKey, int ivBegin, long ivEnd, Object aadBase, long aad, int aadLength, Object inputBase, long input, int length, Object outputBase,
                    long output, MemorySessionImpl inputScope, MemorySessionImpl outputScope) {
        int stripe = Counters.stripe();
        int blocks = AesGcmMethod.blocks(length);
        int result = execute(sessionKey, ivBegin, ivEnd, aadBase, aad, aadLength, inputBase, input, length, outputBase, output, inputScope, outputScope);
        if (result != AesGcmMethod.NOT_DONE) {
            counters.counts[stripe]++;
            counters.counts[stripe + 1] += blocks;
        }
        return result;
    }

    /** The kernel, uncounted. */
    protected abstract int execute(int[] sessionKey, int ivBegin, long ivEnd, Object aadBase, long aad, int aadLength, Object inputBase, long input, int length, Object outputBase,
                    long output, MemorySessionImpl inputScope, MemorySessionImpl outputScope);
}
