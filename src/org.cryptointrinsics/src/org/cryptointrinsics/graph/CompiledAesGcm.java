package org.cryptointrinsics.graph;

import org.cryptointrinsics.kernel.aes.AesGcm;

/** The {@link AesGcmMessageStub} of a kernel, for one length of the key and one direction. Thread-safe. */
public final class CompiledAesGcm extends CompiledStub {

    /**
     * Links the stub, see {@link CompiledKernel#CompiledKernel}.
     *
     * @param rounds of AES: 10, 12 or 14
     */
    public CompiledAesGcm(AesGcm kernel, int rounds, boolean isEncryption, String name, Counters counters, CompilerContext context) {
        super(AesGcmMessageStub.descriptor(name), kernel, context, linkage -> new AesGcmMessageStub(context, linkage, kernel, rounds, isEncryption, counters));
    }

    /**
     * Calls the stub, from outside of compiled code. All addresses are outside of the heap.
     *
     * @param sessionKey address of the JDK's key schedule: each word of FIPS 197 an {@code int}
     * @param iv address of 12 bytes
     * @param aad address of the additional authenticated data
     * @param in address of the data
     * @param out address for the result, at {@code in}, before it or elsewhere
     * @param length of the data in bytes
     * @param tag address of the tag, or for it
     * @param tagLength in bytes, at most 16
     * @return whether the tag is right
     */
    public boolean crypt(long sessionKey, long iv, long aad, int aadLength, long in, long out, int length, long tag, int tagLength) {
        return (int) call(sessionKey, iv, aad, aadLength, in, out, length, tag, tagLength) == AesGcmMessageStub.RIGHT;
    }
}
