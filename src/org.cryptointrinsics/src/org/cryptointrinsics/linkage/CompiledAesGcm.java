package org.cryptointrinsics.linkage;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.aes.AesGcm;
import org.cryptointrinsics.stub.AesGcmMessageStub;
import org.cryptointrinsics.stub.AesGcmVerifiedStub;
import org.cryptointrinsics.stub.Counters;

/** The {@link AesGcmMessageStub} or {@link AesGcmVerifiedStub} of a kernel, for one length of the key and one direction. Thread-safe. */
public final class CompiledAesGcm extends CompiledStub {

    private CompiledAesGcm(AesGcm kernel, String name, CompilerContext context, StubFactory factory) {
        super(AesGcmMessageStub.descriptor(name), kernel, context, factory);
    }

    /**
     * Links the stub, see {@link CompiledKernel#CompiledKernel}.
     *
     * @param rounds of AES: 10, 12 or 14
     */
    public static CompiledAesGcm of(AesGcm kernel, int rounds, boolean isEncryption, String name, Counters counters, CompilerContext context) {
        return new CompiledAesGcm(kernel, name, context, linkage -> new AesGcmMessageStub(context, linkage, kernel, rounds, isEncryption, counters));
    }

    /** As {@link #of}, for decryption after the tag is known to be right. */
    public static CompiledAesGcm verified(AesGcm kernel, int rounds, String name, Counters counters, CompilerContext context) {
        return new CompiledAesGcm(kernel, name, context, linkage -> new AesGcmVerifiedStub(context, linkage, kernel, rounds, counters));
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
        return cryptPart(sessionKey, iv, aad, aadLength, in, out, length, tag, tagLength, 0, 0);
    }

    /**
     * As {@link #crypt}, for a part of a message; not of {@link #verified}.
     *
     * @param length of the part in bytes, a multiple of {@link AesGcm#chunkBytes} but for the last one
     * @param tagLength 0 but for the last part
     * @param state address of two {@code long}s, for the hash so far
     * @param position of the part, in bytes; at 0, the additional authenticated data are hashed
     * @return whether the tag is right; true but for the last part
     */
    public boolean cryptPart(long sessionKey, long iv, long aad, int aadLength, long in, long out, int length, long tag, int tagLength, long state, int position) {
        return (int) call(sessionKey, iv, aad, aadLength, in, out, length, tag, tagLength, state, position) == AesGcmMessageStub.RIGHT;
    }
}
